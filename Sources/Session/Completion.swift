import Hardware
import Language
import Scheduling
import Vocabulary

extension Session {
  /// The most names that one completion gives.
  static let completionLimit = 200

  /// The words that may stand at the end of `line`; nothing is evaluated for it.
  ///
  /// - Parameters:
  ///   - line: what stands before the cursor.
  ///   - start: where its last word begins; each answer is for the whole of that word.
  ///   - files: the names of files that begin with a text.
  ///   - marks: the names of the marks in a file.
  public func completions(
    of line: [UInt8], from start: Int, files: (String) -> [String],
    marks: (String) -> [String] = { _ in [] }
  ) -> [String] {
    let start = min(max(0, start), line.count)
    let word = String(decoding: line[start...], as: UTF8.self)
    if pending.isEmpty, let (mark, rest) = PromptCommand.split(line) {
      if mark == .command, let found = marksToLoad(rest, line, word, marks) { return found }
      return completions(of: rest, after: mark, word, isNewWord: line.last?.isBlank == true, files)
    }
    let site = CompletionSite(pending + (pending.isEmpty ? [] : [0x0A]) + line)
    if site.isInComment { return [] }
    if site.isInString {
      return site.statement.first == .word("use") ? files(word) : []
    }
    let stem = site.stem
    let before = String(word.utf8.dropLast(stem.utf8.count)) ?? ""
    let found = site.isAfterNumber ? units(at: site) : words(at: site, stem)
    return found.filter { $0.hasPrefix(stem) && $0 != stem }.sortedOnce.map { before + $0 }
  }

  private func completions(
    of rest: String, after mark: PromptCommand.Mark, _ word: String, isNewWord: Bool,
    _ files: (String) -> [String]
  ) -> [String] {
    let parts = rest.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let isName = parts.isEmpty || parts.count == 1 && !isNewWord
    let sign = word.utf8.first == 0x3A || word.utf8.first == 0x3F ? String(word.prefix(1)) : ""
    let stem = String(word.dropFirst(sign.count))
    let known: [String]
    switch (mark, isName, parts.first) {
    case (.question, _, _), (.command, false, "help"):
      known = HelpPage.all.flatMap(\.words) + declarations.allNames
    case (.command, true, _):
      known =
        PromptCommand.allCases.map(\.rawValue) + Session.happenings + world.present.map(\.name)
    case (.command, false, "press"):
      known = EventKind.pressed.map(\.rawValue)
    case (.command, false, "hold"), (.command, false, "release"):
      known = [EventKind.button.rawValue]
    case (.command, false, "turn"): known = [EventKind.zoom.rawValue]
    case (.command, false, let name?) where world.present.contains { $0.name == name }:
      known = parts.count == 1 || parts.count == 2 && !isNewWord ? deeds(of: name) : []
    case (.command, false, "save"), (.command, false, "save!"), (.command, false, "load"),
      (.command, false, "scene"):
      return files(word)
    case (.command, false, "profile"):
      let profiles = files(word).filter { $0.hasSuffix("/") || DockProfile.isFile($0) }
      let names = DockModel.all.map(\.name).filter { $0.hasPrefix(word) && $0 != word }
      return (names + profiles).sorted()
    case (.command, false, "preview"), (.command, false, "live"),
      (.command, false, "light"):
      known = ["on", "off"]
    default: known = []
    }
    return known.filter { $0.hasPrefix(stem) && $0 != stem }.sortedOnce.map { sign + $0 }
  }

  /// The marks that may stand at the end of `line`, the command `rest`, whose last word is `word`;
  /// nil if it does not load a file.
  private func marksToLoad(
    _ rest: String, _ line: [UInt8], _ word: String, _ marks: (String) -> [String]
  ) -> [String]? {
    let words = rest.words
    let isNewWord = line.last?.isBlank == true || line.last == 0x22
    guard words.first == "load", words.count > (isNewWord ? 1 : 2) else { return nil }
    let parts = String(decoding: line, as: UTF8.self).split(
      separator: "\"", omittingEmptySubsequences: false)
    let names = marks(words[1])
    guard parts.count % 2 == 0 else {
      return names.filter { $0.hasPrefix(word) && $0 != word }.sorted().compactMap { name in
        if name.utf8.contains(where: \.isBlank) { return word.isEmpty ? "\"\(name)\"" : nil }
        return name
      }
    }
    // Within quotes, of which the last word is only the end.
    let typed = String(parts.last ?? "")
    return names.filter { $0.hasPrefix(typed) }.sorted().map {
      word + $0.dropFirst(typed.count) + "\""
    }
  }

