import Diagnosis
import Motion

/// All cues of a script, and what leads from one to the next.
///
/// A loop that never ends is a cue that leads back to itself.
public struct CueSheet: Sendable {
  /// An exit from a cue to another.
  public struct Exit: Equatable, Sendable {
    /// The event, as an index of `Cue.awaited`; nil if the cue goes on by itself.
    public var event: Int?
    /// Of a cue that goes on by itself, the condition that leads there, as an index of
    /// `Cue.conditions`; nil if none has to hold.
    public var condition: Int?
    /// The number of the cue it leads to, counted from 1; 0 if that is none of the first
    /// `CueSheet.limit`.
    public var target: Int
    /// True if it leads to the next turn of the loop of `Cue.again`.
    public var isAgain = false
    /// The numbers of the loops that are left by it, or have begun anew in the cue: of these no
    /// turn has been counted in the next cue.
    public var anew: [Int] = []
    /// True if it leads to a handler that a cue before this one leads to, too.
    public var isRepeated = false
    /// False if what follows depends on more than the cue says, as on when the event comes: the
    /// target is then one example of what may follow.
    public var isExact = true
    /// Where it stands in the sources, if the sheet was read; `Step.none` if it was compiled.
    public var origin = Step.none

    /// Creates an exit to the cue number `target`, by the event number `event`.
    package init(event: Int?, target: Int, isRepeated: Bool = false) {
      (self.event, self.target, self.isRepeated) = (event, target, isRepeated)
    }

    /// Creates an exit to the cue number `target` if the condition number `condition` is the first
    /// that holds when the cue goes on.
    package init(condition: Int?, target: Int) {
      (self.condition, self.target) = (condition, target)
    }

    /// Creates an exit to the cue number `target`, for another turn of a counted loop.
    package init(againTo target: Int) { (self.target, isAgain) = (target, true) }

    /// True if it is the one that is taken when the time has come, unless a condition or another
    /// turn of a loop leads elsewhere.
    package var isOnward: Bool { event == nil && condition == nil && !isAgain }

    /// What begins the cue that it leads to from `cue`.
    package func sign(in cue: Cue) -> String {
      if let event { return cue.awaited[event].signWords }
      if isAgain { return CueSheet.again }
      if let choice = cue.conditions.first?.choice {
        return choice.sign(ofOption: condition ?? choice.count - 1)
      }
      if let condition { return "if \(cue.conditions[condition])" }
      return cue.conditions.isEmpty && cue.again == nil ? "time" : "else"
    }

    /// The line of the statement that decides in `cue` that it is taken, as in `Step.line`; 0 if
    /// nothing does.
    package func line(in cue: Cue) -> UInt32 {
      if let event { return cue.awaited[event].line }
      return cue.conditions.isEmpty && cue.again == nil ? 0 : cue.conditionsLine
    }

    /// Creates an exit that was read at `origin`.
    init(
      event: Int? = nil, condition: Int? = nil, target: Int, isExact: Bool = true, origin: UInt32
    ) {
      self.condition = condition
      (self.event, self.target, self.isExact, self.origin) = (event, target, isExact, origin)
    }
  }

  /// A cue and its exits.
  public struct Entry: Sendable {
    /// The cue.
    public var cue: Cue
    /// The event that begins it; nil for the first.
    public var sign: String?
    /// The line of the statement that waits for the sign, as in `Step.line`; 0 if there is none.
    public var line: UInt32
    /// Its exits.
    public var exits: [Exit]

    /// Creates the entry of a cue that `sign` leads to, without exits.
    package init(cue: Cue, sign: String?, line: UInt32) {
      (self.cue, self.sign, self.line, exits) = (cue, sign, line, [])
    }

    /// The exit by which it goes on by itself, if no condition and no turn of a loop leads
    /// elsewhere; nil if there is none.
    public var onward: Exit? { exits.first(where: \.isOnward) }
  }

  /// The greatest number of cues.
  public static let limit = 1000

  /// The sign of a cue that another turn of a loop leads to.
  package static let again = "again"

  /// The cues, in the order in which they are come upon; the script begins with the first.
  public package(set) var entries: [Entry] = []
  /// True if its exits say whether they are exact, as they do since version 2.
  public internal(set) var knowsExactExits = true

  /// Creates a sheet without cues.
  package init() {}

  /// Marks exits to missing cues.
  package mutating func forgetMissing() {
    for index in entries.indices {
      for exit in entries[index].exits.indices
      where entries[index].exits[exit].target > entries.count {
        entries[index].exits[exit].target = 0
      }
    }
  }

  /// Removes the cues to which no exit leads.
  package mutating func forgetUnreachable() {
    var (reached, waiting): (Set<Int>, [Int]) = ([0], [0])
    while let index = waiting.popLast() {
      for exit in entries[index].exits
      where exit.target > 0 && reached.insert(exit.target - 1).inserted {
        waiting.append(exit.target - 1)
      }
    }
    let kept = reached.sorted()
    guard kept.count < entries.count else { return }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1 + 1, $0 + 1) })
    entries = kept.map { entries[$0] }
    for index in entries.indices {
      for exit in entries[index].exits.indices {
        let target = entries[index].exits[exit].target
        entries[index].exits[exit].target = numbers[target] ?? 0
      }
    }
  }

  /// Creates the sheet of a script without decisions.
  public init(_ schedule: Schedule) {
    entries = [Entry(cue: Cue(schedule), sign: nil, line: 0)]
  }

  /// Gives the source files other names, as many as there are.
  public mutating func name(files: [String]) {
    for index in entries.indices { entries[index].cue.schedule.files = files }
  }

  /// The schedule of a script without decisions, which is all in one cue; nil of any other.
  public var straight: Schedule? {
    entries.count == 1 ? entries[0].cue.straight : nil
  }
}

extension Cue {
  /// Creates the only cue of a script without decisions.
  public init(_ schedule: Schedule) {
    self.init(
      schedule: schedule, holdsMotors: false, awaited: [], goesOn: nil, isLast: true, rest: nil)
  }

  /// The schedule of a script without decisions, of which this is the first cue; nil of any other.
  public var straight: Schedule? { rest == nil ? schedule : nil }
}
