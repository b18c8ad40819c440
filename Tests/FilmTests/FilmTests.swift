import Camera
import Film
import Frames
import Hardware
import Simulation
import Testing

/// What the camera sees, drawn.
@Suite struct FilmTests {
  /// A person a metre and a half away, straight ahead or elsewhere.
  private func company(_ deeds: [Company.Deed] = [], yaw: Double = 0) -> Company {
    let arrival = Company.Deed.arrives(Company.Place(yaw: yaw, distance: 1.5))
    return Company(
      [Company.Subject(name: "ada", isPerson: true)],
      doing: ([arrival] + deeds).map { Company.Event(time: 0, .deed(subject: 0, $0)) }, seed: 4)
  }

  private func camera(_ company: Company, noise: Double = 0, exposure: Int = 0) -> FilmCamera {
    FilmCamera(of: company, width: 128, height: 72, exposure: exposure, noise: noise)
  }

  private func shot(_ pose: DockPose = .home, turning speed: DockPose = .home) -> Shot {
    var shot = Shot(time: 0, view: CameraView(), pose: pose)
    shot.speed = speed
    return shot
  }

  /// The brightness of a place in units of the sides.
  private func light(_ frame: VideoFrame, _ x: Double, _ y: Double) -> Int {
    let (column, row) = (Int(x * Double(frame.width)), Int(y * Double(frame.height)))
    return Int(frame.bytes[row * frame.width + column])
  }

  @Test func theSameShotGivesTheSameBytes() {
    let frames = (0..<2).map { _ in camera(company(), noise: 2.5).frame(7, of: shot()) }
    #expect(frames[0] == frames[1])
    let other = camera(company(), noise: 2.5).frame(8, of: shot())
    #expect(other != frames[0])
  }

