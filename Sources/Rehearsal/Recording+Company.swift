import Simulation

// The company in a recording: who there is, and then what they do, one line each. What a place does
// not say is '-'.

extension Company {
  /// The lines that say it; none if there is nothing to say.
  var lines: String {
    if self == Company() { return "" }
    var lines = "company \(seed)\n"
    for subject in subjects {
      lines += "subject \(subject.isPerson ? "person" : "object") \(plain(subject.name))\n"
    }
    for event in events {
      switch event.change {
      case .light(let isOn): lines += "light \(isOn ? "on" : "off") \(event.time)\n"
      case .deed(let subject, let deed):
        lines += "does \(event.time) \(subject) \(deed.words)\n"
      }
    }
    return lines
  }
}

extension Company.Deed {
  fileprivate var words: String {
    switch self {
    case .arrives(let place): "arrives \(place.words)"
    case .walks(let place, let length): "walks \(place.words) \(length)"
    case .sits: "sits"
    case .stands: "stands"
    case .speaks: "speaks"
    case .looks(let share): "looks \(share)"
    case .leaves: "leaves"
    }
  }

  /// Reads the words of a deed; nil if they are none.
  fileprivate init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    switch words.first {
    case "arrives" where words.count == 4:
      guard let place = Company.Place(words[1...]) else { return nil }
      self = .arrives(place)
    case "walks" where words.count == 5:
      guard let place = Company.Place(words[1..<4]), let length = nanoseconds(words[4]) else {
        return nil
      }
      self = .walks(to: place, over: length)
    case "sits" where words.count == 1: self = .sits
    case "stands" where words.count == 1: self = .stands
    case "speaks" where words.count == 1: self = .speaks
    case "looks" where words.count == 2:
      guard let share = Double(words[1]), (0...1).contains(share) else { return nil }
      self = .looks(atCamera: share)
    case "leaves" where words.count == 1: self = .leaves
    default: return nil
    }
  }
}

extension Company.Place {
  fileprivate var words: String {
    [yaw, pitch, distance].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }

  /// Reads three numbers; nil if they are none.
  fileprivate init?(_ words: ArraySlice<String>) {
    let numbers = words.map { Double($0) }
    guard zip(words, numbers).allSatisfy({ $0 == "-" || $1?.isFinite ?? false }) else {
      return nil
    }
    self.init(
      yaw: numbers[0], pitch: numbers[1], distance: numbers[2])
  }
}

/// Reads the lines of a company.
struct CompanyReader {
  private var seed: UInt64 = 0
  private var subjects: [Company.Subject] = []
  private var events: [Company.Event] = []

  /// What has been read.
  var company: Company { Company(subjects, doing: events, seed: seed) }

  /// Takes in a line of `words`; false if it is not right, nil if it is about something else.
  mutating func read(_ words: [String]) -> Bool? {
    switch words.first {
    case "company": return words.count == 2 && read(seed: words[1])
    case "subject":
      guard words.count == 3, let name = name(words[2]), subjects.count < Scene.limit,
        words[1] == "person" || words[1] == "object"
      else { return false }
      subjects.append(Company.Subject(name: name, isPerson: words[1] == "person"))
    case "light":
      guard words.count == 3, let time = nanoseconds(words[2]),
        words[1] == "on" || words[1] == "off"
      else { return false }
      events.append(Company.Event(time: time, .light(isOn: words[1] == "on")))
    case "does":
      guard words.count > 3, let time = nanoseconds(words[1]), let subject = Int(words[2]),
        subjects.indices.contains(subject), let deed = Company.Deed(words[3...])
      else { return false }
      events.append(Company.Event(time: time, .deed(subject: subject, deed)))
    default: return nil
    }
    return true
  }

  private mutating func read(seed word: String) -> Bool {
    guard let seed = UInt64(word) else { return false }
    self.seed = seed
    return true
  }
}

/// The number of nanoseconds that `word` says, at most 31 years; nil if it says none.
private func nanoseconds(_ word: String) -> Int? {
  Int(word).flatMap { (0...1_000_000_000_000_000_000).contains($0) ? $0 : nil }
}

/// `name` as one word of letters, digits and `_`; of every other byte two digits behind a `%`.
private func plain(_ name: String) -> String {
  var word = name.isEmpty ? "%" : ""
  for byte in name.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F:
      word.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16)
      word += "%" + (digits.count < 2 ? "0" : "") + digits
    }
  }
  return word
}

/// The name that `word` stands for; nil if it stands for none.
private func name(_ word: String) -> String? {
  if word == "%" { return "" }
  var bytes: [UInt8] = []
  var rest = Array(word.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == 0x25 else {
      bytes.append(byte)
      continue
    }
    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
    guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { return nil }
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return String(decoding: bytes, as: UTF8.self)
}
