import Quantities

/// A unit a number can carry; values are kept in degrees, seconds and metres from the lexer on.
public enum Unit: UInt8, CaseIterable, Sendable {
  case deg, rad, turn
  case s, ms, min, h
  case percent, x
  case m, cm
  case fps
  case beat, beats, bar, bars
  case bpm

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

  /// The unit that is written as `symbol`; nil if none is.
  init?(_ symbol: some StringProtocol) {
    guard symbol.utf8.count <= 8 else { return nil }
    self.init(packed: symbol.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

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
    case 0x7461_6562: self = .beat
    case 0x73_7461_6562: self = .beats
    case 0x72_6162: self = .bar
    case 0x7372_6162: self = .bars
    case 0x6D_7062: self = .bpm
    default: return nil
    }
  }

  /// Of a number of beats or bars, whose length a tempo says, what it counts; 0 of all others.
  @inline(__always)
  var counts: UInt8 {
    switch self {
    case .beat, .beats: 1
    case .bar, .bars: 2
    default: 0
    }
  }

  var dimension: Dimension {
    switch self {
    case .deg, .rad, .turn: .angle
    case .s, .ms, .min, .h, .beat, .beats, .bar, .bars: .time
    case .percent, .x: .number
    case .m, .cm: .length
    case .fps, .bpm: .frequency
    }
  }

  /// `value` of this unit in base units; divisions stay divisions, so `300ms` is exactly `0.3s`.
  @inline(__always)
  func inBase(_ value: Double) -> Double {
    switch self {
    case .deg, .s, .x, .m, .fps, .beat, .beats, .bar, .bars: value
    case .rad: value * (180 / .pi)
    case .turn: value * 360
    case .ms: Milliseconds.seconds(in: value)
    case .min: value * 60
    case .bpm: value / 60
    case .h: value * 3600
    case .percent, .cm: value / 100
    }
  }
}
