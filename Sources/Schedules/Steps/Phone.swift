import Hardware
import Printing
import Vocabulary

extension PhoneCall: ActionForm {
  var lasts: Bool { true }

  var verb: Schedule.Action.Verb {
    switch track {
    case .face: .face
    case .eyes: .eyes
    case .camera: .camera
    case .sound: .sound
    }
  }

  var capacity: Int { words.utf8.count + (name.map(TextCursor.quotedCapacity) ?? 0) }

  var scriptWords: String {
    let over = length > 0 ? " over \(length.asSeconds)" : ""
    switch self {
    case .restlessFace(let pause, _):
      return "face random every \(pause.lowerBound.asSeconds) .. \(pause.upperBound.asSeconds)"
    case .follow(let subject): return "eyes follow \(subject.wordsWithName)"
    case .nextFace: return "face next" + over + easing
    case .sameFace: return "face same" + over
    case .face(let mood, _, _): return "face \(mood.rawValue)" + over + easing
    case .zoom(let value, _): return "camera zoom \(decimal(thousandths: Int(value)))x" + over
    case .zoomBy(let value, _): return "camera zoom by \(decimal(thousandths: Int(value)))x" + over
    case .format(let size, let rate):
      return "camera format \(size)" + (rate.map { " at \($0)fps" } ?? "")
    case .sound(let sound):
      let from = sound.from > 0 ? " from \(sound.from.asSeconds)" : ""
      return "sound \"\(sound.file)\"" + from
    case .endSound(_, let file): return "stop the sound \"\(file)\""
    default: return "\(track.rawValue) \(words)"
    }
  }

  static func mayBeOwed(_ verb: Schedule.Action.Verb) -> Bool { verb != .sound }

  func write(to cursor: inout TextCursor) {
    cursor.write(bytes: Array(words.utf8))
    cursor.write(nameBehindWords: name)
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let call =
      switch verb {
      case .eyes: try reader.readEyes()
      case .camera: try reader.readCamera()
      case .sound: try reader.readSound()
      default: try reader.readFace()
      }
    guard call.isPossible else {
      throw reader.scanner.fault(
        "no phone does this", note: "compile the script again; a number is out of its range")
    }
    return .phone(call)
  }
}

// MARK: - Text

extension ScheduleReader {
  /// Reads what the face shows.
  fileprivate mutating func readFace() throws(ScheduleFault) -> PhoneCall {
    if scanner.takeWord("next") {
      return .nextFace(over: try over(), easing: try faceEasing())
    }
    if scanner.takeWord("same") { return .sameFace(over: try over()) }
    if scanner.takeWord("hold") { return .holdFace }
    if scanner.takeWord("random") { return try restlessFace() }
    let place = scanner
    guard let mood = Mood(rawValue: String(decoding: scanner.word(), as: UTF8.self)) else {
      throw place.fault(
        "expected a mood before \(place.nextText)",
        note: "the moods are \(Mood.spellings.joined(separator: ", "))")
    }
    return .face(mood, over: try over(), easing: try faceEasing())
  }

  /// Reads how a face spends the time of a change; gentle if that is not said.
  private mutating func faceEasing() throws(ScheduleFault) -> FaceEasing {
    scanner.takeWord("easing") ? try choice(of: FaceEasing.self, "how a face changes") : .gentle
  }

  private mutating func restlessFace() throws(ScheduleFault) -> PhoneCall {
    let note = "write it as in face random every 5000..15000 seed 7"
    guard scanner.takeWord("every") else {
      throw scanner.fault("expected 'every' before \(scanner.nextText)", note: note)
    }
    let place = scanner
    let least = try scanner.milliseconds("a pause")
    try scanner.expect("..", note)
    let most = try scanner.milliseconds("a pause")
    guard least <= most else { throw place.fault("this range holds nothing", note: note) }
    guard scanner.takeWord("seed") else {
      throw scanner.fault("expected 'seed' before \(scanner.nextText)", note: note)
    }
    return .restlessFace(every: least...most, seed: try scanner.integer("a seed"))
  }

