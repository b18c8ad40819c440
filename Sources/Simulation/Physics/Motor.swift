/// One motor: what it can do, what it did and what it is about to do.
///
/// The future is known in closed form until the next command, so the plan simply continues the
/// record: a command drops what has not begun yet and writes a new future. Between commands nothing
/// needs to be stepped. Degrees and seconds.
struct Motor: Sendable {
  let axis: DockAxis
  /// The limits of the maker.
  let maker: AxisBounds
  let acceleration: Double
  /// How fast acceleration changes where the firmware plans a motion.
  let jerk: Double
  /// Velocities below it do not move the motor.
  let minimumSpeed: Double
  /// The present limits.
  var bounds: AxisBounds
  /// The past motion and, after the present, the motion without further commands.
  private(set) var pieces: [Piece]

  init(
    _ axis: DockAxis, bounds: AxisBounds, acceleration: Double, jerk: Double,
    minimumSpeed: Double, position: Double
  ) {
    self.axis = axis
    self.maker = bounds
    self.acceleration = acceleration
    self.jerk = jerk
    self.minimumSpeed = minimumSpeed
    self.bounds = bounds
    let position = bounds.clamp(position)
    pieces = [Piece(start: 0, position: position, speed: 0, acceleration: 0, cause: .start)]
  }

  /// Distances below it, in degrees, come from rounding.
  static let rounding = 1e-9

  /// The position and speed at `time`, which is not before the last command.
  func state(at time: Double) -> Cursor {
    let piece = pieces[index(at: time)]
    let time = max(time, piece.start)
    return Cursor(time: time, position: piece.position(at: time), speed: piece.speed(at: time))
  }

  /// Drops what happened before the piece in progress at `time`.
  mutating func forget(before time: Double) { pieces.removeFirst(index(at: time)) }

  /// The motion until `time`.
  func record(until time: Double) -> [Piece] {
    let count = index(at: time) + 1
    return count == pieces.count ? pieces : Array(pieces[..<count])
  }

  /// The number of the piece in progress at `time`.
  ///
  /// A piece that begins within half a nanosecond has begun: times of commands are whole
  /// nanoseconds, times of pieces are not.
  private func index(at time: Double) -> Int {
    var index = pieces.count - 1
    while index > 0, pieces[index].start > time + 0.5e-9 { index -= 1 }
    return index
  }
}

/// A place on a motor's way.
struct Cursor {
  var time: Double
  var position: Double
  var speed: Double
}

// MARK: - Writing the future

extension Motor {
  /// Forgets the plan and answers where the motor is at `time`.
  mutating func interrupt(at time: Double) -> Cursor {
    let cursor = state(at: time)
    pieces.removeLast(pieces.count - 1 - index(at: time))
    return cursor
  }

  /// Changes to `speed` in `length` seconds, evenly.
  mutating func run(
    _ cursor: inout Cursor, to speed: Double, for length: Double, _ cause: Piece.Cause
  ) {
    guard length > 0 else { return }
    begin(cursor, acceleration: (speed - cursor.speed) / length, cause)
    cursor.position += (cursor.speed + speed) / 2 * length
    cursor.speed = speed
    cursor.time += length
  }

  /// Brakes as hard as the motor can and stays.
  mutating func brake(_ cursor: inout Cursor, _ cause: Piece.Cause) {
    accelerate(&cursor, to: 0, cause)
    begin(cursor, acceleration: 0, cause)
  }

  /// Changes to `speed` as fast as the motor can.
  mutating func accelerate(_ cursor: inout Cursor, to speed: Double, _ cause: Piece.Cause) {
    let length = abs(speed - cursor.speed) / acceleration
    guard length > 0 else { return }
    begin(cursor, acceleration: speed > cursor.speed ? acceleration : -acceleration, cause)
    cursor.position += (cursor.speed + speed) / 2 * length
    cursor.speed = speed
    cursor.time += length
  }

  /// Goes on from `cursor` at `acceleration`, which changes at `jerk`.
  mutating func begin(
    _ cursor: Cursor, acceleration: Double, jerk: Double = 0, _ cause: Piece.Cause
  ) {
    let piece = Piece(
      start: cursor.time, position: cursor.position, speed: cursor.speed,
      acceleration: acceleration, jerk: jerk, cause: cause)
    let last = pieces[pieces.count - 1]
    if last.start >= piece.start {
      pieces[pieces.count - 1] = piece
    } else if !last.isContinued(by: piece) {
      pieces.append(piece)
    }
  }
}

extension Piece {
  /// True if `next`, which begins where this piece leads, is the same motion for the same reason,
  /// or rest after rest.
  fileprivate func isContinued(by next: Piece) -> Bool {
    guard acceleration == next.acceleration, jerk == 0, next.jerk == 0 else { return false }
    return cause == next.cause || isRest && next.isRest && next.cause != .limit
  }
}
