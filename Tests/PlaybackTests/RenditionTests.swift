import Diagnosis
import Language
import Motion
import Printing
import Rehearsal
import Schedules
import Scheduling
import Testing

/// Random gestures in a mirror, and at other paces than their own.
struct RenditionTests {
  /// The schedule of a script that declares the gesture `part` of `seed`, and then does `rest`; nil
  /// if it is refused.
  private func schedule(_ seed: Int, _ rest: String) -> Schedule? {
    let text = "gesture part() {\n\(RandomProgram.makeBody(seed: seed))}\n" + rest
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    return script.schedule(for: Compilation(), reporting: &found)
  }

  private let seeds = 0..<Thorough.count(400, sample: 12)

  @Test("a gesture at a share of its pace takes its time by that share", arguments: [50, 80, 30])
  func paces(percent: Int) {
    var count = 0
    for seed in seeds {
      guard let plain = schedule(seed, "part()") else { continue }
      guard let slow = schedule(seed, "part() at \(percent)%") else {
        Issue.record("seed \(seed): refused")
        continue
      }
      count += 1
      let share = 100 / Double(percent)
      let wanted = Double(plain.length) * share
      // A move without a time takes its quickest, rounded up to a millisecond: half of one each.
      let most = 1 + Double(plain.steps.count) / 2 * share
      #expect(abs(Double(slow.length) - wanted) <= most, "seed \(seed)")
      #expect(slow.steps.last.map(ends) == plain.steps.last.map(ends), "seed \(seed)")
    }
    #expect(count * 3 > seeds.count)
  }

  private func ends(_ step: Step) -> PerAxis<Int32> { step.to }

  @Test func aMirrorExchangesLeftAndRight() {
    for seed in seeds {
      guard let plain = schedule(seed, "part()") else { continue }
      let turned = schedule(seed, "part() mirrored")
      #expect(turned?.steps.count == plain.steps.count, "seed \(seed)")
      for (one, other) in zip(plain.steps, turned?.steps ?? []) where one.kind != .take {
        #expect(one.start == other.start && one.length == other.length, "seed \(seed)")
        #expect(one.from.yaw == -other.from.yaw && one.to.yaw == -other.to.yaw, "seed \(seed)")
        #expect(one.from.pitch == other.from.pitch && one.to.pitch == other.to.pitch)
      }
    }
  }

  @Test func mirroredTwiceIsNotMirrored() {
    for seed in seeds {
      let twice = "gesture twice() { part() mirrored }\ntwice() "
      for pace in ["", " at 40%"] {
        let text = schedule(seed, twice + "mirrored" + pace).map(words)
        #expect(text == schedule(seed, "part()" + pace).map(words), "seed \(seed)")
      }
    }
  }

  @Test func pacesAreMultiplied() {
    for seed in seeds {
      let half = schedule(seed, "gesture half() { part() at 50% }\nhalf() at 50%").map(words)
      #expect(half == schedule(seed, "part() at 25%").map(words), "seed \(seed)")
    }
  }

  /// The text of `schedule` without the lines of the script that its steps come from.
  private func words(_ schedule: Schedule) -> [Substring] {
    var text = ""
    schedule.writeText { text += $0.text }
    return text.split(separator: "\n").map { $0.prefix { $0 != "#" } }
  }
}
