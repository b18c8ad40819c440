import Drawing
import Printing
import Testing

/// Pictures as pixels.
@Suite struct RasterTests {
  private static func raster(
    of path: Path, _ style: Style, width: Double = 10, scale: Double = 1
  ) -> Raster {
    var picture = Picture(width: width, height: 10, title: "", description: "")
    picture.elements = [.shape(path, style)]
    return Raster(picture, .print, scale: scale)
  }

  /// How much of the pixel at `x` and `y` is covered by black, from 0 to 1.
  private static func shade(_ raster: Raster, _ x: Int, _ y: Int) -> Double {
    1 - Double(raster.pixels[3 * (y * raster.width + x)]) / 255
  }

  @Test func coverageIsTheAreaOfEachPixel() {
    let raster = Self.raster(
      of: .rectangle(x: 2.25, y: 3.5, width: 4, height: 2), .area(.ink))
    // Left edge, inside, right edge, upper edge, a corner, outside.
    for (x, y, area) in [
      (2, 4, 0.75), (3, 4, 1), (6, 4, 0.25), (3, 3, 0.5), (2, 3, 0.375), (7, 4, 0), (1, 4, 0),
      (3, 2, 0), (3, 5, 0.5),
    ] {
      #expect(abs(Self.shade(raster, x, y) - area) < 0.01, "\(x) \(y)")
    }
  }

  @Test func aSlantedEdgeCoversAsMuchAsItShould() {
    let triangle = Path.polygon([Point(0, 0), Point(10, 10), Point(0, 10)])
    let raster = Self.raster(of: triangle, .area(.ink))
    for index in 0..<10 {
      #expect(abs(Self.shade(raster, index, index) - 0.5) < 0.01)
      if index > 0 {
        #expect(Self.shade(raster, index, index - 1) == 0)
        #expect(Self.shade(raster, index - 1, index) > 0.99)
      }
    }
  }

  /// The sum of all coverage is the area of the shape, wherever it lies, and what is off the page
  /// does no harm.
  @Test func areasAreKept() {
    for step in 0..<40 {
      let place = Double(step) * 0.137
      let raster = Self.raster(of: .circle(5 + place * 0.1, 5, radius: 3), .area(.ink))
      var sum = 0.0
      for y in 0..<10 { for x in 0..<10 { sum += Self.shade(raster, x, y) } }
      #expect(abs(sum - 9 * Double.pi) < 0.3)
    }
    _ = Self.raster(of: .circle(-3, 40, radius: 30), .area(.ink))
    _ = Self.raster(of: .line(-1e6, -1e6, 1e6, 1e6), .line(.ink, width: 3))
  }

  @Test func textAndLinesLeaveInk() {
    var picture = Picture(width: 100, height: 20, title: "", description: "")
    picture.elements = [.text(Label("dock°é漢", x: 2, y: 15, size: 12))]
    let raster = Raster(picture, .light)
    #expect(raster.pixels.contains { $0 < 100 })
    let dashed = Self.raster(
      of: .line(0, 5, 100, 5), .line(.ink, width: 2, dash: (on: 5, off: 5)), width: 100)
    let dark = (0..<100).count { Self.shade(dashed, $0, 5) > 0.9 }
    #expect((45...55).contains(dark))
  }

  @Test func aHugePictureIsMadeSmaller() {
    let picture = Picture(width: 1e6, height: 1e4, title: "", description: "")
    let raster = Raster(picture, .light)
    #expect(raster.width * raster.height <= Raster.mostPixels + raster.width + raster.height)
  }

  // MARK: - Files

  @Test func pngHasItsParts() throws {
    let raster = Self.raster(of: .circle(5, 5, radius: 3), .area(.ink))
    let png = raster.png
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(png.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    #expect(raster.png == png)
  }

  @Test(arguments: ImageProtocol.allCases)
  func terminalsGetPrintableDataOnly(way: ImageProtocol) {
    let text = Self.raster(of: .circle(5, 5, radius: 3), .area(.ink)).text(for: way).bytes
    #expect(text.first == 0x1B && text.last == 0x0A)
    #expect(
      text.allSatisfy { $0 == 0x1B || $0 == 0x07 || $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(text.count { $0 == 0x07 } == (way == .iterm2 ? 1 : 0))
  }

  // MARK: - Cells

  @Test func cellsShowTextAndDots() {
    var picture = Picture(width: 80, height: 32, title: "", description: "")
    picture.elements = [
      .shape(.line(0, 2, 79, 2), .line(.pan)), .text(Label("漢 \u{1B}[31mé", x: 0, y: 28, size: 16)),
    ]
    let grid = CellGrid(picture)
    #expect(grid.columns == 10 && grid.rows == 2)
    #expect(grid.text(.none).text == "⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉\n漢 \\u{1b}[\n")
    #expect(grid.text(.none, isASCII: true).bytes.allSatisfy { $0 < 0x80 })
    let colored = grid.text(.full, .light).text
    #expect(colored.contains("\u{1B}[0;38;2;0;103;168m"))
    #expect(colored.contains("\u{1B}[0m\n"))
    #expect(grid.text(.palette, .light).text.contains("38;5;"))
  }
}
