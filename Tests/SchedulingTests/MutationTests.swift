import Language
import Testing

/// One typing error gives one diagnostic, or two if the cause is not clear.
@Suite struct MutationTests {
  @Test(arguments: ScriptFile.examples)
  func aMissingTokenDrawsAtMostTwoErrors(script: ScriptFile) {
    let bytes = script.bytes
    for (place, token) in tokens(of: bytes).enumerated()
    where place % Thorough.step(1, sample: 4) == 0 {
      var changed = bytes
      changed.removeSubrange(token)
      let found = script.compile(changed)
      #expect(
        found.errors.count <= 2,
        "without '\(String(decoding: bytes[token], as: UTF8.self))' at \(token)\n\(found.rendered)")
    }
  }

  /// A brace or a quote too many can make a text read in another way altogether.
  @Test(arguments: ScriptFile.examples, 11..<11 + Thorough.count(3, sample: 1))
  func aTokenTooManyDrawsFewErrors(script: ScriptFile, seed: Int) throws {
    let pieces = [
      "}", "{", "(", ")", ",", "30deg", "2s", "pan", "over", "left", "foo", "=", "==", "\"", "..",
      ";", "+", "not", "else", "to", "gesture", ":", ".", "5",
    ]
    var random = SplitMix64(seed)
    let bytes = script.bytes
    for (place, token) in tokens(of: bytes).enumerated()
    where place % Thorough.step(1, sample: 4) == 0 {
      let piece = try #require(pieces.randomElement(using: &random))
      var changed = bytes
      changed.insert(contentsOf: Array(" \(piece) ".utf8), at: token.lowerBound)
      let found = script.compile(changed)
      let most = ["}", "{", "\""].contains(piece) ? 4 : 2
      #expect(
        found.errors.count <= most,
        "seed \(seed), '\(piece)' before byte \(token.lowerBound)\n\(found.rendered)")
    }
  }

  /// The places of the tokens of `bytes`: words, numbers whole, strings, and single signs.
  private func tokens(of bytes: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
        continue
      case 0x23:
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        continue
      case 0x22:
        repeat { index += 1 } while index < bytes.count && bytes[index] != 0x22
        index += 1
      case let byte where isWordPart(byte):
        while index < bytes.count, isWordPart(bytes[index]) || isPoint(index, in: bytes) {
          index += 1
        }
      case 0x2E where index + 1 < bytes.count && bytes[index + 1] == 0x2E: index += 2
      default: index += 1
      }
      tokens.append(start..<min(index, bytes.count))
    }
    return tokens
  }

  /// Whether the byte at `index` is the point of a number, as in `0.5`.
  private func isPoint(_ index: Int, in bytes: [UInt8]) -> Bool {
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && bytes[index] >= 0x30 && bytes[index] <= 0x39
    }
    return bytes[index] == 0x2E && isDigit(index - 1) && isDigit(index + 1)
  }

  private func isWordPart(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
  }
}
