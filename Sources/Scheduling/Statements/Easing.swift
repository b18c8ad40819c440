import Diagnosis
import Language
import Motion
import Schedules
import Vocabulary

extension Scheduler {
  mutating func easing(_ easing: EasingView) throws(Halt) -> Easing {
    switch easing.name {
    case .curve(let curve): .curve(curve)
    case .spring: try spring(easing)
    case .bezier: try bezier(easing)
    }
  }

  /// The spring that `easing` describes.
  private mutating func spring(_ easing: EasingView) throws(Halt) -> Easing {
    guard let number = easing.numbers.first(where: { _ in true }) else {
      return .spring(bounce: Easing.usualBounce)
    }
    let bounce = try value(number)
    guard (0...Spring.greatestBounce).contains(bounce) else {
      throw halt(
        .outOfRange(
          "the bounce of a spring lies in 0 .. \(Spring.greatestBounce)",
          at: span(of: number), "0 does not swing back, 0.3 a little, 0.9 for long"))
    }
    return .spring(bounce: Scheduler.tenThousandths(bounce))
  }

  /// How far the y of a control point may lie from 0.
  private static let farthestPoint = 1000.0

  /// A number as the schedule's text carries it exactly.
  private static func tenThousandths(_ value: Double) -> Double {
    (value * 10_000).rounded() / 10_000
  }

  /// The curve that `easing` describes.
  private mutating func bezier(_ easing: EasingView) throws(Halt) -> Easing {
    var points: [Double] = []
    for number in easing.numbers {
      let point = try value(number)
      if abs(point) > Scheduler.farthestPoint || points.count % 2 == 0 && !(0...1).contains(point) {
        throw halt(
          .outOfRange(
            points.count % 2 == 0
              ? "the x of a control point lies in 0 .. 1"
              : "the y of a control point lies in -1000 .. 1000",
            at: span(of: number), "'bezier(x1, y1, x2, y2)' takes two control points"))
      }
      points.append(Scheduler.tenThousandths(point))
    }
    guard points.count == 4 else { return .plain }
    return .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
  }
}
