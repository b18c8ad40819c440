import Drawing

/// The ring that a tap lets run over the screen of a face, from its middle: a pure function of the
/// time since the tap.
package struct Ripple: Equatable, Sendable {
  /// How long it runs, in seconds.
  package static let length = 0.4
  /// Its radius where it begins and where it ends, as shares of half of the shorter side of
  /// the screen.
  package static let reach = 0.1...1.0
  /// Its opacity where it begins; it fades away evenly.
  package static let opacity = 0.5
  /// How thick it is, as a share of its radius.
  package static let thickness = 0.08

  /// Its radius, as a share of half of the shorter side of the screen.
  package let radius: Double
  /// Its opacity, from 0 to 1.
  package let opacity: Double

  /// The ring `time` seconds after a tap; nil before it, and when the ring is over.
  package init?(after time: Double) {
    guard time >= 0, time < Ripple.length else { return nil }
    let left = 1 - time / Ripple.length
    // It runs fast at first, as a ring in water does.
    let reach = Ripple.reach
    radius = reach.upperBound - (reach.upperBound - reach.lowerBound) * left * left
    opacity = Ripple.opacity * left
  }

  /// A ring around (`x`, `y`), whose outer edge has this `radius`.
  package static func ring(_ x: Double, _ y: Double, radius: Double) -> Path {
    var path = Path.circle(x, y, radius: radius)
    // The inner edge runs the other way round, so that it is a hole however areas are filled.
    let inner = Path.circle(0, 0, radius: radius * (1 - thickness))
    path.parts += inner.mapped { Point(x - $0.x, y + $0.y) }.parts
    return path
  }
}