  /// Reads how long a change takes; 0 if that is not said.
  private mutating func over() throws(ScheduleFault) -> Int32 {
    scanner.takeWord("over") ? try scanner.milliseconds("a length") : 0
  }

  /// Reads what the eyes do.
  fileprivate mutating func readEyes() throws(ScheduleFault) -> PhoneCall {
    if scanner.takeWord("blink") { return .blink }
    if scanner.takeWord("follow") { return .follow(try subject()) }
    let place = scanner
    guard let gaze = PhoneCall.Gaze(rawValue: String(decoding: scanner.word(), as: UTF8.self))
    else {
      throw place.fault(
        "expected what the eyes do before \(place.nextText)",
        note: "write one of \(EyesWord.spellings.joined(separator: ", "))")
    }
    return .look(gaze)
  }

  /// True if what comes next is whom or what is meant.
  var isAtSubject: Bool { scanner.isAt("person") || scanner.isAt("object") }

  /// Reads whom or what is meant.
  mutating func subject() throws(ScheduleFault) -> PhoneCall.Subject {
    let isPerson = try choice(of: ["person", "object"], "a person or an object") == 0
    if isPerson, scanner.takeWord("speaking") { return .speaker }
    let name = scanner.isAt("\"") ? try scanner.quoted() : nil
    return isPerson ? .person(name) : .object(name)
  }

  /// Reads what the camera does.
  fileprivate mutating func readCamera() throws(ScheduleFault) -> PhoneCall {
    switch try choice(of: CameraWord.self, "what the camera does") {
    case .flip: return .flip
    case .photo: return .photo
    case .record: return .record(try choice(of: PhoneCall.Recording.self, "start, stop or toggle"))
    case .zoom: return try zoom()
    case .format:
      let size = try size()
      return .format(size, rate: scanner.takeWord("at") ? try scanner.integer("a rate") : nil)
    case .crop: return .crop(try size())
    }
  }

