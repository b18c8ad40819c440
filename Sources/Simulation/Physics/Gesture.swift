import DockKit

/// A built-in animation as legs from rest to rest on one axis, ending where it began.
///
/// Apple describes the four in words and publishes no amplitudes; these are ours.
struct Gesture {
  /// One leg.
  struct Beat {
    /// Where it leads, in degrees from the start.
    let offset: Double
    /// Its share of the whole length, in percent.
    let share: Double
  }

  /// The axis that moves.
  let axis: DockAxis
  /// The legs; the last leads back.
  let beats: [Beat]

  private init(_ axis: DockAxis, _ beats: [(offset: Double, share: Double)]) {
    self.axis = axis
    self.beats = beats.map { Beat(offset: $0.offset, share: $0.share) }
  }

  private static let wakeup = Gesture(.pitch, [(16, 40), (-4, 40), (0, 20)])
  private static let yes = Gesture(.pitch, [(10, 25), (0, 25), (10, 25), (0, 25)])
  private static let no = Gesture(.yaw, [(-12, 25), (12, 50), (0, 25)])
  private static let kapow = Gesture(
    .pitch, [(8, 16), (-5, 20), (3.5, 16), (-2, 16), (1, 16), (0, 16)])

  /// The gesture of `animation`, and its number in `DockModel.animationLengths`.
  static func of(_ animation: DockAccessory.Animation) -> (gesture: Gesture, number: Int) {
    switch animation {
    case .wakeup: (wakeup, 0)
    case .yes: (yes, 1)
    case .no: (no, 2)
    case .kapow: (kapow, 3)
    }
  }
}

extension Motor {
  /// Brakes if it moves, then plays `gesture` in `length` seconds, as large as fits.
  mutating func play(_ gesture: Gesture, from time: Double, for length: Double) {
    var cursor = interrupt(at: time)
    accelerate(&cursor, to: 0, .animation)
    let origin = cursor.position
    let scale = scale(of: gesture, at: origin, for: length)
    for beat in gesture.beats {
      leg(
        &cursor, to: origin + beat.offset * scale, for: length * beat.share / 100,
        at: bounds.speed, .animation)
    }
    begin(cursor, acceleration: 0, .animation)
  }

  /// How large `gesture` can be at `origin`: 1 if there is room and time for all of it.
  private func scale(of gesture: Gesture, at origin: Double, for length: Double) -> Double {
    var scale = 1.0
    var last = 0.0
    for beat in gesture.beats {
      let reach = greatestDistance(in: length * beat.share / 100, at: bounds.speed)
      scale = min(scale, reach / abs(beat.offset - last))
      if beat.offset > 0 { scale = min(scale, (bounds.upper - origin) / beat.offset) }
      if beat.offset < 0 { scale = min(scale, (bounds.lower - origin) / beat.offset) }
      last = beat.offset
    }
    return max(0, scale)
  }
}
