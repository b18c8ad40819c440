import DockKit
import Hardware
import Printing
import Quantities
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// One line for everything that happened: the time in whole milliseconds, then what it is about,
// then what it was, in millidegrees and their rates. Things of one instant: calls first, then the
// axes.

extension Trace {
  /// Writes the trace, one line an event.
  public func write(to text: inout TextBuffer) {
    var nextEvent = 0
    var nextPiece = axes.map { _ in 0 }
    while true {
      var soonest: (axis: Int, time: Int)?
      for index in axes.indices where nextPiece[index] < axes[index].pieces.count {
        let time = Nanoseconds.count(in: axes[index].pieces[nextPiece[index]].start).whole
        if soonest.map({ time < $0.time }) ?? true { soonest = (index, time) }
      }
      if nextEvent < events.count, soonest.map({ events[nextEvent].time <= $0.time }) ?? true {
        events[nextEvent].write(to: &text)
        nextEvent += 1
      } else if let (axis, time) = soonest {
        text.begin(time, axes[axis].axis.name)
        let stroke = axes[axis].stroke(from: nextPiece[axis])
        if stroke.isEmpty {
          axes[axis].pieces[nextPiece[axis]].write(to: &text)
          nextPiece[axis] += 1
        } else {
          axes[axis].write(stroke, until: Nanoseconds(end).seconds, to: &text)
          nextPiece[axis] = stroke.upperBound
        }
      } else {
        break
      }
    }
    text.begin(end, "end")
    text.write("tracking ")
    text.write(endsTracking ? "on\n" : "off\n")
  }

  /// The trace as text.
  public var text: String {
    var buffer = TextBuffer()
    write(to: &buffer)
    return buffer.text
  }
}

extension Piece.Cause {
  /// The word traces print.
  public var name: StaticString {
    switch self {
    case .start: "start"
    case .velocity: "velocity"
    case .orientation: "orientation"
    case .animation: "animation"
    case .tracker: "tracker"
    case .follow: "follow"
    case .expiry: "expiry"
    case .limit: "limit"
    case .firmware: "firmware"
    case .stop: "stop"
    }
  }
}

// While the tracker follows somebody a motor has a piece for each picture. What a reader wants of
// them is where each turn to one side leads, and how fast it gets.

extension AxisMotion {
  /// The pieces from number `first` on in which the tracker turns the axis to one side; empty if
  /// that piece is none of these.
  fileprivate func stroke(from first: Int) -> Range<Int> {
    var (end, isRight) = (first, nil as Bool?)
    while end < pieces.count, pieces[end].cause == .follow, !pieces[end].isRest {
      let speed = pieces[end].speed
      let next = end + 1 < pieces.count ? pieces[end + 1].speed : speed
      let sum = speed + next
      if isRight.map({ sum != 0 && $0 != (sum > 0) }) ?? false { break }
      if sum != 0 { isRight = sum > 0 }
      end += 1
    }
    return first..<end
  }

  fileprivate func write(_ stroke: Range<Int>, until last: Double, to text: inout TextBuffer) {
    let (first, end) = (pieces[stroke.lowerBound], stroke.upperBound)
    let time = end < pieces.count ? pieces[end].start : last
    text.write("follow at ")
    text.write(thousandfold: first.position)
    text.write(" speed ")
    text.write(thousandfold: first.speed)
    text.write(" to ")
    text.write(thousandfold: pieces[end - 1].position(at: time))
    text.write(" peak ")
    text.write(thousandfold: peakSpeed(from: first.start, to: time))
    text.write(byte: 0x0A)
  }
}

extension Piece {
  fileprivate func write(to text: inout TextBuffer) {
    text.write(cause.name)
    text.write(" at ")
    text.write(thousandfold: position)
    text.write(" speed ")
    text.write(thousandfold: speed)
    text.write(" acceleration ")
    text.write(thousandfold: acceleration)
    if jerk != 0 {
      text.write(" jerk ")
      text.write(thousandfold: jerk)
    }
    text.write(byte: 0x0A)
  }
}

extension Trace.Event {
  fileprivate func write(to text: inout TextBuffer) {
    switch kind {
    case .call(let call, let error):
      text.begin(time, "call")
      call.write(to: &text)
      if let error {
        text.write(" -> ")
        text.write(error.name)
      }
    case .tracking(let isOn):
      text.begin(time, "tracking")
      text.write(isOn ? "on" : "off")
    case .docked(let isDocked):
      text.begin(time, "dock")
      text.write(isDocked ? "docked" : "undocked")
    case .foreground(let isInForeground):
      text.begin(time, "app")
      text.write(string: EventKind.word(isInForeground: isInForeground))
    case .fault(let kind):
      text.begin(time, "fault")
      text.write(string: kind.name)
    case .tracker(let phase, let names):
      text.begin(time, "tracker")
      text.write(phase, names)
    case .phone(let call): text.write(call, at: time)
    case .quirk(let quirk):
      text.begin(time, "firmware")
      text.write(string: quirk.rawValue)
    case .note(let note):
      text.begin(time) { $0.write(string: note.kind.rawValue) }
      text.write(atMost: TextCursor.quotedCapacity(note.text)) { $0.write(quoted: note.text) }
    }
    text.write(byte: 0x0A)
  }
}

