import Schedules
import Synchronization

/// The remaining evaluation budget of a script.
///
/// Every statement, loop turn, operator and function call is charged, so no script can evaluate for
/// ever, whatever its functions call. Now and then a charge also looks whether the evaluation has
/// been cancelled.
struct Allowance {
  /// The price of a statement or a loop turn; an operator or a function call costs 1.
  static let statement = 10
  /// How much is charged between two looks at the cancellation.
  private static let portion = 100_000

  /// How many statements may be carried out if there are no operators.
  let limit: Int
  /// True if it is what a decision may take, and not the beginning of a script.
  let isForDecision: Bool
  private let cancellation: Cancellation
  /// The budget before the next check for cancellation, and the rest after that.
  private var (portion, rest): (Int, Int)

  /// Creates an allowance of `limit` statements.
  init(_ limit: Int, isForDecision: Bool = false, _ cancellation: Cancellation = Cancellation()) {
    self.limit = max(0, min(limit, .max / 100))
    (self.isForDecision, self.cancellation) = (isForDecision, cancellation)
    (portion, rest) = (0, self.limit * Allowance.statement)
  }

  /// An allowance of `limit` statements for what comes of a decision, cancelled with this one.
  func forDecision(_ limit: Int) -> Allowance {
    Allowance(limit, isForDecision: true, cancellation)
  }

  /// Charges `price`; returns false if less is left, or the evaluation is cancelled.
  @inline(__always)
  mutating func charge(_ price: Int) -> Bool {
    portion -= price
    return portion >= 0 || refill()
  }

  /// How many statements have been charged, ten operators for one.
  var spent: Int { limit - (rest + max(0, portion)) / Allowance.statement }

  /// Cancels every evaluation with this allowance.
  func cancel() { cancellation.cancel() }

  @inline(never)
  private mutating func refill() -> Bool {
    let missing = -portion
    guard missing <= rest, !cancellation.isCancelled else {
      // What evaluates until it is noticed must not find more.
      (portion, rest) = (0, 0)
      return false
    }
    rest -= missing
    portion = min(Allowance.portion, rest)
    rest -= portion
    return true
  }
}

/// Tells an evaluating thread that its result is no longer needed.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// True once `cancel` has been called.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Cancels, for good.
  func cancel() { flag.store(true, ordering: .relaxed) }
}
