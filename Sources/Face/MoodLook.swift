import Drawing
import Vocabulary

/// A colour of a face.
package enum FaceColor: String, CaseIterable, Sendable {
  case white, yellow, blue, orange, purple, red, green, gray, cyan, mint, pink, indigo, teal, brown

  /// The colour on a screen.
  package var color: Color {
    switch self {
    case .white: Color(0xF4F7FA)
    case .yellow: Color(0xFFD426)
    case .blue: Color(0x3D9BFF)
    case .orange: Color(0xFF9A1F)
    case .purple: Color(0xC06BF7)
    case .red: Color(0xFF4A3D)
    case .green: Color(0x3FD463)
    case .gray: Color(0xA7AFBA)
    case .cyan: Color(0x5CD6FF)
    case .mint: Color(0x86F2CC)
    case .pink: Color(0xFF6FAE)
    case .indigo: Color(0x7A78FA)
    case .teal: Color(0x2DBFB8)
    case .brown: Color(0xC29A6E)
    }
  }
}

/// The width and the height of something, as shares of its usual size.
package struct FaceScale: Equatable, Sendable {
  /// The share of the width.
  package var width: Double
  /// The share of the height.
  package var height: Double

  /// Creates a scale.
  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension Mood {
  /// The colour of its face.
  package var color: FaceColor {
    switch self {
    case .normal: .white
    case .happy, .joy: .yellow
    case .sad: .blue
    case .excited, .pride: .orange
    case .sleepy, .guilt: .purple
    case .anger: .red
    case .disgust, .acceptance, .envy: .green
    case .fear, .shame: .gray
    case .surprise: .cyan
    case .trust: .mint
    case .anticipation, .love: .pink
    case .sadness: .indigo
    case .curiosity: .teal
    case .contempt: .brown
    }
  }

  /// The size of its eyes.
  package var eyeScale: FaceScale {
    switch self {
    case .surprise: FaceScale(width: 1.2, height: 1.3)
    case .fear: FaceScale(width: 0.8, height: 0.9)
    case .sleepy: FaceScale(width: 0.6, height: 0.7)
    case .anger: FaceScale(width: 1.1, height: 1)
    case .love: FaceScale(width: 1.3, height: 1.4)
    case .excited, .joy: FaceScale(width: 1, height: 1.2)
    default: FaceScale(width: 1, height: 1)
    }
  }

  /// How much more than usual its eyes move after what they look at.
  package var sensitivity: Double {
    switch self {
    case .surprise, .fear: 1.5
    case .sleepy: 0.5
    default: 1
    }
  }

  /// True if its eyes stay visible during a blink.
  package var staysVisibleInBlink: Bool {
    switch self {
    case .anger, .fear, .surprise, .joy: true
    default: false
    }
  }
}

/// The measures of a face, in units; a unit is 3 % of the shorter side of the screen.
package enum FaceMeasure {
  /// A unit, as a share of the shorter side of a screen.
  package static let unit = 0.03
  /// The width of an eye.
  package static let eyeWidth = 2.0
  /// The height of an eye.
  package static let eyeHeight = 7.0
  /// The distance between the middles of the eyes, in widths of an eye.
  package static let spacing = 4.4
  /// How much larger a face is on a screen that is wider than it is high.
  package static let landscape = 1.3

  /// The length of a unit on a screen of this size.
  package static func unit(width: Double, height: Double) -> Double {
    unit * min(width, height) * (width > height ? landscape : 1)
  }
}
