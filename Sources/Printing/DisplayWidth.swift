/// How many cells of a terminal printed text takes: 0, 1 or 2 a character.
extension Unicode.Scalar {
  /// The cells it takes by itself; combining marks and joiners take none.
  public var displayWidth: Int {
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if isMedialJamo { return 0 }
    return isWide || properties.isEmojiPresentation ? 2 : 1
  }

  /// True if it is a vowel or final of a Hangul syllable, which is drawn into its first letter.
  private var isMedialJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// True if its East Asian width is wide or full-width (Unicode Standard Annex 11, in blocks).
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension Character {
  /// The cells it takes: the widest of its scalars, or two where it asks for emoji style.
  public var displayWidth: Int {
    var width = 0
    var count = 0
    for scalar in unicodeScalars {
      count += 1
      width = max(width, scalar.displayWidth)
      if scalar.value == 0xFE0F || count == 2 && scalar.isRegionalIndicator { width = 2 }
    }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

extension String {
  /// The cells it takes in a terminal, printed as it is on one line.
  public var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}
