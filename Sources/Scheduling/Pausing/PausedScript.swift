import Hardware
import Motion
import Quantities
import Schedules
import Vocabulary

/// A show that stands still while a handler is carried out: its tasks, and how it goes on.
///
/// All times are the show's own, and so stand still with it.
struct PausedScript {
  /// A motion that has been slowed to a stop, or has not begun.
  struct Motion {
    /// The step as it was to be.
    var whole: Step
    /// The axes that are in use for it: those that it moves, and those that need not move for it.
    var axes = AxisSet.none
    /// Its own time where it stands, in milliseconds.
    var own: Int32
    /// The rate it had, in hundredths.
    var rate: Int32
    /// When it was to end, in milliseconds.
    var end: Int32
    /// True if it was in progress.
    var hasBegun: Bool

    /// True if it is not over before it has stood still over `length` milliseconds.
    func lasts(_ length: Int32) -> Bool { own + length / 2 * rate / 100 <= whole.length }
  }

  /// A change of the phone that is not over.
  struct PhoneChange {
    let part: PhoneTracking.Part
    let change: PhoneTracking.Change
    /// The rest of it, in script time.
    let call: PhoneCall
    /// True if it was in progress.
    let hasBegun: Bool
  }

  /// The slot of the handler's task.
  var slot: Int
  /// The tasks that stand still, those of them that were in line, and what they wait for.
  var tasks: [Int] = []
  var ready: [Int] = []
  var waits: [(slot: Int, awaited: Awaited)] = []
  /// The lines of those that wait for time, as in `Step.line`, if that is kept.
  var restLines: [(slot: Int, line: UInt32)] = []
  /// The time at which it stands, in milliseconds.
  var time: Int32 = 0
  /// The axes it has, and all axes as they were.
  var held = AxisSet.all
  var axes: PerAxis<AxisTracking>
  /// All axes as they stand, once it has slowed down.
  var standing: PerAxis<AxisTracking>
  /// The number under which the places are kept where they stand; nil if they are not.
  var hold: Int32?
  var motions: [Motion] = []
  var phoneChanges: [PhoneChange] = []
  /// What is left of the sounds that were in progress.
  var sounds: [PhoneTracking.Sounding] = []
  /// How long its motions slow down, in milliseconds; its own time stands in the middle of that.
  var slowing: Int32 = 0
  /// The axes that were turning, how they turn again, and how long after `time` all axes stand, in
  /// milliseconds.
  var turns: [Turn] = []
  var runUps = RunUps()
  var braking: Int32 = 0
  /// The tempo above it, as it was then; nil if there was none.
  var tempo: Tempo?
  /// What the tracker did for it; nil if it turned no axis.
  var following: Motors.Following?
  /// True if the motors were held; and the limits that the dock held.
  let hadMotors: Bool
  var limits: UInt32

  /// Forgets the tasks at `losers`, which end, and what they move: if any is among them, the axes
  /// stand under `limits`.
  ///
  /// Those that the tracker turned are not brought back: nobody knows where they stood.
  mutating func abandon(_ losers: Set<Int>, limits: UInt32) {
    if tasks.contains(where: losers.contains) { self.limits = limits }
    tasks.removeAll { losers.contains($0) }
    ready.removeAll { losers.contains($0) }
    waits.removeAll { losers.contains($0.slot) }
    restLines.removeAll { losers.contains($0.slot) }
    phoneChanges.removeAll { losers.contains($0.change.owner) }
    sounds.removeAll { losers.contains($0.owner) }
    for axis in AxisSet.all.members where losers.contains(axes[axis].owner) {
      motions.removeAll { $0.axes.contains(axis) }
      turns.removeAll { $0.axis == axis }
      runUps.axes.removeAll { $0.turn.axis == axis }
      if axes[axis].isFollowing { (following, held) = (nil, held.subtracting(AxisSet(axis))) }
      axes[axis].stand(at: standing[axis].position)
    }
    if turns.isEmpty { runUps = RunUps() }
  }
}

/// How the time of a show goes on that has stood still: at a rate that rises from 0.
struct ResumeClock {
  /// Where the show's own time stands, and when it goes on, in milliseconds.
  let (own, start): (Int32, Int32)
  /// How long it takes to reach its rate, in milliseconds.
  var length: Int32
  /// The rate is 1 if this is 1, and a half if it is 2, until the motions end that were in
  /// progress.
  var slowness: Int32
  /// When they end, in the show's own time, in milliseconds.
  var end: Int32

  /// The instant at which the show's own time is `time`.
  func instant(of time: Instant) -> Instant {
    let (zero, last) = (Instant(Milliseconds(own)), Instant(Milliseconds(end)))
    let beginning = Instant(Milliseconds(start))
    let rise = Nanoseconds(Milliseconds(length))
    if time <= zero { return beginning }
    if slowness > 1, time > last, last > zero { return instant(of: last) + (time - last) }
    let covered = rise / Int(2 * slowness)
    let way = time - zero
    guard way < covered else { return beginning + rise + (way - covered) * Int(slowness) }
    let share = Double(way.count) / Double(2 * covered.count)
    return beginning + Nanoseconds(Milliseconds(rising(to: share)))
  }

  /// The instant at which a task goes on that is to do so when the show's own time is `time`.
  ///
  /// A motion ends when the clock shows a whole millisecond. A task that waits for it goes on the
  /// same part of a millisecond beside that as before, however slowly the show goes on.
  func instant(ofTask time: Instant) -> Instant {
    let whole = Instant(Milliseconds(time.milliseconds))
    let end = Instant(Milliseconds(instant(of: whole).milliseconds)) + (time - whole)
    return max(instant(of: Instant(Milliseconds(own))), end)
  }

  /// The whole milliseconds after which x³ - x⁴ / 2 of the way at full rate is `share`.
  private func rising(to share: Double) -> Int32 {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let x = (low + high) / 2
      if x * x * x * (1 - x / 2) < share { low = x } else { high = x }
    }
    return Int32((high * Double(length)).rounded(.up))
  }
}
