import Camera
import Testing

@testable import Hardware
@testable import Simulation

private let second = 1_000_000_000

/// A tracker that asks for the same speeds at every picture.
struct StubbornTracker: SystemTracker {
  var speeds: AxisVector
  var phase = Following.Phase.follows

  mutating func follow(_ picture: Picture) -> Following {
    Following(phase, subjects: phase == .idle ? [] : [0], speeds: speeds)
  }
}

@Suite struct CompanyTests {
  static func company(_ deeds: (Double, Company.Deed)..., persons: Int = 1) -> Company {
    let subjects = (0..<persons).map { Company.Subject(name: "p\($0)", isPerson: true) }
    return Company(
      subjects,
      doing: deeds.map { time, deed in
        Company.Event(time: Int(time * 1e9), .deed(subject: 0, deed))
      })
  }

  static func point(_ company: Company, at seconds: Double) -> Walk.Point? {
    let time = Int(seconds * 1e9)
    return company.courses[0].stretch(at: time)?.walk.point(at: time)
  }

  // MARK: - Courses

  @Test func whoWalksKeepsWhatThePlaceDoesNotSay() throws {
    let company = Self.company(
      (0, .arrives(.init(yaw: 20, pitch: -10, distance: 3))),
      (1, .walks(to: .init(yaw: -30), over: 4 * second)))
    let start = try #require(Self.point(company, at: 0))
    let middle = try #require(Self.point(company, at: 3))
    let end = try #require(Self.point(company, at: 9))
    #expect(middle.bearing.isNear(-5) && end.bearing.isNear(-30))
    #expect(end.distance.isNear(start.distance) && end.height.isNear(start.height))
    #expect((start.distance * start.distance + start.height * start.height).isNear(9))
  }

  @Test func whoWalksGoesTheShortWayAndAroundTheDock() throws {
    let company = Self.company(
      (0, .arrives(.init(yaw: 170))), (1, .walks(to: .init(yaw: -100), over: 2 * second)))
    for tenth in 0...40 {
      let point = try #require(Self.point(company, at: Double(tenth) / 10))
      #expect((170...260.0).contains(point.bearing) && point.distance.isNear(2))
    }
  }

