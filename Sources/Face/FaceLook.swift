import Drawing
import Quantities
import Vocabulary

/// How a face looks at one moment: a value that back ends draw.
package struct FaceLook: Equatable, Sendable {
  /// The mood that it shows, or is changing to.
  package var mood: Mood
  /// The colour of its light, before `brightness`.
  package var color: Color
  /// How bright it shines, 1 being usual.
  package var brightness = 1.0
  /// How strong the light around it is, from 0 to 1.
  package var glow = 1.0
  /// The size of its eyes.
  package var eyes: FaceScale
  /// How far its eyes are open, from 0 to 1.
  package var openness = 1.0
  /// How far its eyes are off their places, in units of `FaceMeasure`.
  package var offset = Point(0, 0)
  /// Its size, 1 being usual.
  package var scale = 1.0
  /// How far it is turned, in degrees, with the clock.
  package var rotation = 0.0
  /// How far it is moved to the right, in units of `FaceMeasure`.
  package var shift = 0.0
  /// How red its screen is, from 0 to 1.
  package var flash = 0.0
  /// The rings that taps let run over its screen, the oldest first.
  package var ripples: [Ripple] = []
  /// What its parts do.
  var pose: FacePose

  /// A face that has been in `mood` for long, and looks ahead.
  package init(_ mood: Mood) {
    self.mood = mood
    color = mood.color.color
    eyes = mood.eyeScale
    pose = FacePose(mood)
  }

  /// A face at `share` of the way from `old` to `mood`, in thousandths.
  package init(from old: Mood, to mood: Mood, blend: Int32) {
    let share = Thousandths(max(0, min(Thousandths.whole, blend))).number
    self.init(from: old, to: mood, share: share)
  }

  /// A face after `share` of the time of a change from `old` to `mood`, from 0 to 1.
  package init(
    from old: Mood, to mood: Mood, share: Double, easing: FaceEasing = .gentle
  ) {
    self.init(mood)
    guard share < 1, old != mood else { return }
    let share = easing == .spring ? Spring.moodShare(after: share) : ease(share)
    color = old.color.color.mixed(with: color, min(1, share))
    let (from, to) = (old.eyeScale, mood.eyeScale)
    eyes = FaceScale(
      width: from.width + (to.width - from.width) * share,
      height: from.height + (to.height - from.height) * share)
    let (first, last) = (FacePose(old), FacePose(mood))
    pose = first.toward(last, share)
    // Eyes of another form open anew.
    if first.form != last.form { openness = min(1, abs(2 * share - 1)) }
  }

  /// The colour of the light as it shines.
  package var shine: Color {
    brightness < 1
      ? Color(0).mixed(with: color, max(0, brightness))
      : color.mixed(with: Color(0xFFFFFF), min(1, brightness - 1))
  }

  /// The least that eyes which stay visible during a blink are open.
  package static let leastOpenness = 0.3
}

/// How a face breathes when nothing else happens.
package enum Breath {
  /// The time from the least to the greatest brightness, in seconds.
  package static let brightening = 2.5
  /// How bright a face is.
  package static let brightness = 1.0...1.2
  /// The time from the least to the greatest glow, in seconds.
  package static let glowing = 2.0
  /// How much a face glows.
  package static let glow = 0.8...1.0

  /// The brightness at `time` seconds.
  package static func brightness(at time: Double) -> Double {
    value(brightness, swing(time / brightening))
  }

  /// The glow at `time` seconds.
  package static func glow(at time: Double) -> Double { value(glow, swing(time / glowing)) }

  /// From 0 to 1 in one, and back to 0 in the next.
  private static func swing(_ time: Double) -> Double {
    let part = time - 2 * (time / 2).rounded(.down)
    return ease(part < 1 ? part : 2 - part)
  }

  private static func value(_ range: ClosedRange<Double>, _ share: Double) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}
