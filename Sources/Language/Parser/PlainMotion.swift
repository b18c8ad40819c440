import Diagnosis
import Vocabulary

/// A motion in plain words, such as "turn left 30 degrees" or "look up slowly".
///
/// Each word and number must have a place in the statement of the language; otherwise the words are
/// not a motion.
struct PlainMotion {
  /// The axis that turns; nil while nothing says which.
  private(set) var axis: Keyword?
  /// `spin` or `ramp`, if it is no move.
  private var turn: Keyword?
  /// True if the verb is a word for turning that no statement begins with.
  private var isTurning = false
  private var direction: Direction?
  private var lead: Keyword?
  private var angle: String?
  private var time: String?
  private var speed: String?
  /// True if a word has been read that leads in a speed.
  private var isSpeedDue = false
  private var easing: String?
  private var pace: PlainWords.Pace?

  /// Reads the words of a statement; nil if they are no motion.
  init?(_ words: [PlainToken]) {
    var index = 0
    while index < words.count, words[index].isFiller || words[index].pace != nil {
      pace = words[index].pace ?? pace
      index += 1
    }
    guard index < words.count, readVerb(words[index]) else { return nil }
    let isCall = words.contains { $0.kind == .openParen }
    index += 1
    while index < words.count {
      guard let count = read(words[index...], behind: words[index - 1], isCall: isCall) else {
        return nil
      }
      index += count
    }
    // A move has a length or a speed, and not both.
    let isOne = time == nil || speed == nil || angle == nil
    guard settleAxis(), isOne, speed != nil || !isSpeedDue else { return nil }
  }

  private mutating func readVerb(_ word: PlainToken) -> Bool {
    if word.keyword?.axis != nil {
      axis = word.keyword
      return true
    }
    if word.keyword == .move { return true }
    if word.keyword == .face {
      isTurning = true
      return true
    }
    if word.keyword == .spin || word.keyword == .ramp {
      turn = word.keyword
      return true
    }
    guard word.kind == .word, word.keyword?.beginsStatement != true else { return false }
    switch ForeignWords.hint(for: word.text, in: .statement)?.replacement {
    case "pan": axis = nil
    case "tilt": axis = .tilt
    case "roll": axis = .roll
    case "move to": break
    case "spin": turn = .spin
    default: return false
    }
    isTurning = true
    return true
  }

  /// Reads the first of `words`; gives how many belong to it, or nil if one has no place.
  private mutating func read(
    _ words: ArraySlice<PlainToken>, behind last: PlainToken, isCall: Bool
  ) -> Int? {
    guard let word = words.first else { return nil }
    let next = words.dropFirst().first
    switch word.kind {
    case .openParen, .closeParen, .comma, .colon: return isCall ? 1 : nil
    case .minus:
      guard let next, next.kind == .number, let count = quantity(words.dropFirst(), sign: "-")
      else { return nil }
      return count + 1
    case .number: return quantity(words, sign: "")
    case .word: break
    default: return nil
    }
    if let direction = word.direction {
      if self.direction != nil { return nil }
      self.direction = direction
      return 1
    }
    if let axis = word.keyword?.axis {
      if let own = self.axis, own.axis != axis { return nil }
      self.axis = word.keyword
      return 1
    }
    if let pace = word.pace {
      if self.pace != nil { return nil }
      self.pace = pace
      return 1
    }
    switch word.text.lowercased() {
    case "to", "toward", "towards":
      // "to the left" says the direction, and not where the motion ends.
      let isDirection = next?.isFiller == true && words.dropFirst(2).first?.direction != nil
      return isDirection ? 2 : setLead(.to)
    case "by": return setLead(.by)
    case "over", "for", "in", "during", "lasting", "taking", "duration":
      return next?.kind == .number || next?.kind == .colon ? 1 : nil
    case "at", "with", "of", "speed", "velocity":
      isSpeedDue = true
      return 1
    case "easing":
      guard easing == nil, let name = next.flatMap({ EasingName(rawValue: $0.text) }) else {
        return nil
      }
      let numbers = words.dropFirst(2)
      guard name.numbers != .none, numbers.first?.kind == .openParen,
        let end = numbers.firstIndex(where: { $0.kind == .closeParen })
      else {
        easing = name.rawValue
        return name.numbers == .required ? nil : 2
      }
      easing = name.rawValue + numbers[...end].map(\.text).joined().replacing(",", with: ", ")
      return end + 1 - words.startIndex
    default: break
    }
    if word.isFiller { return 1 }
    let isDue = last.leadsInAngle || isCall && [.openParen, .comma, .colon].contains(last.kind)
    guard angle == nil, isDue, word.keyword?.isReserved != true else { return nil }
    angle = word.text
    return 1
  }

  private mutating func setLead(_ word: Keyword) -> Int? {
    if lead != nil { return nil }
    lead = word
    return 1
  }

  /// Reads a number with its unit, which may stand apart from it.
  private mutating func quantity(_ words: ArraySlice<PlainToken>, sign: String) -> Int? {
    guard let number = words.first else { return nil }
    var (text, dimension, count) = (sign + number.text, number.dimension, 1)
    if number.isBare {
      dimension = .angle
      if let unit = words.dropFirst().first?.unit {
        (text, dimension, count) = (sign + number.text + unit.symbol, unit.dimension, 2)
        let rest = words.dropFirst(2).prefix(2).map(\.self)
        if dimension == .angle, rest.count == 2, rest[0].isPer, let time = rest[1].unit,
          time.dimension == .time
        {
          (text, dimension, count) = (text + "/" + time.symbol, .speed, 4)
        }
      }
    }
    switch dimension {
    case .angle where angle == nil: angle = text
    case .time where time == nil: time = text
    case .speed where speed == nil: speed = text
    default: return nil
    }
    return count
  }

