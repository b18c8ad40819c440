import Diagnosis
import Hardware
import Language
import Printing
import Quantities
import Schedules

extension Scheduler {
  /// Carries out `camera`.
  mutating func perform(_ camera: CameraStatement) throws(Halt) {
    switch camera.change {
    case .photo: try ask(for: .photo)
    case .recordStart: try record(.start)
    case .recordBlock: try recordBlock(camera)
    case .recordStop: try record(.stop)
    case .recordToggle: try record(.toggle)
    case .zoomTo:
      let value = try zoom(camera.value, isChange: false)
      let length = try length(behindOver: camera.length)
      try change(.zoom, by: .zoom(value, over: length.shown), length)
    case .zoomBy:
      let value = try zoom(camera.value, isChange: true)
      let length = try length(behindOver: camera.length)
      try change(.zoom, by: .zoomBy(value, over: length.shown), length)
    case .format: try format(camera)
    case .crop: try crop(camera)
    case .flip, nil: try ask(for: .flip)
    }
  }

  /// Begins a recording, which ends when its block is left.
  ///
  /// The player ends it by itself if the show is over before that.
  private mutating func recordBlock(_ camera: CameraStatement) throws(Halt) {
    try record(.start)
    guard let body = camera.body else { return }
    open(.block, body, of: camera.view)
    let stop = Finals.Owed(action: .phone(.record(.stop)), origin: camera.start)
    owe([stop], as: nil, from: camera.start)
  }

  /// Begins or ends a recording.
  mutating func record(_ recording: PhoneCall.Recording) throws(Halt) {
    switch recording {
    case .start:
      if let earlier = phone.recording, finals.captured == nil, isNew(.recording) {
        report(
          .recordingTwice(
            at: statementSpan, first: span(ofStatement: earlier)))
      }
      phone.recording = tasks.running.origin
    case .stop: phone.recording = nil
    case .toggle: phone.recording = phone.recording == nil ? tasks.running.origin : nil
    }
    try ask(for: .record(recording))
  }

  /// Warns of a recording that the script has begun and not ended.
  mutating func checkRecording() {
    // A handler may end what another has begun.
    // And so may what stands behind the mark at which the show stops.
    guard events.handlers.isEmpty, compilation.stop == nil, let start = phone.recording else {
      return
    }
    if findings.isNew(.recording, at: start) {
      report(.recordingLeftOn(at: span(ofStatement: start)))
    }
  }

  /// A zoom, in thousandths.
  private mutating func zoom(_ node: ExpressionView, isChange: Bool) throws(Halt) -> Int32 {
    let value = try value(node)
    let (least, most) = (PhoneCall.zooms.lowerBound, PhoneCall.zooms.upperBound)
    let range = isChange ? -Double(most)...Double(most) : Double(least)...Double(most)
    guard range.contains(Thousandths.count(in: value)) else {
      let nearest =
        value < Thousandths.number(of: range.lowerBound) ? range.lowerBound : range.upperBound
      if isNew(.outOfRange) {
        report(
          .zoomOutOfRange(
            range, isChange: isChange, nearest: nearest, at: span(of: node),
            literal: literalSpan(in: node)))
      }
      return Int32(nearest)
    }
    return Int32(Thousandths.count(in: value).rounded())
  }

  private mutating func format(_ camera: CameraStatement) throws(Halt) {
    let size = try size(camera.value)
    phone.format = size
    if let known = size.nearlyAFormat, isNew(.cameraFormat) {
      report(.cameraFormat(size, nearly: known, at: span(of: camera.value)))
    }
    guard let rate = camera.rate else { return try ask(for: .format(size, rate: nil)) }
    let value = try value(rate)
    guard let whole = Int32(exactly: value), PhoneCall.rates.contains(whole) else {
      throw halt(
        .outOfRange(
          "a camera takes whole numbers of pictures a second, from 1fps to 240fps",
          at: span(of: rate), "most films have '30fps'"))
    }
    try ask(for: .format(size, rate: whole))
  }

  private mutating func crop(_ camera: CameraStatement) throws(Halt) {
    let size = try size(camera.value)
    if let format = phone.format, size.width > format.width || size.height > format.height {
      throw halt(
        .outOfRange(
          "the crop is larger than the picture, which is \(format)", at: span(of: camera.value),
          "the crop must lie inside the picture"))
    }
    try ask(for: .crop(size))
  }

  private mutating func size(_ node: ExpressionView) throws(Halt) -> PhoneCall.Size {
    guard let written = node.size else { throw failed(node) }
    let (wide, high) = (try value(written.width), try value(written.height))
    let sides = PhoneCall.sides
    guard let width = Int32(exactly: wide), let height = Int32(exactly: high),
      sides.contains(width), sides.contains(height)
    else {
      throw halt(
        .outOfRange(
          "a side of a picture has a whole number of pixels, from \(sides.lowerBound) to "
            + "\(sides.upperBound)", at: span(of: node), "as in '1280x720'"))
    }
    return PhoneCall.Size(width: width, height: height)
  }
}

extension Diagnostic {
  /// Reports a zoom, or a change of it, outside of `range`, in thousandths, of which `nearest` is
  /// the end at its side; `literal` is the number if it is written out.
  fileprivate static func zoomOutOfRange(
    _ range: ClosedRange<Double>, isChange: Bool, nearest: Double, at span: SourceSpan,
    literal: SourceSpan?
  ) -> Diagnostic {
    let text = { (value: Double) in decimal(Thousandths.number(of: value)) + "x" }
    return Diagnostic(
      .outOfRange,
      "a \(isChange ? "change of the " : "")zoom lies in "
        + "\(text(range.lowerBound)) .. \(text(range.upperBound))", at: span,
      notes: ["'1x' shows things as they are, '2x' twice as large"],
      fixIts: literal.map { [FixIt("write '\(text(nearest))'", $0, text(nearest))] } ?? [])
  }
}
