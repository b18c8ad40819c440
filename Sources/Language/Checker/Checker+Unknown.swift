import Diagnosis
import Vocabulary

// The diagnostics of unknown names: a name may be declared below, call itself, be misspelt or
// belong to another language. A name that was lost in a statement with an error is not reported.

extension Checker {
  /// The declaration of a name at the top level of a file.
  struct Declaration {
    let node: NodeView
    let label: LabelView
  }

  /// What a name is used as.
  enum Use {
    case value, function, gesture
    /// As the number of times that a block is repeated.
    case count
  }

  /// Reports the name `symbol` at `span`, which means nothing there; further uses are passed over.
  @inline(never)
  mutating func unknown(_ symbol: Symbol, at span: SourceSpan, as use: Use) {
    if lost.contains(symbol) { return }
    defer { lost.symbols.insert(symbol) }
    let word = text(symbol)
    // The name beside it, as in 'if mode == idle', is no second mistake.
    if word == Keyword.mode.spelling { lost.symbols.formUnion(nameFacts.modeNumbers.keys) }
    // Diagnostics beyond the limit need no explanation, which could mean a search of the whole
    // program.
    if reporter.dropped > 0 { return report(.unknownName(word, nil, as: use, at: span)) }
    if context.foreignCounts.contains(symbol) { return report(.foreignCount(word, at: span)) }
    if use == .value, let event = EventKind(rawValue: word) {
      return report(.liveValue(event, at: span))
    }
    if use == .value, let mode = modeAsPose(symbol, at: span) { return report(mode) }
    if use == .value, let report = wordAsValue(word, at: span) { return self.report(report) }
    if symbol == context.current?.symbol { return report(.recursion(word, through: nil, at: span)) }
    if let declaration = declaration(of: symbol) {
      return declaredBelow(symbol, declaration, at: span)
    }
    if let use = useBelow(of: symbol) {
      return report(
        .usedBeforeImported(
          word, tree.strings[use.file.index], at: span, imported: program.span(of: use.file)))
    }
    if use == .value, let unit = unitBehindSlash(word, at: span) ?? unitOfDivision(word, at: span) {
      return report(unit)
    }
    if use == .value, let name = nameWithHyphen(word, at: span) { return report(name) }
    let ended = use == .value ? endedDeclaration(of: symbol, before: span) : nil
    let mention = ended == nil && use == .value ? mention(of: symbol, at: span) : Mention()
    if let kind = mention.wordInScene {
      return report(
        .subjectWithoutWord(word, kind, mayStand: mention.mayBeSubject, at: span))
    }
    var unknown = Diagnostic.unknownName(
      word, meant(word, as: use), as: use, at: span, ended: ended,
      mayBePerson: mention.mayBeSubject && !mention.isTarget,
      mayBeCount: use == .value && context.allowsReadings && !mention.isLogged)
    if mention.isLogged, unknown.fixIts.isEmpty {
      unknown.notes.append("a text stands in quotes")
      unknown.fixIts = [FixIt("write '\"\(word)\"'", span, "\"\(word)\"")]
    }
    report(unknown)
  }

  /// The report of a word of the language that is no value, as in `every beat`; nil if `word` is
  /// none.
  private func wordAsValue(_ word: String, at span: SourceSpan) -> Diagnostic? {
    if [Unit.beat, .bar].map(\.symbol).contains(word) {
      let ours = "1\(word)"
      return Diagnostic(
        .unknownName, "nothing is called '\(word)' here", at: span,
        label: "did you mean '\(ours)'?", fixIts: [FixIt("write '\(ours)'", span, ours)])
    }
    let note: String
    switch word {
    case Keyword.choose.spelling:
      note = "'choose' is a statement: 'choose { log \"a\"; log \"b\" }' does one of several"
    case "persons", "people", "faces", "crowd":
      note = "how many are there cannot be read; 'person' is true while somebody is there"
    case _ where Mood(rawValue: word) != nil:
      note = "a mood is no value: it stands behind 'face', as in 'face \(word)'"
    case _ where EasingName(rawValue: word) != nil:
      note = "an easing is no value: it stands behind 'easing', as in 'easing \(word)'"
    case Keyword.late.spelling where context.isInTest:
      note = "how late the show is stands in a comparison, as in 'expect late <= 100ms'"
    default: return nil
    }
    return Diagnostic(
      .unknownName, "nothing is called '\(word)' here", at: span, notes: [note])
  }

  /// What is known of a name from the words around it.
  private struct Mention {
    /// 'person' or 'object' before the name in a scene of its file; nil if no scene has it.
    var wordInScene: Keyword?
    /// True if somebody may be meant where it stands alone.
    var mayBeSubject = false
    /// True if a motion leads there.
    var isTarget = false
    /// True if it is written to the log.
    var isLogged = false
  }

