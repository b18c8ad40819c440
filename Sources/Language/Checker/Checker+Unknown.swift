import Diagnosis

// What is said of a name that means nothing: it may be declared below, call itself, be misspelt or
// belong to another language. A name that was lost with a fault reported before is passed over.

extension Checker {
  /// What a name is used as.
  enum Use {
    case value, function, gesture
    /// As the number of times that a block is repeated.
    case count
  }

  /// Reports the name `symbol` at `span`, which means nothing there; further uses are passed over.
  @inline(never)
  mutating func unknown(_ symbol: UInt32, at span: SourceSpan, as use: Use) {
    if lost.contains(symbol) { return }
    defer { lost.symbols.insert(symbol) }
    let word = text(symbol)
    // What nobody will read need not be explained, which may take a look at the whole program.
    if reporter.dropped > 0 { return report(.unknownName(word, nil, as: use, at: span)) }
    if use == .value, let keyword = SymbolTable.keyword(symbol), let event = keyword.event {
      return report(.liveValue(word, as: event, at: span))
    }
    if symbol == current { return report(.recursion(word, through: nil, at: span)) }
    if let declaration = declaration(of: symbol) {
      return declaredBelow(symbol, declaration, at: span)
    }
    if use == .value, let unit = unitBehindSlash(word, at: span) { return report(unit) }
    if use == .value, let name = nameWithHyphen(word, at: span) { return report(name) }
    let ended = use == .value ? endedDeclaration(of: symbol, before: span) : nil
    report(.unknownName(word, meant(word, as: use), as: use, at: span, ended: ended))
  }

  /// Where `symbol` is declared in a block that has ended before `span`: by 'let', by 'for' or as a
  /// parameter.
  private func endedDeclaration(of symbol: UInt32, before span: SourceSpan) -> SourceSpan? {
    let start = program.sources.file(at: span.start).base
    return program.reading(from: start) { lexer in
      var (last, before) = (Token(), Token())
      while true {
        let token = lexer.next()
        if token.start >= span.start || token.kind == .end { return nil }
        let isDeclared =
          last.isKeyword(.let) || before.isKeyword(.zoom) && last.isKeyword(.by)
          || last.isKeyword(.for)
          || lexer.peekIsColon && (last.kind == .openParen || last.kind == .comma)
        if token.kind == .word, token.symbol == symbol, isDeclared { return token.span }
        (before, last) = (last, token)
      }
    }
  }

  /// Reports the call of a gesture that nobody has declared.
  @inline(never)
  mutating func unknownGesture(_ node: UInt32, _ symbol: UInt32) {
    let label = tree[node].payload
    let span = program.span(of: label)
    let word = text(symbol)
    guard reporter.dropped == 0, !lost.contains(symbol), symbol != current,
      declaration(of: symbol) == nil
    else { return unknown(symbol, at: span, as: .gesture) }
    if let plain = plainCall(node, word, at: span) {
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
          word, meant.replacement, why, at: span, fixIts: fixIts(for: node, meant.replacement)))
  }

  /// The report of the call `node` of `word` as a statement in plain English, such as
  /// `turnLeft(30deg)` or `take_photo()`; nil if it is none.
  private func plainCall(_ node: UInt32, _ word: String, at span: SourceSpan) -> Diagnostic? {
    let whole = program.span(of: node)
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

  /// The changes that make a statement with the word `ours` of the call `node`.
  private func fixIts(for node: UInt32, _ ours: String) -> [FixIt] {
    let label = tree[node].payload
    let argument = tree[label].next
    guard ours == "wait" || ours == "log", argument != 0, tree[argument].next == 0,
      tree[argument].kind != .argument
    else { return [] }
    let isBare = tree[argument].kind == .number && tree[argument].flags & Node.bare != 0
    let number = program.sources.text(of: program.span(of: argument))
    if isBare, ours == "wait" {
      let whole = program.span(of: node)
      return ["s", "ms"].map { FixIt("write 'wait \(number)\($0)'", whole, "wait \(number)\($0)") }
    }
    return [FixIt("write '\(ours)'", program.span(of: label), ours)]
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
    case .builtin: use == .function
    case .callable:
      use == (callables[Int(binding.payload)].isGesture ? .gesture : .function)
    }
  }

  /// The report of a unit such as the `sec` of `20deg/sec`; nil if `word` is none.
  private func unitBehindSlash(_ word: String, at span: SourceSpan) -> Diagnostic? {
    let file = program.sources.file(at: span.start)
    let place = Int(span.start - file.base)
    guard place > 1, file.bytes[place - 1] == 0x2F, Lexer.continuesWord(file.bytes[place - 2]),
      let unit = ForeignWords.hint(for: word, in: .unit),
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
  private mutating func declaration(of symbol: UInt32) -> UInt32? {
    if let declarations { return declarations[symbol] }
    var found: [UInt32: UInt32] = [:]
    var statement = present
    while statement != 0 {
      let kind = tree[statement].kind
      if kind == .gesture || kind == .function || kind == .letting {
        found[tree[tree[statement].payload].payload] = statement
      }
      statement = tree[statement].next
    }
    declarations = found
    return found[symbol]
  }

  private mutating func declaredBelow(
    _ symbol: UInt32, _ declaration: UInt32, at span: SourceSpan
  ) {
    if let current {
      if circular.contains(current), circular.contains(symbol) { return }
      if reaches(declaration, current) {
        circular.formUnion([current, symbol])
        return report(.recursion(text(current), through: text(symbol), at: span))
      }
    }
    let place = program.tokenSpan(at: tree[tree[declaration].payload].start)
    report(
      .usedBeforeDeclared(
        text(symbol), at: span, declared: place, isInside: declaration == present))
  }

  /// True iff the declaration `first` calls what `symbol` names, by itself or through others; those
  /// that it calls on the way are noted as going round with it.
  private mutating func reaches(_ first: UInt32, _ symbol: UInt32) -> Bool {
    var seen: Set<UInt32> = []
    var waiting = [first]
    var doesReach = false
    while let declaration = waiting.popLast() {
      forEachCall(in: declaration) { called in
        if called == symbol { doesReach = true }
        if seen.insert(called).inserted, let next = declarations?[called] { waiting.append(next) }
      }
    }
    if doesReach { circular.formUnion(seen) }
    return doesReach
  }

  /// Calls `body` with the symbol of everything that is called within `node`.
  private func forEachCall(in node: UInt32, _ body: (UInt32) -> Void) {
    var waiting = [tree[node].isLeaf ? 0 : tree[node].payload]
    while let next = waiting.popLast() {
      var child = next
      while child != 0 {
        let place = tree[child]
        if place.kind == .call || place.kind == .apply { body(tree[place.payload].payload) }
        if !place.isLeaf { waiting.append(place.payload) }
        child = place.next
      }
    }
  }
}
