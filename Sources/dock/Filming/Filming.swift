import Camera
import DockKit
import Drawing
import Film
import Frames
import Plotting
import Printing
import Quantities
import Rehearsal
import Simulation
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The size and the rate of the frames of a film.
struct FrameFormat {
  let width, height: Int
  /// Frames a second.
  let rate: Int

  /// When frame `number` is taken, in nanoseconds.
  func time(of number: Int) -> Int { Nanoseconds.count(in: number, at: rate) }

  /// How many frames there are until `end` nanoseconds; at least one.
  func count(until end: Int) -> Int { Nanoseconds(max(0, end)).cycles(at: rate) + 1 }
}

/// Draws the frames of a film, and writes them.
struct Filming {
  /// What is in front of the camera, and what turns it.
  enum Subject {
    /// A run that is over, of a show of so many nanoseconds, with the lines of the script.
    case run(Shooting, length: Int, captions: [Caption])
    /// A dock, until so many nanoseconds; what turns it is its own tracker, or a detector that
    /// reads the frames.
    case world(DockWorld, held: PhoneOrientation, isDetected: Bool, end: Int)
  }

  /// A line of a script, and when it is carried out, in seconds.
  struct Caption {
    let start, end: Double
    let text: String
    /// The line, as in `hello.dock:3`.
    let place: String
    /// True if it is of what moves the dock.
    let isMotion: Bool
  }

  private let format: FrameFormat
  private let camera: FilmCamera
  private let marker: Marker
  private let subject: Subject

  /// Prepares a film of `company` in frames of `format`.
  init(_ company: Company, _ format: FrameFormat, _ marks: Set<Mark>, from subject: Subject) {
    (self.format, self.subject) = (format, subject)
    // A shutter that is open for half of the time is what people are used to.
    camera = FilmCamera(
      of: company, width: format.width, height: format.height,
      exposure: Nanoseconds.period(of: format.rate) / 2)
    marker = Marker(marks, of: company)
  }

  // MARK: Where it is written

  /// Writes the frame at `time` nanoseconds as PNG.
  func writePicture(at time: Int, to path: String) throws {
    var frame: VideoFrame
    switch subject {
    case .run(let shooting, let length, let captions):
      guard time <= shooting.end else {
        Console.say("error: the show is over by then; it takes \(decimal(Nanoseconds(length)))s")
        throw ExitStatus.usage
      }
      let number = Nanoseconds(time).cycles(at: format.rate)
      frame = self.frame(number, of: shooting.shot(at: time), captions)
    case .world(var world, let orientation, _, _):
      world.advance(to: time)
      frame = self.frame(
        Nanoseconds(time).cycles(at: format.rate), of: Shot(of: world, held: orientation), [])
    }
    guard let picture = Raster(width: frame.width, height: frame.height, pixels: frame.rgb) else {
      throw ExitStatus.bug
    }
    var text = TextBuffer()
    text.write(bytes: picture.png)
    if path == "-" { return try OutputFile.standard.write(text) }
    try ResultFile.write(to: path) { try $0.write(text) }
  }

  /// Writes the film.
  func write(to path: String) throws {
    if path == "-" { return try write(to: .standard) }
    try ResultFile.write(to: path, long: true) { try write(to: $0) }
  }

  /// Writes a film of each recording into the folder at `path`, which is made if it is missing.
  func writeRecordings(into path: String) throws {
    guard case .run(let shooting, _, let captions) = subject else { return }
    let spans = shooting.recordings
    guard !spans.isEmpty else {
      return Console.say("the camera does not record; nothing was written to '\(path)'")
    }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw OutputFailure.failed(name: path, reason: systemReason(errno))
    }
    for (index, span) in spans.enumerated() {
      let name = "\(path)/recording-\(index + 1).y4m"
      let second = Nanoseconds.second
      let first = (span.lowerBound * format.rate + second - 1) / second
      let count = max(1, format.count(until: span.upperBound - 1) - first)
      try ResultFile.write(to: name, long: true) { file in
        try record(count, to: file) { number in
          frame(first + number, of: shooting.shot(at: format.time(of: first + number)), captions)
        }
      }
    }
  }

  private func write(to file: OutputFile) throws {
    switch subject {
    case .run(let shooting, _, let captions):
      try record(format.count(until: shooting.end), to: file) { number in
        frame(number, of: shooting.shot(at: format.time(of: number)), captions)
      }
    case .world(let world, let orientation, let isDetected, let end):
      var world = world
      let lines =
        isDetected ? PlainLines(showsPrompt: false, longestLine: Filming.longestLine) : nil
      try record(format.count(until: end), to: file) { number in
        if number > 0, let lines {
          guard try detect(from: lines, in: &world, frame: number - 1) else { return nil }
        }
        world.advance(to: format.time(of: number))
        return frame(number, of: Shot(of: world, held: orientation), [])
      }
    }
  }

  // MARK: Frames

  /// Writes up to `count` frames, until `draw` gives no more.
  private func record(
    _ count: Int, to file: OutputFile, drawing draw: (Int) throws -> VideoFrame?
  ) throws {
    let recorder = Recorder(
      VideoFormat(width: format.width, height: format.height, rate: format.rate)
    ) { try file.write($0) }
    let progress = ProgressLine()
    defer { progress?.erase() }
    for number in 0..<count {
      guard let frame = try draw(number) else { return }
      try recorder.receive(frame)
      progress?.show { "drew \(number + 1) of \(count) frames" }
    }
  }

  private func frame(_ number: Int, of shot: Shot, _ captions: [Caption]) -> VideoFrame {
    var frame = camera.frame(number, of: shot)
    let time = Nanoseconds(shot.time).seconds
    let present = captions.filter { $0.start <= time && time <= $0.end }
    let caption = present.last(where: \.isMotion) ?? present.last
    marker.mark(&frame, of: shot, caption: caption?.text, place: caption?.place ?? "")
    return frame
  }

  /// The greatest length of what is found in one frame, in bytes.
  private static let longestLine = 1 << 20

  /// Reads what was found in the frame that was written last, and gives it to `world`; false if
  /// there is no more.
  private func detect(
    from lines: PlainLines, in world: inout DockWorld, frame number: Int
  ) throws -> Bool {
    let read = lines.read(behind: "")
    if read == .tooLong {
      Console.say("error: what was found in frame \(number + 1) is longer than 1 MiB")
      throw ExitStatus.usage
    }
    guard case .line(let line) = read else { return false }
    guard let boxes = Boxes(line, of: format) else {
      Console.say(
        "error: what was found in frame \(number + 1) is not boxes as in '120 80 64 64; 300 90 58 "
          + "58': '\(String(decoding: line.prefix(80), as: UTF8.self))'")
      throw ExitStatus.usage
    }
    // A dock that cannot turn now is filmed as it stands.
    do throws(DockKitError) { try world.track(faces: boxes.faces) } catch { return true }
    return true
  }
}

extension TimePlot {
  /// What the script does, with its lines.
  var captions: [Filming.Caption] {
    stretches.flatMap(\.lanes).flatMap { lane in
      lane.bars.filter { !$0.source.isEmpty }.map { bar in
        Filming.Caption(
          start: bar.start, end: bar.end, text: lane.statement(of: bar), place: bar.source,
          isMotion: lane.isOfMotion)
      }
    }
    .sorted { $0.start < $1.start }
  }
}