  /// What is known of the name `symbol`, which stands alone at `span`.
  private func mention(of symbol: Symbol, at span: SourceSpan) -> Mention {
    let start = program.sources.file(at: span.start).base
    return program.reading(from: start) { lexer in
      var (last, found) = (Token(), Mention())
      while true {
        let token = lexer.next()
        if last.start == span.start, found.mayBeSubject { found.mayBeSubject = token.followsState }
        if token.kind == .end { return found }
        if token.start == span.start {
          (found.mayBeSubject, found.isTarget) = (last.precedesSubject, last.isKeyword(.to))
          found.isLogged = last.isKeyword(.log)
        }
        if token.kind == .word, token.symbol == symbol,
          last.isKeyword(.person) || last.isKeyword(.object)
        {
          found.wordInScene = found.wordInScene ?? last.keyword
        }
        last = token
      }
    }
  }

  /// A name whose block has ended.
  struct EndedName {
    /// Where it is declared.
    let span: SourceSpan
    /// True if it names the value of an event.
    let isOfEvent: Bool
  }

  /// Where `symbol` is declared in a block that has ended before `span`: by 'let', by 'for', as a
  /// parameter or by an event.
  private func endedDeclaration(of symbol: Symbol, before span: SourceSpan) -> EndedName? {
    let start = program.sources.file(at: span.start).base
    return program.reading(from: start) { lexer in
      var (last, before) = (Token(), Token())
      while true {
        let token = lexer.next()
        if token.start >= span.start || token.kind == .end { return nil }
        let isOfEvent = before.isKeyword(.zoom) && last.isKeyword(.by)
        let isDeclared =
          isOfEvent || last.isKeyword(.let) || last.isKeyword(.for)
          || lexer.peekIsColon && (last.kind == .openParen || last.kind == .comma)
        if token.kind == .word, token.symbol == symbol, isDeclared {
          return EndedName(span: token.span, isOfEvent: isOfEvent)
        }
        (before, last) = (last, token)
      }
    }
  }

  /// Reports the call of a gesture that nobody has declared.
  @inline(never)
  mutating func unknownGesture(_ call: CallView, _ symbol: Symbol) {
    let span = program.span(of: call.label)
    let word = text(symbol)
    guard reporter.dropped == 0, !lost.contains(symbol), symbol != context.current?.symbol,
      declaration(of: symbol) == nil, useBelow(of: symbol) == nil
    else { return unknown(symbol, at: span, as: .gesture) }
    if let sound = soundAsCall(call, word, at: span) {
      lost.symbols.insert(symbol)
      return report(sound)
    }
    if nameFacts.modeNumbers[symbol] != nil {
      lost.symbols.insert(symbol)
      return report(modeAsCall(call, word, at: span))
    }
    if let plain = choiceAsCall(call, word, at: span) ?? plainCall(call, word, at: span) {
      lost.symbols.insert(symbol)
      return report(plain)
    }
    guard let meant = meant(word, as: .gesture), let why = meant.explanation else {
      return unknown(symbol, at: span, as: .gesture)
    }
    lost.symbols.insert(symbol)
    report(
      meant.replacement.hasPrefix("animate ")
        ? .missingGesture(word, why, at: span)
        : .foreignCall(
          word, meant.replacement, why, at: span, fixIts: fixIts(for: call, meant.replacement)))
  }

  /// The report of `call`, that of the mode `name`.
  private func modeAsCall(_ call: CallView, _ name: String, at span: SourceSpan) -> Diagnostic {
    let ours = "go to \(name)"
    let mayGo =
      context.current == nil && !context.isInSafetyHandler
      && (context.mode != nil || context.isInHandler)
    return Diagnostic(
      .unknownName, "'\(name)' is a mode, and no gesture", at: span,
      notes: ["'\(ours)' leaves the mode for it"],
      fixIts: mayGo ? [FixIt("write '\(ours)'", program.span(of: call), ours)] : [])
  }

  /// The report of `call`, that of `word` with the name of a file to be played; nil if it is none.
  private func soundAsCall(_ call: CallView, _ word: String, at span: SourceSpan) -> Diagnostic? {
    var arguments = call.arguments
    guard SoundStatement.otherWords.contains(word.lowercased()), let file = arguments.next(),
      arguments.isEmpty, !file.isNamed
    else { return nil }
    let name = program.sources.text(of: program.span(of: file))
    guard name.hasPrefix("\"") else { return nil }
    let ours = "sound \(name)"
    return .foreignCall(
      word, ours, "'sound' plays a WAV file to its end", at: span,
      fixIts: [FixIt("write '\(ours)'", program.span(of: call), ours)])
  }

