import Camera
import Frames
import Motion
import Printing
import Testing
import Tracking

/// A source that a test drives.
private final class Source: VideoSource {
  weak var sink: (any VideoSink)?

  func send(_ count: Int, rate: Int = 30, width: Int = 640, height: Int = 480) throws {
    for index in 0..<count {
      let time = index * 1_000_000_000 / rate
      try sink?.receive(VideoFrame(width: width, height: height, time: time))
    }
  }
}

/// A sink that remembers what it got, and fails when it is told to.
private final class Sink: VideoSink {
  struct Failure: Error, Equatable {}
  var times: [Int] = []
  var sizes: Set<[Int]> = []
  var requests: [VideoFormat?] = []
  var failsAt: Int?
  var requirements: VideoFormat?

  func receive(_ frame: VideoFrame) throws {
    if times.count == failsAt { throw Failure() }
    times.append(frame.time)
    sizes.insert([frame.width, frame.height])
  }

  func receive(request: VideoFormat?) { requests.append(request) }
}

/// Sources, stages and sinks.
@Suite struct StageTests {
  @Test("source: requests are delivered to the sink")
  func videoSourcesReceiveFormatRequestsAndDeliverThemToSinks() {
    let (source, sink) = (Source(), Sink())
    source.sink = sink
    source.request(.recommendedMost)
    source.request(nil)
    #expect(sink.requests == [.recommendedMost, nil])
    #expect(!source.isScreencast)
  }

  @Test("source: its sink is weak")
  func aSourceDoesNotKeepItsSink() throws {
    let source = Source()
    do {
      let sink = Sink()
      source.sink = sink
      try source.send(1)
      #expect(sink.times == [0])
    }
    #expect(source.sink == nil)
    try source.send(1)
  }

  @Test("source: one sink; another takes the place of the first")
  func aSourceHasOneSink() throws {
    let (source, first, second) = (Source(), Sink(), Sink())
    source.sink = first
    try source.send(2)
    source.sink = second
    try source.send(3)
    source.request(.usual)
    #expect(first.times.count == 2 && second.times.count == 3)
    #expect(first.requests.isEmpty && second.requests == [.usual])
  }

  @Test("sink: without requirements it takes everything")
  func aSinkMayRequireNothing() throws {
    let (source, photo, sink) = (Source(), StillPhoto(), Sink())
    #expect((photo as any VideoSink).requirements == nil)
    let adapter = FrameAdapter(to: sink)
    source.sink = adapter
    try source.send(240, rate: 240, width: 641, height: 3)
    #expect(sink.times.count == 240 && sink.sizes == [[641, 3]] && adapter.dropped == 0)
  }

  @Test("requests: 480x480 of 640x480 is a centred square")
  func makingAFormatRequest() throws {
    let (source, sink) = (Source(), Sink())
    let adapter = FrameAdapter(to: sink)
    source.sink = adapter
    // Request cropping to 480x480.
    source.request(VideoFormat(width: 480, height: 480, rate: nil))
    try source.send(3)
    #expect(sink.sizes == [[480, 480]] && sink.times.count == 3)
  }

  @Test("sink: stages are chained")
  func sourcesAreChained() throws {
    let (source, sink) = (Source(), Sink())
    let second = FrameAdapter(to: sink)
    let first = FrameAdapter(to: second)
    source.sink = first
    first.request(VideoFormat(width: 480, height: 480, rate: 15))
    second.request(VideoFormat(width: 240, height: 240, rate: nil))
    try source.send(30)
    #expect(sink.sizes == [[240, 240]])
    #expect(sink.times.count == 16 && first.dropped == 14 && second.dropped == 0)
  }

