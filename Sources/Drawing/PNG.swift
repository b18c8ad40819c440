/// Portable Network Graphics, by the specification of the World Wide Web Consortium.
extension Raster {
  /// The pixels as a PNG file, the same bytes everywhere.
  package var png: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits a part; red, green and blue.
    PNG.chunk("IHDR", PNG.bytes(width) + PNG.bytes(height) + [8, 2, 0, 0, 0], to: &file)
    PNG.chunk("IDAT", PNG.zlib(filtered), to: &file)
    PNG.chunk("IEND", [], to: &file)
    return file
  }

  /// The rows, each as the differences to the row above it: pictures are mostly the same downwards.
  private var filtered: [UInt8] {
    let row = 3 * width
    var bytes: [UInt8] = []
    bytes.reserveCapacity((row + 1) * height)
    for y in 0..<height {
      bytes.append(y == 0 ? 0 : 2)
      let start = y * row
      for index in start..<start + row {
        bytes.append(y == 0 ? pixels[index] : pixels[index] &- pixels[index - row])
      }
    }
    return bytes
  }
}

/// The parts of a PNG file.
enum PNG {
  static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func chunk(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += bytes(data.count)
    let body = Array(name.utf8) + data
    file += body
    file += bytes(Int(crc(body)))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  /// `data` in the zlib format (RFC 1950): one block of DEFLATE (RFC 1951) with the fixed codes, in
  /// which what repeats a pixel is a reference to the pixel before it.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var bits = BitWriter([0x78, 0x01])
    bits.write(0b011, 3)
    var index = 0
    while index < data.count {
      var count = 0
      if index >= 3 {
        let most = min(258, data.count - index)
        while count < most, data[index + count] == data[index + count - 3] { count += 1 }
      }
      if count >= 3 {
        bits.writeLength(count)
        index += count
      } else {
        bits.writeSymbol(Int(data[index]))
        index += 1
      }
    }
    bits.writeSymbol(256)
    return bits.finished + bytes(adler(data))
  }

  private static func adler(_ data: [UInt8]) -> Int {
    var (a, b) = (1, 0)
    for byte in data {
      a += Int(byte)
      if a >= 65521 { a -= 65521 }
      b += a
      if b >= 65521 { b -= 65521 }
    }
    return b << 16 | a
  }
}

/// Writes bits, the lowest of each byte first.
private struct BitWriter {
  private var bytes: [UInt8]
  private var rest: UInt32 = 0
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes the lowest `width` bits of `value`.
  mutating func write(_ value: UInt32, _ width: Int) {
    rest |= value << UInt32(count)
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      count -= 8
    }
  }

  /// Writes a code, which begins with its highest bit.
  private mutating func writeCode(_ code: Int, _ width: Int) {
    var reversed: UInt32 = 0
    for bit in 0..<width where code >> bit & 1 == 1 { reversed |= 1 << UInt32(width - 1 - bit) }
    write(reversed, width)
  }

  /// Writes a byte, the end (256) or a length by the fixed codes.
  mutating func writeSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: writeCode(0x30 + symbol, 8)
    case ..<256: writeCode(0x190 + symbol - 144, 9)
    case ..<280: writeCode(symbol - 256, 7)
    default: writeCode(0xC0 + symbol - 280, 8)
    }
  }

  /// Writes a copy of so many bytes, from 3 to 258, of those three places before.
  mutating func writeLength(_ length: Int) {
    if length == 258 {
      writeSymbol(285)
    } else {
      var (base, symbol, extra) = (3, 257, 0)
      while length >= base + 1 << extra {
        base += 1 << extra
        symbol += 1
        if symbol >= 265, (symbol - 265) % 4 == 0 { extra += 1 }
      }
      writeSymbol(symbol)
      if extra > 0 { write(UInt32(length - base), extra) }
    }
    // The distance 3.
    writeCode(2, 5)
  }

  /// All bytes, the last one filled up.
  var finished: [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: rest)] : bytes }
}
