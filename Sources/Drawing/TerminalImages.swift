import Printing

/// How pixels are sent to a terminal.
package enum ImageProtocol: Sendable, CaseIterable {
  /// The graphics protocol of kitty.
  case kitty
  /// The inline images of iTerm2.
  case iterm2
  /// The sixel graphics of DEC terminals.
  case sixel
}

extension Raster {
  /// What makes a terminal show the pixels, and a line feed.
  package func text(for way: ImageProtocol) -> TextBuffer {
    var text = TextBuffer()
    switch way {
    case .kitty: writeKitty(to: &text)
    case .iterm2:
      let file = png
      text.write(string: "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(width)px:")
      text.write(bytes: Base64.encode(file))
      text.write("\u{7}")
    case .sixel: writeSixels(to: &text)
    }
    text.write("\n")
    return text
  }

  /// A PNG file in pieces of at most 4096 characters, shown at once (`a=T`) without an answer
  /// (`q=2`).
  private func writeKitty(to text: inout TextBuffer) {
    let data = Base64.encode(png)
    var start = 0
    while start < data.count {
      let end = min(start + 4096, data.count)
      text.write("\u{1B}_G")
      if start == 0 { text.write("a=T,f=100,q=2,") }
      text.write(end < data.count ? "m=1;" : "m=0;")
      text.write(bytes: data[start..<end])
      text.write("\u{1B}\\")
      start = end
    }
  }

  // MARK: - Sixels

  /// Bands of six rows; in each, for each of at most 256 colours, which pixels have it.
  private func writeSixels(to text: inout TextBuffer) {
    let palette = Palette(self)
    text.write(string: "\u{1B}P0;1;0q\"1;1;\(width);\(height)")
    for (number, color) in palette.colors.enumerated() {
      func share(_ part: UInt8) -> Int { (Int(part) * 100 + 127) / 255 }
      text.write(
        string: "#\(number);2;\(share(color.red));\(share(color.green));\(share(color.blue))")
    }
    for top in stride(from: 0, to: height, by: 6) {
      writeBand(from: top, palette, to: &text)
      text.write("-")
    }
    text.write("\u{1B}\\")
  }

  private func writeBand(from top: Int, _ palette: Palette, to text: inout TextBuffer) {
    var rows: [[UInt8]?] = Array(repeating: nil, count: palette.colors.count)
    for row in 0..<min(6, height - top) {
      for column in 0..<width {
        let number = palette.numbers[(top + row) * width + column]
        if rows[Int(number)] == nil { rows[Int(number)] = [UInt8](repeating: 0, count: width) }
        rows[Int(number)]?[column] |= 1 << UInt8(row)
      }
    }
    var isFirst = true
    for (number, row) in rows.enumerated() {
      guard let row else { continue }
      text.write(string: isFirst ? "#\(number)" : "$#\(number)")
      isFirst = false
      var column = 0
      while column < width {
        var end = column + 1
        while end < width, row[end] == row[column] { end += 1 }
        let (count, sign) = (end - column, row[column] + 0x3F)
        // What is left at the end of a row is empty anyhow.
        if end == width, row[column] == 0 { break }
        if count > 3 {
          text.write(string: "!\(count)")
          text.write(byte: sign)
        } else {
          for _ in 0..<count { text.write(byte: sign) }
        }
        column = end
      }
    }
  }
}

/// The colours of a picture, at most 256: the most frequent ones, and for others the nearest.
private struct Palette {
  private(set) var colors: [Color] = []
  /// The number of the colour of each pixel.
  private(set) var numbers: [UInt8] = []

  init(_ raster: Raster) {
    var counts: [UInt32: Int] = [:]
    var values: [UInt32] = []
    values.reserveCapacity(raster.width * raster.height)
    for index in stride(from: 0, to: raster.pixels.count, by: 3) {
      let parts = raster.pixels[index..<index + 3]
      let value = parts.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      values.append(value)
      counts[value, default: 0] += 1
    }
    let frequent = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(256).map(\.key)
    colors = frequent.map(Color.init)
    var known: [UInt32: UInt8] = [:]
    for value in counts.keys { known[value] = Palette.nearest(to: Color(value), in: colors) }
    numbers = values.map { known[$0] ?? 0 }
  }

  private static func nearest(to color: Color, in colors: [Color]) -> UInt8 {
    var (best, least) = (0, Int.max)
    for (number, other) in colors.enumerated() {
      let (r, g, b) = (
        Int(color.red) - Int(other.red), Int(color.green) - Int(other.green),
        Int(color.blue) - Int(other.blue)
      )
      let distance = r * r + g * g + b * b
      if distance < least { (best, least) = (number, distance) }
    }
    return UInt8(best)
  }
}

/// Bytes as text of 64 characters (RFC 4648).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let value = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for place in 0..<4 {
        text.append(
          place <= part.count
            ? alphabet[Int(value >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
