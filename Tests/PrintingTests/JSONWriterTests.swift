import Printing
import Quantities
import Testing

@Suite struct JSONWriterTests {
  private func document(_ layout: JSONWriter.Layout) -> String {
    var json = JSONWriter(layout)
    json.object {
      $0.member("name", "hello")
      $0.member("count", -3)
      $0.member("angle", Thousandths(-1250))
      $0.member("isLive", true)
      $0.member("axis", String?.none)
      $0.array("empty") { _ in }
      $0.object("nothing") { _ in }
      $0.array("steps") {
        $0.element(1)
        $0.object { $0.member("a", "b") }
        $0.array { $0.element(false) }
      }
    }
    return json.buffer.text
  }

  @Test func compact() {
    #expect(
      document(.compact)
        == #"{"name":"hello","count":-3,"angle":-1.250,"isLive":true,"axis":null,"#
        + #""empty":[],"nothing":{},"steps":[1,{"a":"b"},[false]]}"#)
  }

  @Test func pretty() {
    #expect(
      document(.pretty) == """
        {
          "name": "hello",
          "count": -3,
          "angle": -1.250,
          "isLive": true,
          "axis": null,
          "empty": [],
          "nothing": {},
          "steps": [
            1,
            {
              "a": "b"
            },
            [
              false
            ]
          ]
        }
        """)
  }

  @Test func appendsToWhatIsThere() {
    var buffer = TextBuffer()
    buffer.write("first\n")
    var json = JSONWriter(.compact, into: buffer)
    json.array { $0.element("x") }
    #expect(json.buffer.text == "first\n[\"x\"]")
  }

  @Test(arguments: [
    ("plain", #""plain""#),
    ("a\"b\\c", #""a\"b\\c""#),
    ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1B}\u{7F}\u{9B}", #""\u0000\u001b\u007f\u009b""#),
    ("\u{2028}\u{2029}\u{202E}\u{FEFF}", #""\u2028\u2029\u202e\ufeff""#),
    ("日本 👍", #""日本 👍""#),
    ("/", #""/""#),
  ])
  func escapesStrings(text: String, expected: String) {
    var buffer = TextBuffer()
    buffer.write(jsonString: text)
    #expect(buffer.text == expected)
  }

  /// A Swift string holds no lone surrogate; bytes that would be one arrive as replacements.
  @Test func loneSurrogatesAreReplaced() {
    var buffer = TextBuffer()
    buffer.write(jsonString: String(decoding: [0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self))
    #expect(buffer.text == "\"\u{FFFD}\u{FFFD}\u{FFFD}\"")
  }
}