  @Test("sink: what it requires is requested")
  func whatASinkRequiresIsRequested() throws {
    let sink = Sink()
    sink.requirements = VideoFormat(width: 320, height: 240, rate: 10)
    let adapter = FrameAdapter(to: sink)
    try adapter.receive(VideoFrame(width: 640, height: 480, time: 0))
    #expect(sink.sizes == [[320, 240]])
    adapter.request(VideoFormat(width: 0, height: 0))
    try adapter.receive(VideoFrame(width: 640, height: 480, time: 500_000_000))
    #expect(sink.times.count == 1 && adapter.dropped == 1)
  }

  @Test("sink: delivery of every frame is not promised")
  func aSlowSinkDropsAndCountsAndNeverDelays() throws {
    let (source, buffer) = (Source(), FrameBuffer(capacity: 2))
    source.sink = buffer
    try source.send(30)
    #expect(buffer.dropped == 28)
    #expect(buffer.take()?.time == 0)
    #expect(buffer.take()?.time == 33_333_333)
    #expect(buffer.take() == nil)
    try source.send(1)
    #expect(buffer.take()?.time == 0 && buffer.dropped == 28)
    source.request(.usual)
    #expect(buffer.request == .usual)
  }

  @Test func aSinkThatThrowsIsLeftOutAndOthersGoOn() throws {
    let (source, good, bad) = (Source(), Sink(), Sink())
    bad.failsAt = 2
    let all = FanOut([bad, good])
    source.sink = all
    try source.send(5)
    source.request(.usual)
    #expect(good.times.count == 5 && bad.times.count == 2)
    #expect(all.broken.map(\.index) == [0])
    #expect(all.broken.first?.time == 66_666_666)
    #expect(all.broken.first?.error is Sink.Failure)
    #expect(good.requests == [.usual])
  }
}

