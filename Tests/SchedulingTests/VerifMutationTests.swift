import Hardware
import Motion
import Quantities
import Schedules
import Testing
import Vocabulary

/// Good schedules have no findings; with one number wrong they have.
@Suite struct VerifMutationTests {
  private func errors(_ schedule: Schedule) -> [Finding] {
    schedule.findings().filter { !$0.isWarning }
  }

  @Test(arguments: 0..<10)
  func randomSchedulesKeepTheRules(block: Int) {
    for seed in block * 100..<block * 100 + 100 {
      let found = errors(RandomSchedule.make(seed: seed))
      #expect(found.isEmpty, "seed \(seed): \(found)")
    }
  }

  /// One wrong number.
  enum Slip: CaseIterable {
    case shorter, otherStart, otherEnd, earlier, outside, otherSpeed, notTaken, notGivenBack
    case laterLeg, shorterSchedule
  }

  @Test(arguments: Slip.allCases, 0..<10)
  func aSlipIsFound(slip: Slip, block: Int) {
    var count = 0
    for seed in block * 60..<block * 60 + 60 {
      var random = SplitMix64(seed)
      var schedule = RandomSchedule.make(seed: seed)
      guard make(slip, in: &schedule, &random) else { continue }
      count += 1
      #expect(!errors(schedule).isEmpty, "seed \(seed), \(slip)")
    }
    #expect(count > 0)
  }

  /// Makes a slip somewhere; false if there is nowhere to make it.
  private func make(
    _ slip: Slip, in schedule: inout Schedule, _ random: inout SplitMix64
  ) -> Bool {
    let steps = schedule.steps.indices
    func pick(_ isFit: (Int) -> Bool) -> Int? { steps.filter(isFit).randomElement(using: &random) }
    switch slip {
    case .shorter:
      let shortest = schedule.shortestLengths
      guard let index = pick({ (shortest[$0] ?? 0) > 2 }) else { return false }
      schedule.steps[index].length = (shortest[index] ?? 0) - 1
    case .otherStart:
      let moves: [Step.Kind] = [.move, .through]
      let fits = { (step: Step) in
        moves.contains(step.kind) && step.assumed.isEmpty && step.axes.contains(.pitch)
      }
      guard let index = pick({ fits(schedule.steps[$0]) }) else { return false }
      schedule.steps[index].from.pitch += random.once(in: 2) ? 2 : -1000
    case .otherEnd:
      guard let index = lastOfThrough(schedule, &random) else { return false }
      schedule.steps[index].to.yaw += 2
    case .earlier:
      guard
        let index = pick({
          $0 > 0 && schedule.steps[$0].kind == .move && schedule.steps[$0 - 1].kind == .move
            && !schedule.steps[$0].axes.isDisjoint(with: schedule.steps[$0 - 1].axes)
        })
      else { return false }
      schedule.steps[index].start -= 1
    case .outside:
      guard
        let index = pick({
          schedule.steps[$0].kind == .move && schedule.steps[$0].axes.contains(.pitch)
            && !schedule.steps[$0].assumed.contains(.pitch)
        })
      else { return false }
      schedule.steps[index].to.pitch = 50_000
      schedule.steps[index].length += 60_000
    case .otherSpeed:
      guard let index = pick({ schedule.steps[$0].kind == .ramp }) else { return false }
      if random.once(in: 2) {
        schedule.steps[index].from.yaw += 1
      } else {
        schedule.steps[index].to.yaw -= 1
      }
    case .notTaken:
      guard let index = pick({ schedule.steps[$0].kind == .take }) else { return false }
      schedule.steps[index].kind = .wait
    case .notGivenBack:
      guard let index = pick({ schedule.steps[$0].kind == .giveBack }) else { return false }
      schedule.steps[index].kind = .wait
    case .laterLeg:
      guard let index = pick({ schedule.steps[$0].kind == .through }) else { return false }
      schedule.throughs[Int(schedule.steps[index].extra)].lengths[0] += 100_000
    case .shorterSchedule:
      guard let last = schedule.steps.map(\.end).max(), last > 0 else { return false }
      schedule.length = last - 1
    }
    return true
  }

  private func lastOfThrough(_ schedule: Schedule, _ random: inout SplitMix64) -> Int? {
    schedule.steps.indices.filter {
      schedule.steps[$0].kind == .through && schedule.steps[$0].axes.contains(.yaw)
    }.randomElement(using: &random)
  }

  /// The length a finding offers mends it, and one millisecond less does not.
  @Test(arguments: 0..<8)
  func theShortestLengthIsTheShortest(block: Int) {
    var count = 0
    for seed in block * 60..<block * 60 + 60 {
      let good = RandomSchedule.make(seed: seed)
      let shortest = good.shortestLengths
      for index in good.steps.indices {
        guard let least = shortest[index], least > 4 else { continue }
        var bad = good
        bad.steps[index].length = least / 2
        let offered = bad.findings().compactMap(\.shortest).first
        #expect(offered == least, "seed \(seed), step \(index)")
        count += 1
      }
    }
    #expect(count > 20)
  }
}

extension Schedule {
  /// The shortest length of each move, by what plans them; nil of other steps.
  fileprivate var shortestLengths: [Int32?] {
    var held = limits[0]
    return steps.map { step in
      if step.kind == .limit { held = limits[Int(step.extra)] }
      guard step.kind == .move || step.kind == .ramp, manner(of: step) == Manner() else {
        return nil
      }
      var seconds = 0.0
      for axis in step.axes.members {
        guard let limit = held[axis]?.inDegrees else { return nil }
        let change = Double(step.to[axis] - step.from[axis]) / 1000
        let least =
          step.kind == .ramp
          ? SpeedChange.minimumLength(of: change, within: limit)
          : easings[Int(step.easing)].minimumLength(of: change, within: limit)
        seconds = max(seconds, least)
      }
      return Milliseconds.covering(seconds)
    }
  }
}