  /// The deeds of the person or object called `name`.
  private func deeds(of name: String) -> [String] {
    let isObject = world.present.contains { $0.name == name && $0.arrival.hasPrefix("object ") }
    return isObject ? [Keyword.walks, .leaves].map(\.spelling) : Session.deeds
  }

  // MARK: - By position

  private func units(at site: CompletionSite) -> [String] {
    let (angles, times) = (Unit.angles.map(\.symbol), Unit.times.map(\.symbol))
    let speeds = angles.map { $0 + "/s" }
    switch (site.verb, site.leader) {
    case (_, "over"), (_, "for"), ("wait", _), ("every", _), ("stagger", _): return times
    case ("ramp", _), ("spin", _), (_, "at"): return speeds
    case (_, "to"), (_, "by"), (_, "through"), (_, "within"): return angles
    default:
      let others = Unit.allCases.map(\.symbol).drop { (angles + times).contains($0) }
      return angles + times + speeds + others
    }
  }

  private func words(at site: CompletionSite, _ stem: String) -> [String] {
    if let callee = site.callees.last, !callee.isEmpty {
      return arguments(of: callee, at: site, stem)
    }
    guard let last = site.statement.last else { return beginnings(at: site, stem) }
    switch last {
    case .word(let word): return words(after: word, at: site, stem)
    case .number, .close, .string: return wordsBehindValue(at: site)
    case .sign(0x2C) where ["ramp", "spin", "stop", "limit"].contains(site.verb): return axes
    case .sign(0x2E): return parts(at: site)
    case .sign: return values(stem, at: site)
    }
  }

  private func beginnings(at site: CompletionSite, _ stem: String) -> [String] {
    Keyword.allCases.filter(\.beginsStatement).map(\.spelling) + ["else"]
      + clauses(of: site.formerVerb, without: [])
      + names(.gesture, stem, "(") + names(.use, stem, "(")
  }

  private func arguments(of callee: String, at site: CompletionSite, _ stem: String) -> [String] {
    switch site.statement.last {
    case .sign(0x28), .sign(0x2C):
      if callee == "pose" { return axes.map { $0 + ":" } }
      let parameters = declarations[callee]?.parameters ?? []
      return parameters.map { $0 + ":" } + values(stem)
    case .number, .close: return directions(of: site.axis ?? site.verb)
    default: return values(stem)
    }
  }

  private func words(after word: String, at site: CompletionSite, _ stem: String) -> [String] {
    if let fixed = CompletionTable.words(after: word, in: site.verb) { return fixed }
    switch word {
    case "until": return ["bar", "next"] + values(stem, at: site)
    case "while": return values(stem, at: site)
    case "ramp", "spin", "stop", "limit", "always", "peak": return axes
    case "pan", "tilt", "roll", "yaw", "pitch", "move":
      switch site.verb {
      case "ramp": return ["to"]
      case "spin": return ["at"]
      case "limit": return ["to", "at", "acceleration", "jerk"]
      case "stop": return ["over"]
      default: return ["to", "by", "through"]
      }
    case "home": return clauses(of: site.verb, without: site.words)
    case _ where Direction(spelling: word) != nil:
      return clauses(of: site.verb, without: site.words)
    case "let", "gesture", "function", "test", "use": return []
    case _ where NoteKind(rawValue: word)?.takesValues == false: return []
    default:
      let isValue = Keyword.allCases.first { $0.spelling == word }?.isReserved != true
      let isBehindValue = isValue && site.statement.count > 1
      return isBehindValue ? wordsBehindValue(at: site) : values(stem, at: site)
    }
  }

  private func wordsBehindValue(at site: CompletionSite) -> [String] {
    var words = directions(of: site.axis ?? site.verb)
    words += clauses(of: site.verb, without: site.words)
    if ["if", "expect", "let"].contains(site.verb) { words += ["and", "or", "then", "else"] }
    if isInCondition(site) { words += ["within", "near"] }
    if site.verb == "for" { words.append("by") }
    let isCall = Keyword.allCases.allSatisfy { $0.spelling != site.verb || !$0.beginsStatement }
    if isCall { words += ["mirrored", "at"].filter { !site.words.contains($0) } }
    return words
  }

  // MARK: - Kinds of words

  private var axes: [String] { ["pan", "tilt", "roll", "yaw", "pitch"] }

  private func directions(of verb: String) -> [String] {
    if verb == "let" || verb == "function" { return Direction.allCases.map(\.spelling) }
    let axis = Keyword.allCases.first { $0.spelling == verb }?.axis
    return axis.map { Direction.of(axis: $0).map(\.spelling) } ?? []
  }

