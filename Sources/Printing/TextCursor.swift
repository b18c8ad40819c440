/// A place in memory already set aside for text, for lines written a million at a time.
///
/// `TextBuffer.write(atMost:_:)` makes one. Each call checks once that its bytes fit and then stores
/// them without growing anything, so a line of five numbers costs some tens of nanoseconds.
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
  @inlinable @inline(__always)
  public mutating func write(_ value: Int32, width: Int = 0, plus: Bool = false) {
    let magnitude = value.magnitude
    let digits = TextCursor.digitCount(magnitude)
    let signed = value < 0 || plus
    let count = digits + (signed ? 1 : 0)
    write(spaces: width - count)
    precondition(count <= room)
    if signed { next.pointee = value < 0 ? 0x2D : 0x2B }
    next += count
    TextCursor.write(magnitude, endingAt: next)
  }

  @inlinable @inline(__always)
  static func digitCount(_ value: UInt32) -> Int {
    if value < 10_000 {
      if value < 100 { return value < 10 ? 1 : 2 }
      return value < 1000 ? 3 : 4
    }
    if value < 1_000_000 { return value < 100_000 ? 5 : 6 }
    if value < 100_000_000 { return value < 10_000_000 ? 7 : 8 }
    return value < 1_000_000_000 ? 9 : 10
  }

  @inlinable @inline(__always)
  static func write(_ value: UInt32, endingAt end: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var place = end
    while rest >= 100 {
      let pair = Int(rest % 100) * 2
      rest /= 100
      place -= 2
      place[0] = decimalPairs.utf8Start[pair]
      place[1] = decimalPairs.utf8Start[pair + 1]
    }
    if rest >= 10 {
      place[-2] = decimalPairs.utf8Start[Int(rest) * 2]
      place[-1] = decimalPairs.utf8Start[Int(rest) * 2 + 1]
    } else {
      place[-1] = UInt8(truncatingIfNeeded: 0x30 + rest)
    }
  }
}

/// The numbers 00 to 99, end to end.
@usableFromInline let decimalPairs: StaticString = """
  00010203040506070809\
  10111213141516171819\
  20212223242526272829\
  30313233343536373839\
  40414243444546474849\
  50515253545556575859\
  60616263646566676869\
  70717273747576777879\
  80818283848586878889\
  90919293949596979899
  """

extension TextBuffer {
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