  /// The report of `call`, that of `word` as a statement in plain English, such as
  /// `turnLeft(30deg)` or `take_photo()`; nil if it is none.
  private func plainCall(_ call: CallView, _ word: String, at span: SourceSpan) -> Diagnostic? {
    let whole = program.span(of: call)
    let words = program.reading(from: whole.start) { lexer in
      var words = PlainToken(lexer.next(), in: lexer).parts
      while words.count <= 32, words.last.map({ $0.span.end < whole.end }) == true {
        words.append(PlainToken(lexer.next(), in: lexer))
      }
      return words
    }
    if let motion = PlainMotion(words), let first = motion.statements.first {
      return .foreignCall(
        word, first.text, motion.axis?.explanation ?? "", at: span,
        fixIts: motion.statements.map { FixIt($0.title, whole, $0.text) })
    }
    let bare = words.filter { $0.kind == .word }
    guard bare.count + 2 == words.count,
      let phrase = PlainWords.phrases.first(where: { $0.end(in: bare) == bare.last?.span.end })
    else { return nil }
    return .foreignCall(
      word, phrase.replacements[0], phrase.explanation, at: span,
      fixIts: phrase.replacements.map { FixIt(phrase.title(of: $0), whole, $0) })
  }

  /// The changes that make a statement with the word `ours` of `call`.
  private func fixIts(for call: CallView, _ ours: String) -> [FixIt] {
    var arguments = call.arguments
    guard ours == "wait" || ours == "log", let argument = arguments.next(), arguments.isEmpty,
      !argument.isNamed
    else { return [] }
    let number = program.sources.text(of: program.span(of: argument))
    if argument.value.isBareNumber, ours == "wait" {
      let whole = program.span(of: call)
      return ["s", "ms"].map { FixIt("write 'wait \(number)\($0)'", whole, "wait \(number)\($0)") }
    }
    return [FixIt("write '\(ours)'", program.span(of: call.label), ours)]
  }

  /// What `word` was probably meant to be.
  private func meant(_ word: String, as use: Use) -> Suggestion? {
    let known = scope.visible.filter { isUsable(scope[$0], as: use) }.map(text)
    switch use {
    case .value:
      let literals = ["true", "false", "home", "pi"]
      return Suggestion.best(for: word, in: .literal, among: known + literals)
    case .function: return Suggestion.best(for: word, in: .function, among: known)
    case .count:
      return Suggestion.best(
        for: word, in: .repetition, among: known + [Keyword.forever.spelling])
    case .gesture:
      return Suggestion.nearest(to: word, in: known).map { Suggestion($0, nil) }
        ?? ForeignWords.hint(for: word, in: .statement)
        .map { Suggestion($0.replacement, $0.explanation) }
    }
  }

  private func isUsable(_ binding: Binding, as use: Use) -> Bool {
    switch binding.kind {
    case .none: false
    case .value: use == .value || use == .count
    case .reading, .count: use == .value && context.allowsReadings
    case .builtin: use == .function
    case .callable:
      use == (checked.callables[Int(binding.index)].isGesture ? .gesture : .function)
    }
  }

  /// The report of a unit of time behind a slash, as in `30deg / s` and `(way) / s`; nil if `word`
  /// is none.
  private func unitOfDivision(_ word: String, at span: SourceSpan) -> Diagnostic? {
    let file = program.sources.file(at: span.start)
    let place = Int(span.start - file.base)
    let before = file.bytes[..<place].suffix(Suggestion.greatestLength)
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard Unit.times.contains(where: { $0.symbol == word }),
      let slash = before.lastIndex(where: { !isBlank($0) }), before[slash] == 0x2F,
      let last = before[..<slash].lastIndex(where: { !isBlank($0) })
    else { return nil }
    let number = before[...last].reversed().prefix(while: Lexer.continuesWord).reversed()
    let unit = String(decoding: number.drop { (0x30...0x39).contains($0) }, as: UTF8.self)
    guard Unit.angles.contains(where: { $0.symbol == unit }) else {
      return Diagnostic(
        .unknownName, "nothing is called '\(word)' here", at: span,
        notes: ["a value is divided by a time, as in 'way / 2s'"],
        fixIts: [FixIt("write '1\(word)'", span, "1\(word)")])
    }
    let whole = SourceSpan(span.start - UInt32(place - last - 1), span.end)
    return Diagnostic(
      .unknownName, "nothing is called '\(word)' here", at: span,
      notes: ["a unit has no blanks in it, as in '30deg/s'"],
      fixIts: [FixIt("write '\(unit)/\(word)'", whole, "/\(word)")])
  }