  /// Finds the axis from the direction if the verb does not give it; false if there is none.
  private mutating func settleAxis() -> Bool {
    let axes: [Keyword] = [.pan, .tilt, .roll]
    if let direction {
      if isTurning { axis = axes[Int(direction.axis)] }
      axis = axis ?? axes[Int(direction.axis)]
      return axis?.axis == direction.axis
    }
    if isTurning, axis == nil, angle != nil { axis = .pan }
    return axis != nil && (angle != nil || turn != nil && speed != nil)
  }

  // MARK: - What is written instead

  /// The statements that say it, with what each does; the likeliest first.
  var statements: [(text: String, title: String)] {
    guard let axis else { return [] }
    let side = direction.map { " \($0)" } ?? ""
    if turn != nil || speed != nil && angle == nil {
      guard let speed, angle == nil, pace == nil, easing == nil, lead != .by else { return [] }
      let (word, tail) = turn == .ramp ? ("to", "over") : ("at", "for")
      let text =
        "\((turn ?? .spin).spelling) \(axis.spelling) \(word) \(speed)\(side)"
        + (time.map { " \(tail) \($0)" } ?? "")
      return [(text, "write '\(text)'")]
    }
    var tail = time.map { " over \($0)" } ?? ""
    tail += speed.map { " at \($0)" } ?? ""
    let isPaced = pace == .slow && tail.isEmpty
    if isPaced { tail = " at 10deg/s" }
    if let easing { tail += " easing \(easing)" }
    if pace == .smooth, easing == nil { tail += " easing \(EasingCurve.smooth.rawValue)" }
    let isExample = angle == nil || isPaced
    return leads.map { lead in
      let text = "\(axis.spelling) \(lead.spelling) \(angle ?? "10deg")\(side)\(tail)"
      let purpose = lead == .to ? "for a place" : "for a distance"
      let title = "write '\(text)'"
      if isExample { return (text, title + ", for example") }
      if pace == .quick { return (text, title + ", which is as quick as it can be") }
      return (text, leads.count > 1 ? "\(title) \(purpose)" : title)
    }
  }

  private var leads: [Keyword] {
    if let lead { return [lead] }
    if angle == nil { return [.by] }
    return isTurning ? [.by, .to] : [.to, .by]
  }
}

/// A word, number or sign of a statement that is read as plain English.
struct PlainToken {
  let kind: Token.Kind
  private(set) var text: String
  let span: SourceSpan
  private(set) var keyword: Keyword?
  let dimension: Dimension
  let isBare: Bool
  let startsLine: Bool

  /// Takes `token`, whose text `lexer` holds.
  init(_ token: Token, in lexer: Lexer) {
    (kind, span, keyword) = (token.kind, token.span, token.keyword)
    (dimension, isBare, startsLine) = (token.dimension, token.isBare, token.startsLine)
    text = lexer.text(Int(token.start - lexer.base), Int(token.end - lexer.base))
  }

  /// It, or the words that it joins, as in `turnLeft` and `turn_left`.
  var parts: [PlainToken] {
    guard kind == .word, text.utf8.count <= Suggestion.greatestLength else { return [self] }
    var parts = [""]
    for character in text {
      if character == "_" || character.isUppercase { parts.append("") }
      if character != "_" { parts[parts.count - 1].append(Character(character.lowercased())) }
    }
    return parts.filter { !$0.isEmpty }.map { PlainToken(part: $0, of: self) }
  }

  /// The word `part` that `whole` joins with others.
  private init(part: String, of whole: PlainToken) {
    self = whole
    text = part
    keyword = Keyword.allCases.first { $0.spelling == part }
  }

  /// True if it adds nothing.
  var isFiller: Bool { kind == .word && PlainWords.canLeaveOut(text, .direction) }
  /// The mood of `word`, which may be a foreign word; nil if it is not a mood.
  static func mood(_ word: String) -> String? {
    Mood(rawValue: word) != nil
      ? word : ForeignWords.hint(for: word, in: .mood)?.replacement
  }

  /// True if it leads in a place.
  var isPreposition: Bool { kind == .word && ["to", "at", "in", "on", "of"].contains(text) }
  /// True if an angle follows it.
  var leadsInAngle: Bool { keyword == .to || keyword == .by }
  /// The pace it names, or nil.
  var pace: PlainWords.Pace? { kind == .word ? PlainWords.Pace(text.lowercased()) : nil }
  /// True if it stands between an angle and a time that make a speed.
  var isPer: Bool { kind == .divide || ["per", "a"].contains(text.lowercased()) }

  /// The direction it names, or nil.
  var direction: Direction? {
    if let keyword, let direction = Direction(keyword) { return direction }
    guard kind == .word, let word = ForeignWords.hint(for: text, in: .direction)?.replacement else {
      return nil
    }
    return Direction.allCases.first { "\($0)" == word }
  }

  /// The unit it names, or nil.
  var unit: Unit? {
    guard kind == .word else { return nil }
    let word = ForeignWords.hint(for: text, in: .unit)?.replacement ?? text
    if Unit.isFiner(text) { return nil }
    return Unit(word)
  }
}
