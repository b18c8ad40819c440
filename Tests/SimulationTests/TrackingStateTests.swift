import Camera
import DockKit
import FoundationEssentials
import Hardware
import Testing

@testable import Simulation

private let second = 1_000_000_000

@Suite struct TrackingStateTests {
  static func rig(quirks: [Quirk] = []) -> Rig {
    let subjects = [("ada", true), ("bob", true), ("ball", false)]
      .map { Company.Subject(name: $0, isPerson: $1) }
    let company = Company(
      subjects,
      doing: [
        (0, 0, .arrives(.init(yaw: 20, distance: 1.5))), (0, 1, .arrives(.init(yaw: -20))),
        (0, 2, .arrives(.init(pitch: 10, distance: 1))), (1, 1, .speaks), (2, 0, .leaves),
        (3, 0, .arrives(.init(yaw: 20))),
      ].map { (time: Int, subject: Int, deed: Company.Deed) in
        Company.Event(time: time * second, .deed(subject: subject, deed))
      })
    var model = DockModel.plain
    model.quirks = quirks
    var world = DockWorld(model)
    world.meet(company, followedBy: StubbornTracker(speeds: .zero))
    return Rig(world)
  }

  @Test func statesComeTenTimesASecondForEachConsumer() async throws {
    let rig = Self.rig()
    var (one, two) = (
      try rig.accessory.trackingStates.makeAsyncIterator(),
      try rig.accessory.trackingStates.makeAsyncIterator()
    )
    for number in 0..<5 {
      let states = try [#require(await one.next()), #require(await two.next())]
      let expected = Double(number) / 10
      #expect(states[0].time.timeIntervalSince1970.isNear(expected))
      #expect(states[1].time >= states[0].time)
      #expect(states[0].trackedSubjects.count == 3)
    }
  }

  @Test func aStateSaysWhoIsSeenAndWhere() async throws {
    let rig = Self.rig()
    rig.wait(1500)
    var states = try rig.accessory.trackingStates.makeAsyncIterator()
    let state = try #require(await states.next())
    var persons: [DockAccessory.TrackedPerson] = []
    for case .person(let person) in state.trackedSubjects { persons.append(person) }
    // Ada is followed, so she is the most salient.
    #expect(persons.map(\.saliencyRank).first == 1 && persons.count == 2)
    #expect(persons.map(\.speakingConfidence) == [0, 1])
    #expect(persons[0].rect.minX > 0.5 && persons[1].rect.maxX < 0.5)
  }

  @Test func aSystemThatRanksNobodySaysZero() async throws {
    let rig = Self.rig(quirks: [.zeroSaliency])
    rig.wait(1500)
    var states = try rig.accessory.trackingStates.makeAsyncIterator()
    let state = try #require(await states.next())
    for case .person(let person) in state.trackedSubjects {
      #expect(person.saliencyRank == 0 && person.speakingConfidence == 0)
      #expect(person.lookingAtCameraConfidence == 0 && person.rect.width > 0)
    }
    #expect(state.trackedSubjects.count == 3)
  }

  @Test func subjectsAreSelectedByTheirIdentifiers() async throws {
    let rig = Self.rig()
    rig.wait(100)
    let (ada, bob) = (rig.dock.snapshot.identifier(of: 0), rig.dock.snapshot.identifier(of: 1))
    try await rig.accessory.selectSubjects([bob, ada])
    #expect(rig.dock.snapshot.selection == [1, 0])
    rig.wait(3500)
    // Who comes back is somebody else to DockKit.
    await #expect(throws: DockKitError.noSubjectFound) {
      try await rig.accessory.selectSubjects([ada])
    }
    #expect(rig.dock.snapshot.selection == [1, 0])
    try await rig.accessory.selectSubjects([])
    #expect(rig.dock.snapshot.selection == [])
    #expect(rig.dock.trace.text.contains("selectSubjects \"bob\" \"ada\"\n"))
  }

  @Test func aSubjectIsSelectedAtAPoint() async throws {
    let rig = Self.rig()
    let seen = try #require(rig.dock.snapshot.seen.last)
    let middle = seen.rect.middle
    try await rig.accessory.selectSubject(at: CGPoint(x: middle.x, y: middle.y))
    #expect(rig.dock.snapshot.selection == [2])
    await #expect(throws: DockKitError.noSubjectFound) {
      try await rig.accessory.selectSubject(at: CGPoint(x: 0.5, y: 0))
    }
    for odd in [Double.nan, .infinity, -0.1, 1.1] {
      await #expect(throws: DockKitError.invalidParameter) {
        try await rig.accessory.selectSubject(at: CGPoint(x: odd, y: 0.5))
      }
    }
  }

  @Test func nobodyIsSeenWithoutTheDock() async throws {
    let rig = Self.rig()
    var states = try rig.accessory.trackingStates.makeAsyncIterator()
    rig.dock.setDocked(false)
    #expect(await states.next() == nil)
    #expect(throws: DockKitError.notConnected) { _ = try rig.accessory.trackingStates }
  }
}
