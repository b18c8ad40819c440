/// An axis of the dock, in the order DockKit's users name them.
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
public struct AxisSet: OptionSet, Sendable, Hashable {
  /// One bit an axis, yaw first.
  public let rawValue: UInt8

  /// Creates a set of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of `axis` alone.
  public init(_ axis: Axis) { rawValue = 1 << UInt8(axis.rawValue) }

  /// Pan.
  public static let yaw = AxisSet(.yaw)
  /// Tilt.
  public static let pitch = AxisSet(.pitch)
  /// Roll.
  public static let roll = AxisSet(.roll)
  /// No axis.
  public static let none: AxisSet = []
  /// All three axes.
  public static let all: AxisSet = [.yaw, .pitch, .roll]

  /// True iff `axis` is in the set.
  @inline(__always)
  public func contains(_ axis: Axis) -> Bool { rawValue & (1 << UInt8(axis.rawValue)) != 0 }
}

/// A value for each axis.
public struct PerAxis<Value> {
  /// The value of pan.
  public var yaw: Value
  /// The value of tilt.
  public var pitch: Value
  /// The value of roll.
  public var roll: Value

  /// Creates a value for each axis.
  @inline(__always)
  public init(yaw: Value, pitch: Value, roll: Value) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// Creates the same value for every axis.
  @inline(__always)
  public init(all value: Value) { self.init(yaw: value, pitch: value, roll: value) }

  /// The value of `axis`.
  @inline(__always)
  public subscript(axis: Axis) -> Value {
    get {
      switch axis {
      case .yaw: yaw
      case .pitch: pitch
      case .roll: roll
      }
    }
    set {
      switch axis {
      case .yaw: yaw = newValue
      case .pitch: pitch = newValue
      case .roll: roll = newValue
      }
    }
  }

  /// The values of `transform` applied to each axis' value.
  @inline(__always)
  public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> PerAxis<Result> {
    PerAxis<Result>(
      yaw: try transform(yaw), pitch: try transform(pitch), roll: try transform(roll))
  }
}

extension PerAxis: Equatable where Value: Equatable {}
extension PerAxis: Hashable where Value: Hashable {}
extension PerAxis: Sendable where Value: Sendable {}
