import Quantities

/// A value that is one JSON token: a text, a number, a truth, or nothing.
public protocol JSONScalar {
  /// Appends the token to `buffer`.
  func writeJSON(to buffer: inout TextBuffer)
}

/// Writes one JSON document into a text buffer, members in the order they are given.
///
///     var json = JSONWriter(.pretty)
///     json.object {
///       $0.member("name", "hello")
///       $0.array("steps") { $0.element(1) }
///     }
public struct JSONWriter {
  /// How the document is laid out.
  public enum Layout: Sendable {
    /// One line, no spaces.
    case compact
    /// A member a line, two spaces a level.
    case pretty
  }

  /// The document so far.
  public private(set) var buffer: TextBuffer
  private let layout: Layout
  private var depth = 0
  private var isEmpty = true

  /// Creates a writer that appends to `buffer`.
  public init(_ layout: Layout, into buffer: TextBuffer = TextBuffer()) {
    self.layout = layout
    self.buffer = buffer
  }

  /// Writes an object as the document or as an element, its members written by `body`.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    try nest("{", "}", body)
  }

  /// Writes the member `key` that is an object, its members written by `body`.
  public mutating func object(_ key: StaticString, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    write(key: key)
    try nest("{", "}", body)
  }

  /// Writes an array as the document or as an element, its elements written by `body`.
  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    try nest("[", "]", body)
  }

  /// Writes the member `key` that is an array, its elements written by `body`.
  public mutating func array(_ key: StaticString, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    write(key: key)
    try nest("[", "]", body)
  }

  /// Writes the member `key` of one token; nil is `null`.
  public mutating func member(_ key: StaticString, _ value: some JSONScalar) {
    write(key: key)
    value.writeJSON(to: &buffer)
  }

  /// Writes one token as the document or as an element.
  public mutating func element(_ value: some JSONScalar) {
    separate()
    value.writeJSON(to: &buffer)
  }

  /// Hands what is written so far to `sink` and forgets it, if it is at least `size` bytes.
  public mutating func drain(over size: Int, to sink: (TextBuffer) throws -> Void) rethrows {
    guard buffer.count >= size else { return }
    try sink(buffer)
    buffer.removeAll()
  }

  private mutating func nest(
    _ open: StaticString, _ close: StaticString, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    buffer.write(open)
    depth += 1
    isEmpty = true
    try body(&self)
    depth -= 1
    if !isEmpty { breakLine() }
    isEmpty = false
    buffer.write(close)
  }

  /// Appends `key`, which needs no escaping: keys are ours.
  private mutating func write(key: StaticString) {
    separate()
    buffer.write("\"")
    buffer.write(key)
    if layout == .pretty { buffer.write("\": ") } else { buffer.write("\":") }
  }

  private mutating func separate() {
    guard depth > 0 else { return }
    if !isEmpty { buffer.write(",") }
    isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    buffer.write("\n")
    buffer.write(spaces: 2 * depth)
  }
}

extension TextBuffer {
  /// Appends `text` as a JSON string that is also safe to print.
  ///
  /// Beyond what RFC 8259 asks for, everything unprintable is escaped, so that a JSON line shown in
  /// a terminal stays one line and stays harmless.
  public mutating func write(jsonString text: String) {
    write(byte: 0x22)
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      write(string: text)
    } else {
      for scalar in text.unicodeScalars { write(jsonScalar: scalar) }
    }
    write(byte: 0x22)
  }

  private mutating func write(jsonScalar scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": write("\\\"")
    case "\\": write("\\\\")
    case "\n": write("\\n")
    case "\r": write("\\r")
    case "\t": write("\\t")
    case _ where scalar.isUnprintable:
      for unit in String(scalar).utf16 {
        write("\\u")
        write(hexadecimal: UInt32(unit), digits: 4)
      }
    default: write(bytes: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension Thousandths: JSONScalar {
  /// Appends the number with three decimals: `Thousandths(1250)` is `1.250`.
  public func writeJSON(to buffer: inout TextBuffer) { buffer.write(thousandths: count) }
}

extension String: JSONScalar {
  /// Appends the text in quotes, escaped.
  public func writeJSON(to buffer: inout TextBuffer) { buffer.write(jsonString: self) }
}

extension Int: JSONScalar {
  /// Appends the number in decimal.
  public func writeJSON(to buffer: inout TextBuffer) { buffer.write(self) }
}

extension Bool: JSONScalar {
  /// Appends `true` or `false`.
  public func writeJSON(to buffer: inout TextBuffer) {
    if self { buffer.write("true") } else { buffer.write("false") }
  }
}

extension Optional: JSONScalar where Wrapped: JSONScalar {
  /// Appends the token of the value, or `null`.
  public func writeJSON(to buffer: inout TextBuffer) {
    if let self { self.writeJSON(to: &buffer) } else { buffer.write("null") }
  }
}
