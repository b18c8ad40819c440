import Diagnosis
import Language
import Quantities
import Schedules

extension Scheduler {
  mutating func perform(_ region: RegionStatement) throws(Halt) {
    let rectangle = Schedule.Rectangle(
      x: try share(region.x), y: try share(region.y), width: try share(region.width),
      height: try share(region.height))
    if rectangle.x + rectangle.width > Thousandths.whole
      || rectangle.y + rectangle.height > Thousandths.whole
    {
      throw halt(
        .outOfRange(
          "the region reaches beyond the picture", at: statementSpan,
          "x and width together, and y and height, are 100% at most"))
    }
    let side = rectangle.width == 0 ? region.width : region.height
    if rectangle.width == 0 || rectangle.height == 0 {
      throw halt(
        .outOfRange(
          "the region is empty", at: span(of: side),
          "its width and its height are 0.1% at least"))
    }
    try act(.region(rectangle))
  }

  /// A share of the picture, in thousandths.
  mutating func share(_ node: ExpressionView) throws(Halt) -> Int32 {
    let share = try value(node)
    guard (0...1).contains(share) else {
      throw halt(
        .outOfRange(
          "a share of the picture lies in 0% .. 100%", at: span(of: node),
          "0% is the left or upper edge, 100% the right or lower one"))
    }
    return Int32(Thousandths.count(in: share).rounded())
  }
}
