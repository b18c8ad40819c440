import Testing

/// A number is converted from one unit to another in `Quantities.swift` alone; elsewhere a
/// thousand, a million or a billion is a limit, and has a name.
@Suite struct FactorTests {
  /// The file of the conversions.
  static let home = "Sources/Quantities/Quantities.swift"

  @Test func factorsStandInOneFile() throws {
    for text in try Tree.texts(under: "Sources", "swift") where text.path != Self.home {
      let bare = factors(in: text.lines)
      #expect(bare.isEmpty, "\(text.path) has \(bare); what converts units is in Quantities.swift")
    }
    #expect(!factors(in: try Tree.text(at: Self.home).lines).isEmpty)
  }

  @Test(arguments: [
    "let seconds = Double(step.length) / 1000",
    "return Int(time) * 1_000_000",
    "let scale = 1000.0",
    "static let scale = 2 * 1e9",
    "guard (10...1_000).contains(number) else { return }",
    #"say("at \(decimal(time / 1_000_000)) s")"#,
    #"say("at \(text("x", time % 1000))")"#,
  ])
  func aBareFactorIsFound(line: Substring) {
    #expect(factors(in: [line]).count == 1)
  }

  @Test(arguments: [
    "public static let limit = 1000",
    "private static let farAway: Double = -1e9",
    "public var scheduleSteps = 1_000_000",
    "let most = 1_000_001 + 21000 + 0x1000 + 1e-9",
    "let rate = 30  // of 1000",
    "/// 1000",
    #"say("the picture is 1000 wide")"#,
  ])
  func aNamedLimitAndATextAreNot(line: Substring) {
    #expect(factors(in: [line]).isEmpty)
  }

  @Test func linesOfATextAreNot() {
    #expect(factors(in: [#"let text = """"#, "  1000 end", #"  """; call(1000)"#]).count == 1)
  }
}

/// The numbers in the code of `lines` that are a thousand, a million or a billion and no named
/// limit.
private func factors(in lines: [Substring]) -> [Substring] {
  var scanner = CodeScanner()
  return lines.flatMap { line -> [Substring] in
    let code = scanner.code(of: line)
    // Most lines have no number, and what follows is slow.
    guard code.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return [] }
    if code.firstMatch(of: /^ *(?:\w+ )?(?:static let|var) \w+(?:: \w+)? = -?[\d_e.]+ *$/) != nil {
      return []
    }
    let words = code.replacing("...", with: " ").split {
      !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "."
    }
    return words.filter { word in
      let value = Double(word.filter { $0 != "_" })
      return value == 1e3 || value == 1e6 || value == 1e9
    }
  }
}

/// Takes the comments and the texts out of lines of Swift, but not what is computed in a text.
private struct CodeScanner {
  /// What is around the present place, the innermost last: the code of a text, with the number of
  /// its open parentheses, or a text.
  private enum Part: Equatable {
    case code(open: Int)
    case text(isLong: Bool)
  }

  private var parts = [Part.code(open: 0)]

  /// The code of the next line.
  mutating func code(of line: Substring) -> String {
    var (code, rest) = ([UInt8](), Array(line.utf8)[...])
    while let next = rest.first {
      switch parts.last {
      case .text(let isLong):
        if rest.starts(with: #"\("#.utf8) {
          parts.append(.code(open: 0))
          code.append(UInt8(ascii: " "))
          rest = rest.dropFirst(2)
        } else if rest.starts(with: (isLong ? longQuote : "\"").utf8) {
          parts.removeLast()
          rest = rest.dropFirst(isLong ? 3 : 1)
        } else {
          rest = rest.dropFirst(next == UInt8(ascii: "\\") ? 2 : 1)
        }
      case .code(let open):
        if rest.starts(with: "//".utf8) { return String(decoding: code, as: UTF8.self) }
        if next == UInt8(ascii: "\"") {
          let isLong = rest.starts(with: longQuote.utf8)
          parts.append(.text(isLong: isLong))
          code.append(UInt8(ascii: " "))
          rest = rest.dropFirst(isLong ? 3 : 1)
          continue
        }
        let (opens, closes) = (next == UInt8(ascii: "("), next == UInt8(ascii: ")"))
        if closes, parts.count > 1, open == 0 {
          parts.removeLast()
        } else {
          if opens || closes { parts[parts.count - 1] = .code(open: open + (opens ? 1 : -1)) }
          code.append(next)
        }
        rest = rest.dropFirst()
      case nil: return ""
      }
    }
    if parts.last == .text(isLong: false) { parts.removeLast() }
    return String(decoding: code, as: UTF8.self)
  }
}

/// What a text of several lines stands between.
private let longQuote = String(repeating: "\"", count: 3)
