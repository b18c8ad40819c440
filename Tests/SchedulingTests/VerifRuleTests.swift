import Hardware
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// The findings of the verifier for schedules written by hand: the step, the time, the numbers.
@Suite struct VerifRuleTests {
  /// The findings of the lines between taking and giving back, which are steps 1 and on.
  private func findings(
    _ steps: [Step], model: DockModel = .stand, _ change: (inout Schedule) -> Void = { _ in }
  ) -> [Finding] {
    var schedule = Schedule(model: model, files: ["show.dock"])
    let end = steps.map(\.end).max() ?? 0
    schedule.steps =
      [Step(.take, start: 0)] + ContiguousArray(steps) + [Step(.giveBack, start: end)]
    schedule.easings = [.plain, .bezier(x1: 0.3, y1: 0, x2: 0.6, y2: 2), .curve(.smooth)]
    schedule.length = end
    change(&schedule)
    return schedule.findings()
  }

  private func step(
    _ kind: Step.Kind, _ axis: Axis, _ start: Int32, _ length: Int32, _ from: Int32, _ to: Int32,
    easing: UInt8 = 0
  ) -> Step {
    var step = Step(kind, start: start)
    (step.length, step.axes, step.easing) = (length, AxisSet(axis), easing)
    (step.from[axis], step.to[axis]) = (from, to)
    return step
  }

  @Test func aTargetBeyondTheEnd() throws {
    let found = findings([step(.move, .pitch, 0, 4000, 0, 46_000)])
    let first = try #require(found.first)
    #expect(found.count == 1 && first.kind == .beyond(.position) && first.step == 1)
    #expect(first.axis == .pitch && first.value == 46 && first.limit == 45)
    // Its end is at rest: the last degree takes the last tenths of a second.
    #expect(first.time > 3000 && first.time < 4000 && first.shortest == nil)
  }

  /// The way of 40° is overshot by 28 %, to 51.2°, beyond 45°.
  @Test func anOvershoot() throws {
    let found = findings([step(.move, .pitch, 0, 9000, 0, 40_000, easing: 1)])
    let first = try #require(found.first)
    #expect(found.count == 1 && first.kind == .beyond(.position) && first.limit == 45)
    #expect(abs((first.value ?? 0) - 51.2) < 0.1)
  }

  /// 60° by minimum jerk in 1 s: 112.5°/s; 90°/s would take 1.25 s.
  @Test func aLengthTooShort() throws {
    let found = findings([step(.move, .yaw, 0, 1000, 0, 60_000, easing: 2)])
    let first = try #require(found.first)
    #expect(found.count == 1 && first.kind == .beyond(.speed) && first.shortest == 1250)
    #expect(first.limit == 90 && abs((first.value ?? 0) - 112.5) < 1e-6)
    // 30 u² (1-u)² is 1.5 where u (1-u) is √0.05: u = 0.3375.
    #expect(abs(first.time - 337) <= 1)
  }

  /// Two legs in half the time they need; in twice as long they are just possible.
  @Test func legsTooShort() throws {
    func path(_ factor: Int32) -> [Finding] {
      var step = step(.through, .yaw, 0, 1000 * factor, 0, 60_000)
      step.extra = 0
      return findings([step]) { schedule in
        schedule.throughs = [
          .init(
            points: [30_000, 60_000].map { PerAxis(yaw: $0, pitch: 0, roll: 0) },
            starts: [0, 400 * factor], lengths: [600 * factor, 600 * factor])
        ]
      }
    }
    let found = path(1)
    let first = try #require(found.first { $0.shortest != nil })
    let shortest = try #require(first.shortest)
    #expect(shortest > 1000 && shortest <= 2000)
    #expect(path(2).isEmpty)
    #expect(found.allSatisfy { $0.shortest == shortest })
  }

  @Test func aTurnIntoTheEnd() throws {
    let found = findings([
      step(.ramp, .pitch, 0, 1000, 0, 10_000), step(.ramp, .pitch, 6000, 1000, 10_000, 0),
    ])
    let first = try #require(found.first)
    // 5° after the ramp, 40° more at 10°/s.
    #expect(found.count == 1 && first.kind == .beyond(.position) && first.step == 1)
    #expect(abs(first.time - 5000) <= 1 && first.limit == 45)
  }

  @Test func narrowerLimits() throws {
    var narrow = Step(.limit, start: 3000)
    narrow.extra = 1
    let found = findings([
      step(.ramp, .yaw, 0, 1000, 0, 20_000), narrow, step(.ramp, .yaw, 3000, 1000, 20_000, 0),
    ]) {
      $0.limits.append($0.limits[0])
      $0.limits[1].yaw?.upper = 30_000
      $0.limits[1].yaw?.speed = 10_000
    }
    #expect(found.map(\.kind) == [.beyond(.speed), .beyond(.position), .beyond(.speed)])
    #expect(found.map(\.step) == [2, 2, 3] && found[1].value == 50 && found[0].value == 20)
  }

  @Test func stepsThatDoNotMeet() {
    let first = step(.move, .yaw, 0, 2000, 0, 30_000)
    #expect(
      findings([first, step(.move, .yaw, 2000, 2000, 30_002, 0)]).map(\.kind)
        == [.startsElsewhere])
    #expect(
      findings([first, step(.move, .yaw, 1999, 2000, 30_000, 0)]).map(\.kind)
        == [.stillMoving(until: 2000)])
    #expect(
      findings([first, step(.ramp, .yaw, 2000, 2000, 5, 0)]).map(\.kind).contains(
        .startsAtOtherSpeed))
    #expect(findings([step(.ramp, .yaw, 0, 2000, 0, 5000)]).map(\.kind) == [.stillTurning])
    #expect(findings([step(.move, .yaw, 0, 0, 0, 1)]).map(\.kind) == [.jump(.position)])
    #expect(findings([step(.ramp, .yaw, 0, 0, 0, 1)]).map(\.kind).contains(.jump(.speed)))
  }

  @Test func turnsInOneDirection() throws {
    let turns = (0..<3 as Range<Int32>).map { index in
      step(.move, .yaw, index * 10_000, 10_000, index * 300_000, (index + 1) * 300_000)
    }
    let found = findings(turns)
    let first = try #require(found.first)
    #expect(found.count == 1 && first.kind == .woundUp && first.isWarning && first.step == 3)
    #expect(first.value == 900 && first.limit == 720 && first.time > 20_000)
    #expect(findings(turns, model: .flow2pro).isEmpty)
    // There and back again, as often as you like.
    let swings = (0..<9 as Range<Int32>).map { index in
      let (from, to): (Int32, Int32) = index % 2 == 0 ? (0, 700_000) : (700_000, 0)
      return step(.move, .yaw, index * 20_000, 20_000, from, to)
    }
    #expect(findings(swings).isEmpty)
  }

  /// Extreme numbers give findings, not a trap.
  @Test(arguments: [Int32.min, -1, 0, 1, Int32.max])
  func numbersAtTheEdge(number: Int32) {
    for easing in 0...3 as ClosedRange<UInt8> {
      for kind in [Step.Kind.move, .ramp, .through, .limit, .animate] {
        var odd = step(kind, .yaw, 0, number, number, .max, easing: easing)
        odd.extra = UInt32(bitPattern: number)
        _ = findings([Step(.wait, start: number)]) { $0.steps.insert(odd, at: 1) }
        _ = findings([]) {
          $0.steps.insert(odd, at: 1)
          $0.limits[0].yaw?.speed = number
          $0.limits[0].yaw?.jerk = number
          $0.length = number
        }
      }
    }
  }
}
