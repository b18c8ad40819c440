import Printing
import Testing

@Suite("Text cursor") struct TextCursorTests {
  private func text(_ write: (inout TextCursor) -> Void) -> String {
    var buffer = TextBuffer()
    buffer.write("<")
    buffer.write(atMost: 400, write)
    return String(buffer.text.dropFirst())
  }

  @Test("numbers are the digits the language prints") func numbers() {
    var values: [Int32] = [0, .min, .max, -1, 99_999_999, 100_000_000, -999_999_999]
    var power: Int32 = 1
    for _ in 0..<9 {
      power *= 10
      values += [power - 1, power, power + 1, -power, 1 - power]
    }
    var state: UInt32 = 1
    for _ in 0..<5000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      values.append(Int32(bitPattern: state) >> Int32(state % 31))
    }
    for value in values {
      #expect(text { $0.write(value) } == String(value))
    }
  }

  @Test("numbers are aligned right, and overflow their column") func columns() {
    #expect(text { $0.write(42, width: 8) } == "      42")
    #expect(text { $0.write(-42, width: 4) } == " -42")
    #expect(text { $0.write(42, width: 5, plus: true) } == "  +42")
    #expect(text { $0.write(0, width: 3, plus: true) } == " +0")
    #expect(text { $0.write(12_345_678, width: 4) } == "12345678")
    #expect(text { $0.write(.min, width: 14) } == "   -2147483648")
    #expect(text { $0.write(2_000_000_000, width: 12, plus: true) } == " +2000000000")
  }

  @Test("padding counts from the start of the line") func padding() {
    let line = text { cursor in
      cursor.write("first\n")
      let start = cursor.room
      cursor.write("ab")
      cursor.pad(to: 30, from: start)
      cursor.write("c")
      cursor.pad(to: 3, from: start)
      cursor.write("d")
    }
    #expect(line == "first\nab" + String(repeating: " ", count: 28) + "cd")
  }

  @Test("only what is filled is kept") func growth() {
    var buffer = TextBuffer()
    for index in 0..<100 { buffer.write(atMost: 1 << 16) { $0.write(Int32(index)) } }
    #expect(buffer.text == (0..<100).map(String.init).joined())
    buffer.write(atMost: 0) { #expect($0.room == 0) }
  }

  @Test("quoted text cannot steer a terminal") func quoting() {
    #expect(
      text { $0.write(quoted: "a\"b\\\n\r\t\u{1b}\u{7f}\u{202e}é") }
        == #""a\"b\\\n\r\t\u{1b}\u{7f}\u{202e}é""#)
    #expect(text { $0.write(name: "lib/a.dock") } == "lib/a.dock")
    #expect(text { $0.write(name: "a b") } == "\"a b\"")
    #expect(text { $0.write(name: "") } == "\"\"")
    #expect(text { $0.write(name: "#1") } == "\"#1\"")
  }
}
