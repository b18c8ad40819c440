import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

/// For what, from where and within which bounds a script is compiled.
public struct Compilation: Sendable {
  /// The dock it is compiled for.
  public var model: DockModel
  /// The pose assumed at the start, in millidegrees.
  public var from: PerAxis<Int32>
  /// The seed of `random`.
  public var seed: UInt64
  /// The budget of the script.
  public var budget: Budget
  /// The number of the test block to compile; nil for the script itself.
  public var test: Int?
  /// What happens once the script's statements are over, for a handler to take; nil if nothing
  /// does.
  public var event: WorldEvent?
  /// What conditions read when that happens.
  public var world = WorldState()
  /// When its handlers were called last before it begins, in milliseconds of its own time, in the
  /// order of the script; nil, or not given, of those that never were.
  public var lastCalls: [Int32?] = []
  /// How long before it begins the tempo of its context has begun, whose bars go on.
  package var tempoAge = Nanoseconds(0)
  /// How many `choose` stand above its own, in what was entered before it.
  public var choicesAbove = 0
  /// The number of the mark at which the script begins; nil for its beginning.
  package var start: Int?
  /// The number of the mark at which the script ends; nil if it is played to its end.
  package var stop: Int?
  /// True if its schedules keep why their steps are there.
  package var keepsProvenance = false
  /// True if its schedules keep which places of the source they come to.
  package var keepsVisits = false

  /// Creates a compilation for `model` from the home pose.
  public init(
    for model: DockModel = .stand, from: PerAxis<Int32> = PerAxis(all: 0), seed: UInt64 = 0,
    budget: Budget = Budget(), test: Int? = nil
  ) {
    self.model = model
    self.from = from
    self.seed = seed
    self.budget = budget
    self.test = test
  }
}

/// Runs a checked program in logical time and yields its schedule.
///
/// The whole schedule is checked before it is given: against the limits of the dock and the script,
/// and for what the accessory would refuse.
///
/// - Parameters:
///   - program: what `check` made.
///   - compilation: for which dock, from where, within which budget.
///   - diagnostics: where problems are reported.
/// - Returns: the schedule, or nil if there was an error, or if the script waits for events,
///   handles them or never ends.
public func schedule(
  _ program: CheckedProgram, for compilation: Compilation,
  reporting diagnostics: inout Diagnostics
) -> Schedule? {
  let cue = firstCue(program, for: compilation, reporting: &diagnostics)
  return diagnostics.hasErrors ? nil : cue?.straight
}
