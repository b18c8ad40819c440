import Hardware
import Printing
import Vocabulary

extension Schedule {
  /// What the phone is asked for in `step`; nothing to speak of if the step names no call.
  public func phoneCall(of step: Step) -> PhoneCall {
    step.extra < phoneCalls.count ? phoneCalls[Int(step.extra)] : .blink
  }

  /// The subject that `step` chooses; anybody if the step names none.
  public func subject(of step: Step) -> PhoneCall.Subject {
    step.extra < subjects.count ? subjects[Int(step.extra)] : .person(nil)
  }
}

extension TextCursor {
  /// Writes `call` as schedules and commands show it.
  public mutating func write(_ call: PhoneCall) {
    write(bytes: Array("\(call.track.rawValue) \(call.words)".utf8))
    write(nameBehindWords: call.name)
  }

  /// Writes the choice of `subject` as schedules and commands show it.
  public mutating func write(selecting subject: PhoneCall.Subject) {
    write(bytes: Array("select \(subject.words)".utf8))
    write(nameBehindWords: subject.name)
  }

  private mutating func write(nameBehindWords name: String?) {
    guard let name else { return }
    write(byte: 0x20)
    write(quoted: name)
  }
}

extension JSONWriter {
  /// Writes the members of `call`, all but the track it is about.
  public mutating func phone(_ call: PhoneCall) {
    switch call {
    case .face(let mood, let length): timed("mood", mood.rawValue, length)
    case .nextFace(let length): timed("mood", "next", length)
    case .sameFace(let length): timed("mood", "same", length)
    case .restlessFace(let pause, let seed):
      member("mood", "random")
      array("every") { json in
        json.element(Int(pause.lowerBound))
        json.element(Int(pause.upperBound))
      }
      member("seed", Int(seed))
    case .look(let gaze): member("look", gaze.rawValue)
    case .follow(let subject): self.subject("follow", subject)
    case .blink: member("look", "blink")
    case .flip, .photo, .record, .holdFace, .holdZoom:
      member("action", call.words.replacingSpaces)
    case .zoom(let value, let length): timed("zoom", Int(value), length)
    case .zoomBy(let value, let length): timed("zoom_by", Int(value), length)
    case .format(let size, let rate): self.size("format", size, rate: rate)
    case .crop(let size): self.size("crop", size, rate: nil)
    }
  }

  /// Writes the member `name`, whom or what is meant.
  public mutating func subject(_ name: StaticString, _ subject: PhoneCall.Subject) {
    object(name) { json in
      json.member("who", subject.words.replacingSpaces)
      if let name = subject.name { json.member("name", name) }
    }
  }

  private mutating func timed(_ name: StaticString, _ value: some JSONScalar, _ length: Int32) {
    member(name, value)
    member("over", Int(length))
  }

  private mutating func size(_ name: StaticString, _ size: PhoneCall.Size, rate: Int32?) {
    object(name) { json in
      json.member("width", Int(size.width))
      json.member("height", Int(size.height))
      if let rate { json.member("rate", Int(rate)) }
    }
  }
}

extension String {
  /// The words as one, as in `record_start`.
  fileprivate var replacingSpaces: String { String(map { $0 == " " ? "_" : $0 }) }
}