  /// The report of a unit such as the `sec` of `20deg/sec`; nil if `word` is none.
  private func unitBehindSlash(_ word: String, at span: SourceSpan) -> Diagnostic? {
    let file = program.sources.file(at: span.start)
    let place = Int(span.start - file.base)
    guard place > 1, file.bytes[place - 1] == 0x2F, Lexer.continuesWord(file.bytes[place - 2])
    else { return nil }
    if Unit.times.contains(where: { $0.symbol == word }) {
      return Diagnostic(
        .unknownUnit, "no unit of this kind ends with '/\(word)'", at: span,
        notes: [
          "a speed is in 'deg/s', an acceleration in 'deg/s^2', a rate in '1/s'; 'way / 2s' "
            + "divides a value by a time"
        ])
    }
    guard let unit = ForeignWords.hint(for: word, in: .unit),
      unit.replacement == "s" || unit.replacement == "min"
    else { return nil }
    return .unknownUnit(
      word, of: "", Suggestion(unit.replacement, unit.explanation), at: span)
  }

  /// The report of a name such as `left-wing`, which is written `left_wing`; nil if there is none.
  private mutating func nameWithHyphen(_ word: String, at span: SourceSpan) -> Diagnostic? {
    let file = program.sources.file(at: span.start)
    let rest = file.bytes[Int(span.end - file.base)...].prefix(Suggestion.greatestLength)
    guard rest.first == 0x2D else { return nil }
    let tail = rest.dropFirst().prefix(while: Lexer.continuesWord)
    let name = word + "_" + String(decoding: tail, as: UTF8.self)
    guard let symbol = scope.visible.first(where: { text($0) == name }),
      isUsable(scope[symbol], as: .value)
    else { return nil }
    let whole = SourceSpan(span.start, span.end + 1 + UInt32(tail.count))
    let symbols = program.symbols
    lost.symbols.insert(Array(tail).withUnsafeBufferPointer { symbols.symbol(of: $0) })
    return .nameWithHyphen(name, at: whole)
  }

  // MARK: - Declarations below

  /// The declaration of `symbol` further down in the file, or around this place; nil if there is
  /// none.
  mutating func declaration(of symbol: Symbol) -> Declaration? {
    if let declarations = context.declarations { return declarations[symbol] }
    var found: [Symbol: Declaration] = [:]
    if let present = context.present {
      for node in present {
        guard let label = node.statement.view.declaredLabel else { continue }
        found[label.symbol] = Declaration(node: node, label: label)
      }
    }
    context.declarations = found
    return found[symbol]
  }

  /// True if `declaration` is the statement that is being checked.
  private func isPresent(_ declaration: Declaration) -> Bool {
    declaration.node.id.index == context.present?.position
  }

  private mutating func declaredBelow(
    _ symbol: Symbol, _ declaration: Declaration, at span: SourceSpan
  ) {
    if let current = context.current?.symbol {
      if nameFacts.circular.contains(current), nameFacts.circular.contains(symbol) { return }
      if reaches(declaration, current) {
        nameFacts.circular.formUnion([current, symbol])
        return report(.recursion(text(current), through: text(symbol), at: span))
      }
    }
    let place = program.tokenSpan(at: declaration.label.start)
    report(
      .usedBeforeDeclared(
        text(symbol), at: span, declared: place, isInside: isPresent(declaration)))
  }

  /// True if the declaration `first` calls what `symbol` names, by itself or through others; the
  /// others on that path are noted as part of the circle.
  private mutating func reaches(_ first: Declaration, _ symbol: Symbol) -> Bool {
    var seen: Set<Symbol> = []
    var waiting = [first]
    var doesReach = false
    while let declaration = waiting.popLast() {
      forEachCall(in: declaration.node) { called in
        if called == symbol { doesReach = true }
        if seen.insert(called).inserted, let next = context.declarations?[called] {
          waiting.append(next)
        }
      }
    }
    if doesReach { nameFacts.circular.formUnion(seen) }
    return doesReach
  }

  /// Calls `body` with the symbol of everything that is called within `node`.
  private func forEachCall(in node: NodeView, _ body: (Symbol) -> Void) {
    var waiting = [node]
    while let next = waiting.popLast() {
      if next.isLeaf { continue }
      for child in next.children {
        if child.kind == .call || child.kind == .apply { body(CallView(child).label.symbol) }
        waiting.append(child)
      }
    }
  }
}

extension Token {
  /// True if the word of a subject may follow it.
  fileprivate var precedesSubject: Bool {
    [.if, .while, .until, .when, .and, .or, .not, .to].contains { isKeyword($0) }
  }

  /// True if it may stand behind a subject that is a condition, or part of one.
  fileprivate var followsState: Bool {
    switch kind {
    case .openBrace, .closeBrace, .dot, .semicolon, .end: true
    default: startsLine || [.and, .or, .for, .then, .over].contains { isKeyword($0) }
    }
  }
}
