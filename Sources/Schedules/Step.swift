import Diagnosis
import Motion

/// One line of a schedule: what happens, from when, for how long, and where in the source it came
/// from.
///
/// A step is 48 bytes without references, so a million of them are one flat block.
/// Times are whole milliseconds and angles whole millidegrees: what is printed *is* the schedule.
public struct Step: Equatable, Sendable {
  /// The kind of step; the comment says which other fields it uses.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The motors are taken: system tracking goes off. A region begins.
    case take
    /// The motors are given back: system tracking returns to what is wanted. A region ends.
    case giveBack
    /// The axes in `axes` go from `from` to `to` (millidegrees), where they rest, by `easing` and
    /// in the manner `Schedule.manners[extra]`. If it `isRelative`, the distance is what counts.
    case move
    /// As `move`, passing near the waypoints of `Schedule.throughs[extra]`.
    case through
    /// The axes in `axes` change speed from `from` to `to` (millidegrees a second) and keep it.
    case ramp
    /// Nothing changes; axes that turn keep turning.
    case wait
    /// The built-in `animation` is played; it ends where it began.
    case animate
    /// The limits of `Schedule.limits[extra]` hold from here.
    case limit
    /// Sets the state of tracking to give back from here: `wantsTracking`.
    case tracking
    /// The motion `Schedule.cuts[extra]` begins, is cut off, and brought to rest as quickly as can
    /// be: the axes in `axes` go from `from` to `to` (millidegrees).
    case cut
    /// The motion `Schedule.warps[extra]` slows to a stop along its path, or sets out again: the
    /// axes in `axes` go from `from` to `to` (millidegrees).
    case warp
    /// Something that turns no motor: `Schedule.actions[extra]`.
    case action
  }

  /// The kind of step.
  public var kind: Kind
  /// The index of the easing in `Schedule.easings`; 0 is `.plain`.
  public var easing: UInt8 = 0
  /// `axes`, above them `assumed`, and above that `isRelative`.
  @usableFromInline var sets: UInt8 = 0
  /// The index of its rule for being late in `Schedule.lateRules`; 0 is `.stretch`.
  public var lateRule: UInt8 = 0
  /// When it starts, in milliseconds.
  public var start: Int32
  /// How long it lasts, in milliseconds.
  public var length: Int32 = 0
  /// The offset of its statement in the `SourceMap`; `Step.none` if it has none.
  public var origin: UInt32 = Step.none
  /// The line of its statement in the file `Schedule.files[file]`, from 1; 0 if it has none.
  public var line: UInt32 = 0
  /// See `Kind`; the file is kept in `Schedule.lineFiles` where there is more than one.
  public var extra: UInt32 = 0
  /// See `Kind`.
  public var from: PerAxis<Int32> = PerAxis(all: 0)
  /// See `Kind`.
  public var to: PerAxis<Int32> = PerAxis(all: 0)

  /// The value of `origin` and `extra` that means "none".
  public static let none = UInt32.max

  /// The axes it moves.
  @inlinable
  public var axes: AxisSet {
    get { AxisSet(rawValue: sets & 7) }
    set { sets = sets & ~7 | newValue.rawValue & 7 }
  }

  /// The axes whose `from` is assumed, not known, when the schedule is compiled.
  @inlinable
  public var assumed: AxisSet {
    get { AxisSet(rawValue: sets >> 3 & 7) }
    set { sets = sets & ~(7 << 3) | (newValue.rawValue & 7) << 3 }
  }

  /// True if a move goes by a distance and not to a place; a cut or a warp is as the move it is
  /// part of.
  ///
  /// It decides what is kept if the dock is not where `from` assumes it: the distance or `to`.
  @inlinable
  public var isRelative: Bool {
    get { sets & Step.relative != 0 }
    set { sets = newValue ? sets | Step.relative : sets & ~Step.relative }
  }

  /// The bit of `sets` for `isRelative`.
  @usableFromInline static let relative: UInt8 = 1 << 6

  /// When it ends, in milliseconds.
  public var end: Int32 { start + length }

  /// Creates a step of `kind` at `start` milliseconds.
  public init(_ kind: Kind, start: Int32) {
    self.kind = kind
    self.start = start
  }
}
