import Diagnosis
import Testing

@testable import Language

/// Words are read eight bytes at a time; these hold that to reading them one by one.
@Suite struct LexerWordTests {
  /// The texts of the words in `text`.
  private func words(of text: String) -> [String] {
    let symbols = SymbolTable()
    defer { symbols.free() }
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: 0, symbols: symbols, reporter: Diagnostics())
      var words: [String] = []
      var token = lexer.next()
      while token.kind != .end {
        if token.kind == .word {
          let word = symbols.text(of: token.symbol)
          // Behind it there may be a sign that stands for a word elsewhere, such as '!'.
          if words.isEmpty {
            #expect(bytes[Int(token.start)..<Int(token.end)].elementsEqual(word.utf8))
          }
          words.append(word)
        }
        token = lexer.next()
      }
      return words
    }
  }

  @Test func aWordMayHaveAnyLength() {
    for length in 1...20 {
      let word = String("abcdefghijklmnopqrstuvwxyz".prefix(length))
      for rest in ["", " ", "(x)", "\n\n\n\n\n\n\n\n\n", "é", "é + 12345678", "_9Z - 12345678"] {
        let name = word + (rest.hasPrefix("é") ? "é" : rest.hasPrefix("_") ? "_9Z" : "")
        #expect(words(of: word + rest).first == name)
      }
    }
  }

  @Test func aWordEndsWhereItMayNotGoOn() {
    for byte in UInt8(0x21)..<0x7F {
      let sign = Unicode.Scalar(byte)
      let goesOn = sign == "_" || sign.properties.isAlphabetic || ("0"..."9").contains(sign)
      #expect(
        words(of: "ab\(sign)cd - 12345678").first == (goesOn ? "ab\(sign)cd" : "ab"), "\(sign)")
    }
  }

  @Test func wordsThatDifferInOneByteAreTwo() {
    let word = Array("abcdefghijkl".utf8)
    var all: [String] = []
    for length in 1...word.count {
      for place in 0..<length {
        var other = word.prefix(length)
        other[place] = UInt8(ascii: "_")
        all.append(String(decoding: other, as: UTF8.self))
      }
    }
    #expect(words(of: (all + all.reversed()).joined(separator: "\n")) == all + all.reversed())
  }

  @Test func manyLongWordsWithOneBeginningAreMany() {
    let all = (1000..<3000).map { "abcdefgh\($0)" }
    #expect(words(of: (all + all.reversed()).joined(separator: "\n")) == all + all.reversed())
  }
}
