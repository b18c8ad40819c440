import Drawing
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a face does for a moment when it changes to a mood.
package struct MoodEffect: Equatable, Sendable {
  /// The ways to move.
  package enum Kind: Equatable, Sendable {
    /// It grows or shrinks to a share of its size, and back.
    case resize(Double)
    /// It grows, leans to the side by so many degrees, and comes back.
    case lift(scale: Double, degrees: Double)
    /// It shakes from side to side.
    case shake
    /// It turns around once.
    case turn
    /// The screen flashes red.
    case flash
    /// It beats as a heart does.
    case beat
    /// It shines in one hue after the other.
    case hues
    /// It becomes dark and bright again.
    case dim
    /// It leans to the one side and to the other.
    case sway
  }

  /// The way.
  package var kind: Kind
  /// How often it does it.
  package var count: Int
  /// How long one time takes, in seconds.
  package var length: Double
  /// A word for it.
  package var word: String

  /// How long all of it takes, in seconds.
  package var duration: Double { Double(count) * length }

  /// The effect of a change to `mood`; nil if there is none.
  package init?(of mood: Mood) {
    switch mood {
    case .surprise: self.init(.resize(1.5), "grows", length: 0.5)
    case .fear: self.init(.shake, "shakes", 5, length: 0.1)
    case .joy: self.init(.turn, "turns once", length: 1)
    case .anger: self.init(.flash, "flashes", 3, length: 0.3)
    case .love: self.init(.beat, "beats", 5, length: 0.8)
    case .excited: self.init(.hues, "sparkles", 8, length: 0.1)
    case .sleepy: self.init(.dim, "dims", 3, length: 1.5)
    case .curiosity: self.init(.sway, "sways", 4, length: 0.3)
    case .disgust: self.init(.resize(0.8), "shrinks", length: 0.5)
    case .pride: self.init(.lift(scale: 1.2, degrees: 10), "lifts", length: 1)
    case .shame: self.init(.resize(0.7), "shrinks", length: 1.5)
    case .guilt: self.init(.resize(0.9), "shrinks", length: 2)
    default: return nil
    }
  }

  private init(_ kind: Kind, _ word: String, _ count: Int = 1, length: Double) {
    (self.kind, self.word, self.count, self.length) = (kind, word, count, length)
  }

  /// The hues of `Kind.hues`, in their order.
  package static let hues = [
    FaceColor.red, .orange, .yellow, .green, .cyan, .blue, .purple, .pink,
  ]

  /// Changes `look` as it is `time` seconds after the change.
  func apply(to look: inout FaceLook, after time: Double) {
    guard time >= 0, time < duration else { return }
    let index = Int(time / length)
    let share = time / length - Double(index)
    switch kind {
    case .resize(let scale): look.scale *= 1 + (scale - 1) * there(share)
    case .lift(let scale, let degrees):
      look.scale *= 1 + (scale - 1) * there(share)
      look.rotation += degrees * there(share)
    case .shake: look.shift += 0.6 * wave(share)
    case .turn: look.rotation += 360 * ease(share)
    case .flash: look.flash = 1 - ease(share)
    case .beat: look.scale *= 1 + 0.2 * (there(share / 0.45) + 0.5 * there((share - 0.4) / 0.4))
    case .hues: look.color = MoodEffect.hues[index % MoodEffect.hues.count].color
    case .dim: look.brightness *= 1 - 0.6 * there(share)
    case .sway: look.rotation += 7 * wave(share / 2) * (index.isMultiple(of: 2) ? 1 : -1)
    }
  }

  /// From 0 to 1 and back to 0: there for the middle third.
  private func there(_ share: Double) -> Double {
    guard share > 0, share < 1 else { return 0 }
    return ease(min(share, 1 - share) * 3)
  }

  /// From 0 to 1, to -1 and back.
  private func wave(_ share: Double) -> Double { sin(share * 2 * .pi) }
}
