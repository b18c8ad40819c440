import Quantities

/// A growing run of UTF-8 text.
///
/// Every artefact the tool prints (schedules, commands, traces, JSON) is written through this type:
/// digits are made by hand, so output is the same on every machine and costs tens of nanoseconds
/// a line instead of the microseconds of a formatting library.
public struct TextBuffer: Sendable {
  /// The text so far, as UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty buffer.
  public init() {}

  /// Creates an empty buffer with room for `capacity` bytes.
  public init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// The text as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes written.
  public var count: Int { bytes.count }

  /// Forgets everything written, keeping the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the text of `literal` without making a string of it.
  @inline(__always)
  public mutating func write(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends `text` as it is.
  public mutating func write(string text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends one ASCII byte.
  @inline(__always)
  public mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends a run of bytes as they are.
  public mutating func write(bytes run: some Collection<UInt8>) {
    bytes.append(contentsOf: run)
  }

  /// Appends `count` spaces; none if `count` is negative.
  public mutating func write(spaces count: Int) {
    if count > 0 { bytes.append(contentsOf: repeatElement(0x20, count: count)) }
  }

  /// Appends `value` in decimal, right-aligned in `width` columns.
  @inline(__always)
  public mutating func write(_ value: Int, width: Int = 0) {
    var rest = value.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var first = 24
      repeat {
        first -= 1
        digits[first] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        first -= 1
        digits[first] = 0x2D
      }
      var padding = width - (24 - first)
      while padding > 0 {
        bytes.append(0x20)
        padding -= 1
      }
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[first..<24]))
    }
  }

  /// Appends `thousandths` / 1000 with exactly three decimals, as in `-0.250`.
  public mutating func write(thousandths: Int) {
    if thousandths < 0 { bytes.append(0x2D) }
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(
      dividingBy: UInt(Thousandths.whole))
    write(Int(whole))
    bytes.append(0x2E)
    let fraction = Int(rest)
    if fraction < 100 { bytes.append(0x30) }
    if fraction < 10 { bytes.append(0x30) }
    write(fraction)
  }

  /// Appends spaces up to column `column`, counted in bytes from `lineStart`.
  public mutating func pad(to column: Int, from lineStart: Int) {
    write(spaces: column - (bytes.count - lineStart))
  }

  /// Appends as many of `capacity` fresh bytes as `fill` says it has filled.
  mutating func grow(by capacity: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    // Copying what is filled is quicker than clearing all of it first, in debug builds by far.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(0, capacity)) { fresh in
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: fresh[..<fill(fresh)]))
    }
  }
}
