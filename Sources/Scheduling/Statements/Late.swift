import Diagnosis
import Language
import Quantities
import Schedules
import Vocabulary

extension Scheduler {
  /// Carries out `when late`: from here to the end of the block its rule holds.
  mutating func perform(_ late: LateStatement) throws(Halt) {
    var rule = LateRule(late.policy ?? .stretch)
    if let allowance = late.allowance {
      // A tolerance, which has no pace.
      let length =
        try time(allowance, what: "what follows 'by'", allowsZero: true) * rendition.pace
      rule.allowance = Nanoseconds(nearest: length).nearestMilliseconds
    }
    try follow(rule, isChosen: true)
  }

  /// Lets `rule` hold from here to the end of the block.
  mutating func follow(_ rule: LateRule, isChosen: Bool) throws(Halt) {
    guard let index = builder.index(of: rule) else {
      throw halt(.tooManyLateRules(at: statementSpan))
    }
    tasks.running.late = ScriptTask.Lateness(
      rule: index, origin: tasks.running.origin, isChosen: isChosen)
  }

  /// Refuses a motion where lateness is made up for, or what is late is left out.
  @inline(never)
  mutating func checkLateRule() throws(Halt) {
    let policy = builder.schedule.lateRules[Int(tasks.running.late.rule)].policy
    guard !policy.suitsMotors else { return }
    throw halt(
      .hurriedMotion(
        policy, at: statementSpan, rule: span(ofStatement: tasks.running.late.origin)))
  }
}
