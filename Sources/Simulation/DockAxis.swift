import DockKit
import Hardware
import Spatial

/// A motor of the dock.
public enum DockAxis: Int, CaseIterable, Sendable {
  /// Pan; positive is right.
  case yaw
  /// Tilt; positive is down.
  case pitch
  /// Roll; positive is clockwise.
  case roll

  /// The name traces print: `yaw`, `pitch` or `roll`.
  public var name: StaticString {
    switch self {
    case .yaw: "yaw"
    case .pitch: "pitch"
    case .roll: "roll"
    }
  }
}

/// A number for each axis: degrees for a pose, degrees a second for a speed.
public struct AxisVector: Hashable, Sendable {
  /// The number of pan.
  public var yaw: Double
  /// The number of tilt.
  public var pitch: Double
  /// The number of roll.
  public var roll: Double

  /// Creates a vector of its numbers.
  public init(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// The vector of three zeros.
  public static let zero = AxisVector()

  /// The number of `axis`.
  public subscript(axis: DockAxis) -> Double {
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

  /// True if no number is infinite or not a number.
  public var isFinite: Bool { yaw.isFinite && pitch.isFinite && roll.isFinite }
}

/// The position range and greatest speed of an axis, in degrees and degrees a second.
public struct AxisBounds: Hashable, Sendable {
  /// The least position; -infinity on an axis that turns without end.
  public var lower: Double
  /// The greatest position; infinity on an axis that turns without end.
  public var upper: Double
  /// The greatest speed.
  public var speed: Double

  /// Creates the bounds of an axis.
  public init(lower: Double, upper: Double, speed: Double) {
    self.lower = lower
    self.upper = upper
    self.speed = speed
  }

  /// The nearest position within the bounds.
  func clamp(_ position: Double) -> Double { min(max(position, lower), upper) }

  /// What both bounds allow.
  func narrowed(by other: AxisBounds) -> AxisBounds {
    AxisBounds(
      lower: max(lower, other.lower), upper: min(upper, other.upper),
      speed: min(speed, other.speed))
  }
}

/// Bounds for the axes that have any.
public struct BoundsByAxis: Hashable, Sendable {
  /// The bounds of pan.
  public var yaw: AxisBounds?
  /// The bounds of tilt.
  public var pitch: AxisBounds?
  /// The bounds of roll.
  public var roll: AxisBounds?

  /// Creates bounds for the axes that have any.
  public init(yaw: AxisBounds? = nil, pitch: AxisBounds? = nil, roll: AxisBounds? = nil) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// The bounds of `axis`.
  public subscript(axis: DockAxis) -> AxisBounds? {
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
}

extension BoundsByAxis {
  /// The limits of the motors of `model`.
  init(of model: DockModel) {
    func bounds(_ axis: DockModel.Axis?) -> AxisBounds? {
      axis.map {
        AxisBounds(lower: $0.lower ?? -.infinity, upper: $0.upper ?? .infinity, speed: $0.speed)
      }
    }
    self.init(yaw: bounds(model.yaw), pitch: bounds(model.pitch), roll: bounds(model.roll))
  }
}
