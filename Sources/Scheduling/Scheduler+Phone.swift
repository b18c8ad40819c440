import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules
import Vocabulary

// The phone on the dock: its face, its eyes and its camera. None of it takes the motors.

extension Scheduler {
  /// Carries out `face`.
  mutating func perform(_ face: FaceStatement) throws(Halt) {
    switch face.change {
    case .next:
      let length = try length(behindOver: face.length)
      try change(.face, by: .nextFace(over: length.shown), length)
    case .restless(let least, let greatest):
      try ask(for: restlessFace(least, greatest), changing: .face)
    case .random: try show(evaluator.random.index(below: Mood.allCases.count), face)
    case .mood(let number): try show(number, face)
    }
  }

  private mutating func show(_ mood: Int, _ face: FaceStatement) throws(Halt) {
    let length = try length(behindOver: face.length)
    let mood = Mood.allCases[min(mood, Mood.allCases.count - 1)]
    try change(.face, by: .face(mood, over: length.shown), length)
  }

  private mutating func restlessFace(
    _ first: ExpressionView, _ second: ExpressionView?
  ) throws(Halt) -> PhoneCall {
    let least = try pause(first)
    var most = least
    if let second {
      most = try pause(second)
      if most < least {
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
    }
    let seed = Int32(truncatingIfNeeded: evaluator.random.next() >> 33)
    return .restlessFace(every: least...most, seed: seed)
  }

  /// The time between two changes of a face, in milliseconds.
  private mutating func pause(_ node: ExpressionView) throws(Halt) -> Int32 {
    let seconds = try time(node, what: "a pause")
    let least = Double(PhoneCall.shortestPause) / 1000
    guard seconds >= least else {
      throw halt(
        .outOfRange(
          "a face changes every \(decimal(least))s at most", at: span(of: node),
          "give it time to be seen"))
    }
    return Scheduler.milliseconds(Scheduler.nanoseconds(seconds))
  }

  /// Carries out `eyes`.
  mutating func perform(_ eyes: EyesStatement) throws(Halt) {
    switch eyes.change {
    case .follow: try ask(for: .follow(subject(eyes.subject)))
    case .left: try ask(for: .look(.left))
    case .right: try ask(for: .look(.right))
    case .up: try ask(for: .look(.up))
    case .down: try ask(for: .look(.down))
    case .blink: try ask(for: .blink)
    case .center, nil: try ask(for: .look(.center))
    }
  }

  /// Whom or what `view` means.
  func subject(_ view: SubjectView) -> PhoneCall.Subject {
    let name = view.label.map {
      program.sources.text(of: program.program.tokenSpan(at: $0.start))
    }
    switch view.word {
    case .speaker: return .speaker
    case .object: return .object(name)
    case .person, nil: return .person(name)
    }
  }

  // MARK: - The camera

  /// Carries out `camera`.
  mutating func perform(_ camera: CameraStatement) throws(Halt) {
    switch camera.change {
    case .photo: try ask(for: .photo)
    case .recordStart: try record(.start)
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

  private mutating func record(_ recording: PhoneCall.Recording) throws(Halt) {
    switch recording {
    case .start:
      if let earlier = phone.recording, isNew(.recording) {
        report(
          .recordingTwice(
            at: statementSpan, first: program.program.statementSpan(at: earlier)))
      }
      phone.recording = origin
    case .stop: phone.recording = nil
    case .toggle: phone.recording = phone.recording == nil ? origin : nil
    }
    try ask(for: .record(recording))
  }

  /// Warns of a recording that the script has begun and not ended.
  mutating func checkRecording() {
    // A handler may end what another has begun.
    guard handlers.isEmpty, let start = phone.recording else { return }
    origin = start
    if isNew(.recording) { report(.recordingLeftOn(at: statementSpan)) }
  }

  /// A zoom, in thousandths.
  private mutating func zoom(_ node: ExpressionView, isChange: Bool) throws(Halt) -> Int32 {
    let value = try value(node)
    let (least, most) = (PhoneCall.zooms.lowerBound, PhoneCall.zooms.upperBound)
    let range = isChange ? -Double(most)...Double(most) : Double(least)...Double(most)
    guard range.contains(value * 1000) else {
      let (least, most) = (
        decimal(range.lowerBound / 1000), decimal(range.upperBound / 1000)
      )
      throw halt(
        .outOfRange(
          "a \(isChange ? "change of the " : "")zoom lies in \(least)x .. \(most)x",
          at: span(of: node), "'1x' shows things as they are, '2x' twice as large"))
    }
    return Int32((value * 1000).rounded())
  }

  private mutating func format(_ camera: CameraStatement) throws(Halt) {
    let size = try size(camera.value)
    phone.format = size
    guard let rate = camera.rate else { return try ask(for: .format(size, rate: nil)) }
    let value = try value(rate)
    guard let whole = Int32(exactly: value), PhoneCall.rates.contains(whole) else {
      throw halt(
        .outOfRange(
          "a camera takes whole numbers of pictures a second, from 1fps to 240fps",
          at: span(of: rate), "'30fps' is what most films have"))
    }
    try ask(for: .format(size, rate: whole))
  }

  private mutating func crop(_ camera: CameraStatement) throws(Halt) {
    let size = try size(camera.value)
    if let format = phone.format, size.width > format.width || size.height > format.height {
      throw halt(
        .outOfRange(
          "the part is larger than the picture, which is \(format)", at: span(of: camera.value),
          "what is kept lies within the picture"))
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

  // MARK: - Steps

  /// A length of time, as it is and as the clock shows it from now on.
  private struct Length {
    var nanoseconds: Int64
    var shown: Int32
  }

  /// The length that `node` says, which stands behind `over`; 0 if there is none.
  private mutating func length(behindOver node: ExpressionView?) throws(Halt) -> Length {
    guard let node else { return Length(nanoseconds: 0, shown: 0) }
    let length = Scheduler.nanoseconds(
      try time(node, what: "a length behind 'over'", allowsZero: true))
    return Length(
      nanoseconds: length, shown: Scheduler.milliseconds(now + length) - milliseconds)
  }

  /// Asks for `call`, which takes no time.
  private mutating func ask(
    for call: PhoneCall, changing part: PhoneTracking.Part? = nil
  ) throws(Halt) {
    try change(part, by: call, Length(nanoseconds: 0, shown: 0))
  }

  /// Asks for `call`, which changes `part` in some time, and waits for that.
  private mutating func change(
    _ part: PhoneTracking.Part?, by call: PhoneCall, _ length: Length
  ) throws(Halt) {
    if let part { try claim(part) }
    try emit(call)
    if let part { phone[part] = change(by: call, of: strand.slot) }
    if length.nanoseconds > 0 { try pass(length.nanoseconds, moving: .none) }
  }

  /// Appends the step of `call`, which takes its whole length.
  mutating func emit(_ call: PhoneCall) throws(Halt) {
    var step = Step(.phone, start: milliseconds)
    step.length = call.length
    step.extra = UInt32(schedule.phoneCalls.count)
    schedule.phoneCalls.append(call)
    try emit(step)
  }

  /// What the strand at `owner` changes by `call`, of which the step has just been appended.
  func change(by call: PhoneCall, of owner: Int) -> PhoneTracking.Change {
    PhoneTracking.Change(
      owner: owner, origin: origin, start: milliseconds, end: milliseconds + call.length,
      step: schedule.steps.count - 1, call: call)
  }

  /// Makes `part` that of the running strand, unless a branch beside it is changing it.
  ///
  /// A change that goes on from an earlier cue or from before a pause, and one of a handler, give
  /// way: when the two meet is up to the world, and no script could keep them apart.
  private mutating func claim(_ part: PhoneTracking.Part) throws(Halt) {
    let other = phone[part]
    guard !other.goesOn, other.end > milliseconds || other.start == milliseconds,
      !isOwn(other.owner), handlers.isEmpty || branch(of: other.owner) == ownBranch
    else { return }
    throw halt(
      .sharedPart(
        part == .face ? "the face" : "the zoom of the camera", at: statementSpan,
        other: program.program.statementSpan(at: other.origin), until: other.end,
        time: milliseconds))
  }

  /// True if `owner` is the running strand or one that waits for it.
  private func isOwn(_ owner: Int) -> Bool {
    var slot = strand.slot
    while slot >= 0, slot != owner {
      slot = slot == strand.slot ? strand.parent : others[slot]?.parent ?? -1
    }
    return slot >= 0
  }

  /// Ends what the `losers` of a race have in hand: a zoom stays where it is, a face that has begun
  /// to change changes by itself.
  mutating func letGo(_ losers: [Int]) throws(Halt) {
    for part in PhoneTracking.Part.allCases where losers.contains(phone[part].owner) {
      phone[part].owner = strand.slot
      guard phone[part].end > milliseconds else { continue }
      let hasBegun = endStep(of: part)
      phone[part].end = milliseconds
      if part == .zoom, hasBegun { try hold(.zoom) }
    }
  }

  /// Ends the step of the change of `part` now; false if that has not begun, and is left out.
  mutating func endStep(of part: PhoneTracking.Part) -> Bool {
    let change = phone[part]
    guard let index = change.step, schedule.steps.indices.contains(index) else { return true }
    let length = milliseconds - schedule.steps[index].start
    guard length <= 0, !change.goesOn else {
      schedule.steps[index].length = length
      return true
    }
    schedule.steps[index] = Step(.wait, start: milliseconds)
    hasGaps = true
    return false
  }

  /// Holds `part` where it is.
  mutating func hold(_ part: PhoneTracking.Part) throws(Halt) {
    schedule.phoneCalls.append(part == .face ? .holdFace : .holdZoom)
    try world(.phone, extra: UInt32(schedule.phoneCalls.count - 1))
  }
}
