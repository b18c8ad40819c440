import Camera
import Motion
import Spatial
import Testing
import Tracking

/// What the tracker does with single subjects, and with what it is not to be given.
@Suite struct TrackerTests {
  static let view = CameraView()

  /// A face at `x` and `y`, its middle, in the picture.
  static func face(
    _ x: Double, _ y: Double = 0.5, width: Double = 0.06, speaking: Double? = nil,
    looking: Double? = nil, identifier: Int? = nil
  ) -> Detection {
    let height = width * 1.25 * 16 / 9
    return Detection(
      .face, UnitRect(x: x - width / 2, y: y - height / 2, width: width, height: height),
      identifier: identifier, speaking: speaking, looking: looking)
  }

  static func tracker(_ style: TrackingStyle = .balanced) -> Tracker {
    Tracker(view: view, motors: Conditions().motors, style: style)
  }

  /// Shows `detections` for `seconds` to a tracker whose dock does not move, from `start` on.
  @discardableResult
  static func show(
    _ detections: [Detection], for seconds: Double, to tracker: inout Tracker, from start: Double,
    rate: Double = 30
  ) -> Guidance? {
    var guidance: Guidance?
    for index in 0..<Int(seconds * rate) {
      let time = start + Double(index) / rate
      tracker.report(.home, at: time)
      guidance = tracker.update(with: detections, takenAt: time, arrivedAt: time + 0.07)
    }
    return guidance
  }

  @Test func itTurnsToWhoIsThere() throws {
    var tracker = Self.tracker()
    let guidance = try #require(Self.show([Self.face(0.8, 0.3)], for: 0.3, to: &tracker, from: 0))
    #expect(guidance.yaw > 10 && guidance.pitch < -5 && guidance.phase == .following)
    #expect(guidance.angularVelocity.y > 0 && guidance.angularVelocity.x < 0)
  }

  @Test func nobodyIsNoReasonToMove() throws {
    var tracker = Self.tracker()
    let guidance = try #require(Self.show([], for: 5, to: &tracker, from: 0))
    #expect(guidance.yaw == 0 && guidance.pitch == 0 && guidance.phase == .idle)
  }

  @Test func oneFalseDetectionIsNobody() {
    var tracker = Self.tracker()
    Self.show([Self.face(0.2)], for: 0.07, to: &tracker, from: 0)
    Self.show([], for: 1, to: &tracker, from: 0.07)
    #expect(tracker.subjects.isEmpty)
  }

  @Test(arguments: [
    (Framing.automatic, 0.5), (.center, 0.5), (.left, 1 / 6.0), (.right, 5 / 6.0),
  ])
  func framingIsInThirds(framing: Framing, x: Double) {
    #expect(framing.point(in: .whole) == UnitPoint(x: x, y: 0.5))
    let region = UnitRect(x: 0.5, y: 0.2, width: 0.5, height: 0.4)
    #expect(abs(framing.point(in: region).x - (0.5 + x / 2)) < 1e-12)
    #expect(abs(framing.point(in: region).y - 0.4) < 1e-12)
  }

  /// A dock that frames to the left keeps a person there, and rests.
  @Test func whoIsFramedStaysThere() {
    var tracker = Self.tracker()
    tracker.framing = .left
    let guidance = Self.show([Self.face(1 / 6.0)], for: 2, to: &tracker, from: 0)
    #expect(guidance?.yaw == 0 && guidance?.pitch == 0)
  }

  @Test func whoSpeaksIsPreferredButNotAtOnce() {
    var tracker = Self.tracker()
    let (left, right) = (Self.face(0.3, width: 0.08), Self.face(0.7))
    Self.show([left, right], for: 1, to: &tracker, from: 0)
    #expect(tracker.subjects.map(\.isFollowed) == [true, false])
    let speaking = Self.face(0.7, speaking: 1)
    Self.show([left, speaking], for: 0.5, to: &tracker, from: 1)
    #expect(tracker.subjects.map(\.isFollowed) == [true, false])
    Self.show([left, speaking], for: 1, to: &tracker, from: 1.5)
    #expect(tracker.subjects.map(\.isFollowed) == [false, true])
    // To look at the camera is less than to speak.
    let looking = Self.face(0.3, width: 0.08, looking: 1)
    Self.show([looking, speaking], for: 3, to: &tracker, from: 2.5)
    #expect(tracker.subjects.map(\.isFollowed) == [false, true])
  }

  @Test func theSelectedAreFollowedTogether() throws {
    var tracker = Self.tracker()
    let faces = [Self.face(0.3, speaking: 1), Self.face(0.6), Self.face(0.9)]
    Self.show(faces, for: 1, to: &tracker, from: 0)
    #expect(tracker.subject(at: UnitPoint(x: 0.9, y: 0.5)) == 3)
    #expect(tracker.subject(at: UnitPoint(x: 0.1, y: 0.5)) == nil)
    tracker.selection = [2, 3]
    let guidance = try #require(Self.show(faces, for: 0.5, to: &tracker, from: 1))
    #expect(tracker.subjects.map(\.isFollowed) == [false, true, true])
    #expect(guidance.yaw > 0)
    tracker.selection = [77]
    Self.show(faces, for: 0.5, to: &tracker, from: 1.5)
    #expect(tracker.subjects.map(\.isFollowed) == [true, false, false])
  }

