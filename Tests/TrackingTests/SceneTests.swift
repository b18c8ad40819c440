import Camera
import Motion
import Testing
import Tracking

/// The tracker before the seeded scenes: a small sample of what `make soak` rehearses.
@Suite struct SceneTests {
  /// The figures of `count` scenes of `kind`.
  static func figures(
    _ kind: TrackingScene.Kind, _ count: UInt64 = 6, _ style: TrackingStyle = .balanced,
    _ conditions: Conditions = Conditions()
  ) -> [Figures] {
    (0..<count).map { seed in
      var follower = TrackerFollower(conditions, style: style)
      var figures = Figures()
      rehearse(TrackingScene(kind, seed: seed), &follower, under: conditions) { shot, _ in
        figures.add(shot, rate: conditions.rate)
      }
      return figures
    }
  }

  static func rms(_ figures: [Figures]) -> Double {
    let squares = figures.reduce(0) { $0 + $1.squares }
    return (squares / Double(figures.reduce(0) { $0 + $1.count })).squareRoot()
  }

  @Test func whoStandsIsFramedWithinASecondAndAHalf() {
    #expect(Self.figures(.stand, 12).allSatisfy { $0.settling <= 1.5 })
  }

  @Test func aWalkerStaysInTheFrame() {
    let figures = Self.figures(.walk)
    #expect(Self.rms(figures) <= 1.6)
    let (within, count) = figures.reduce((0, 0)) { ($0.0 + $1.within, $0.1 + $1.count) }
    #expect(Double(within) >= 0.98 * Double(count))
  }

  @Test func oneWhoTurnsInAnInstantIsKept() {
    #expect(Self.rms(Self.figures(.turn)) <= 3.4)
  }

  /// What is asked of the motors keeps their limits: no step when it starts, loses or changes.
  @Test(arguments: TrackingScene.Kind.allCases)
  func theMotionIsSmooth(kind: TrackingScene.Kind) {
    for style in [TrackingStyle.gentle, .balanced, .responsive] {
      for figures in Self.figures(kind, 3, style) {
        #expect(figures.speed <= min(style.speed, 90) * (1 + 1e-9))
        #expect(figures.acceleration <= min(style.acceleration, 720) * (1 + 1e-9))
        #expect(figures.jerk <= min(style.jerk, 14_400) * (1 + 1e-6))
      }
    }
  }

  /// A walker beyond the range of the dock: it goes to the end, and never over it.
  @Test(arguments: [TrackingStyle.gentle, .balanced, .responsive])
  func theRangeIsKept(style: TrackingStyle) {
    var conditions = Conditions()
    (conditions.yaw.lower, conditions.yaw.upper) = (-15, 20)
    for kind in [TrackingScene.Kind.walk, .turn, .lose] {
      let reaches = Self.figures(kind, 3, style, conditions).map(\.reach)
      let (least, most) = (reaches.map(\.least).min() ?? 0, reaches.map(\.most).max() ?? 0)
      #expect(least >= -15 && most <= 20, "\(kind): \(least) ... \(most)")
      #expect(kind == .lose || least < -12 && most > 17, "\(kind): \(least) ... \(most)")
    }
  }

  @Test(arguments: [TrackingScene.Kind.cross, .hide], 0..<UInt64(8))
  func identitiesAreKept(kind: TrackingScene.Kind, seed: UInt64) {
    var follower = TrackerFollower(Conditions())
    var identities = Identities()
    rehearse(TrackingScene(kind, seed: seed), &follower) { shot, follower in
      identities.add(shot, &follower.tracker)
    }
    #expect(identities.isKept)
  }

  /// It waits, looks where the person was going, and returns.
  @Test(arguments: 0..<UInt64(4))
  func whoIsLostIsLookedForInTheDirectionOfTheWay(seed: UInt64) {
    let scene = TrackingScene(.lose, seed: seed)
    let way =
      scene.walkers[0].face(at: 2).direction.bearing
      - scene.walkers[0].face(at: 1).direction.bearing
    var follower = TrackerFollower(Conditions())
    var phases: [Tracker.Phase] = []
    var (last, lost) = (DockPose.home, 0.0)
    rehearse(scene, &follower) { shot, follower in
      guard let phase = follower.guidance?.phase else { return }
      if phase == .waiting { lost = shot.pose.yaw }
      if phase == .searching, shot.asked.x != 0 { #expect(shot.asked.x * way > 0) }
      if phases.last != phase { phases.append(phase) }
      last = shot.pose
    }
    #expect(phases == [.idle, .following, .waiting, .searching, .returning])
    #expect(abs(lost) > 3 && abs(last.yaw) < 1.5)
  }

  @Test func theSameCallsGiveTheSameAnswers() {
    func asked() -> [SIMD2<Double>] {
      var follower = TrackerFollower(Conditions())
      var answers: [SIMD2<Double>] = []
      rehearse(TrackingScene(.cross, seed: 3), &follower) { shot, _ in answers.append(shot.asked) }
      return answers
    }
    #expect(asked() == asked())
  }

  /// What is remembered of the past does not grow: after an hour it is what it was after a minute.
  @Test func anHourIsRememberedNoMoreThanAMinute() {
    var tracker = TrackerTests.tracker()
    func size() -> Int { "\(tracker)".count }
    var sizes: [Int] = []
    for second in 0..<3600 {
      // Somebody else every three seconds, at another place.
      let x = 0.1 + 0.2 * Double(second / 3 % 5)
      let face = TrackerTests.face(x)
      TrackerTests.show([face], for: 1, to: &tracker, from: Double(second), rate: 10)
      if second % 600 == 599 { sizes.append(size()) }
    }
    let (least, most) = (sizes.min() ?? 0, sizes.max() ?? 0)
    #expect(least > 0 && Double(most) < 1.3 * Double(least), "\(sizes)")
  }
}
