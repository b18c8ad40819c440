import Motion

/// The motor of one axis as lowering foresees it: it goes to a commanded speed at constant acceleration.
///
/// Degrees and seconds; times are milliseconds.
struct LoweringMotor {
  /// When it is where it is, in milliseconds.
  var time: Int32 = 0
  /// The position, in degrees.
  var position: Double
  /// The speed, in degrees a second.
  var velocity = 0.0
  /// The commanded speed, in millidegrees a second: what is sent is whole.
  var command: Int32 = 0
  /// How fast speed changes, in degrees a second squared.
  let acceleration: Double

  /// Lets it turn until `time`.
  mutating func advance(to time: Int32) {
    let seconds = Double(time - self.time) / 1000
    guard seconds > 0 else { return }
    self.time = time
    let target = Double(command) / 1000
    let change = target - velocity
    if abs(change) <= acceleration * seconds {
      position += target * seconds - lag(of: change)
      velocity = target
    } else {
      let slope = change < 0 ? -acceleration : acceleration
      position += (velocity + slope * seconds / 2) * seconds
      velocity += slope * seconds
    }
  }

  /// How far it falls behind while its speed changes by `change`: the triangle x|x| / 2a.
  func lag(of change: Double) -> Double { change * abs(change) / (2 * acceleration) }

  /// The change of speed that, begun now, moves it `excess` degrees further in `seconds` than its speed
  /// alone does; the greatest possible one where none is enough.
  ///
  /// Solves x·t - x|x| / 2a = excess for |x| <= a·t.
  func change(for excess: Double, in seconds: Double) -> Double {
    let full = acceleration * seconds
    let root = max(0, full * full - 2 * acceleration * abs(excess)).squareRoot()
    return excess < 0 ? root - full : full - root
  }
}
