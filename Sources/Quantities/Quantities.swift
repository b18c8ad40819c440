// Every factor between two units stands in this file, and in no other.

/// A whole number of nanoseconds: the clock of runs, a time or the length between two.
@frozen
public struct Nanoseconds: Hashable, Comparable, Sendable {
  /// The number of nanoseconds.
  public var count: Int

  /// Creates `count` nanoseconds.
  @inlinable
  public init(_ count: Int) { self.count = count }

  /// Creates the length of `milliseconds`.
  @inlinable
  public init(_ milliseconds: Milliseconds) { count = milliseconds.nanoseconds }

  /// Creates the length that is nearest to `seconds`; traps above 292 years.
  @inlinable
  public init(nearest seconds: Double) {
    count = Int(Nanoseconds.count(in: seconds).rounded())
  }

  /// No time.
  @inlinable public static var zero: Nanoseconds { Nanoseconds(0) }
  /// The number of nanoseconds in a second.
  @inlinable public static var second: Int { 1_000_000_000 }

  /// The length in seconds.
  @inlinable public var seconds: Double { Double(count) / 1e9 }
  /// The length in whole seconds, without the rest.
  @inlinable public var wholeSeconds: Int { count / Nanoseconds.second }
  /// What is more than whole seconds, in nanoseconds.
  @inlinable public var afterWholeSeconds: Int { count % Nanoseconds.second }
  /// The length in milliseconds.
  @inlinable public var milliseconds: Double { Double(count) / 1e6 }
  /// The length in whole milliseconds, without the rest.
  @inlinable public var wholeMilliseconds: Int { count / 1_000_000 }
  /// The length in milliseconds, to the nearest; a half counts up.
  @inlinable public var nearestMilliseconds: Int32 {
    Int32(truncatingIfNeeded: (count + 500_000) / 1_000_000)
  }
  /// The length in whole microseconds, without the rest.
  @inlinable public var wholeMicroseconds: Int { count / 1000 }
  /// The length in whole microseconds, to the nearest; a half counts away from zero.
  @inlinable public var nearestMicroseconds: Int { (count + (count < 0 ? -500 : 500)) / 1000 }
  /// The length to the nearest microsecond; a half counts away from zero.
  @inlinable public var toMicrosecond: Nanoseconds { Nanoseconds(nearestMicroseconds * 1000) }

  /// The number of nanoseconds in `seconds`, with its fraction.
  @inlinable
  public static func count(in seconds: Double) -> Double { seconds * 1e9 }

  /// The number of seconds in `count` nanoseconds.
  @inlinable
  public static func seconds(in count: Double) -> Double { count / 1e9 }

  /// The number of nanoseconds in `milliseconds`, with its fraction.
  @inlinable
  public static func count(inMilliseconds milliseconds: Double) -> Double { milliseconds * 1e6 }

  /// The number of nanoseconds in whole `seconds` and `rest` nanoseconds.
  @inlinable
  public static func count(inWhole seconds: Int, and rest: Int) -> Int { seconds * second + rest }

  /// The length of a cycle at `rate` cycles a second, without the rest, in nanoseconds.
  @inlinable
  public static func period(of rate: Int) -> Int { second / rate }

  /// The time that `cycles` take at `rate` cycles a second, without the rest, in nanoseconds.
  @inlinable
  public static func count(in cycles: Int, at rate: Int) -> Int { cycles * second / rate }

  /// The number of whole cycles in this time at `rate` cycles a second.
  @inlinable
  public func cycles(at rate: Int) -> Int { count * rate / Nanoseconds.second }

  /// The number of milliseconds in `count` nanoseconds.
  @inlinable
  public static func milliseconds(in count: Double) -> Double { count / 1e6 }

  /// True if `left` is less than `right`.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.count < right.count }

  /// The sum of both.
  @inlinable
  public static func + (left: Self, right: Self) -> Self { Self(left.count + right.count) }

  /// The difference of both.
  @inlinable
  public static func - (left: Self, right: Self) -> Self { Self(left.count - right.count) }

  /// The same length backwards.
  @inlinable
  public static prefix func - (length: Self) -> Self { Self(-length.count) }

  /// `length`, `factor` times.
  @inlinable
  public static func * (length: Self, factor: Int) -> Self { Self(length.count * factor) }

  /// The part of `length` that is `divisor` times in it, without the rest.
  @inlinable
  public static func / (length: Self, divisor: Int) -> Self { Self(length.count / divisor) }
}

