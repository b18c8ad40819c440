import Diagnosis
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

extension Scheduler {
  mutating func perform(_ expect: ExpectStatement) throws(Halt) {
    let kind: Expectation.Kind
    switch expect.expectation {
    case .pose(let place, let tolerance):
      let pose = try pose(place)
      let within = try value(tolerance)
      if within < 0 {
        throw notPositive("a tolerance", within, tolerance, "deg", allowsZero: true)
      }
      let near = AxisSet.all.members.reduce(into: PerAxis<Int32?>(all: nil)) { result, axis in
        let isThere = !pose[axis].isNaN && limits[axis] != nil
        result[axis] = isThere ? AxisTracking.millidegrees(pose[axis]) : nil
      }
      kind = .pose(near: near, within: AxisTracking.millidegrees(within))
    case .always(let number, let first, let second):
      let lower = AxisTracking.millidegrees(try value(first))
      let upper = AxisTracking.millidegrees(try value(second))
      let axis = Axis(rawValue: Int(number)) ?? .yaw
      if lower > upper {
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
      kind = .always(axis, lower: lower, upper: upper)
    case .trackingRestored: kind = .trackingRestored
    case .face(let number): kind = .face(Mood(number: number) ?? .normal)
    case .log(let line): kind = .log(program.program.tree.strings[line.index])
    case .mode(let label):
      kind = .mode(program.name(ofMode: label))
    case .condition(let condition) where isLive(condition):
      kind = .state(try self.condition(condition))
    case .recording(let isExpected): kind = .recording(isExpected)
    case .handler(let event, let end, let number):
      let count = try value(number)
      guard count >= 0, count == count.rounded() else {
        throw halt(
          .outOfRange(
            "calls are counted in whole numbers", at: span(of: number), "0 means never"))
      }
      kind = .handler(try self.event(event), end, count: Int(count, nearest: true))
    case .late(let symbol, let time):
      let bound = Int(Milliseconds.count(in: try value(time)), nearest: true)
      kind = .figure(.lateness, symbol.comparison, value: bound)
    case .condition(let condition): kind = try comparison(condition)
    }
    let span = statementSpan
    var expectation = Expectation(kind, time: milliseconds, start: span.start, end: span.end)
    expectation.context = context(of: span)
    if let time = expect.time {
      expectation.time = length(of: try self.time(time, what: "a time", allowsZero: true))
      expectation.isTimed = true
    }
    builder.add(expectation)
  }

  private mutating func comparison(_ node: ExpressionView) throws(Halt) -> Expectation.Kind {
    if let operation = node.binary {
      let (left, symbol, right) = (operation.left, operation.symbol, operation.right)
      if let figure = figure(left) {
        return .figure(
          figure, symbol.comparison,
          value: Int(Thousandths.count(in: try value(right)), nearest: true))
      }
      if let figure = figure(right) {
        return .figure(
          figure, symbol.mirrored.comparison,
          value: Int(Thousandths.count(in: try value(left)), nearest: true))
      }
    }
    // What is shown draws no random numbers of its own.
    let random = evaluator.random
    let sides = try sides(of: node)
    evaluator.random = random
    return .constant(try value(node) != 0, sides: sides)
  }

  /// The values that the comparison `node` compares; empty if it is none, or of no quantities.
  private mutating func sides(of node: ExpressionView) throws(Halt) -> String {
    guard let operation = node.binary else { return "" }
    let (left, right) = (operation.left, operation.right)
    guard program.shown[left.id] != nil, program.shown[right.id] != nil else { return "" }
    let symbol = operation.symbol.comparison
    return "\(try describe(left)) \(symbol) \(try describe(right))"
  }

  private func figure(_ node: ExpressionView) -> Expectation.Figure? {
    switch node.form {
    case .elapsed: .elapsed
    case .peak(let peak): .peakSpeed(Axis(rawValue: Int(peak.axis)) ?? .yaw)
    case .number, .beats, .size, .string, .truth, .name, .home, .pi, .negation, .not, .binary,
      .within, .subject, .apply, .pose, .conditional, .member, .directed, .unreadable:
      nil
    }
  }
}

extension Int {
  /// `value` rounded and held within 53 bits.
  fileprivate init(_ value: Double, nearest: Bool) {
    self = Int(Swift.max(-0x1p53, Swift.min(0x1p53, value.rounded())))
  }
}

extension Operator {
  /// The operator with its sides exchanged.
  fileprivate var mirrored: Operator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  fileprivate var comparison: Expectation.Comparison {
    switch self {
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: .equal
    }
  }
}
