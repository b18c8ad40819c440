import Language
import Motion
import Quantities
import Schedules

/// One line of execution: where it is in the script, its own time, and the limits that hold for it.
///
/// The script is one, and each branch of a concurrent block is one more. What a task has still to
/// do stands in its frames and not on the machine's stack, so that it can rest while others run.
struct ScriptTask {
  /// The policy for late steps: an index of `Schedule.lateRules`, and its statement.
  struct Lateness {
    var rule: UInt8 = 0
    var origin: UInt32 = 0
    /// True if a `when late` has chosen it.
    var isChosen = false
  }

  /// A block that is being carried out.
  struct Frame {
    enum Kind: UInt8 {
      /// The script itself or a branch, after which nothing is left to be limited.
      case task
      case block, counting, repeating, forever, whilst, every, call
      /// A concurrent block, whose branches are tasks of their own.
      case fork
    }

    var kind: Kind
    /// The policy for late steps outside.
    var late = Lateness()
    /// The statements that come next.
    var rest = NodeList()
    /// The statement that the block belongs to.
    var node: NodeView?
    /// The block.
    var body: BlockView?
    /// The limits outside.
    var limitIndex: UInt32 = 0
    /// Of a loop: which turn this is, counted from 0, and how many there are.
    var turn = 0.0
    var turns = 0.0
    /// Of `repeat` with a count, which of all such loops that have begun it is; how many of its
    /// turns have ended a cue; and true once this turn has come to a decision.
    var number = 0
    var cuts = 0.0
    var hasDecided = false
    /// Of `repeat` with a count, where the axes were when this turn began, in degrees.
    var pose: PerAxis<Double>?
    /// Of a counted loop, where it begins and by how much it counts.
    ///
    /// Of `every`, the whole length and the period, in nanoseconds.
    var first = 0.0
    var step = 0.0
    /// Of a loop through a list, the values of the turns that come.
    var values = ValueList()
    /// Of a loop that may never end, when this turn began; of `every`, when the first did.
    var since = Instant.start
    /// Of `every`, what rounding had taken when it began, in nanoseconds.
    var remainder = 0.0
    /// Of a loop that may never end, the number of the cue in which this turn began, and true once
    /// an event has come in this turn that it waited for.
    var cue = 0
    var hasMetEvent = false
    /// Of a concurrent block, true until the axes of branches that were ended stand, and their
    /// limits are taken back.
    var hasLosers = false

    /// True if nothing is left to do in it.
    var isEnding: Bool {
      guard rest.isEmpty else { return false }
      switch kind {
      case .task, .block, .call: return true
      case .counting: return turn + 1 >= turns
      case .repeating: return turn + 1 >= turns && !mayEndCue
      case .forever, .whilst, .every, .fork: return false
      }
    }
  }

  /// The call of a gesture.
  struct Call {
    var callee: Int
    /// The frame of values to return to.
    var values: Int
    /// The statement of the call.
    var origin: UInt32
    /// Where the axes were before.
    var before: PerAxis<AxisTracking>
    /// How the calls outside are carried out.
    var rendition: Rendition
  }

  /// A concurrent block whose branches are in progress.
  struct Fork {
    var isRace: Bool
    /// How many of its branches have not ended.
    var alive: Int
    /// The slots of its branches.
    var branches: [Int] = []
    /// The slot of the branch that ends it when its time has come; nil if there is none.
    var timer: Int?
  }

  /// A wait for events.
  struct Wait {
    /// When it began, and when it ends if no event comes.
    var since: Instant
    var end: Instant?
    /// The indices of what is waited for.
    var windows: Range<Int>
    /// The statement that waits; nil if the task follows a subject until that is lost.
    var statement: WaitForStatement?

    /// True if a mode, all of which is done, waits for a handler to lead on.
    var isOfMode: Bool { end == nil && windows.isEmpty }
  }

  /// Its place among the tasks.
  var slot = 0
  /// The task that waits for it; -1 for the script itself.
  var parent = -1
  /// The path of branch indices from the root; it orders tasks of the same instant.
  var path: [Int] = []
  /// The time.
  var now = Instant.start
  /// A branch that has not begun: its statement.
  var first: NodeView?
  /// The innermost block, and those around it.
  var frame = Frame(kind: .task)
  var outer: ContiguousArray<Frame> = []
  var calls: ContiguousArray<Call> = []
  /// The concurrent block it waits for.
  var fork: Fork?
  /// The event it waits for.
  var wait: Wait?
  /// The move to a subject that it has come to, and that begins the next cue.
  var turn: PendingTurn?
  /// What it has asked of the world.
  var decision: PendingDecision?
  /// The block that a condition of the show has last led to: its statement, and its number.
  var way: Way?
  /// What it lets the tracker turn, until its statement ends.
  var following: FollowingTask?
  /// True on the way to where the script begins.
  var isSettingOut = false
  /// The number of the handler that it is a call of; nil of any other.
  var handler: Int?
  /// When the block of the handler began that it is a call of, or a branch of one; nil before, and
  /// of any other.
  var began: Instant?
  /// The limits that hold for it, as an index of `Schedule.limits` and in degrees.
  var limitIndex: UInt32 = 0
  var limits: PerAxis<AxisLimits?>
  /// The policy for late steps.
  var late = Lateness()
  /// How the gestures that it is in are called.
  var rendition = Rendition()
  /// What rounding to whole nanoseconds has taken from its times so far, in nanoseconds.
  var remainder = 0.0
  /// The values of its names, while it rests.
  var values: ValueStack
  /// Time that its last statement has yet to let pass.
  var rest = Nanoseconds.zero
  /// The index of the wait it has appended last; nil if none.
  var lastWait: Int?
  /// The offset of the current statement in the source.
  var origin: UInt32 = 0
  /// True while it stands still with the show: its times are then the show's own.
  var isFrozen = false
  /// True of a branch that has ended and whose block has not.
  var hasEnded = false

  init(limits: PerAxis<AxisLimits?>, values: ValueStack) {
    self.limits = limits
    self.values = values
  }

  /// True if nothing is left to do but to close blocks.
  var isEnding: Bool {
    first == nil && turn == nil && rest == .zero && following == nil && decision == nil
      && frame.isEnding && outer.allSatisfy(\.isEnding)
  }

  /// True if it has its turn before `other`: what is earlier first, of one instant what ends or is
  /// a handler that begins, then in the order of the script.
  func precedes(_ other: ScriptTask) -> Bool {
    if now != other.now { return now < other.now }
    let (isFirst, isOtherFirst) = (isEnding || began == now, other.isEnding || other.began == now)
    if isFirst != isOtherFirst { return isFirst }
    return path.lexicographicallyPrecedes(other.path)
  }
}