  @Test func aWalkIsContinuousWhateverComesBetween() throws {
    let company = Self.company(
      (0, .arrives(.init(yaw: 0))), (1, .walks(to: .init(yaw: 40, distance: 1), over: 4 * second)),
      (2, .speaks), (2.5, .looks(atCamera: 0)), (3, .walks(to: .init(yaw: -40), over: second)),
      (3.5, .sits), (3.7, .sits), (6, .stands), (6.2, .stands))
    var last = try #require(Self.point(company, at: 0))
    for step in 1...8000 {
      let point = try #require(Self.point(company, at: Double(step) / 1000))
      #expect(abs(point.bearing - last.bearing) < 0.15 && abs(point.height - last.height) < 1e-3)
      last = point
    }
    #expect(last.height.isNear(0))
    #expect(try #require(Self.point(company, at: 5)).height.isNear(-Course.seat))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
  func noNumberLeadsOutOfTheWorld(_ odd: Double) throws {
    let company = Self.company(
      (0, .arrives(.init(yaw: odd, pitch: odd, distance: odd))),
      (1, .walks(to: .init(yaw: 10, pitch: odd, distance: odd), over: 0)),
      (2, .walks(to: .init(yaw: odd), over: -5)))
    for time in [0, 1, 2, 3.0] {
      let point = try #require(Self.point(company, at: time))
      #expect((point.bearing + point.height).isFinite && (0.001...1000).contains(point.distance))
    }
    _ = company.seen(at: 0, from: .home, through: CameraView())
  }

  // MARK: - What is seen

  @Test func theNearerHidesTheFarther() {
    let subjects = ["near", "far", "aside"].map { Company.Subject(name: $0, isPerson: true) }
    let company = Company(
      subjects,
      doing: [
        Company.Event(time: 0, .deed(subject: 0, .arrives(.init(yaw: 0, distance: 1)))),
        Company.Event(time: 0, .deed(subject: 1, .arrives(.init(yaw: 1, distance: 3)))),
        Company.Event(time: 0, .deed(subject: 2, .arrives(.init(yaw: 20, distance: 3)))),
        Company.Event(time: second, .deed(subject: 0, .leaves)),
      ])
    let view = CameraView()
    #expect(company.seen(at: 0, from: .home, through: view).map(\.subject) == [0, 2])
    #expect(company.seen(at: second, from: .home, through: view).map(\.subject) == [1, 2])
    #expect(company.seen(at: 0, from: DockPose(yaw: 180), through: view).isEmpty)
  }

  @Test func withoutLightNobodyIsSeen() {
    let company = Company(
      [Company.Subject(name: "ada", isPerson: true)],
      doing: [
        Company.Event(time: 0, .deed(subject: 0, .arrives(.init()))),
        Company.Event(time: 1, .light(isOn: false)), Company.Event(time: 2, .light(isOn: true)),
      ])
    let seen = (0...2).map { company.seen(at: $0, from: .home, through: CameraView()).count }
    #expect(seen == [1, 0, 1])
  }

  @Test func theDetectorIsAsGoodAsItSays() {
    let company = Self.company((0, .arrives(.init(yaw: 5))))
    let (detector, view) = (Detector.usual, CameraView())
    let seen = company.seen(at: 0, from: .home, through: view)
    var (misses, others, sum) = (0, 0, 0.0)
    for number in 0..<20_000 {
      let found = detector.find(seen, in: number, of: view, seed: 1)
      #expect(found == detector.find(seen, in: number, of: view, seed: 1))
      others += found.count { $0.subject == nil }
      guard let face = found.first, face.subject == 0 else {
        misses += 1
        continue
      }
      let off = (face.rect.middle.x - seen[0].rect.middle.x) * view.horizontalAngle
      sum += off * off
    }
    #expect((900...1100).contains(misses) && (160...240).contains(others))
    #expect((sum / 19_000).squareRoot().isNear(detector.noise, within: 0.01))
  }

  // MARK: - What the motors do

  static func world(_ speeds: AxisVector, _ model: DockModel = .plain) -> DockWorld {
    var world = DockWorld(model)
    world.meet(
      company((0, .arrives(.init(yaw: 10)))), followedBy: StubbornTracker(speeds: speeds))
    return world
  }

  @Test(
    "whatever a tracker asks for, the dock keeps its range, its speed and its acceleration",
    arguments: [
      AxisVector(yaw: 1e9, pitch: -1e9), AxisVector(yaw: .nan, pitch: .infinity),
      AxisVector(yaw: 50, pitch: 100), AxisVector(yaw: -200, pitch: 3, roll: 5),
    ])
  func aMadTracker(speeds: AxisVector) {
    for model in [DockModel.plain, .quirky, .stand, .flow2pro] {
      var world = Self.world(speeds, model)
      world.advance(to: 5 * second)
      #expect(Audit.findings(in: world.trace, of: model) == [])
      world.advance(to: 20 * second)
      #expect(Audit.findings(in: world.trace, of: model) == [])
      #expect(!(speeds.yaw > 0) || world.pose.yaw > 100)
    }
  }

  @Test func takingTheMotorsStopsTheTracker() throws {
    var world = Self.world(AxisVector(yaw: 50))
    world.advance(to: 2 * second)
    #expect(world.speeds.yaw.isNear(50))
    try world.setSystemTrackingEnabled(false)
    world.advance(to: 3 * second)
    let pose = world.pose
    world.advance(to: 9 * second)
    #expect(world.speeds == .zero && world.pose == pose)
    try world.setSystemTrackingEnabled(true)
    world.advance(to: 10 * second)
    #expect(world.speeds.yaw.isNear(50))
  }

  @Test func nothingTurnsWithoutPhoneOrAppOrWhileBlocked() {
    for hinder in [
      { (world: inout DockWorld) in world.setDocked(false) },
      { $0.setInForeground(false) },
      { $0.faults = [Fault(.stall, at: .time(2 * second))] },
    ] {
      var world = Self.world(AxisVector(yaw: 50))
      world.advance(to: 2 * second)
      hinder(&world)
      world.advance(to: 2 * second + 900_000_000)
      #expect(world.speeds == .zero)
    }
  }

  @Test func whoSeesNobodyIsLeftAlone() {
    var world = DockWorld(.plain, trackerAim: AxisVector(yaw: 40))
    var plain = world
    world.meet(
      Self.company((0, .arrives(.init(yaw: 10)))),
      followedBy: StubbornTracker(speeds: AxisVector(yaw: -50), phase: .idle))
    world.advance(to: 9 * second)
    plain.advance(to: 9 * second)
    #expect(world.trace == plain.trace)
  }

  @Test func aForkGoesOnLikeTheWorld() {
    var world = Self.world(AxisVector(yaw: 5, pitch: 1))
    world.advance(to: second + 12_345_678)
    var fork = world.withoutPast
    for time in [2, 3, 4] {
      world.advance(to: time * second)
      fork.advance(to: time * second)
      #expect(world.pose == fork.pose && world.speeds == fork.speeds)
    }
  }

  @Test func pictureTimesAreExact() {
    let detector = Detector.usual
    for number in [0, 1, 2, 29, 30, 31, 12_345, 432_000] {
      let time = detector.time(of: number)
      #expect(detector.number(after: time) == number + 1)
      #expect(detector.number(after: time - 1) == number)
    }
  }
}