/// A time on the clock of a script.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
  /// The nanoseconds since the clock began; negative of a time before that.
  public var nanoseconds: Int

  /// Creates the time `nanoseconds` after the clock began.
  @inlinable
  public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// Creates the time that the clock of schedules calls `time`.
  @inlinable
  public init(_ time: Milliseconds) { nanoseconds = time.nanoseconds }

  /// Creates the time from which on the clock of schedules shows a later one than `time`.
  @inlinable
  public init(endOf time: Milliseconds) { nanoseconds = time.nanoseconds + 500_000 }

  /// When the clock begins.
  @inlinable public static var start: Instant { Instant(nanoseconds: 0) }
  /// A time that does not come.
  @inlinable public static var never: Instant { Instant(nanoseconds: .max) }

  /// What the clock of schedules shows, in milliseconds.
  @inlinable public var milliseconds: Int32 { Nanoseconds(nanoseconds).nearestMilliseconds }
  /// The whole milliseconds since the clock began, without the rest.
  @inlinable public var wholeMilliseconds: Int { Nanoseconds(nanoseconds).wholeMilliseconds }
  /// The first whole millisecond that is not earlier; a time before 0 loses its fraction.
  @inlinable public var nextMillisecond: Instant {
    Instant(nanoseconds: (nanoseconds + 999_999) / 1_000_000 * 1_000_000)
  }

  /// True if `left` is before `right`.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The time `length` after `time`.
  @inlinable
  public static func + (time: Self, length: Nanoseconds) -> Self {
    Self(nanoseconds: time.nanoseconds + length.count)
  }

  /// The time `length` before `time`.
  @inlinable
  public static func - (time: Self, length: Nanoseconds) -> Self {
    Self(nanoseconds: time.nanoseconds - length.count)
  }

  /// The length from `start` to `end`.
  @inlinable
  public static func - (end: Self, start: Self) -> Nanoseconds {
    Nanoseconds(end.nanoseconds - start.nanoseconds)
  }

  /// Moves `time` later by `length`.
  @inlinable
  public static func += (time: inout Self, length: Nanoseconds) { time = time + length }

  /// Moves `time` earlier by `length`.
  @inlinable
  public static func -= (time: inout Self, length: Nanoseconds) { time = time - length }
}

/// A whole number of milliseconds: the clock of schedules, a time or the length between two.
@frozen
public struct Milliseconds: Hashable, Comparable, Sendable {
  /// The number of milliseconds.
  public var count: Int

  /// Creates `count` milliseconds.
  @inlinable
  public init(_ count: Int) { self.count = count }

  /// Creates `count` milliseconds, as schedules keep them.
  @inlinable
  public init(_ count: Int32) { self.count = Int(count) }

  /// The number of milliseconds in a second.
  @inlinable public static var second: Int { 1000 }

  /// The length in seconds.
  @inlinable public var seconds: Double { Double(count) / 1000 }
  /// The length in whole seconds, without the rest.
  @inlinable public var wholeSeconds: Int { count / Milliseconds.second }
  /// The length in nanoseconds; traps above 292 years.
  @inlinable public var nanoseconds: Int { count * 1_000_000 }

  /// The number of milliseconds in `seconds`, with its fraction.
  @inlinable
  public static func count(in seconds: Double) -> Double { seconds * 1000 }

  /// The number of seconds in `count` milliseconds.
  @inlinable
  public static func seconds(in count: Double) -> Double { count / 1000 }

  /// The change in a second, if something changes by `change` in a millisecond.
  @inlinable
  public static func perSecond(_ change: Double) -> Double { change * 1000 }

  /// The least number of milliseconds that is not shorter than `seconds`; nil if out of range.
  ///
  /// A part in 10¹² is forgiven, so that the rounding errors of a length that is whole by its
  /// formula do not cost a millisecond; limits then hold to 3 parts in 10¹².
  @inlinable
  public static func covering(_ seconds: Double) -> Int32? {
    let count = (count(in: seconds) * (1 - 1e-12)).rounded(.up)
    guard count >= 0, count <= Double(Int32.max) else { return nil }
    return Int32(count)
  }

  /// True if `left` is less than `right`.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
}

/// A whole number of millidegrees: an angle, or the rate of one, where it says "a second".
@frozen
public struct Millidegrees: Hashable, Comparable, Sendable {
  /// The number of millidegrees.
  public var count: Int

  /// Creates `count` millidegrees.
  @inlinable
  public init(_ count: Int) { self.count = count }

  /// Creates `count` millidegrees, as schedules keep them.
  @inlinable
  public init(_ count: Int32) { self.count = Int(count) }

  /// The angle in degrees.
  @inlinable public var degrees: Double { Double(count) / 1000 }

  /// The degrees that an axis turns in `time`, if it turns by this many millidegrees a second.
  @inlinable
  public func turned(in time: Milliseconds) -> Double {
    Double(count) * Double(time.count) / 1_000_000
  }

  /// The number of millidegrees in `degrees`, with its fraction.
  @inlinable
  public static func count(in degrees: Double) -> Double { degrees * 1000 }

  /// The number of degrees in `count` millidegrees.
  @inlinable
  public static func degrees(in count: Double) -> Double { count / 1000 }

  /// True if `left` is less than `right`.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
}

/// A whole number of thousandths: a share of a picture, a zoom, a place on a scale.
@frozen
public struct Thousandths: Hashable, Comparable, Sendable {
  /// The number of thousandths.
  public var count: Int

  /// Creates `count` thousandths.
  @inlinable
  public init(_ count: Int) { self.count = count }

  /// Creates `count` thousandths, as schedules keep them.
  @inlinable
  public init(_ count: Int32) { self.count = Int(count) }

  /// The number of thousandths in a whole.
  @inlinable public static var whole: Int32 { 1000 }

  /// The number that they make.
  @inlinable public var number: Double { Double(count) / 1000 }

  /// The number of thousandths in `value`, with its fraction.
  @inlinable
  public static func count(in value: Double) -> Double { value * 1000 }

  /// The number that `count` thousandths make.
  @inlinable
  public static func number(of count: Double) -> Double { count / 1000 }

  /// The thousandth that is nearest to `value`.
  @inlinable
  public static func nearest(to value: Double) -> Double {
    number(of: count(in: value).rounded())
  }

  /// True if `left` is less than `right`.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
}

extension Duration {
  /// The duration in whole nanoseconds, without the rest; as near as can be if it is out of range.
  @inlinable public var wholeNanoseconds: Int { Int(clamping: attoseconds / 1_000_000_000) }
}
