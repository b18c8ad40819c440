import Diagnosis
import Motion
import Vocabulary

/// A cue as it stands in a file, before it is held to the rules.
struct ReadCue {
  /// The cue and its exits.
  var entry: CueSheet.Entry
  /// Where its heading stands in the sources.
  var origin: UInt32
  /// The facts that only JSON has; nil for text.
  var given: Given?

  /// The facts that text leaves out.
  struct Given {
    /// The pose at the start, in millidegrees.
    var from: PerAxis<Int32>
    /// True if the motors are held when it begins.
    var holdsMotors: Bool
    /// When nothing is left to do, in milliseconds.
    var length: Int32
  }

  /// Creates a cue whose heading stands at `origin`.
  init(_ entry: CueSheet.Entry, at origin: UInt32) { (self.entry, self.origin) = (entry, origin) }
}

/// The content of a file before verification.
struct ReadFile {
  /// The cues; one of a schedule.
  var cues: [ReadCue]
  /// True if it is a cue sheet.
  var isSheet: Bool
  /// The version of its form.
  var version: Int32
}

// MARK: - The lines of cue sheets

extension ScheduleReader {
  /// The index of the current cue.
  private var last: Int { cues.count - 1 }

  /// Reads the number of a cue and what gives the sign for it.
  mutating func readNumberAndSign() throws(ScheduleFault) {
    let place = scanner
    let number = try scanner.integer("the number of the cue")
    guard number == cues.count else {
      throw place.fault(
        "expected cue \(cues.count) before '\(number)'",
        note: "cues stand in the order of their numbers, and the first is 1")
    }
    guard cues.count <= CueSheet.limit else {
      throw place.fault(
        "there are too many cues", note: "a cue sheet has at most \(CueSheet.limit)")
    }
    let mark = scanner
    guard scanner.take(":") else {
      guard number == 1 else {
        throw mark.fault(
          "expected ':' before \(mark.nextText)",
          note: "every cue but the first says what begins it, as in 'cue 2: person'")
      }
      return
    }
    guard number > 1 else {
      throw mark.fault(
        "the first cue has no event", note: "it begins with the script: write 'cue 1'")
    }
    if scanner.takeWord("time") { return cues[last].entry.sign = "time" }
    if scanner.takeWord("again") { return cues[last].entry.sign = CueSheet.again }
    if scanner.takeWord("else") { return cues[last].entry.sign = "else" }
    if scanner.takeWord("if") { return cues[last].entry.sign = "if \(try condition())" }
    if scanner.takeWord("option") { return cues[last].entry.sign = try option() }
    if scanner.takeWord("when") { return cues[last].entry.sign = "when \(try condition())" }
    let isHandler = scanner.takeWord("on")
    var sign = (isHandler ? "on " : "") + (try event().description)
    if scanner.takeWord("when") { sign += " when \(try condition())" }
    cues[last].entry.sign = sign
  }

  /// Reads which option of a choice a cue is, behind its first word.
  private mutating func option() throws(ScheduleFault) -> String {
    let (place, note) = (scanner, "write it as in 'cue 4: option 2 of 3'")
    let number = try scanner.integer("the number of the option")
    try expect(["of"], note)
    let count = try scanner.integer("how many options there are")
    guard (2...Int32(CueSheet.limit)).contains(count), (1...count).contains(number) else {
      throw place.fault("there is no such option", note: note)
    }
    return "option \(number) of \(count)"
  }

  /// Stores the current schedule in the current cue, which must have an exit or an end.
  mutating func closeCue() throws(ScheduleFault) {
    if version < 2 { schedule.inferRelativeMoves() }
    cues[last].entry.cue.schedule = schedule
    guard cues[last].entry.cue.isLast || !cues[last].entry.exits.isEmpty else {
      throw ScheduleFault(
        message: "cue \(cues.count) is cut off: it has no exit and no 'end'",
        span: SourceSpan(scanner.lineStart, scanner.lineStart), note: "compile the script again")
    }
    guard cues[last].entry.cue.conditions.isEmpty || cues[last].entry.onward != nil else {
      throw ScheduleFault(
        message: "cue \(cues.count) does not say what comes if no condition holds",
        span: SourceSpan(scanner.lineStart, scanner.lineStart),
        note: "add a line below the conditions, as in '1000 cue 2'")
    }
    if let choice = cues[last].entry.cue.conditions.first?.choice,
      cues[last].entry.cue.conditions.count < choice.count - 1
    {
      throw ScheduleFault(
        message: "cue \(cues.count) does not say where each option of its choice leads",
        span: SourceSpan(scanner.lineStart, scanner.lineStart),
        note: "add a line for each but the last, as in 'if choice 1 is 2 of 3: cue 4'")
    }
    guard cues[last].entry.cue.again == nil || cues[last].entry.onward != nil else {
      throw ScheduleFault(
        message: "cue \(cues.count) does not say what comes after the last iteration of its loop",
        span: SourceSpan(scanner.lineStart, scanner.lineStart),
        note: "add a line below 'again', as in '1000 cue 2'")
    }
  }

