/// A place in memory already set aside for text, for lines written a million at a time.
///
/// `TextBuffer.write(atMost:_:)` makes one. Each call checks once that its bytes fit and then
/// stores them without growing anything, so a line of five numbers costs some tens of nanoseconds.
public struct TextCursor: ~Copyable {
  @usableFromInline var next: UnsafeMutablePointer<UInt8>
  @usableFromInline let end: UnsafeMutablePointer<UInt8>

  init(_ room: UnsafeMutableBufferPointer<UInt8>, at start: UnsafeMutablePointer<UInt8>) {
    next = start
    end = start + room.count
  }

  /// The number of bytes that can still be written.
  @inlinable public var room: Int { end - next }

  /// Appends the text of `literal`.
  ///
  /// - Requires: `room` holds it, as for every other method.
  @inlinable @inline(__always)
  public mutating func write(_ literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    precondition(count <= room)
    next.update(from: literal.utf8Start, count: count)
    next += count
  }

  /// Appends `text` as it is.
  @inlinable
  public mutating func write(string text: String) { write(bytes: Array(text.utf8)) }

  /// Appends one ASCII byte.
  @inlinable @inline(__always)
  public mutating func write(byte: UInt8) {
    precondition(room > 0)
    next.pointee = byte
    next += 1
  }

  /// Appends `run` as it is.
  @inlinable
  public mutating func write(bytes run: [UInt8]) {
    precondition(run.count <= room)
    run.withUnsafeBufferPointer { run in
      guard let base = run.baseAddress else { return }
      next.update(from: base, count: run.count)
    }
    next += run.count
  }

  /// Appends `count` spaces; none if `count` is negative.
  @inlinable @inline(__always)
  public mutating func write(spaces count: Int) {
    guard count > 0 else { return }
    precondition(count <= room)
    if count <= 32, room >= 32 {
      // Two stores of vectors are cheaper than a call that fills memory.
      let blank = SIMD16<UInt8>(repeating: 0x20)
      UnsafeMutableRawPointer(next).storeBytes(of: blank, as: SIMD16<UInt8>.self)
      UnsafeMutableRawPointer(next + 16).storeBytes(of: blank, as: SIMD16<UInt8>.self)
      next += count
    } else {
      writeMany(spaces: count)
    }
  }

  // Beside the two stores this would be made one call with them, that fills memory of any size.
  @usableFromInline @inline(never)
  mutating func writeMany(spaces count: Int) {
    next.update(repeating: 0x20, count: count)
    next += count
  }

  /// Appends spaces up to column `column`, counted in bytes from `lineStart` bytes of room.
  ///
  /// `lineStart` is what `room` was when the line began.
  @inlinable @inline(__always)
  public mutating func pad(to column: Int, from lineStart: Int) {
    write(spaces: column - (lineStart - room))
  }

  /// Appends `value` in decimal, right-aligned in `width` columns; a positive one after `plus`.
  ///
  /// - Requires: `room` is at least `numberRoom` more than `width`.
  @inlinable @inline(__always)
  public mutating func write(_ value: Int32, width: Int = 0, plus: Bool = false) {
    precondition(room >= width + TextCursor.numberRoom)
    guard value.magnitude < 100_000_000 else { return writeLong(value, width: width, plus: plus) }
    let digits = TextCursor.digits(of: value.magnitude)
    let zeros = min(7, digits.trailingZeroBitCount >> 3)
    let signed = value < 0 || plus
    if width > 0 { write(spaces: width - (8 - zeros) - (signed ? 1 : 0)) }
    next.pointee = value < 0 ? 0x2D : 0x2B
    next += signed ? 1 : 0
    store((digits | TextCursor.asciiZeros) >> UInt64(truncatingIfNeeded: zeros << 3))
    next += 8 - zeros
  }

  /// The room a number asks for beside its width: it is stored eight bytes at a time.
  @inlinable public static var numberRoom: Int { 24 }

  @usableFromInline
  mutating func writeLong(_ value: Int32, width: Int, plus: Bool) {
    let (high, low) = value.magnitude.quotientAndRemainder(dividingBy: 100_000_000)
    let digits = TextCursor.digits(of: low)
    let signed = value < 0 || plus
    write(spaces: width - (high < 10 ? 9 : 10) - (signed ? 1 : 0))
    if signed { write(byte: value < 0 ? 0x2D : 0x2B) }
    write(Int32(truncatingIfNeeded: high))
    store(digits | TextCursor.asciiZeros)
    next += 8
  }

  @inlinable static var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

  @inlinable @inline(__always)
  func store(_ eight: UInt64) {
    UnsafeMutableRawPointer(next).storeBytes(of: eight.littleEndian, as: UInt64.self)
  }

  /// The eight digits of `value`, a byte each, the first in the lowest byte.
  ///
  /// Three rounds split all fields of the word at once, by 10,000, 100 and 10; the divisions are
  /// multiplications by rounded-up reciprocals, exact for fields this small.
  ///
  /// - Requires: `value` has at most eight digits.
  @inlinable @inline(__always)
  static func digits(of value: UInt32) -> UInt64 {
    let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }
}

extension TextBuffer {
  /// The size from which long text is handed on, in bytes.
  public static let pieceSize = 1 << 16

  /// Appends what `fill` writes into `capacity` bytes of memory set aside for it.
  public mutating func write(atMost capacity: Int, _ fill: (inout TextCursor) -> Void) {
    grow(by: capacity) { room in
      guard let start = room.baseAddress else { return 0 }
      var cursor = TextCursor(room, at: start)
      fill(&cursor)
      return room.count - cursor.room
    }
  }
}
