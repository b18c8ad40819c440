import Printing

/// Writes frames as a YUV4MPEG2 stream, which ffmpeg, mpv and OpenCV read.
package final class Recorder: VideoSink {
  private let format: VideoFormat
  private let write: (TextBuffer) throws -> Void
  private var text: TextBuffer
  /// How many frames have been written.
  package private(set) var count = 0

  /// Creates a recorder of frames of `format`; `write` gets the bytes of each frame at once.
  ///
  /// A format without a rate is written as 30 frames a second.
  package init(_ format: VideoFormat, writing write: @escaping (TextBuffer) throws -> Void) {
    (self.format, self.write) = (format, write)
    text = TextBuffer(capacity: format.area * 3 / 2 + 128)
  }

  package var requirements: VideoFormat? { format }

  /// - Throws: what `write` throws, and `VideoFailure.wrongSize` if the frame has another size.
  package func receive(_ frame: VideoFrame) throws {
    guard (frame.width, frame.height) == (format.width, format.height) else {
      throw VideoFailure.wrongSize(
        bytes: frame.bytes.count,
        expected: VideoFrame.byteCount(width: format.width, height: format.height))
    }
    text.removeAll()
    if count == 0 {
      text.write(string: "YUV4MPEG2 W\(format.width) H\(format.height) F\(format.rate ?? 30):1")
      text.write(" Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=FULL\n")
    }
    text.write("FRAME\n")
    text.write(bytes: frame.bytes)
    try write(text)
    count += 1
  }
}