  /// Reads what leads on from the current cue, or its end, from `start` on over `length`
  /// milliseconds; false if a step comes next.
  mutating func readWayOn(start: Int32, length: Int32?) throws(ScheduleFault) -> Bool {
    let place = scanner
    let entry = cues[last].entry
    guard entry.exits.count < CueSheet.limit else {
      throw place.fault(
        "this cue has too many exits", note: "a cue has at most \(CueSheet.limit) exits")
    }
    if entry.cue.isLast {
      throw place.fault(
        "there is text after the end of the cue", note: "'end' is the last line of a cue")
    }
    if scanner.takeWord("end") {
      try expectNoLength(length, place)
      guard entry.cue.goesOn == nil else {
        throw place.fault(
          "a cue that goes on by itself has no 'end'", note: "remove one of the two lines")
      }
      try expectEnd()
      cues[last].entry.cue.isLast = true
      schedule.length = start
    } else if scanner.takeWord("until") {
      try readEvent(start, length, place, policy: nil)
    } else if scanner.takeWord("on") {
      try readEvent(start, length, place, policy: .alongside)
    } else if scanner.takeWord("when") {
      try readState(start, length, place)
    } else if scanner.takeWord("if") {
      try readDecision(start, length, place)
    } else if scanner.takeWord("again") {
      try readTurn(start, length, place)
    } else if scanner.isAt("cue") || scanner.isAt("like") || scanner.isAt("a cue") {
      try readGoingOn(start, length, place)
    } else if entry.exits.isEmpty {
      return false
    } else {
      throw place.fault(
        "a step stands below an exit of the cue", note: "move it above that")
    }
    return true
  }

  private func expectNoLength(_ length: Int32?, _ place: ScheduleScanner) throws(ScheduleFault) {
    guard length == nil else {
      throw place.fault("this line has a time and no length", note: "remove the length")
    }
  }

  /// Reads when and where the cue goes on by itself.
  private mutating func readGoingOn(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    try expectNoLength(length, place)
    let cue = cues[last].entry.cue
    guard start >= 0, cue.goesOn == nil || !cue.conditions.isEmpty || cue.again != nil,
      cues[last].entry.onward == nil
    else {
      throw place.fault(
        "a cue goes on by itself at most once, and not before it begins", note: "remove this line")
    }
    try expectTime(ofDecision: start, place)
    let exit = try target(event: nil)
    try expectEnd()
    cues[last].entry.exits.append(exit)
    cues[last].entry.cue.goesOn = start
  }

  /// Reads a condition that is judged when the cue goes on, and the cue it leads to.
  private mutating func readDecision(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    try expectNoLength(length, place)
    try expectDecision(start, place)
    let condition = try decision()
    let number = cues[last].entry.cue.conditions.count
    try expect(condition, asNumber: number, place)
    try scanner.expect(":", "write where it leads, as in 'if person: cue 2'")
    let exit = try target(event: nil, condition: number)
    cues[last].entry.cue.conditionsLine = scanner.place(in: schedule.files) ?? 0
    try expectEnd()
    cues[last].entry.exits.append(exit)
    cues[last].entry.cue.conditions.append(condition)
    cues[last].entry.cue.goesOn = start
  }

  /// Holds `condition`, which stands at `place` as number `number` of its cue, to those above it.
  private func expect(
    _ condition: Condition, asNumber number: Int, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    let first = number == 0 ? condition : cues[last].entry.cue.conditions[0]
    let isInPlace: Bool
    switch condition {
    case .taken(let choice, let option): isInPlace = choice == first.choice && option == number
    default: isInPlace = first.choice == nil
    }
    guard isInPlace, first.choice.map({ number < $0.count - 1 }) ?? true else {
      throw place.fault(
        "this is not the next option of a choice",
        note: "each but the last has its line, in their order: 'if choice 1 is 1 of 3: cue 2'")
    }
  }

