import Motion
import Vocabulary

extension StaticString {
  /// True if the text of `self` is `bytes`.
  func spells(_ bytes: some Collection<UInt8>) -> Bool {
    withUTF8Buffer { $0.elementsEqual(bytes) }
  }
}

extension Step {
  /// The greatest index of a file that a step can name.
  public static let greatestFile = 0xFF
  /// The greatest line a step can name; later ones are given as this one.
  public static let greatestLine = 0xFF_FFFF

  /// The index in `Schedule.files` of the file its statement stands in.
  public var file: Int { Int(line >> 24) }
  /// The line of its statement in that file, from 1; 0 if it has none.
  public var lineNumber: Int { Int(line & 0xFF_FFFF) }

  /// The value of `line` for line `number` of the file with index `file`.
  ///
  /// A line past `greatestLine` becomes that one; a file past `greatestFile` cannot be named: 0.
  public static func line(_ number: Int, inFile file: Int) -> UInt32 {
    guard file >= 0, file <= greatestFile, number > 0 else { return 0 }
    return UInt32(file) << 24 | UInt32(min(number, greatestLine))
  }
}

extension Easing {
  /// The word of the easing in JSON.
  var word: String { name?.rawValue ?? "plain" }

  /// The easing as it ends a line: a space and its words, or nothing for `.plain`.
  var suffix: [UInt8] { isPlain ? [] : Array(" \(words)".utf8) }

  /// The easing as scripts write it, as in `spring(0.5)`; `plain` for `.plain`.
  public var words: String {
    switch self {
    case .plain, .curve: word
    case .bezier(let x1, let y1, let x2, let y2):
      "\(word)(\(x1.shortest), \(y1.shortest), \(x2.shortest), \(y2.shortest))"
    case .spring(let bounce): "\(word)(\(bounce.shortest))"
    }
  }
}

extension Double {
  /// The shortest decimal that reads back as `self`, without a point where it is whole.
  var shortest: String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}
