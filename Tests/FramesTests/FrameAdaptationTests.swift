import Frames
import Testing

/// Requests for formats, and what they make of frames: the worked cases of the documents.
@Suite struct FrameAdaptationTests {
  /// A frame, a request, the most pixels, and what is cropped and scaled.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let input: (Int, Int)
    let request: (Int, Int)?
    var most = Int.max
    let crop: (Int, Int)
    let output: (Int, Int)

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "crop 640x480 to 480x480", input: (640, 480), request: (480, 480), crop: (480, 480),
      output: (480, 480)),
    Case(
      name: "1280x720 for 640x480", input: (1280, 720), request: (640, 480), crop: (960, 720),
      output: (480, 360)),
    Case(
      name: "a portrait frame of 480x640 for 640x480", input: (480, 640), request: (640, 480),
      crop: (480, 640), output: (480, 640)),
    Case(
      name: "no request", input: (640, 400), request: nil, crop: (640, 400), output: (640, 400)),
    Case(
      name: "a larger request crops and does not enlarge", input: (640, 400),
      request: (720, 1280), crop: (640, 360), output: (640, 360)),
    Case(
      name: "16:9 of 4:3", input: (640, 480), request: (640, 360), crop: (640, 360),
      output: (640, 360)),
    Case(
      name: "one step down", input: (640, 480), request: (640, 360), most: 640 * 360 - 1,
      crop: (640, 360), output: (480, 270)),
    Case(
      name: "two steps down", input: (640, 480), request: (640, 360), most: 480 * 270 - 1,
      crop: (640, 360), output: (320, 180)),
    Case(
      name: "odd sizes are cropped a little", input: (640, 480), request: (640, 360), most: 8100,
      crop: (640, 368), output: (120, 69)),
    Case(
      name: "a very small size", input: (1920, 1080), request: (1920, 1080), most: 8100,
      crop: (1920, 1072), output: (120, 67)),
    Case(
      name: "only a limit", input: (1280, 720), request: nil, most: 640 * 360 - 1,
      crop: (1280, 720), output: (480, 270)),
    Case(
      name: "portrait of portrait", input: (480, 640), request: (640, 360), crop: (360, 640),
      output: (360, 640)),
  ]

  @Test(
    "crop and scale: the worked cases",
    arguments: cases)
  func aRequestCropsAndScales(example: Case) throws {
    let request = example.request.map { VideoFormat(width: $0.0, height: $0.1) }
    let adapted = try #require(
      FrameAdaptation(
        ofWidth: example.input.0, height: example.input.1, for: request, atMost: example.most))
    #expect((adapted.cropWidth, adapted.cropHeight) == example.crop)
    #expect((adapted.width, adapted.height) == example.output)
  }

  @Test("crop and scale: 3/4, then 2/3 of that, and so on")
  func theLadderIsThreeQuartersThenTwoThirds() {
    var sizes: [Int] = []
    var most = 1280 * 720 - 1
    while let adapted = FrameAdaptation(ofWidth: 1280, height: 720, for: nil, atMost: most),
      sizes.count < 6
    {
      sizes.append(adapted.width)
      most = adapted.width * adapted.height - 1
    }
    #expect(sizes == [960, 640, 480, 320, 240, 160])
  }

  @Test("crop and scale: a request without an area drops all")
  func nothingIsLeftOfNothing() {
    for request in [VideoFormat(width: 0, height: 0), VideoFormat(width: -4, height: 3)] {
      #expect(FrameAdaptation(ofWidth: 640, height: 480, for: request) == nil)
    }
    #expect(FrameAdaptation(ofWidth: 0, height: 480, for: nil) == nil)
    #expect(FrameAdaptation(ofWidth: 640, height: 480, for: nil, atMost: 0) == nil)
    #expect(FrameAdaptation(ofWidth: 1, height: 1, for: nil, atMost: 0) == nil)
  }

  @Test("crop and scale: within the budget, never enlarged")
  func theResultKeepsItsBudget() throws {
    for width in stride(from: 1, through: 2000, by: 37) {
      for height in stride(from: 1, through: 1500, by: 41) {
        let request = VideoFormat(width: 640, height: 360)
        guard let adapted = FrameAdaptation(ofWidth: width, height: height, for: request) else {
          continue
        }
        #expect(adapted.cropWidth <= width && adapted.cropHeight <= height)
        #expect(adapted.width <= adapted.cropWidth && adapted.height <= adapted.cropHeight)
        // Rounding up to whole steps may add one of them to each side.
        #expect(adapted.width * adapted.height <= request.area + 3 * (width + height))
      }
    }
  }
}

/// How often frames come.
@Suite struct FrameRateLimiterTests {
  /// The numbers of the frames that are kept of `count` frames at `rate`.
  private func kept(_ count: Int, at rate: Int, _ limiter: inout FrameRateLimiter) -> [Int] {
    (0..<count).filter { limiter.keeps(frameAt: $0 * 1_000_000_000 / rate) }
  }

  @Test("limiter: half the rate keeps every other frame")
  func halfTheRateKeepsEveryOtherFrame() {
    var limiter = FrameRateLimiter(rate: 15)
    #expect(kept(8, at: 30, &limiter) == [0, 1, 3, 5, 7])
  }

  @Test("limiter: the same rate keeps all")
  func theSameRateKeepsAll() {
    var limiter = FrameRateLimiter(rate: 30)
    #expect(kept(300, at: 30, &limiter).count == 300)
  }

  @Test("limiter: 0 frames a second or less drop all")
  func noRateKeepsAllAndZeroDropsAll() {
    var (all, none) = (FrameRateLimiter(rate: nil), FrameRateLimiter(rate: 0))
    #expect(kept(30, at: 240, &all).count == 30)
    #expect(kept(30, at: 30, &none).isEmpty)
    none.rate = -1
    #expect(kept(1, at: 30, &none).isEmpty)
  }

  /// Screen content has at most 15 frames a second.
  @Test(
    "limiter: the rate is kept in the long run",
    arguments: [(5, 30), (15, 60), (24, 30), (10, 29)])
  func theRateIsKeptInTheLongRun(rate: Int, of source: Int) {
    var limiter = FrameRateLimiter(rate: rate)
    let count = kept(20 * source, at: source, &limiter).count
    #expect(abs(count - 20 * rate) <= 2)
  }

  @Test("limiter: the next is due half a period after the first")
  func jitterDropsNothing() {
    var limiter = FrameRateLimiter(rate: 30)
    let times = (0..<90).map { $0 * 33_333_333 + ($0 % 3 - 1) * 12_000_000 + 20_000_000 }
    #expect(times.filter { limiter.keeps(frameAt: $0) }.count == 90)
  }

  @Test("limiter: two periods off, it begins anew")
  func aClockThatJumpsBeginsAnew() {
    var limiter = FrameRateLimiter(rate: 10)
    #expect([0, 10_000_000_000, 0].filter { limiter.keeps(frameAt: $0) }.count == 3)
  }
}