  /// Reads how many turns a loop has, and the cue that another one leads to.
  private mutating func readTurn(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    try expectNoLength(length, place)
    try expectDecision(start, place, isTurn: true)
    let note = "write it as in 'again 3 times in loop 1: cue 2'"
    let count = scanner
    let times = try scanner.integer("how many iterations the loop has")
    guard (2...Int32(CountedTurn.mostTimes)).contains(times) else {
      throw count.fault(
        "no loop comes back here \(times) times",
        note: "a loop that comes back has from 2 to \(CountedTurn.mostTimes) iterations")
    }
    try expect(["times", "in"], note)
    let again = CountedTurn(loop: try loop(note), times: Int(times))
    try scanner.expect(":", note)
    var exit = try target(event: nil)
    exit.isAgain = true
    cues[last].entry.cue.conditionsLine = scanner.place(in: schedule.files) ?? 0
    try expectEnd()
    cues[last].entry.exits.append(exit)
    (cues[last].entry.cue.again, cues[last].entry.cue.goesOn) = (again, start)
  }

  /// Passes `words`, which must come next; `note` says how they are written.
  private mutating func expect(_ words: [StaticString], _ note: String) throws(ScheduleFault) {
    for word in words {
      let place = scanner
      guard scanner.takeWord(word) else {
        throw place.fault("expected '\(word)' before \(place.nextText)", note: note)
      }
    }
  }

  /// Reads the number of a loop; `note` says how it is written.
  private mutating func loop(_ note: String) throws(ScheduleFault) -> Int {
    try expect(["loop"], note)
    let place = scanner
    let number = try scanner.integer("the number of a loop")
    guard (1...CueSheet.limit).contains(Int(number)) else {
      throw place.fault(
        "there is no loop \(number)", note: "loops are numbered from 1 to \(CueSheet.limit)")
    }
    return Int(number)
  }

  /// Holds the line at `place`, which decides at `start`, to its place in the cue: a cue is decided
  /// once, by conditions or by a loop.
  private func expectDecision(
    _ start: Int32, _ place: ScheduleScanner, isTurn: Bool = false
  ) throws(ScheduleFault) {
    let cue = cues[last].entry.cue
    guard start >= 0, cues[last].entry.onward == nil else {
      throw place.fault(
        "this stands below the line that says when the cue goes on", note: "move it above that")
    }
    guard cue.again == nil, cue.conditions.isEmpty || !isTurn else {
      throw place.fault(
        "a cue has one 'again', and no condition beside it", note: "remove one of the lines")
    }
    try expectTime(ofDecision: start, place)
  }

  /// Holds the line at `place` to the time of the conditions above it.
  private func expectTime(
    ofDecision start: Int32, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    if let time = cues[last].entry.cue.goesOn, time != start {
      throw place.fault(
        "all conditions of a cue are judged at one time", note: "write \(time) as its time")
    }
  }

  /// Reads a state that leads on, and the cue it leads to.
  private mutating func readState(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    try expectAbove(start, length, place)
    var awaited = Awaited(
      .state(try condition()), start: start, end: length.map { start + $0 }, line: 0,
      slot: cues[last].entry.cue.awaited.count + 1, node: 0)
    try readTarget(of: &awaited)
  }

  /// Reads an event that leads on, and the cue it leads to.
  private mutating func readEvent(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner, policy: HandlerPolicy?
  ) throws(ScheduleFault) {
    try expectAbove(start, length, place)
    var awaited = Awaited(
      event: try event(), start: start, end: length.map { start + $0 }, line: 0,
      slot: 0, node: 0)
    if scanner.takeWord("when") { awaited.condition = try condition() }
    awaited.policy = policy
    if policy != nil { try readPolicy(of: &awaited) }
    try readTarget(of: &awaited)
  }

  /// Holds the line at `place`, which says what leads on from `start` on over `length`
  /// milliseconds, to its place in the cue.
  private func expectAbove(
    _ start: Int32, _ length: Int32?, _ place: ScheduleScanner
  ) throws(ScheduleFault) {
    guard cues[last].entry.cue.goesOn == nil else {
      throw place.fault(
        "this stands below the line that says when the cue goes on", note: "move it above that")
    }
    guard start >= 0, length ?? 0 >= 0, start + (length ?? 0) <= Schedule.greatestLength else {
      throw place.fault(
        "no exit comes before the cue begins", note: "a time and a length are 0 or more")
    }
  }