  @Test func aPersonIsWhereTheCameraModelSaysSo() {
    let view = CameraView()
    for (yaw, pose) in [(0.0, DockPose.home), (15, .home), (15, DockPose(yaw: 20, pitch: -5))] {
      let empty = camera(Company(seed: 4)).frame(0, of: shot(pose))
      let frame = camera(company(yaw: yaw)).frame(0, of: shot(pose))
      let seen = company(yaw: yaw).seen(at: 0, from: pose, through: view)
      let rect = seen[0].rect
      // Within the box of the face nothing of the wall is left, and above the hair all of it is.
      for share in [0.3, 0.5, 0.7] {
        let x = rect.x + share * rect.width
        let y = rect.middle.y
        #expect(light(frame, x, y) != light(empty, x, y))
        #expect(
          light(frame, x, rect.y - 0.35 * rect.height)
            == light(empty, x, rect.y - 0.35 * rect.height))
      }
      let beside = rect.x - 0.4 * rect.width
      #expect(light(frame, beside, rect.middle.y) == light(empty, beside, rect.middle.y))
    }
  }

  @Test func aTurnBlursTheRoomAndNotWhoIsFollowed() {
    func roughness(_ frame: VideoFrame) -> Int {
      (0..<frame.height).reduce(0) { sum, y in
        (1..<frame.width).reduce(sum) {
          let place = y * frame.width + $1
          return $0 + abs(Int(frame.bytes[place]) - Int(frame.bytes[place - 1]))
        }
      }
    }
    let turning = shot(turning: DockPose(yaw: 60))
    let empty = Company(seed: 4)
    let sharp = camera(empty).frame(0, of: turning)
    let blurred = camera(empty, exposure: 16_666_667).frame(0, of: turning)
    #expect(Double(roughness(blurred)) < 0.8 * Double(roughness(sharp)))
    // At rest, nothing is blurred.
    #expect(
      camera(empty, exposure: 16_666_667).frame(0, of: shot()) == camera(empty).frame(0, of: shot())
    )
  }

  @Test func theNearerHidesTheFarther() {
    func pair(_ near: Int, _ far: Int) -> Company {
      let distances = [near: 1.0, far: 2.0]
      return Company(
        ["ada", "bob"].map { Company.Subject(name: $0, isPerson: true) },
        doing: [0, 1].map { subject in
          let place = Company.Place(distance: distances[subject])
          return Company.Event(time: 0, .deed(subject: subject, .arrives(place)))
        }, seed: 4)
    }
    let (one, other) = (
      camera(pair(0, 1)).frame(0, of: shot()), camera(pair(1, 0)).frame(0, of: shot())
    )
    #expect(one != other)
  }

  @Test func withoutLightItIsDark() {
    let dark = Company(
      [], doing: [Company.Event(time: 0, .light(isOn: false))], seed: 4)
    #expect(camera(dark).frame(0, of: shot()).brightness < 16)
    #expect(camera(Company(seed: 4)).frame(0, of: shot()).brightness > 80)
  }

  /// What the picture shows goes to the left when the dock turns right, and up when it turns down.
  @Test func zoomAndOrientationChangeTheView() {
    var shot = shot()
    shot.view = CameraView(orientation: .portrait)
    #expect(abs(shot.shape - 9.0 / 16) < 1e-9)
    let portrait = camera(company()).frame(0, of: shot)
    // A portrait picture in a wide frame has black sides.
    #expect(light(portrait, 0.1, 0.5) == 16 && light(portrait, 0.9, 0.5) == 16)
    #expect(light(portrait, 0.5, 0.05) != 16)
    shot.view = CameraView(zoom: 3)
    #expect(camera(company()).frame(0, of: shot) != camera(company()).frame(0, of: self.shot()))
  }

  @Test func aCropLargerThanThePictureKeepsAllOfIt() {
    var world = DockWorld(.stand)
    let whole = Shot(of: world, held: .landscapeRight)
    #expect(whole.part == .whole && abs(whole.shape - 16.0 / 9) < 1e-9)
    let dock = SimulatedDock(world)
    dock.perform(.crop(PhoneCall.Size(width: 1080, height: 1080)))
    world = dock.snapshot
    #expect(abs(Shot(of: world, held: .landscapeRight).shape - 1) < 1e-9)
    #expect(abs(Shot(of: world, held: .portrait).shape - 1) < 1e-9)
    dock.perform(.crop(PhoneCall.Size(width: 8000, height: 8000)))
    #expect(Shot(of: dock.snapshot, held: .landscapeRight).part == .whole)
  }

  @Test func recordingsAreTheTimesInWhichTheCameraRecords() {
    let dock = SimulatedDock(DockWorld(.stand))
    for (time, change) in [(1, PhoneCall.Recording.start), (3, .toggle), (4, .start)] {
      dock.advance(to: time * 1_000_000_000)
      dock.perform(.record(change))
    }
    dock.advance(to: 6_000_000_000)
    let shooting = Shooting(of: dock.trace, held: .landscapeRight)
    #expect(shooting.recordings == [1_000_000_000..<3_000_000_000, 4_000_000_000..<6_000_000_000])
  }

  /// The app looks at its clock each 0.25 s; the mark is right in every frame.
  @Test(
    "recording clock: since the start, at least each 0.25 s",
    arguments: [
      (0.75, nil), (1, "0:00"), (1.75, "0:00"), (2, "0:01"), (2.75, "0:01"), (3, nil),
      (70, "1:06"), (3604, "60:00"),
    ] as [(Double, String?)])
  func theClockOfARecordingBeginsWithIt(time: Double, clock: String?) {
    let dock = SimulatedDock(DockWorld(.stand))
    for (time, change) in [(1, PhoneCall.Recording.start), (3, .toggle), (4, .start), (5, .start)] {
      dock.advance(to: time * 1_000_000_000)
      dock.perform(.record(change))
    }
    dock.advance(to: 3605 * 1_000_000_000)
    let shot = Shooting(of: dock.trace, held: .landscapeRight).shot(at: Int(time * 1e9))
    #expect(shot.recordingClock == clock)
    let plain = VideoFrame(width: 320, height: 180, time: 0)
    var (marked, other) = (plain, plain)
    Marker([.time], of: company()).mark(&marked, of: shot, caption: nil)
    var earlier = shot
    earlier.recordsSince = shot.recordsSince.map { $0 - 1_000_000_000 }
    Marker([.time], of: company()).mark(&other, of: earlier, caption: nil)
    #expect((marked == other) == (clock == nil))
  }

  @Test func marksAreDrawnOnDemand() {
    let company = company()
    let plain = camera(company).frame(0, of: shot())
    var frames: [VideoFrame] = []
    for mark in Mark.allCases {
      var frame = plain
      Marker([mark], of: company).mark(&frame, of: shot(), caption: "pan to 3deg right")
      frames.append(frame)
      #expect(frame != plain, "\(mark)")
    }
    #expect(Set(frames.map(\.bytes)).count == Mark.allCases.count)
    var same = plain
    Marker([], of: company).mark(&same, of: shot(), caption: "x")
    #expect(same == plain)
  }

  /// Words that are too long are cut, and not the line that they come from.
  @Test func aCaptionKeepsItsPlace() {
    let words = "pan to 10deg right, tilt to 12deg down over 12s easing bezier"
    func caption(_ words: String, _ place: String) -> VideoFrame {
      var frame = VideoFrame(width: 640, height: 360, time: 0)
      Marker([.line], of: company()).mark(&frame, of: shot(), caption: words, place: place)
      return frame
    }
    #expect(caption(words, "reveal.dock:1") != caption(words, "reveal.dock:12"))
    #expect(caption(words, "reveal.dock:12") == caption(words + "x", "reveal.dock:12"))
    #expect(caption("pan", "reveal.dock:1") != caption("pan", "reveal.dock:12"))
  }

  @Test func anyViewIsDrawn() {
    var random = SplitMix64(seed: 11)
    let company = company([.looks(atCamera: 0), .sits])
    let camera = FilmCamera(of: company, width: 17, height: 33, exposure: 20_000_000)
    for number in 0..<60 {
      func value(_ most: Double) -> Double { (2 * random.unit() - 1) * most }
      var shot = Shot(
        time: Int(value(4e9)),
        view: CameraView(
          fieldOfView: 90 + value(95), aspect: 3 + value(4), zoom: 5 + value(6),
          lens: number % 2 == 0 ? .front : .back,
          orientation: PhoneOrientation.allCases[number % 4]),
        pose: DockPose(yaw: value(2000), pitch: value(95)))
      shot.speed = DockPose(yaw: value(5000), pitch: value(5000))
      let frame = camera.frame(number, of: shot)
      #expect(frame.bytes.count == VideoFrame.byteCount(width: 17, height: 33))
    }
  }
}
