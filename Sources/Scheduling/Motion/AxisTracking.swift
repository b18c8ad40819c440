import Motion
import Quantities
import Schedules

/// The scheduler's state of one axis at the present time.
struct AxisTracking {
  /// How well its position is known.
  enum Certainty: UInt8 {
    /// An absolute move has brought it there.
    case known
    /// Compiled from the pose assumed at the start.
    case assumed
    /// The tracker has had the motors since.
    case unknown
  }

  /// The position, in degrees; where it is not known, as if it had been where it was assumed.
  var position: Double
  /// The speed it keeps, in millidegrees a second.
  var velocity: Int32 = 0
  var certainty = Certainty.assumed
  /// How well it was known before it was brought where it is known.
  private var certaintyBefore = Certainty.assumed
  /// The excursion since the position became unknown, in degrees.
  var lowest = 0.0
  var highest = 0.0
  /// The statement that set it turning.
  var turnedBy: UInt32 = 0
  /// When its speed was last set, in milliseconds.
  var turnedAt: Int32 = 0
  /// The time at which it is there if it turns, in milliseconds.
  var time: Int32 = 0
  /// The slot of the task that moved it last, the statement that did, and until when that takes,
  /// in milliseconds; the script itself never gets in its own way.
  var owner = 0
  var movedBy: UInt32 = 0
  var movedUntil: Int32 = 0
  /// The index of the step that moved it last.
  var step = 0
  /// When a move to a subject began that has no step, since nobody is there, in milliseconds; nil
  /// without one in the cue.
  private(set) var soughtAt: Int32?
  /// The total distance it has turned, in degrees.
  var travel = 0.0
  /// How many absolute moves it has made.
  var absolutes = 0
  /// How often the tracker has had it: where it is then is nobody's place.
  private(set) var losses = 0
  /// True while the tracker turns it for the script.
  var isFollowing = false
  /// True while it is where it cannot be, which has been reported.
  var isOutside = false

  /// The position as schedules print it.
  var millidegrees: Int32 { AxisTracking.millidegrees(position) }

  /// `degrees` as whole millidegrees, held within 32 bits.
  static func millidegrees(_ degrees: Double) -> Int32 {
    Int32(max(-2e9, min(2e9, Millidegrees.count(in: degrees).rounded())))
  }

  /// Goes to `target` degrees.
  mutating func go(to target: Double) {
    let way = target - position
    travel += abs(way)
    position = target
    shift += way
    lowest = min(lowest, shift)
    highest = max(highest, shift)
  }

  /// Goes back to `target` degrees, where it is known no better than when it was as `before`.
  mutating func goBack(to target: Double, as before: AxisTracking) {
    go(to: target)
    if certainty == .known { certainty = before.certainty }
  }

  /// Goes to `target` degrees, and turns on from there at `velocity` from `time` on, as `statement`
  /// says.
  mutating func go(to target: Double, turning velocity: Int32, by statement: UInt32, at time: Int32)
  {
    go(to: target)
    self.velocity = velocity
    turnedBy = statement
    turnedAt = time
    self.time = time
  }

  /// Comes to rest at `target` degrees, a place if `isAbsolute`, or at some way from where it was.
  mutating func arrive(at target: Double, isAbsolute: Bool) {
    go(to: target)
    velocity = 0
    guard isAbsolute else { return }
    (certaintyBefore, certainty) = (certainty, .known)
    absolutes += 1
  }

  /// Takes note that the motion that brings it to a known place is cut off.
  mutating func missPlace() {
    guard certainty == .known else { return }
    certainty = certaintyBefore
    if certainty == .unknown { forget() }
  }

  /// Stands at `place`, in degrees; nothing moves it, nor will.
  mutating func stand(at place: Double) {
    (position, velocity, movedUntil, isFollowing) = (place, 0, 0, false)
  }

  /// Takes it to be at `place`, in degrees, instead of where its last motion would have brought it.
  mutating func stop(at place: Double) {
    shift += place - position
    (position, velocity) = (place, 0)
  }

  /// True if its position differs from that of `other` by the way in between: it is as well known,
  /// or the tracker has not had it since.
  func isComparable(to other: AxisTracking) -> Bool {
    guard certainty == .unknown else { return other.certainty != .unknown }
    return other.certainty == .unknown && losses == other.losses
  }

  /// Takes note that it has been where `other` has been since it became unknown, and from there has
  /// come to where it is.
  mutating func roam(as other: AxisTracking) {
    shift = other.shift + position - other.position
    (lowest, highest) = (min(other.lowest, shift), max(other.highest, shift))
  }

  /// The room it takes in all, in degrees, if it comes to `target` since it became unknown.
  func extent(reaching target: Double) -> Double {
    let offset = shift + target - position
    return max(highest, offset) - min(lowest, offset)
  }

  /// The least and the greatest position it has had since it became unknown, in degrees.
  var roamed: (lower: Double, upper: Double) {
    (position - shift + lowest, position - shift + highest)
  }

  /// From where it can have begun when its position became unknown, so that all since then fits.
  private(set) var room = Room()

  /// Takes note that it comes to `target` degrees, as if it had begun where it was assumed to,
  /// under limits of position from `lower` to `upper`.
  mutating func visit(_ target: Double, from lower: Double, to upper: Double) {
    let begin = position - shift
    room.lower = max(room.lower, lower - target + begin)
    room.upper = min(room.upper, upper - target + begin)
  }

  /// How far the axis is from where it was when its position became unknown, in degrees.
  private var shift = 0.0

  init(position: Double) { self.position = position }

  /// Counts its times from `time` on, in milliseconds; one that turns is where it is then.
  mutating func shift(by time: Int32) {
    if velocity != 0, self.time < time {
      go(to: position + Millidegrees(velocity).turned(in: Milliseconds(time - self.time)))
      self.time = time
    }
    (self.time, turnedAt) = (self.time.counted(from: time), turnedAt.counted(from: time))
    movedUntil = max(movedUntil, time) - time
    soughtAt = soughtAt == time ? 0 : nil
  }

  /// Takes note that a move to a subject begins at `time`, in milliseconds, that has no step.
  mutating func seek(at time: Int32) {
    soughtAt = time
    forget()
  }

  /// Forgets where the axis is: the tracker has it.
  mutating func forget() {
    certainty = .unknown
    losses += 1
    (lowest, highest, shift) = (0, 0, 0)
    room = Room()
  }
}
