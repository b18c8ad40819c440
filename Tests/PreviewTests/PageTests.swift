import Foundation
import Printing
import Testing

@testable import Preview

/// The page holds no text of others as markup, and its policy names what it runs.
@Suite struct PageTests {
  /// Test vectors of FIPS 180-4, and two of the length of a block.
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
    ),
    (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
    (String(repeating: "a", count: 1000), "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="),
  ])
  func hashes(text: String, hash: String) {
    #expect(SHA256.base64(of: Array(text.utf8)) == hash)
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (-0.5, "-0.5"), (0.0000001, "0.0000001"), (-0.00000001, "0"),
    (12.3456789, "12.3456789"), (90000, "90000"), (0.05, "0.05"), (-0.0625, "-0.0625"),
    (.infinity, "null"), (.nan, "null"), (1e12, "1000000000000"),
  ])
  func numbers(value: Double, text: String) {
    var buffer = TextBuffer()
    Number(value).writeJSON(to: &buffer)
    #expect(buffer.text == text)
  }

  @Test func thePolicyHasTheHashesOfThePage() throws {
    let page = try Previewed("pan to 10deg right over 1s\n").page
    func part(_ open: String, _ close: String) throws -> String {
      let start = try #require(page.range(of: open)).upperBound
      return String(
        page[
          start..<(try #require(page.range(of: close, range: start..<page.endIndex)))
            .lowerBound])
    }
    let policy = try part("Content-Security-Policy\" content=\"", "\"")
    for (text, name) in [
      (try part("<style>", "</style>"), "style-src"),
      (try part("<script>", "</script>"), "script-src"),
    ] {
      #expect(policy.contains("\(name) 'sha256-\(SHA256.base64(of: Array(text.utf8)))'"))
    }
    #expect(policy.hasPrefix("default-src 'none'"))
    #expect(Preview.isPage(Array(page.utf8)))
    #expect(!Preview.isPage(Array("<!doctype html><p>mine".utf8)))
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!-- x", "a & b", "\u{2028}x", "\u{202E}x", "\u{1B}[31m",
    "{{data}}", "שלום", String(repeating: "x", count: 200),
  ])
  func textOfOthersIsNoMarkup(name: String) throws {
    let name = name.replacingOccurrences(of: "/", with: "")
    let previewed = try Previewed("log \"hi\"\npan to 10deg right over 1s\n", name: name + ".dock")
    let page = previewed.page
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script>").count == 3)
    for scalar in page.unicodeScalars { #expect(!scalar.isUnprintable || scalar == "\n") }
    #expect(previewed.data["title"] as? String == harmless(name + ".dock"))
  }

  @Test(arguments: [
    ("  a {\n    b\n\n  }\n", "a {\nb\n}\n"),
    ("// one\nlet a = 1; // two\n  // three\n", "let a = 1; // two\n"),
    ("/** one */\na\n/*\n * two\n   */\nb\n", "a\nb\n"),
    ("/* one\n b */\nc", "c\n"), ("", ""), ("/", "/\n"), ("/* open\nb", ""),
  ])
  func codeIsShortened(code: String, short: String) {
    #expect(String(decoding: PageCode.short(Array(code.utf8)), as: UTF8.self) == short)
  }

  /// A line may lose the space before it only if it does not stand within a text.
  @Test func noTextOfThePageGoesOverALine() throws {
    for code in Preview.scripts + [PackageResources.live_js, PackageResources.page_css] {
      for line in String(decoding: code, as: UTF8.self).split(separator: "\n") {
        #expect(line.count { $0 == "`" } % 2 == 0, "\(line)")
        #expect(!line.hasSuffix("\\"), "\(line)")
        let isComment = line.drop { $0 == " " }.hasPrefix("/*")
        #expect(isComment || !line.contains("/*"), "\(line)")
      }
    }
  }

  @Test func aPageHoldsNoCommentsOfItsCode() throws {
    let page = try Previewed("pan to 10deg right over 1s\n").page
    #expect(page.contains("\nfunction piecesOf(groups) {\nconst exact"))
    #expect(!page.contains("/** ") && !page.contains("\n// "))
  }

  @Test func thePartsOfThePageAreTidy() throws {
    let folder = Previewed.root.appending(path: "Sources/Preview/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == Preview.scripts.count + 3, "every part is in a page")
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let lines = text.components(separatedBy: "\n")
      #expect(lines.count < 400, "\(name) has \(lines.count) lines")
      #expect(text.hasSuffix("\n") && !text.contains("\t") && !text.contains("\r"), "\(name)")
      for (index, line) in lines.enumerated() {
        #expect(!line.hasSuffix(" "), "\(name):\(index + 1)")
        guard name.hasSuffix(".js") else { continue }
        #expect(line.count <= 110, "\(name):\(index + 1) has \(line.count) columns")
        for word in ["innerHTML", "outerHTML", "eval(", "document.write(", "var ", "debugger"] {
          #expect(!line.contains(word), "\(name):\(index + 1) says '\(word)'")
        }
      }
    }
  }
}