/// What frames are sent to.
@Suite struct SinkTests {
  @Test func aRecorderWritesYUV4MPEG2() throws {
    var bytes: [UInt8] = []
    let recorder = Recorder(VideoFormat(width: 4, height: 2, rate: 25)) { bytes += $0.bytes }
    let frame = VideoFrame(width: 4, height: 2, time: 0, brightness: 7)
    try recorder.receive(frame)
    try recorder.receive(frame)
    let header = "YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=FULL\n"
    let body = Array("FRAME\n".utf8) + frame.bytes
    #expect(bytes == Array(header.utf8) + body + body)
    #expect(recorder.count == 2)
    #expect(throws: VideoFailure.self) {
      try recorder.receive(VideoFrame(width: 2, height: 4, time: 0))
    }
  }

  @Test func aRecorderThrowsWhatItsOutputThrows() {
    struct Full: Error {}
    let recorder = Recorder(.usual) { _ in throw Full() }
    #expect(throws: Full.self) {
      try recorder.receive(VideoFrame(width: 640, height: 480, time: 0))
    }
    #expect(recorder.count == 0)
  }

  @Test func statisticsSayRateAndJitter() {
    let statistics = FrameStatistics()
    #expect(statistics.rate == nil && statistics.brightness == 0)
    for time in [0, 30, 70, 100] {
      statistics.receive(
        VideoFrame(width: 2, height: 2, time: time * 1_000_000, brightness: UInt8(time)))
    }
    #expect(statistics.count == 4 && statistics.rate == 30 && statistics.brightness == 50)
    #expect(statistics.intervals == 30_000_000...40_000_000 && statistics.outOfOrder == 0)
    statistics.receive(VideoFrame(width: 2, height: 2, time: 0))
    #expect(statistics.outOfOrder == 1)
  }

  @Test func aPhotoIsTheNextFrameUpright() throws {
    let photo = StillPhoto()
    photo.receive(try ramp(4, 2, at: 1))
    photo.take()
    var frame = try ramp(4, 2, at: 2)
    frame.rotation = .right
    photo.receive(frame)
    photo.receive(try ramp(4, 2, at: 3))
    #expect(photo.photos.map(\.time) == [2])
    #expect(photo.photos.first?.width == 2)
  }

  @Test func aTrackerTurnsTowardsWhatItsDetectorFinds() throws {
    let limits = AxisLimits(
      lower: -90, upper: 90, speed: 90, acceleration: 720, jerk: 14_400)
    let tracker = Tracker(
      view: CameraView(), motors: MotorModel(yaw: limits, pitch: limits, latency: 0))
    let sink = TrackingSink(tracker, at: { _ in .home }) { _ in
      [Detection(.face, UnitRect(x: 0.7, y: 0.4, width: 0.1, height: 0.2))]
    }
    #expect(sink.requirements?.rate == 30)
    for index in 0..<15 {
      try sink.receive(VideoFrame(width: 64, height: 36, time: index * 33_333_333))
    }
    let guidance = try #require(sink.guidance)
    #expect(guidance.phase == .following && guidance.yaw > 1)
  }

  @Test func aDetectorThatFailsIsTheErrorOfItsSink() {
    struct Blind: Error {}
    let limits = AxisLimits(lower: -90, upper: 90, speed: 90, acceleration: 720, jerk: 14_400)
    let tracker = Tracker(view: CameraView(), motors: MotorModel(yaw: limits, pitch: limits))
    let all = FanOut([TrackingSink(tracker, at: { _ in .home }) { _ in throw Blind() }])
    all.receive(VideoFrame(width: 2, height: 2, time: 0))
    #expect(all.broken.first?.error is Blind)
  }

  @Test("screen: a frame is sent again 250 ms after the last")
  func aStillScreenIsRepeated() throws {
    let (source, sink) = (Source(), Sink())
    let repeater = FrameRepeater(to: sink)
    source.sink = repeater
    try source.send(2, rate: 10)
    try repeater.proceed(to: 349_999_999)
    #expect(sink.times == [0, 100_000_000])
    try repeater.proceed(to: 1_000_000_000)
    #expect(sink.times.dropFirst(2) == [350_000_000, 600_000_000, 850_000_000])
  }

  @Test("screen: a new frame is never behind a repeated one")
  func repeatedFramesStayInOrder() throws {
    let (source, sink) = (Source(), Sink())
    let repeater = FrameRepeater(to: sink)
    source.sink = repeater
    try source.send(3, rate: 2)
    #expect(sink.times == [0, 250, 500, 750, 1000].map { $0 * 1_000_000 })
  }

  @Test("screen: without a first frame there is nothing to repeat")
  func nothingIsRepeated() throws {
    let sink = Sink()
    let repeater = FrameRepeater(to: sink)
    try repeater.proceed(to: 10_000_000_000)
    #expect(sink.times.isEmpty)
    repeater.receive(request: .usual)
    #expect(sink.requests == [.usual])
  }

  @Test(
    "screen: at most 15 frames a second, the longer side 886 or 1280",
    arguments: [
      (2778, 1284, 886, 886, 409), (1284, 2778, 886, 409, 886), (2778, 1284, 1280, 1280, 591),
      (640, 480, 886, 640, 480),
    ])
  func aScreenIsScaledDown(width: Int, height: Int, longest: Int, w: Int, h: Int) throws {
    let format = VideoFormat.screen(width: width, height: height, longest: longest)
    #expect((format.width, format.height, format.rate) == (w, h, 15))
    // Every other one of 30 a second, and the first, from which the limiter counts.
    let (source, sink) = (Source(), Sink())
    let adapter = FrameAdapter(to: sink)
    source.sink = adapter
    source.request(format)
    try source.send(60)
    #expect(sink.times.count == 31)
  }

  @Test("web page: 5 frames a second")
  func aPageIsSlow() throws {
    let (source, sink) = (Source(), Sink())
    let adapter = FrameAdapter(to: sink)
    source.sink = adapter
    source.request(VideoFormat(width: 640, height: 480, rate: VideoFormat.pageRate))
    try source.send(60)
    #expect(sink.times.count == 11)
  }
}
