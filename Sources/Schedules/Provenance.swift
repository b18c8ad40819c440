/// Why the steps of a schedule are there: what is around their statements, and what else the cue
/// waits for.
///
/// A schedule has it only if the compilation was asked to keep it.
package struct Provenance: Equatable, Sendable {
  /// Something around a statement.
  package struct Surrounding: Hashable, Sendable {
    /// What it can be.
    package enum Kind: String, Sendable {
      /// The handler of an event.
      case handler
      /// The call of a gesture.
      case call
      /// A turn of a loop.
      case turn
      /// A branch of `together` or `stagger`.
      case branch
      /// A branch of `race`.
      case race
      /// A choice: `if`, or what follows a wait.
      case choice
    }

    /// What it is.
    package var kind: Kind
    /// What is said of it before its statement, as in `turn 2 of 3 of`; may be empty.
    package var words: String
    /// Its statement, as the script has it.
    package var statement: String
    /// The line of that, as in `Step.line`.
    package var line: UInt32
    /// The number of what is around it; nil for nothing.
    package var outer: Int?

    /// Creates a surrounding.
    package init(
      _ kind: Kind, _ words: String, of statement: String, line: UInt32, in outer: Int?
    ) {
      (self.kind, self.words, self.statement) = (kind, words, statement)
      (self.line, self.outer) = (line, outer)
    }
  }

  /// A wait for time that goes on from the cue before, or after the call of a handler; in
  /// milliseconds of the cue.
  package struct Rest: Equatable, Sendable {
    /// The task that waits.
    package let slot: Int
    /// The line of the statement, as in `Step.line`.
    package let line: UInt32
    /// When it began; below 0 if that was before the cue.
    package var start: Int32
    /// When it is over.
    package var end: Int32

    /// Creates the rest of a wait of the task `slot`.
    package init(slot: Int, line: UInt32, start: Int32, end: Int32) {
      (self.slot, self.line, self.start, self.end) = (slot, line, start, end)
    }
  }

  /// The waits for time that no step tells of.
  package var rests: [Rest] = []
  /// The calls of handlers that are in progress in the cue.
  package var handlings: [Handling] = []
  /// What leads on from the cue.
  package var awaited: [Awaited] = []
  /// The modes to which handlers go, by the nodes of the handlers.
  package var destinations: [UInt32: String] = [:]
  /// The limits that hold where the cue begins, as an index of those of the schedule.
  package var limits = 0
  /// The surroundings, each after what is around it.
  private var surroundings: [Surrounding] = []
  /// The number of each surrounding.
  private var numbers: [Surrounding: Int] = [:]
  /// The number of what is around each step; nil for nothing.
  private var ofStep: [Int?] = []

  /// Creates the provenance of a schedule without steps.
  package init() {}

  /// The number of `surrounding`, which is added if it is new.
  package mutating func number(of surrounding: Surrounding) -> Int {
    if let known = numbers[surrounding] { return known }
    surroundings.append(surrounding)
    numbers[surrounding] = surroundings.count - 1
    return surroundings.count - 1
  }

  /// Notes that a step is appended which has the surrounding of this number around it.
  package mutating func append(_ number: Int?) { ofStep.append(number) }

  /// Notes that a step is appended which was number `index` of `past`.
  package mutating func append(step index: Int, of past: Provenance) {
    var outer: Int?
    for var surrounding in past.surroundings(ofStep: index).reversed() {
      surrounding.outer = outer
      outer = number(of: surrounding)
    }
    append(outer)
  }

  /// Puts the steps in another order, in which nil stands for one that is new, and leaves out those
  /// that are not in it.
  package mutating func arrange(_ order: [Int?]) {
    ofStep = order.map { old in
      old.flatMap { ofStep.indices.contains($0) ? ofStep[$0] : nil }
    }
  }

  /// What is around the step number `index`, the innermost first.
  package func surroundings(ofStep index: Int) -> [Surrounding] {
    var chain: [Surrounding] = []
    var next = ofStep.indices.contains(index) ? ofStep[index] : nil
    while let number = next {
      chain.append(surroundings[number])
      next = surroundings[number].outer
    }
    return chain
  }

  /// True if it is that of a schedule with so many steps, which nobody has changed since.
  package func isOf(steps count: Int) -> Bool { ofStep.count == count }
}
