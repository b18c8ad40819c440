import Language
import Motion
import Printing
import Schedules
import Vocabulary

// Values as logs and messages show them.

extension Scheduler {
  mutating func describe(_ node: ExpressionView) throws(Halt) -> String {
    switch program.shown[node.id] {
    case nil:
      let index = try value(node)
      return program.program.tree.strings[Int(index)]
    case .pose: return Scheduler.words(for: try pose(node))
    case .some(let kind): return Scheduler.words(for: try value(node), kind)
    }
  }

  /// `value`, which is no pose, as `kind` says.
  static func words(for value: Double, _ kind: ShownValue) -> String {
    switch kind {
    case .truth: value != 0 ? "true" : "false"
    case .quantity(let unit, let axis?): directed(value, unit, axis)
    case .quantity("bpm", nil): decimal(value * 60) + "bpm"
    case .quantity(let unit, nil):
      decimal(value) + (unit.hasPrefix("1/") ? unit.dropFirst() : unit[...])
    case .pose: decimal(value)
    }
  }

  /// The axes that `pose` names, and where they are.
  static func words(for pose: PerAxis<Double>) -> String {
    let parts = AxisSet.all.members.filter { !pose[$0].isNaN }.map {
      "\($0.scriptName) \(directed(pose[$0], "deg", UInt8($0.rawValue)))"
    }
    return parts.joined(separator: ", ")
  }

  /// `value` of `axis` as scripts write it: without a sign, and with its direction.
  private static func directed(_ value: Double, _ unit: String, _ axis: UInt8) -> String {
    let digits = decimal(abs(value))
    if digits == "0" { return digits + unit }
    return "\(digits)\(unit) \(Direction(ofAxis: axis, isNegative: value < 0))"
  }
}
