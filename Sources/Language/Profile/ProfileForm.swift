import Diagnosis

/// A line that a profile may have: its words, and what stands behind them.
public struct ProfileLine: Sendable {
  /// What stands behind the words of a line.
  public enum Form: Sendable {
    /// A quantity within bounds, in degrees and seconds; a word may stand in its place.
    case quantity(ProfileQuantity, ClosedRange<Double>, orElse: String? = nil)
    /// The range of an axis (0 pan, 1 tilt, 2 roll): two positions, `endless` or `none`.
    case range(axis: UInt8)
    /// One of several words; such a line may stand several times, once for each word.
    case word([String])
  }

  /// Its first words, one or two, as in `pan speed`.
  public let words: String
  /// What stands behind them.
  public let form: Form

  /// Creates a line.
  public init(_ words: String, _ form: Form) { (self.words, self.form) = (words, form) }
}

/// What a quantity in a profile measures.
public enum ProfileQuantity: Sendable {
  case angle, speed, acceleration, jerk, time, rate, number

  var dimension: Dimension {
    switch self {
    case .angle: .angle
    case .speed: .speed
    case .acceleration: .acceleration
    case .jerk: .jerk
    case .time: .time
    case .rate: .frequency
    case .number: .number
    }
  }

  /// The unit in which it is printed.
  public var unit: String {
    switch self {
    case .angle: "deg"
    case .speed: "deg/s"
    case .acceleration: "deg/s^2"
    case .jerk: "deg/s^3"
    case .time: "s"
    case .rate: "fps"
    case .number: ""
    }
  }
}

/// What a profile says in one line.
public struct ProfileEntry: Sendable {
  /// What it says.
  public enum Value: Equatable, Sendable {
    /// A quantity, in degrees and seconds.
    case quantity(Double)
    /// A range of positions, in degrees, with DockKit's signs.
    case range(lower: Double, upper: Double)
    /// A word.
    case word(String)
  }

  /// The words of its line.
  public let words: String
  /// What it says.
  public let value: Value
  /// Where the value stands.
  public let span: SourceSpan
}

/// A profile as it was read.
public struct ProfileText: Sendable {
  /// The name of the dock, and where it stands; nil if there is none.
  public var name: (text: String, span: SourceSpan)?
  /// Its other lines, in order.
  public var entries: [ProfileEntry] = []
  /// The text, for diagnostics.
  public let sources: SourceMap
}

/// Reads a profile: the name of a dock, and `lines` that say what it is like.
///
/// What could not be read is reported and left out.
public func parseProfile(
  _ file: LoadedFile, lines: [ProfileLine], reporting diagnostics: inout Diagnostics
) -> ProfileText {
  var sources = SourceMap()
  sources.add(name: file.name, bytes: file.bytes)
  let symbols = SymbolTable()
  defer { symbols.free() }
  return file.bytes.withUnsafeBufferPointer { bytes in
    var lexer = Lexer(bytes, base: 0, symbols: symbols, reporter: diagnostics)
    lexer.screen()
    var reader = ProfileReader(lexer, lines, ProfileText(sources: sources))
    reader.read()
    diagnostics = reader.lexer.reporter
    return reader.profile
  }
}
