/// Where in the region of interest the subjects are to be, as DockKit's framing modes.
public enum Framing: Equatable, Sendable {
  /// As the system likes; this tracker likes the centre.
  case automatic
  /// In the centre.
  case center
  /// In the left third.
  case left
  /// In the right third.
  case right

  /// The point of the picture to which the subjects are brought, within `region`.
  public func point(in region: UnitRect) -> UnitPoint {
    let share =
      switch self {
      case .automatic, .center: 0.5
      case .left: 1 / 6.0
      case .right: 5 / 6.0
      }
    return UnitPoint(x: region.x + share * region.width, y: region.y + region.height / 2)
  }
}

extension LineOfSight {
  /// The direction in the middle of all `directions`, by their extremes; nil if there are none.
  ///
  /// A frame around it holds them all, if one can.
  public static func middle(of directions: [LineOfSight]) -> LineOfSight? {
    guard let first = directions.first else { return nil }
    var (low, high) = (first, first)
    for direction in directions.dropFirst() {
      low.bearing = min(low.bearing, direction.bearing)
      high.bearing = max(high.bearing, direction.bearing)
      low.elevation = min(low.elevation, direction.elevation)
      high.elevation = max(high.elevation, direction.elevation)
    }
    return LineOfSight(
      bearing: (low.bearing + high.bearing) / 2, elevation: (low.elevation + high.elevation) / 2)
  }
}
