import Frames
import Testing

/// A sink that remembers when frames came, and how wide and how bright they were.
private final class Sink: VideoSink {
  struct Failure: Error {}
  var times: [Int] = []
  var widths: [Int] = []
  var brightness: [Int] = []
  var rotations: [VideoRotation] = []
  var failsAt: Int?

  func receive(_ frame: VideoFrame) throws {
    if times.count == failsAt { throw Failure() }
    times.append(frame.time / 1_000_000)
    widths.append(frame.width)
    brightness.append(Int(frame.brightness))
    rotations.append(frame.rotation)
  }
}

/// The cameras of a phone as a source.
@Suite struct CameraSourceTests {
  private typealias Ending = Result<CameraSource.Capture?, VideoFailure>
  private static let second = 1_000_000_000
  private static let smallest = VideoFormat(width: 192, height: 144)

  /// A phone of which the front camera sees something dark and the other one something light.
  private static func phone(
    _ cameras: [CameraSource.Position: CameraFormats] = [.front: .phone, .back: .phone]
  ) -> CameraSource {
    CameraSource(cameras) { capture, time in
      VideoFrame(
        width: capture.format.width, height: capture.format.height, time: time,
        brightness: capture.position == .front ? 50 : 200)
    }
  }

  @Test("camera: starting takes a while, and says when it is done")
  func startingIsAsynchronous() throws {
    let (source, sink) = (Self.phone(), Sink())
    source.sink = sink
    var ended: [Ending] = []
    source.advance(to: Self.second)
    try source.start(.front) { ended.append($0) }
    #expect(ended.isEmpty && source.capture == nil)
    source.advance(to: Self.second + 299_999_999)
    #expect(ended.isEmpty && sink.times.isEmpty)
    source.advance(to: 2 * Self.second)
    let usual = CameraSource.Capture(position: .front, format: .usual)
    #expect(ended == [.success(usual)] && source.capture == usual)
    #expect(sink.times.prefix(4) == [1300, 1333, 1366, 1400])
    #expect(sink.times.count == 22 && Set(sink.widths) == [640])
  }

  @Test("camera: another one is selected while frames go on to come")
  func selectingIsAsynchronous() throws {
    let (source, sink) = (Self.phone(), Sink())
    source.sink = sink
    var ended: [Ending] = []
    try source.start(.front)
    try source.select(.back, format: Self.smallest) { ended.append($0) }
    source.advance(to: 599_999_999)
    #expect(ended.isEmpty && Set(sink.brightness) == [50])
    #expect(sink.times.last == 566)
    source.advance(to: 700_000_000)
    #expect(ended == [.success(.init(position: .back, format: Self.smallest))])
    #expect(sink.brightness.suffix(4) == [200, 200, 200, 200])
    #expect(sink.times.suffix(4) == [600, 633, 666, 700] && sink.widths.last == 192)
  }

  @Test("camera: stopping takes a while, and then no frame comes")
  func stoppingIsAsynchronous() throws {
    let (source, sink) = (Self.phone(), Sink())
    source.sink = sink
    var ended: [Ending] = []
    try source.start(.front)
    source.advance(to: Self.second)
    source.stop { ended.append($0) }
    #expect(source.capture != nil)
    source.advance(to: 5 * Self.second)
    #expect(ended == [.success(nil)] && source.capture == nil)
    #expect(sink.times.last == 1266)
    try source.start(.back)
    source.advance(to: 6 * Self.second)
    #expect(sink.times.count == 30 + 22 && sink.brightness.last == 200)
  }

  @Test("camera: no preview at first; it shows all frames, whatever is requested")
  func thePreviewIsOffByDefault() throws {
    let (source, sink, screen) = (Self.phone(), Sink(), Sink())
    let adapter = FrameAdapter(to: sink)
    source.sink = adapter
    #expect(source.preview == nil)
    source.preview = screen
    source.request(VideoFormat(width: 480, height: 480, rate: 15))
    try source.start(.front)
    source.advance(to: 1_299_999_999)
    #expect(screen.times.count == 30 && Set(screen.widths) == [640])
    #expect(sink.times.count == 16 && Set(sink.widths) == [480])
    source.sink = nil
    source.advance(to: 2_299_999_999)
    #expect(screen.times.count == 60 && sink.times.count == 16)
  }

  @Test("camera: frames say how the phone is turned, from when its tracker says so")
  func orientationIsTracked() throws {
    let (source, sink) = (Self.phone(), Sink())
    source.sink = sink
    try source.start(.front)
    source.advance(to: 300_000_000)
    source.orientationDidChange(to: 270)
    source.advance(to: 350_000_000)
    try source.select(.back)
    source.advance(to: 650_000_000)
    source.orientationDidChange(to: -270)
    source.advance(to: 700_000_000)
    #expect(sink.rotations.first == .left)
    #expect(sink.rotations[1...9] == .init(repeating: .up, count: 9))
    #expect(Array(sink.rotations.suffix(2)) == [.down, .up], "\(sink.rotations)")
  }

  @Test("camera: what cannot be is refused, and changes nothing")
  func whatCannotBeIsRefused() throws {
    let source = Self.phone([.front: .phone])
    var ended: [Ending] = []
    #expect(throws: VideoFailure.noCamera) { try source.start(.back) }
    let odd = VideoFormat(width: 641, height: 480)
    #expect(throws: VideoFailure.noSuchFormat(odd, nearest: .usual)) {
      try source.start(.front, format: odd)
    }
    try source.select(.front) { ended.append($0) }
    source.stop { ended.append($0) }
    try source.start(.front) { ended.append($0) }
    try source.start(.front, format: Self.smallest) { ended.append($0) }
    source.advance(to: 2 * Self.second)
    let usual = CameraSource.Capture(position: .front, format: .usual)
    #expect(
      ended == [
        .failure(.notRunning), .failure(.notRunning), .success(usual), .failure(.isRunning),
      ])
    #expect(source.capture == usual)
  }

  @Test("camera: a sink that throws gets nothing more, and the preview goes on")
  func aSinkThatThrowsGetsNothingMore() throws {
    let (source, sink, screen) = (Self.phone(), Sink(), Sink())
    sink.failsAt = 3
    (source.sink, source.preview) = (sink, screen)
    try source.start(.front)
    source.advance(to: Self.second)
    #expect(sink.times.count == 3 && source.sink == nil && screen.times.count == 22)
  }
}