  /// Reads a sound, or the end of one.
  fileprivate mutating func readSound() throws(ScheduleFault) -> PhoneCall {
    let number = try scanner.integer("a number")
    if scanner.takeWord("stop") { return .endSound(number, file: try scanner.quoted()) }
    let from = scanner.takeWord("from") ? try scanner.milliseconds("a time") : 0
    guard scanner.takeWord("over") else {
      throw scanner.fault(
        "expected 'over' before \(scanner.nextText)",
        note: "write it as in sound 1 over 1500 \"chime.wav\", or sound 1 stop \"chime.wav\"")
    }
    let length = try scanner.milliseconds("a length")
    return .sound(
      PhoneCall.Sound(number: number, file: try scanner.quoted(), from: from, length: length))
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

// MARK: - JSON

extension PhoneCall {
  func write(to json: inout JSONWriter) {
    switch self {
    case .face(let mood, let length, let easing):
      json.timed("mood", mood.rawValue, length)
      json.easing(easing)
    case .nextFace(let length, let easing):
      json.timed("mood", "next", length)
      json.easing(easing)
    case .sameFace(let length): json.timed("mood", "same", length)
    case .restlessFace(let pause, let seed):
      json.member("mood", "random")
      json.array("every") { json in
        json.element(Int(pause.lowerBound))
        json.element(Int(pause.upperBound))
      }
      json.member("seed", Int(seed))
    case .look(let gaze): json.member("look", gaze.rawValue)
    case .follow(let subject): subject.write("follow", to: &json)
    case .blink: json.member("look", "blink")
    case .flip, .photo, .record, .holdFace, .holdZoom:
      json.member("action", words.replacingSpaces)
    case .zoom(let value, let length): json.timed("zoom", Int(value), length)
    case .zoomBy(let value, let length): json.timed("zoom_by", Int(value), length)
    case .format(let size, let rate): json.size("format", size, rate: rate)
    case .crop(let size): json.size("crop", size, rate: nil)
    case .sound(let sound):
      json.member("number", Int(sound.number))
      json.member("from", Int(sound.from))
      json.member("over", Int(sound.length))
      json.member("file", sound.file)
    case .endSound(let number, let file):
      json.member("number", Int(number))
      json.member("action", "stop")
      json.member("file", file)
    }
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    if json["number"] != nil { return try translateSound(json, to: &text) }
    for (name, word) in [("mood", ""), ("look", ""), ("zoom", " zoom"), ("zoom_by", " zoom by")] {
      guard let value = json[name] else { continue }
      let isNumber = name.hasPrefix("zoom")
      text.write(string: "\(word) \(isNumber ? String(try value.integer) : try value.word)")
    }
    if json["action"] != nil { text.write(string: " \(try json.words("action"))") }
    if let subject = json["follow"] {
      text.write(" follow ")
      try subject.writeSubject(to: &text)
    }
    for name in ["format", "crop"] {
      guard let size = json[name] else { continue }
      let (width, height) = (try size.integer("width"), try size.integer("height"))
      let rate = size["rate"] == nil ? "" : " at \(try size.integer("rate"))"
      text.write(string: " \(name) \(width)x\(height)\(rate)")
    }
    if json["every"] != nil {
      let pause = try json.elements("every")
      guard pause.count == 2 else {
        throw JSONFault("expected the least and the greatest pause", at: json.place)
      }
      text.write(string: " every \(try pause[0].integer)..\(try pause[1].integer)")
      text.write(string: " seed \(try json.integer("seed"))")
    }
    if json["over"] != nil, case let length = try json.integer("over"), length != 0 {
      text.write(string: " over \(length)")
    }
    if let easing = json["easing"] { text.write(string: " easing \(try easing.word)") }
  }
}

extension PhoneCall {
  /// Writes the text of the sound that `json` stands for, or of its end.
  private static func translateSound(
    _ json: JSONValue, to text: inout TextBuffer
  ) throws(JSONFault) {
    text.write(string: " \(try json.integer("number"))")
    if json["action"] != nil {
      text.write(string: " \(try json.words("action"))")
    } else {
      text.write(string: " from \(try json.integer("from")) over \(try json.integer("over"))")
    }
    text.write(quoted: try json.text("file"))
  }
}

extension JSONWriter {
  fileprivate mutating func timed(
    _ name: StaticString, _ value: some JSONScalar, _ length: Int32
  ) {
    member(name, value)
    member("over", Int(length))
  }

  fileprivate mutating func easing(_ easing: FaceEasing) {
    if easing != .gentle { member("easing", easing.rawValue) }
  }

  fileprivate mutating func size(_ name: StaticString, _ size: PhoneCall.Size, rate: Int32?) {
    object(name) { json in
      json.member("width", Int(size.width))
      json.member("height", Int(size.height))
      if let rate { json.member("rate", Int(rate)) }
    }
  }
}

// MARK: - Subjects

extension PhoneCall.Subject {
  /// The most bytes that its name takes in quotes.
  var capacity: Int { name.map(TextCursor.quotedCapacity) ?? 0 }

  /// The words of scripts for it, with its name if it has one.
  var wordsWithName: String { words + (name.map { " \($0)" } ?? "") }

  /// Writes it as schedules and commands show it.
  func write(to cursor: inout TextCursor) {
    cursor.write(bytes: Array(words.utf8))
    cursor.write(nameBehindWords: name)
  }

  /// Writes the member `member`, whom or what is meant.
  func write(_ member: StaticString, to json: inout JSONWriter) {
    json.object(member) { json in
      json.member("who", words.replacingSpaces)
      if let name { json.member("name", name) }
    }
  }
}

extension JSONValue {
  /// Writes the text of the subject that this object stands for.
  func writeSubject(to text: inout TextBuffer) throws(JSONFault) {
    text.write(string: try words("who"))
    if self["name"] != nil { text.write(quoted: try self.text("name")) }
  }
}

extension TextCursor {
  fileprivate mutating func write(nameBehindWords name: String?) {
    guard let name else { return }
    write(byte: 0x20)
    write(quoted: name)
  }
}

extension String {
  /// The words as one, as in `record_start`.
  fileprivate var replacingSpaces: String { String(map { $0 == " " ? "_" : $0 }) }
}
