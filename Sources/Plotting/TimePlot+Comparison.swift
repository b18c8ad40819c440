import Drawing
import Hardware
import Printing
import Quantities
import Schedules

extension TimePlot {
  /// Creates the plot of `new` over `old`, with their differences: when, in milliseconds, and what.
  package init(of new: Schedule, over old: Schedule, differences: [(time: Int32, words: String)]) {
    self.init(of: CueSheet(new))
    let before = Stretch(of: Cue(old))
    stretches[0].other = before.plan
    let (now, then) = (stretches[0].length, before.length)
    stretches[0].length = max(now, then)
    for difference in differences {
      let time = Milliseconds(difference.time).seconds
      stretches[0].add(
        Stretch.Bar(start: time, end: time, text: difference.words, ink: .change), to: .changes)
    }
    names = Names(
      plan: "new", other: "old", difference: "new - old", shortPlan: "new", shortOther: "old",
      otherInk: .before, sign: -1)
    let count = differences.count
    summary = [
      new.model.name,
      now == then ? "\(decimal(now)) s" : "\(decimal(then)) s, now \(decimal(now)) s",
      count == 0 ? "no difference" : count == 1 ? "1 difference" : "\(count) differences",
    ].joined(separator: "  ·  ")
  }
}