extension Trace.Call {
  /// Writes the call with its arguments, as in `setAngularVelocity yaw 20000 pitch 0 roll 0`.
  public func write(to text: inout TextBuffer) {
    switch self {
    case .setSystemTracking(let isOn):
      text.write(isOn ? "setSystemTrackingEnabled on" : "setSystemTrackingEnabled off")
    case .setAngularVelocity(let velocity):
      text.write("setAngularVelocity")
      text.write(velocity)
    case .setOrientation(let pose, let duration, let relative):
      text.write("setOrientation")
      text.write(pose)
      text.write(" duration ")
      text.write(milliseconds(duration))
      text.write(relative ? " relative" : " absolute")
    case .animate(let animation):
      text.write("animate ")
      text.write(string: animation.name)
    case .setLimits(let limits):
      text.write("setLimits")
      for axis in DockAxis.allCases { text.write(limits[axis], of: axis) }
    case .setFramingMode(let mode):
      text.write("setFramingMode ")
      text.write(string: mode.name)
    case .setRegionOfInterest(let region):
      text.write("setRegionOfInterest")
      for side in [region.minX, region.minY, region.width, region.height] {
        text.write(byte: 0x20)
        text.write(thousandfold: side)
      }
    case .selectSubject(let point):
      text.write("selectSubject ")
      text.write(thousandfold: point.x)
      text.write(byte: 0x20)
      text.write(thousandfold: point.y)
    case .selectNoSubject: text.write("selectSubjects none")
    case .selectSubjects(let names):
      text.write("selectSubjects")
      text.write(names)
    case .track(let count):
      text.write("track ")
      text.write(count)
    case .cancel: text.write("cancel")
    }
  }
}

extension TextBuffer {
  fileprivate mutating func begin(_ nanoseconds: Int, _ subject: StaticString) {
    begin(nanoseconds) { $0.write(subject) }
  }

  fileprivate mutating func begin(
    _ nanoseconds: Int, _ writeSubject: (inout TextBuffer) -> Void
  ) {
    write(milliseconds(nanoseconds), width: 8)
    write("  ")
    let start = count
    writeSubject(&self)
    pad(to: 10, from: start)
  }

  fileprivate mutating func write(_ call: PhoneCall, at time: Int) {
    switch call.track {
    case .face: begin(time, "face")
    case .eyes: begin(time, "eyes")
    case .camera: begin(time, "camera")
    case .sound: begin(time, "sound")
    }
    write(string: call.words)
    guard let name = call.name else { return }
    write(byte: 0x20)
    write(atMost: TextCursor.quotedCapacity(name)) { $0.write(quoted: name) }
  }

  fileprivate mutating func write(_ phase: Following.Phase, _ names: [String]) {
    switch phase {
    case .idle: write("sees nobody")
    case .follows where names.isEmpty: write("follows what is nobody")
    case .follows: write("follows")
    case .waits: write("waits")
    case .searches: write("searches")
    case .returns: write("returns")
    }
    write(names)
  }

  fileprivate mutating func write(_ names: [String]) {
    for name in names {
      write(byte: 0x20)
      write(atMost: TextCursor.quotedCapacity(name)) { $0.write(quoted: name) }
    }
  }

  fileprivate mutating func write(_ vector: AxisVector) {
    for axis in DockAxis.allCases {
      write(byte: 0x20)
      write(axis.name)
      write(byte: 0x20)
      write(thousandfold: vector[axis])
    }
  }

  fileprivate mutating func write(_ bounds: AxisBounds?, of axis: DockAxis) {
    guard let bounds else { return }
    write(byte: 0x20)
    write(axis.name)
    write(byte: 0x20)
    write(thousandfold: bounds.lower)
    write("...")
    write(thousandfold: bounds.upper)
    write(" at ")
    write(thousandfold: bounds.speed)
  }

  /// Appends a thousand times `value`, rounded to a whole number, or what it is instead of a
  /// number.
  mutating func write(thousandfold value: Double) {
    if value.isNaN {
      write("nan")
    } else if value.isInfinite {
      write(value < 0 ? "-inf" : "inf")
    } else {
      write(Thousandths.count(in: value).whole)
    }
  }
}

extension Double {
  /// The nearest whole number that fits; 0 for what is not a number.
  var whole: Int {
    let most = 9.2e18
    return isNaN ? 0 : Int(Swift.min(Swift.max(self, -most), most).rounded())
  }
}

/// The nearest whole millisecond.
private func milliseconds(_ nanoseconds: Int) -> Int { Nanoseconds(nanoseconds).milliseconds.whole }

extension DockAccessory.Animation {
  fileprivate var name: String {
    let word: Vocabulary.Animation =
      switch self {
      case .wakeup: .wakeup
      case .yes: .yes
      case .no: .no
      case .kapow: .kapow
      }
    return word.rawValue
  }
}

extension DockAccessory.FramingMode {
  fileprivate var name: String {
    let word: Vocabulary.FramingMode =
      switch self {
      case .automatic: .automatic
      case .center: .center
      case .left: .left
      case .right: .right
      }
    return word.rawValue
  }
}

extension DockKitError {
  fileprivate var name: StaticString {
    switch self {
    case .notSupported: "notSupported"
    case .notConnected: "notConnected"
    case .notSupportedByDevice: "notSupportedByDevice"
    case .invalidParameter: "invalidParameter"
    case .noSubjectFound: "noSubjectFound"
    case .frameRateTooLow: "frameRateTooLow"
    case .cameraTCCMissing: "cameraTCCMissing"
    case .frameRateTooHigh: "frameRateTooHigh"
    }
  }
}
