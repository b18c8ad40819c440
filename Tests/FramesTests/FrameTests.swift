import Camera
import Frames
import Motion
import Printing
import Testing
import Tracking

/// A frame whose brightness says the column and whose colour says the row.
func ramp(_ width: Int, _ height: Int, at time: Int = 0) throws -> VideoFrame {
  let (half, rows) = ((width + 1) / 2, (height + 1) / 2)
  let light = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 % width) }
  let color = (0..<half * rows).map { UInt8(truncatingIfNeeded: $0 / half) }
  return try VideoFrame(width: width, height: height, time: time, bytes: light + color + color)
}

/// Frames as values.
@Suite struct VideoFrameTests {
  @Test("crop and scale: the crop is centred")
  func aCropIsTheMiddle() throws {
    let frame = try ramp(64, 48).cropped(width: 48, height: 48)
    #expect((frame.width, frame.height) == (48, 48))
    #expect(frame.bytes.prefix(3) == [8, 9, 10])
    #expect(throws: VideoFailure.cropOutside(width: 65, height: 48)) {
      try ramp(64, 48).cropped(width: 65, height: 48)
    }
    #expect(throws: VideoFailure.cropOutside(width: 0, height: 4)) {
      try ramp(64, 48).cropped(width: 0, height: 4)
    }
  }

  @Test("crop and scale: a pixel is the mean of what it covers")
  func aScaledPixelIsTheMeanOfWhatItCovers() throws {
    let frame = try ramp(8, 4).scaled(width: 4, height: 2)
    // 0 and 1, 2 and 3, ...: halves are rounded up.
    #expect(Array(frame.bytes.prefix(4)) == [1, 3, 5, 7])
    let odd = try ramp(9, 3).scaled(width: 3, height: 1)
    #expect(Array(odd.bytes.prefix(3)) == [1, 4, 7])
    let flat = VideoFrame(width: 640, height: 480, time: 0, brightness: 77)
    #expect(flat.scaled(width: 361, height: 203).bytes.prefix(361 * 203).allSatisfy { $0 == 77 })
  }

  @Test func fourQuarterTurnsAreNone() throws {
    var frame = try ramp(10, 6)
    for _ in 0..<4 {
      frame.rotation = .right
      frame = frame.upright
      #expect(frame.rotation == .up)
    }
    #expect(frame == (try ramp(10, 6)))
    frame.rotation = .down
    #expect(frame.upright.bytes.first == 9)
    frame.rotation = .left
    #expect((frame.upright.width, frame.upright.height) == (6, 10))
    #expect(frame.upright.bytes.first == 9)
  }

  /// The front sensor is upright in a phone turned to the left, the back one in a phone turned to
  /// the right; angles are clockwise from upright.
  @Test(
    "orientation: the tag is up where device and sensor agree",
    arguments: [
      (270, 270, VideoRotation.up), (0, 270, .left), (90, 270, .down), (180, 270, .right),
      (90, 90, .up), (180, 90, .left), (270, 90, .down), (0, 90, .right), (0, 0, .up),
    ])
  func orientation(device: Int, sensor: Int, rotation: VideoRotation) {
    #expect(VideoRotation(device: device, sensor: sensor) == rotation)
  }

  @Test("formats: dimensions are native, before the rotation")
  func dimensionsAreNative() throws {
    let photo = StillPhoto()
    let adapter = FrameAdapter(to: photo)
    adapter.request(VideoFormat(width: 480, height: 360, rate: nil))
    photo.take()
    var frame = try ramp(640, 480)
    frame.rotation = .right
    try adapter.receive(frame)
    let kept = try #require(photo.photos.first)
    // The sensor's 480 by 360 are 360 by 480 for who looks at them.
    #expect((kept.width, kept.height) == (360, 480))
  }

  @Test func bytesAreAsManyAsPixels() {
    #expect(throws: VideoFailure.wrongSize(bytes: 3, expected: 6)) {
      try VideoFrame(width: 2, height: 2, time: 0, bytes: [1, 2, 3])
    }
    #expect(VideoFrame.byteCount(width: 3, height: 3) == 9 + 8)
  }

  @Test func greyIsGrey() {
    let frame = VideoFrame(width: 3, height: 3, time: 0, brightness: 90)
    #expect(frame.rgb.allSatisfy { $0 == 90 })
    #expect(frame.brightness == 90)
  }
}

/// The formats of a camera.
@Suite struct CameraFormatTests {
  @Test("formats: those of the front camera, in ascending order, 640x480 by default")
  func formatsAreOrderedByIncreasingDimensions() {
    let widths = CameraFormats.phone.formats.map(\.width)
    #expect(widths == [192, 352, 480, 640, 960, 1280, 1920, 1920, 3088])
    #expect(VideoFormat.usual == CameraFormats.phone.formats[3])
  }

  @Test("formats: at most 1920x1080 at 30, in full range 4:2:0")
  func recommendedFormats() {
    let most = VideoFormat.recommendedMost
    #expect((most.width, most.height, most.rate, most.pixels) == (1920, 1080, 30, .fullRange420))
    #expect(VideoFormat.usual.rate == 30 && VideoFormat.usual.pixels == .fullRange420)
    #expect(CameraFormats.phone.formats.allSatisfy { $0.rate == 30 && $0.pixels == .fullRange420 })
  }

  @Test("formats: one that no camera has names the nearest")
  func aFormatThatNoCameraHasNamesTheNearest() {
    let wanted = VideoFormat(width: 641, height: 480)
    #expect(throws: VideoFailure.noSuchFormat(wanted, nearest: .usual)) {
      try CameraFormats.phone.format(for: wanted)
    }
    #expect(throws: VideoFailure.self) {
      try CameraFormats.phone.format(for: VideoFormat(width: 640, height: 480, rate: 240))
    }
    #expect(throws: VideoFailure.self) {
      try CameraFormats.phone.format(for: VideoFormat(width: 640, height: 480, pixels: .bgra32))
    }
    #expect(throws: VideoFailure.noSuchFormat(wanted, nearest: nil)) {
      try CameraFormats([]).format(for: wanted)
    }
  }

  @Test("formats: one may be slower than the camera")
  func aFormatMayBeSlower() throws {
    let slow = try CameraFormats.phone.format(for: VideoFormat(width: 640, height: 480, rate: 15))
    #expect(slow.rate == 15)
  }

  /// Implement the camera zoom: steps of 0.2 between 1 and 5, rounded to tenths.
  @Test(
    "zoom: steps of 0.2 from 1 to 5, rounded to 0.1, zero decreases",
    arguments: [
      (1.0, 3.0, 1.2), (1.2, -1, 1), (1, -1, 1), (4.9, 1, 5), (5, 1, 5), (2, 0, 1.8),
      (1.05, 1, 1.3),
    ])
  func zoom(from: Double, by factor: Double, to: Double) {
    #expect(CameraFormats.zoom(from: from, by: factor) == to)
  }
}