  private func clauses(of verb: String, without given: Set<String>) -> [String] {
    let keyword = Keyword.allCases.first { $0.spelling == verb }
    let targets: Set<String> = ["to", "by", "through"]
    return (keyword?.clauses ?? []).map(\.spelling).filter { word in
      !given.contains(word) && !(targets.contains(word) && !given.isDisjoint(with: targets))
    }
  }

  /// The parts of what stands before the point at `site`.
  private func parts(at site: CompletionSite) -> [String] {
    let words = site.statement.dropLast().suffix(2).compactMap { piece in
      if case .word(let word) = piece { word } else { nil }
    }
    if words.contains(Keyword.person.spelling) { return SubjectPart.allCases.map(\.rawValue) }
    return words.contains(Keyword.object.spelling) ? ViewAxis.allCases.map(\.rawValue) : axes
  }

  /// The values that may stand in the statement at `site`; conditions may read the world.
  private func values(_ stem: String, at site: CompletionSite) -> [String] {
    (isInCondition(site) ? ReadingWord.spellings : []) + values(stem)
  }

  /// True if a condition stands at `site`, or may.
  private func isInCondition(_ site: CompletionSite) -> Bool {
    site.verb == "if" || site.words.contains("until") || site.words.contains("while")
  }

  private func values(_ stem: String) -> [String] {
    ["home", "pose(", "pi", "true", "false", "if", "not", "elapsed"]
      + CompletionTable.functions.map { $0 + "(" }
      + names(.value, stem, "") + names(.function, stem, "(")
  }

  private func names(_ kind: Outline.Kind, _ stem: String, _ end: String) -> [String] {
    (declarations.names[kind] ?? []).beginning(with: stem, limit: Session.completionLimit)
      .filter { $0.utf8.first != 0x22 }.map { $0 + end }
  }
}

/// The words that always follow others.
enum CompletionTable {
  static let functions = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "floor", "ceil", "round", "abs", "sign",
    "min", "max", "clamp", "random",
  ]

  /// The only words that can follow `word` in a statement that begins with `verb`.
  static func words(after word: String, in verb: String) -> [String]? {
    switch word {
    case "easing" where verb == "face": [FaceEasing.spring.rawValue]
    case "easing":
      EasingName.allCases.map { $0.rawValue + ($0.numbers == .required ? "(" : "") }
    case "animate": Animation.spellings
    case "frame": FramingMode.spellings
    case "tracking": verb == "expect" ? ["restored"] : ["on", "off"]
    case "face" where verb == "expect": Mood.spellings
    case "face": Mood.spellings + ["next", "random"]
    case "eyes": EyesWord.spellings
    case "camera": CameraWord.spellings
    case "select": ["none", "at", "person", "object"]
    case "expect":
      [
        "at", "pose", "always", "tracking", "elapsed", "peak", "late", "face", "log", "recording",
        "handler", "not",
      ]
    case "handler" where verb == "expect": EventKind.spellings
    case "perform": ["for", "from"]
    case "from" where verb == "perform": []
    case "on": EventKind.spellings
    case "for" where verb == "wait": EventKind.spellings + ["at"]
    case "wait": ["for", "until"]
    case "next" where verb == "wait": ["bar", "beat"]
    case "repeat": ["forever", "while"]
    case "when" where verb == "when": ["late"]
    case "late" where verb == "expect": []
    case "late": ["by"] + LatenessPolicy.spellings
    case "once" where verb == "on": policies
    case _ where verb == "on" || verb == "wait":
      EventKind(rawValue: word).flatMap { words(after: $0, in: verb) }
    default: nil
    }
  }
}

extension CompletionTable {
  /// What may stand between the event of a handler and its block.
  private static let handlerClauses = ["when", "once", "at"] + policies

  static let policies = HandlerPolicy.written.map(\.rawValue)

  /// The only words that can follow the word of the event `kind` in a statement with `verb`.
  private static func words(after kind: EventKind, in verb: String) -> [String]? {
    let clauses = verb == "on" ? handlerClauses : []
    switch kind.operand {
    case .phase: return kind.phases.map(\.rawValue) + clauses
    case .name: return [Keyword.by.spelling]
    case .nothing where verb == "on": return clauses
    case .nothing, .number, .share: return nil
    }
  }
}

extension [String] {
  /// The texts in order, each once.
  fileprivate var sortedOnce: [String] {
    var result: [String] = []
    for text in sorted() where result.last != text { result.append(text) }
    return result
  }
}
