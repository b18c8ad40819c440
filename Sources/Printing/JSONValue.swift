/// A value of a JSON document, and where it stands.
public struct JSONValue: Sendable {
  /// What a value can be.
  public enum Content: Sendable {
    case null
    case truth(Bool)
    /// A number, as it is written.
    case number(Substring)
    case text(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])
  }

  /// What it is.
  public let content: Content
  /// Its bytes in the document.
  public let place: Range<Int>

  /// The member called `name`; nil if it has none, or is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// What is wrong with a JSON document, and where.
public struct JSONFault: Error, Equatable, Sendable {
  /// What is wrong, in a few words.
  public let message: String
  /// The bytes it is about.
  public let place: Range<Int>

  /// Creates a fault.
  public init(_ message: String, at place: Range<Int>) {
    (self.message, self.place) = (message, place)
  }
}

/// Reads one JSON document, as RFC 8259 has it; names of an object must differ.
public struct JSONReader {
  /// How deep arrays and objects may nest.
  private static let greatestDepth = 64
  /// How many members an object may have.
  private static let greatestMemberCount = 1000
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.count - bytes.withoutByteOrderMark.count
  }

  /// The document that is in `bytes`, all of them.
  public static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.fault("there is text after the end") }
    return value
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ message: String) -> JSONFault {
    JSONFault(message, at: position..<min(position + 1, bytes.count))
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: wanted) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ wanted: Unicode.Scalar) throws(JSONFault) {
    guard take(wanted) else { throw fault("expected '\(wanted)'") }
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    skipSpace()
    let start = position
    let content = try content()
    return JSONValue(content: content, place: start..<position)
  }

  private mutating func content() throws(JSONFault) -> JSONValue.Content {
    switch byte {
    case UInt8(ascii: "{"):
      return .object(try nested { (reader) throws(JSONFault) in try reader.members() })
    case UInt8(ascii: "["):
      return .array(try nested { (reader) throws(JSONFault) in try reader.elements() })
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), .some(0x30...0x39): return .number(try number())
    default:
      for (word, content) in [
        ("true", JSONValue.Content.truth(true)), ("false", .truth(false)), ("null", .null),
      ] where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return content
      }
      throw fault("expected a value")
    }
  }

  private mutating func nested<Parts>(
    _ body: (inout JSONReader) throws(JSONFault) -> Parts
  ) throws(JSONFault) -> Parts {
    depth += 1
    guard depth <= JSONReader.greatestDepth else { throw fault("this is nested too deep") }
    position += 1
    let parts = try body(&self)
    depth -= 1
    return parts
  }

  private mutating func elements() throws(JSONFault) -> [JSONValue] {
    var elements: [JSONValue] = []
    if take("]") { return elements }
    repeat { elements.append(try value()) } while take(",")
    try expect("]")
    return elements
  }

  private mutating func members() throws(JSONFault) -> [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    if take("}") { return members }
    repeat {
      skipSpace()
      let start = position
      let name = try text()
      guard !members.contains(where: { $0.name == name }) else {
        throw JSONFault("this name is given twice", at: start..<position)
      }
      // No object of ours has so many members; the check below takes time that grows with their
      // square.
      guard members.count < JSONReader.greatestMemberCount else {
        throw fault("this object has too many members")
      }
      try expect(":")
      members.append((name, try value()))
    } while take(",")
    try expect("}")
    return members
  }

  private mutating func number() throws(JSONFault) -> Substring {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    let whole = position
    try digits()
    if bytes[whole] == UInt8(ascii: "0"), position > whole + 1 {
      throw JSONFault("a number does not begin with 0", at: start..<position)
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if let sign = byte, sign | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return Substring(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while let byte, (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw fault("expected a digit") }
  }

  private mutating func text() throws(JSONFault) -> String {
    let start = position
    guard byte == UInt8(ascii: "\"") else { throw fault("expected a text") }
    position += 1
    var found: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a text holds no control characters") }
      if byte == UInt8(ascii: "\\") {
        found += try escape().utf8
      } else {
        found.append(byte)
        position += 1
      }
    }
    guard byte != nil else { throw JSONFault("the text has no end", at: start..<position) }
    position += 1
    guard let text = String(validating: found, as: UTF8.self) else {
      throw JSONFault("this text is not UTF-8", at: start..<position)
    }
    return text
  }

  private mutating func escape() throws(JSONFault) -> String {
    let start = position
    position += 2
    guard position <= bytes.count else { throw fault("the text has no end") }
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if units[0] >> 10 == 0xD800 >> 10, bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        units.append(try unit())
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
    default: break
    }
    throw JSONFault("unknown escape in the text", at: start..<position)
  }

  /// The UTF-16 unit that four digits name.
  private mutating func unit() throws(JSONFault) -> UInt16 {
    guard position + 4 <= bytes.count,
      bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw fault("expected four hexadecimal digits") }
    position += 4
    return unit
  }
}
