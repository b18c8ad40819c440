/// A unit a number can carry; values are kept in degrees, seconds and metres from the lexer on.
public enum Unit: UInt8, CaseIterable, Sendable {
  case deg, rad, turn
  case s, ms, min, h
  case percent, x
  case m, cm
  case fps

  /// True if `word` is a unit that is smaller than our smallest one.
  static func isFiner(_ word: String) -> Bool {
    ["us", "µs", "usec", "micros", "microseconds", "mm", "millimeters", "millimetres"]
      .contains(word.lowercased())
  }

  /// The units of angles.
  public static let angles = allCases.filter { $0.dimension == .angle }
  /// The units of times.
  public static let times = allCases.filter { $0.dimension == .time }

  /// How it is written.
  public var symbol: String { self == .percent ? "%" : String(describing: self) }

  /// The unit written as the (at most eight) ASCII bytes packed in `word`, lowest first, or nil.
  @inline(__always)
  init?(packed word: UInt64) {
    switch word {
    case 0x67_6564: self = .deg
    case 0x64_6172: self = .rad
    case 0x6E72_7574: self = .turn
    case 0x73: self = .s
    case 0x736D: self = .ms
    case 0x6E_696D: self = .min
    case 0x68: self = .h
    case 0x25: self = .percent
    case 0x78: self = .x
    case 0x6D: self = .m
    case 0x6D63: self = .cm
    case 0x73_7066: self = .fps
    default: return nil
    }
  }

  var dimension: Dimension {
    switch self {
    case .deg, .rad, .turn: .angle
    case .s, .ms, .min, .h: .time
    case .percent, .x: .number
    case .m, .cm: .length
    case .fps: .frequency
    }
  }

  /// `value` of this unit in base units; divisions stay divisions, so `300ms` is exactly `0.3s`.
  @inline(__always)
  func inBase(_ value: Double) -> Double {
    switch self {
    case .deg, .s, .x, .m, .fps: value
    case .rad: value * (180 / .pi)
    case .turn: value * 360
    case .ms: value / 1000
    case .min: value * 60
    case .h: value * 3600
    case .percent, .cm: value / 100
    }
  }
}