  @Test func aFaceAndItsBodyAreOne() {
    var tracker = Self.tracker()
    let body = Detection(.body, UnitRect(x: 0.4, y: 0.4, width: 0.2, height: 0.6))
    let cup = Detection(.object, UnitRect(x: 0.4, y: 0.4, width: 0.2, height: 0.6))
    Self.show([body, Self.face(0.5, 0.47), cup], for: 1, to: &tracker, from: 0)
    #expect(tracker.subjects.map(\.isPerson) == [true, false])
  }

  // MARK: Bad input

  @Test func whatIsNoDetectionIsCounted() {
    var tracker = Self.tracker()
    let bad = [
      Detection(.face, UnitRect(x: .nan, y: 0, width: 0.1, height: 0.1)),
      Detection(.face, UnitRect(x: 0.1, y: .infinity, width: 0.1, height: 0.1)),
      Self.face(0.5, speaking: .nan),
      Detection(.face, UnitRect(x: 0.5, y: 0.5, width: 0, height: 0.1)),
      Detection(.face, UnitRect(x: 0.5, y: 0.5, width: -0.1, height: 0.1)),
      Detection(.face, UnitRect(x: 2, y: 0.5, width: 0.1, height: 0.1)),
      Detection(.face, UnitRect(x: 1e308, y: 0.5, width: 1e308, height: 0.1)),
      Self.face(0.3, identifier: 7), Self.face(0.6, identifier: 7),
    ]
    Self.show(bad, for: 1, to: &tracker, from: 0, rate: 10)
    #expect(tracker.rejections.notFinite == 40 || tracker.rejections.notFinite == 30)
    #expect(tracker.rejections.outside + tracker.rejections.notFinite == 70)
    #expect(tracker.rejections.repeated == 10)
    #expect(tracker.subjects.map(\.detectorIdentifier) == [7])
  }

  @Test func tooManyDetectionsAreCounted() {
    var tracker = Self.tracker()
    let crowd = (0..<100).map { Self.face(0.05 + 0.009 * Double($0), width: 0.004) }
    Self.show(crowd, for: 1, to: &tracker, from: 0)
    #expect(tracker.rejections.tooMany == 30 * (100 - Tracker.mostDetections))
    #expect(tracker.subjects.count <= Tracker.mostSubjects)
  }

  @Test(arguments: [
    (1.0, 1.0), (0.5, 2), (.nan, 3), (3, .infinity), (4, 3), (-.infinity, 5),
  ])
  func picturesOutOfTheirTimeAreCounted(taken: Double, arrived: Double) {
    var tracker = Self.tracker()
    _ = tracker.update(with: [], takenAt: 1, arrivedAt: 1.1)
    _ = tracker.update(with: [Self.face(0.9)], takenAt: taken, arrivedAt: arrived)
    #expect(tracker.rejections.untimely == 1)
  }

  @Test func posesThatAreNoNumbersAreCounted() {
    var tracker = Self.tracker()
    tracker.report(DockPose(yaw: .nan), at: 0)
    tracker.report(DockPose(yaw: 0, pitch: .infinity), at: 0)
    tracker.report(.home, at: .nan)
    #expect(tracker.rejections.badPoses == 3)
  }

  /// The caller has stopped a dock for which there was no picture; it starts from rest again.
  @Test func afterAGapTheDockStartsFromRest() throws {
    var tracker = Self.tracker()
    let before = try #require(Self.show([Self.face(0.95)], for: 0.4, to: &tracker, from: 0))
    let after = tracker.update(with: [Self.face(0.95)], takenAt: 2, arrivedAt: 2.07)
    #expect(before.yaw > 50 && abs(after.yaw) < 720 / 30.0 + 1e-9)
  }

  @Test(arguments: [
    (5.0, Tracker.Rate.tooLow), (9, .tooLow), (10, .steady), (30, .steady), (33, .tooHigh),
    (60, .tooHigh),
  ])
  func theRateIsSaid(rate: Double, expected: Tracker.Rate) {
    var tracker = Self.tracker()
    #expect(tracker.rate == .unknown)
    Self.show([Self.face(0.5)], for: 4, to: &tracker, from: 0, rate: rate)
    #expect(tracker.rate == expected)
  }

  /// Limits and manners that no motor has make a dock that stands, not a trap.
  @Test func oddLimitsAreNoTrap() {
    for value in [0.0, -1, .nan, .infinity] {
      let odd = AxisLimits(
        lower: value, upper: -value, speed: value, acceleration: value, jerk: value)
      var tracker = Tracker(
        view: Self.view, motors: MotorModel(yaw: odd, pitch: odd, latency: value),
        style: TrackingStyle(
          speed: value, acceleration: value, jerk: value, response: value, deadZone: value))
      tracker.region = UnitRect(x: value, y: value, width: value, height: value)
      tracker.home = DockPose(yaw: value)
      let guidance = Self.show([Self.face(0.9)], for: 2, to: &tracker, from: 0)
      #expect(guidance?.yaw.isFinite == true && guidance?.pitch.isFinite == true, "\(value)")
    }
  }
}