  /// Reads where `awaited` leads, and adds it.
  private mutating func readTarget(of awaited: inout Awaited) throws(ScheduleFault) {
    try scanner.expect(":", "write where it leads, as in 'until person: cue 2'")
    let exit = try target(event: cues[last].entry.cue.awaited.count)
    awaited.line = scanner.place(in: schedule.files) ?? 0
    try expectEnd()
    cues[last].entry.cue.awaited.append(awaited)
    cues[last].entry.exits.append(exit)
  }

  /// Reads the policy of a handler, and how often it is called.
  private mutating func readPolicy(of awaited: inout Awaited) throws(ScheduleFault) {
    if scanner.isAtWord {
      awaited.policy = try choice(of: HandlerPolicy.self, "the policy of the handler")
    }
    guard scanner.take(",") else { return }
    awaited.isOnce = scanner.takeWord("once")
    if awaited.isOnce { return }
    let note = "write it as in 'on shutter, at most every 200: cue 2'"
    try expect(["at", "most", "every"], note)
    awaited.period = try scanner.milliseconds("a time in milliseconds")
  }

  /// Reads where an exit leads.
  private mutating func target(
    event: Int?, condition: Int? = nil
  ) throws(ScheduleFault) -> CueSheet.Exit {
    let origin = scanner.lineStart
    if scanner.takeWord("a") {
      let place = scanner
      guard scanner.takeWord("cue"), scanner.takeWord("not"), scanner.takeWord("shown") else {
        throw place.fault(
          "expected 'a cue not shown'", note: "write that, or the number of a cue as in 'cue 2'")
      }
      var exit = CueSheet.Exit(event: event, condition: condition, target: 0, origin: origin)
      exit.anew = try loopsAnew()
      return exit
    }
    let isExample = scanner.takeWord("like")
    let place = scanner
    guard scanner.takeWord("cue") else {
      throw place.fault(
        "expected a cue before \(place.nextText)", note: "write where it leads, as in 'cue 2'")
    }
    let number = scanner
    let target = try scanner.integer("the number of a cue")
    guard (1...CueSheet.limit).contains(Int(target)) else {
      throw number.fault(
        "there is no cue \(target)", note: "cues are numbered from 1 to \(CueSheet.limit)")
    }
    var exit = CueSheet.Exit(
      event: event, condition: condition, target: Int(target), isExact: !isExample, origin: origin)
    exit.anew = try loopsAnew()
    return exit
  }

  /// Reads the numbers of the loops of which no turn has been counted behind an exit.
  private mutating func loopsAnew() throws(ScheduleFault) -> [Int] {
    let note = "write it as in 'cue 2, loop 1 anew'"
    var loops: [Int] = []
    while scanner.take(",") {
      let place = scanner
      let number = try loop(note)
      guard !loops.contains(number) else {
        throw place.fault("loop \(number) stands here twice", note: "remove one of the two")
      }
      loops.append(number)
      try expect(["anew"], note)
    }
    return loops
  }

  /// Reads an event as scripts write it.
  private mutating func event() throws(ScheduleFault) -> AwaitedEvent {
    let place = scanner
    let word = String(decoding: scanner.word(), as: UTF8.self)
    guard let kind = EventKind(rawValue: word) else {
      let list = EventKind.spellings.joined(separator: ", ")
      throw place.fault("expected an event before \(place.nextText)", note: "write one of \(list)")
    }
    var event = AwaitedEvent(kind: kind)
    switch kind.operand {
    case .number:
      let place = scanner
      let number = try scanner.integer("the number of a button")
      guard EventKind.buttons.contains(Int(number)) else {
        throw place.fault(
          "there is no button \(number)", note: "they are numbered 1, 2, 3 and so on")
      }
      event.number = Double(number)
    case .share: event.number = try charge()
    case .phase, .name, .nothing: break
    }
    event.phase = phase(among: kind.phases)
    return event
  }

  private mutating func phase(among phases: [EventPhase]) -> EventPhase {
    for phase in phases {
      var rest = scanner
      guard rest.word().elementsEqual(phase.rawValue.utf8) else { continue }
      scanner = rest
      return phase
    }
    return .any
  }

  /// Reads the charge below which the battery is.
  private mutating func charge() throws(ScheduleFault) -> Double {
    let note = "write it as in 'battery below 20%'"
    guard scanner.takeWord("below") else { throw scanner.fault("expected 'below'", note: note) }
    let place = scanner
    let share = try scanner.decimal()
    try scanner.expect("%", note)
    guard (0...100).contains(share) else {
      throw place.fault("a charge is between 0% and 100%", note: note)
    }
    return share / 100
  }
}
