/// An axis of the dock, in the order DockKit's users name them.
@frozen
public enum Axis: Int, CaseIterable, Sendable {
  /// Pan, the motor in the base; positive is right.
  case yaw
  /// Tilt, the motor behind the phone; positive is down.
  case pitch
  /// Roll; positive is clockwise. Absent on every dock known so far.
  case roll

  /// The name schedules print: `yaw`, `pitch` or `roll`.
  public var name: StaticString {
    switch self {
    case .yaw: "yaw"
    case .pitch: "pitch"
    case .roll: "roll"
    }
  }
}

/// A set of axes.
@frozen
public struct AxisSet: OptionSet, Sendable, Hashable {
  /// One bit an axis, yaw first.
  public let rawValue: UInt8

  /// Creates a set of bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of `axis` alone.
  @inlinable
  public init(_ axis: Axis) { rawValue = 1 << UInt8(axis.rawValue) }

  /// Pan.
  @inlinable public static var yaw: AxisSet { AxisSet(.yaw) }
  /// Tilt.
  @inlinable public static var pitch: AxisSet { AxisSet(.pitch) }
  /// Roll.
  @inlinable public static var roll: AxisSet { AxisSet(.roll) }
  /// No axis.
  @inlinable public static var none: AxisSet { AxisSet(rawValue: 0) }
  /// All three axes.
  @inlinable public static var all: AxisSet { AxisSet(rawValue: 7) }

  /// True if `axis` is in the set.
  @inlinable
  public func contains(_ axis: Axis) -> Bool { rawValue & (1 << UInt8(axis.rawValue)) != 0 }
}

extension AxisSet {
  /// The axes of a set, yaw first.
  @frozen
  public struct Members: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var rest: UInt8

    @inlinable
    init(of set: AxisSet) { rest = set.rawValue & 7 }

    /// The next axis, or nil after the last.
    @inlinable
    public mutating func next() -> Axis? {
      if rest == 0 { return nil }
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      return Axis(rawValue: index)
    }
  }

  /// The axes of the set, yaw first; nothing is allocated.
  @inlinable
  public var members: Members { Members(of: self) }
}

/// A value for each axis.
@frozen
public struct PerAxis<Value> {
  /// The value of pan.
  public var yaw: Value
  /// The value of tilt.
  public var pitch: Value
  /// The value of roll.
  public var roll: Value

  /// Creates a value for each axis.
  @inlinable
  public init(yaw: Value, pitch: Value, roll: Value) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// Creates the same value for every axis.
  @inlinable
  public init(all value: Value) { self.init(yaw: value, pitch: value, roll: value) }

  /// The value of `axis`.
  @inlinable
  public subscript(axis: Axis) -> Value {
    @inline(__always)
    get {
      switch axis {
      case .yaw: yaw
      case .pitch: pitch
      case .roll: roll
      }
    }
    // For whole values: a choice among places to yield is a call, which `_modify` is then.
    @inline(__always)
    set {
      switch axis {
      case .yaw: yaw = newValue
      case .pitch: pitch = newValue
      case .roll: roll = newValue
      }
    }
    @inline(__always)
    _modify {
      switch axis {
      case .yaw: yield &yaw
      case .pitch: yield &pitch
      case .roll: yield &roll
      }
    }
  }

  /// The values of `transform` applied to each axis' value.
  @inlinable
  public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> PerAxis<Result> {
    PerAxis<Result>(
      yaw: try transform(yaw), pitch: try transform(pitch), roll: try transform(roll))
  }
}

extension PerAxis: Equatable where Value: Equatable {}
extension PerAxis: Hashable where Value: Hashable {}
extension PerAxis: Sendable where Value: Sendable {}
