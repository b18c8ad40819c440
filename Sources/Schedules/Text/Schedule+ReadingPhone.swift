import Hardware
import Vocabulary

// What the phone is asked for, as `TextCursor` writes it.

extension ScheduleReader {
  /// Makes `call` what `step` asks for.
  mutating func add(_ call: PhoneCall, to step: inout Step) throws(ScheduleFault) {
    guard call.isPossible else {
      throw scanner.fault(
        "no phone does this", note: "compile the script again; a number is out of its range")
    }
    step.extra = UInt32(schedule.phoneCalls.count)
    schedule.phoneCalls.append(call)
  }

  /// Reads what the face shows.
  mutating func readFace() throws(ScheduleFault) -> PhoneCall {
    if scanner.takeWord("next") { return .nextFace(over: try over()) }
    if scanner.takeWord("same") { return .sameFace(over: try over()) }
    if scanner.takeWord("hold") { return .holdFace }
    if scanner.takeWord("random") { return try restlessFace() }
    let place = scanner
    guard let mood = Mood(rawValue: String(decoding: scanner.word(), as: UTF8.self)) else {
      throw place.fault(
        "expected a mood before \(place.nextText)",
        note: "the moods are \(Mood.spellings.joined(separator: ", "))")
    }
    return .face(mood, over: try over())
  }

  private mutating func restlessFace() throws(ScheduleFault) -> PhoneCall {
    let note = "write it as in face random every 5000..15000 seed 7"
    guard scanner.takeWord("every") else {
      throw scanner.fault("expected 'every' before \(scanner.nextText)", note: note)
    }
    let place = scanner
    let least = try scanner.integer("a pause")
    try scanner.expect("..", note)
    let most = try scanner.integer("a pause")
    guard least <= most else { throw place.fault("this range holds nothing", note: note) }
    guard scanner.takeWord("seed") else {
      throw scanner.fault("expected 'seed' before \(scanner.nextText)", note: note)
    }
    return .restlessFace(every: least...most, seed: try scanner.integer("a seed"))
  }

  /// Reads how long a change takes; 0 if that is not said.
  private mutating func over() throws(ScheduleFault) -> Int32 {
    scanner.takeWord("over") ? try scanner.integer("a length") : 0
  }

  /// Reads what the eyes do.
  mutating func readEyes() throws(ScheduleFault) -> PhoneCall {
    if scanner.takeWord("blink") { return .blink }
    if scanner.takeWord("follow") { return .follow(try subject()) }
    let place = scanner
    guard let gaze = PhoneCall.Gaze(rawValue: String(decoding: scanner.word(), as: UTF8.self))
    else {
      throw place.fault(
        "expected what the eyes do before \(place.nextText)",
        note: "write one of center, left, right, up, down, blink, follow")
    }
    return .look(gaze)
  }

  /// Reads whom or what is meant.
  mutating func subject() throws(ScheduleFault) -> PhoneCall.Subject {
    let isPerson = try choice(of: ["person", "object"], "a person or an object") == 0
    if isPerson, scanner.takeWord("speaking") { return .speaker }
    let name = scanner.isAt("\"") ? try scanner.quoted() : nil
    return isPerson ? .person(name) : .object(name)
  }

  /// Reads what the camera does.
  mutating func readCamera() throws(ScheduleFault) -> PhoneCall {
    let words: [StaticString] = ["flip", "photo", "record", "zoom", "format", "crop"]
    switch try choice(of: words, "what the camera does") {
    case 0: return .flip
    case 1: return .photo
    case 2:
      let change = try choice(of: ["start", "stop", "toggle"], "start, stop or toggle")
      return .record(PhoneCall.Recording.allCases[Int(change)])
    case 3: return try zoom()
    case 4:
      let size = try size()
      return .format(size, rate: scanner.takeWord("at") ? try scanner.integer("a rate") : nil)
    default: return .crop(try size())
    }
  }

  private mutating func zoom() throws(ScheduleFault) -> PhoneCall {
    if scanner.takeWord("hold") { return .holdZoom }
    let isChange = scanner.takeWord("by")
    let value = try scanner.integer("a zoom")
    return isChange ? .zoomBy(value, over: try over()) : .zoom(value, over: try over())
  }

  private mutating func size() throws(ScheduleFault) -> PhoneCall.Size {
    let width = try scanner.integer("a width")
    try scanner.expect("x", "write a size as in 1280x720")
    return PhoneCall.Size(width: width, height: try scanner.integer("a height"))
  }
}
