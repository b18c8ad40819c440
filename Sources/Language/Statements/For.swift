import Diagnosis

/// A block that is done once for each number of a range, or for each value of a list.
@frozen
public struct ForStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The name that it counts with.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// True if it goes through values that are written out, and not through a range.
  @inlinable @inline(__always)
  public var isList: Bool { view.second.role == .value }

  /// The values of a list; the block follows them.
  @inlinable @inline(__always)
  public var values: ValueList { ValueList(view.furtherChildren) }

  /// The first value of a range.
  @inlinable @inline(__always)
  public var lower: ExpressionView { ExpressionView(view.second) }

  /// The last value of a range, inclusive.
  @inlinable @inline(__always)
  public var upper: ExpressionView { ExpressionView(view.third) }

  /// The step of a range.
  @inlinable @inline(__always)
  public var step: ExpressionView? { view.part(.step).map(ExpressionView.init) }

  /// The statements that it repeats.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}

/// The values that a loop goes through.
@frozen
public struct ValueList: Sequence, IteratorProtocol, Sendable {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Creates a list of none.
  @inlinable @inline(__always)
  public init() { nodes = NodeList() }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> ExpressionView? {
    guard let view = nodes.next(), view.role == .value else { return nil }
    return ExpressionView(view)
  }
}

extension Parser {
  /// Reads a loop through a range or a list.
  ///
  ///     for = "for" name "in" aim ( ".." aim [ "by" aim ] | "," aim { "," aim } ) block .
  mutating func counting() throws(Unreadable) -> NodeID {
    let node = add(.counting, at: token.start)
    let start = token.start
    advance()
    var children = Children(of: node)
    if let report = limitBelowItsWait(at: start) ?? durationBelow(at: start) { throw fail(report) }
    if token.kind == .number, !token.startsLine { return try countingInOtherWords(at: start) }
    let word = try counter(of: &children)
    let first = try aim()
    if at(.comma) {
      children.append(first, as: .value, in: tree)
      while take(.comma) { children.append(try aim(), as: .value, in: tree) }
    } else if take(.range) {
      children.append(first, as: .lower, in: tree)
      try rest(ofRange: &children)
    } else {
      // Read as a list, so that nothing after it is lost.
      children.append(first, as: .value, in: tree)
      children.append(try blockOfSingle(first, named: word, at: start), as: .body, in: tree)
      return node
    }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads the name with which a loop counts, and 'in'; returns where the name stands.
  ///
  /// It is apart from the loop, so that loops in each other take less of the stack.
  @inline(never)
  private mutating func counter(of children: inout Children) throws(Unreadable) -> SourceSpan {
    if !lexer.peekIsWord("in") {
      if let loop = loopInThreeParts() { throw fail(loop) }
      if at(.word), !token.startsLine, tokenText == "each", following.kind == .word {
        report(
          .filler(tokenText, at: token.span, whole: SourceSpan(token.start, following.start)))
        advance()
      }
    }
    guard at(.word), !token.startsLine else {
      let (found, open) = (describeToken(), place)
      let mayBeBracketed = at(.openParen) && following.kind == .word
      if mayBeBracketed { advance() }
      throw fail(
        .expected(
          "a name", found: found, at: open,
          notes: ["a loop counts with a name, as in 'for step in 1..4 { … }'"],
          fixIts: mayBeBracketed ? bracketFixes(from: open) : []))
    }
    let word = token.span
    children.append(try label("a name"), as: .label, in: tree)
    if let report = rangeInWords() { throw fail(report) }
    try expect(.in)
    return word
  }

  /// The report of a range that others write `from 1 to 3` or `= 1 to 3`; nil if none stands here.
  private func rangeInWords() -> Diagnostic? {
    guard !token.startsLine, at(.assign) || at(.word) && token.keyword == nil,
      at(.assign) || ["of", "from"].contains(tokenText)
    else { return nil }
    let rest = restOfLine()
    guard let place = rest.firstIndex(where: { $0.isKeyword(.to) || $0.isKeyword(.through) }),
      place > 1, place + 1 < rest.count
    else { return nil }
    let gap = SourceSpan(rest[place - 1].end, rest[place + 1].start)
    return .expected(
      "'in'", found: "'\(tokenText)'", at: token.span,
      notes: ["a loop counts through a range, as in 'for step in 1..4 { … }'"],
      fixIts: [
        FixIt(
          "write 'in' and '..'", [FixIt.Edit(token.span, "in"), FixIt.Edit(gap, "..")])
      ])
  }

  /// Reads what follows the '..' of a loop.
  private mutating func rest(ofRange children: inout Children) throws(Unreadable) {
    children.append(try aim(), as: .upper, in: tree)
    if at(.word), !at(.by), !token.startsLine,
      ForeignWords.hint(for: tokenText, in: .clause)?.replacement == Keyword.by.spelling
    {
      report(.foreignClause(tokenText, Keyword.by.spelling, at: token.span))
      advance()
      children.append(try aim(), as: .step, in: tree)
    } else if take(.by) {
      children.append(try aim(), as: .step, in: tree)
    }
  }

  /// Reads the block of a loop through the one value `value`, and reports that a 'let' names it.
  private mutating func blockOfSingle(
    _ value: NodeID, named word: SourceSpan, at start: UInt32
  ) throws(Unreadable) -> NodeID {
    let isCounted = tree[value].kind == .apply || tree[value].flags & Node.bare != 0
    guard at(.openBrace), !isCounted else { throw fail { $0.missingRange(behind: value) } }
    let (open, before) = (token.span, previousEnd)
    let block = try block()
    let name = text(of: word)
    // Two values that 'and' joins are a list.
    let isOne = tree[value].kind != .binary || tree[value].detail != Operator.and.rawValue
    let fixIt = FixIt(
      "write 'let \(name) = …'",
      [
        FixIt.Edit(SourceSpan(start, tree[value].start), "let \(name) = "),
        FixIt.Edit(SourceSpan(before, open.end), ";"),
        FixIt.Edit(SourceSpan(previousEnd - 1, previousEnd), ""),
      ])
    report(
      .expected(
        "'..' or ','", found: "'{'", at: open,
        notes: ["a loop goes through a range or a list, as in 'for place in wing, home { … }'"],
        fixIts: isOne ? [fixIt] : []))
    return block
  }

  /// Reads a loop that says how often, or how long, and has no name to count with.
  private mutating func countingInOtherWords(at start: UInt32) throws(Unreadable) -> NodeID {
    if token.dimension == .time { return try repeatingInOtherWords(at: start) }
    let (number, before) = (text(of: token.span), previousEnd)
    let place = token.span
    advance()
    if at(.word), !token.startsLine, ForeignWords.hint(for: tokenText, in: .unit) != nil {
      advance()
    }
    let whole = SourceSpan(start, previousEnd)
    report(
      .expected(
        "a name", found: "'\(number)'", at: place,
        notes: ["'repeat' does a block several times; 'for' counts with a name"],
        fixIts: at(.openBrace) && before < place.start
          ? [FixIt("write 'repeat \(number)'", whole, "repeat \(number)")] : []))
    return try holding(.forever, at: start, block(), as: .body)
  }

  /// The report of a loop in three parts, as in 'for (let i = 0; i < 3; i++)'; nil without one.
  private func loopInThreeParts() -> Diagnostic? {
    var ahead = lookahead(from: token.start)
    var tokens: [Token] = []
    while tokens.count < 32 {
      let next = ahead.next()
      if next.kind == .openBrace || next.startsLine || next.kind == .end { break }
      tokens.append(next)
    }
    let semicolons = tokens.indices.filter { tokens[$0].kind == .semicolon }
    guard semicolons.count == 2, let last = tokens.last else { return nil }
    let isInBrackets = tokens[0].kind == .openParen && last.kind == .closeParen
    let parts = [
      Array(tokens[(isInBrackets ? 1 : 0)..<semicolons[0]]),
      Array(tokens[(semicolons[0] + 1)..<semicolons[1]]),
      Array(tokens[(semicolons[1] + 1)..<(tokens.count - (isInBrackets ? 1 : 0))]),
    ]
    let span = SourceSpan(tokens[0].start, last.end)
    return Diagnostic(
      .foreignWord, "a loop counts through a range", at: span,
      notes: ["as in 'for step in 1..4 { … }'"],
      fixIts: rangeOfParts(parts).map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  /// The range that the three parts of a loop go through, with its name; nil if it is not plain.
  private func rangeOfParts(_ parts: [[Token]]) -> String? {
    guard let assign = parts[0].firstIndex(where: { $0.kind == .assign }), assign > 0,
      parts[0].count > assign + 1, parts[1].count > 2, parts[2].count > 2
    else { return nil }
    let name = text(of: parts[0][assign - 1].span)
    let lower = text(of: Array(parts[0][(assign + 1)...]))
    guard text(of: parts[1][0].span) == name else { return nil }
    var change = parts[2].filter { text(of: $0.span) != name }
    guard change.count >= 2, let sign = change.first?.kind, sign == .plus || sign == .minus else {
      return nil
    }
    change.removeFirst()
    let isStep = change[0].kind == .assign
    let by = isStep ? text(of: Array(change[1...])) : "1"
    let limit = Array(parts[1][2...])
    let upper: String
    switch parts[1][1].kind {
    case .less: upper = neighbour(of: limit, isAbove: false)
    case .greater: upper = neighbour(of: limit, isAbove: true)
    case .lessOrEqual, .greaterOrEqual: upper = text(of: limit)
    default: return nil
    }
    let step = sign == .minus ? " by -\(by)" : isStep ? " by \(by)" : ""
    return "\(name) in \(lower)..\(upper)\(step)"
  }

  /// The report of the '..' that does not follow `lower` in a loop.
  private func missingRange(behind lower: NodeID) -> Diagnostic {
    if let report = rangeInOtherWords(lower) { return report }
    var report = missing(.range, "'..'")
    if at(.openBrace), tree[lower].kind == .number, tree[lower].flags & Node.bare != 0 {
      let start = SourceSpan(tree[lower].start, tree[lower].start)
      report.fixIts = [FixIt("write '1..' before the number", start, "1..")]
    }
    return report
  }

  /// The report of a loop over what others call a range, as in 'range(3)'; nil if `call` is none.
  private func rangeInOtherWords(_ call: NodeID) -> Diagnostic? {
    guard tree[call].kind == .apply else { return nil }
    var ahead = lookahead(from: tree[call].start)
    let name = ahead.next()
    guard ForeignWords.ranges.contains(text(of: name.span)) else { return nil }
    var parts = arguments(&ahead)
    if parts.count == 1 { parts.insert([], at: 0) }
    guard parts.count < 4, parts.dropFirst().allSatisfy({ !$0.isEmpty }) else { return nil }
    let lower = parts[0].isEmpty ? "0" : text(of: parts[0])
    var ours: String?
    if parts.joined().allSatisfy({ $0.kind != .number || $0.isBare }) {
      let isDown = parts.count == 3 && parts[2][0].kind == .minus
      ours = "\(lower)..\(neighbour(of: parts[1], isAbove: isDown))"
      if parts.count == 3 { ours = ours.map { "\($0) by \(text(of: parts[2]))" } }
    }
    let span = SourceSpan(name.start, previousEnd)
    return Diagnostic(
      .foreignWord, "a range is written 'first .. last'", at: span,
      notes: ["a range holds both its ends, and 'by' gives its step"],
      fixIts: ours.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  /// The tokens of each argument in the current bracket.
  private func arguments(_ ahead: inout Lexer) -> [[Token]] {
    var parts: [[Token]] = [[]]
    var open = 0
    while true {
      let token = ahead.next()
      switch token.kind {
      case .openParen where open == 0: open = 1
      case .closeParen where open == 1: return parts
      case .comma where open == 1: parts.append([])
      case .end: return parts
      default:
        if token.kind == .openParen { open += 1 }
        if token.kind == .closeParen { open -= 1 }
        parts[parts.count - 1].append(token)
      }
    }
  }

  /// The least size of a number that is no longer a plain one.
  private static let greatestNeighbour = 1e6

  /// The number that is one less than `number`, or one more.
  private func neighbour(of number: [Token], isAbove: Bool) -> String {
    let one = isAbove ? 1.0 : -1.0
    if number.count == 1, number[0].kind == .number,
      number[0].value.magnitude < Parser.greatestNeighbour,
      number[0].value.rounded() == number[0].value
    {
      return "\(Int(number[0].value + one))"
    }
    return "\(text(of: number)) \(isAbove ? "+" : "-") 1"
  }

  private func text(of tokens: [Token]) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return text(of: SourceSpan(first.start, last.end))
  }
}

extension Checker {
  mutating func check(_ loop: ForStatement) {
    if loop.isList, namesSubject(loop.label, in: loop.body.view) { reportPersons(loop.values) }
    let type = loop.isList ? type(ofValues: loop.values) : type(ofRange: loop)
    let mark = scope.mark
    let outer = (frameSize.now, context.isTopLevel)
    context.isTopLevel = false
    declareValue(loop.label, type ?? .broken)
    if let type { show(loop.label, ofAxis: type) }
    block(loop.body)
    scope.leave(to: mark)
    (frameSize.now, context.isTopLevel) = outer
  }

  /// True if somebody or something in `block` is called like `label`.
  private func namesSubject(_ label: LabelView, in block: NodeView) -> Bool {
    var waiting = [block]
    while let next = waiting.popLast() {
      if next.isLeaf { continue }
      for child in next.children {
        if child.kind == .label, child.role == .label, LabelView(child).symbol == label.symbol {
          return true
        }
        waiting.append(child)
      }
    }
    return false
  }

  /// Reports the first of `values` that nobody has declared: they are meant as names of persons.
  private mutating func reportPersons(_ values: ValueList) {
    let names = values.compactMap(\.name).filter {
      scope[$0.symbol].kind == .none && !lost.contains($0.symbol)
    }
    lost.symbols.formUnion(names.map(\.symbol))
    guard let first = names.first else { return }
    report { .nameAsValue($0.text(first.symbol), at: $0.program.span(of: first)) }
  }

  /// The type of `values`, which are all of one; nil if none is known.
  private mutating func type(ofValues values: ValueList) -> Type? {
    let found = values.map { ($0, expression($0)) }
    let known = found.map(\.1).filter { $0.kind != .broken }
    // The odd one out is reported, also if it is the first.
    let isOdd = known.count > 2 && !known[0].fits(known[1]) && known[1].fits(known[2])
    guard var type = isOdd ? known[1] : known.first else { return nil }
    checkAxes(of: found)
    if known.contains(where: { $0.axis != type.axis }) { type.axis = 0 }
    for (value, other) in found { fit(value, other, to: type, as: "a value of the loop") }
    return type
  }

  /// Reports the first of `values` that is for another axis than one before it.
  private mutating func checkAxes(of values: [(value: ExpressionView, type: Type)]) {
    let directed = values.filter { $0.type.axis != 0 }
    guard let first = directed.first,
      let other = directed.first(where: { $0.type.axis != first.type.axis })
    else { return }
    report {
      .valuesOfAxes(first.type.axis, other.type.axis, at: $0.program.span(of: other.value))
    }
  }

  /// The type of the numbers that `loop` counts through; nil if it is not known.
  private mutating func type(ofRange loop: ForStatement) -> Type? {
    var first: Type?
    var bounds: [(value: ExpressionView, type: Type)] = []
    var isRefused = false
    for bound in [loop.lower, loop.upper, loop.step].compactMap({ $0 }) {
      let type = expression(bound)
      if bound.view.role != .step { bounds.append((bound, type)) }
      if first?.dimension == .number, let bare = bareBound(loop.lower, before: type) {
        report {
          .missingUnit(
            "a bound of the loop", type.dimension, bare, at: $0.program.span(of: loop.lower))
        }
        first = .quantity(type.dimension)
      } else if let first {
        fit(bound, type, to: first, as: "a bound of the loop")
      } else if type.kind == .quantity || type.kind == .broken {
        first = type.kind == .broken ? nil : type
      } else if !isRefused {
        isRefused = true
        report { .wrongOperand("..", type, at: $0.program.span(of: bound)) }
      }
    }
    if isRefused { return nil }
    if let first, first.dimension != .number, loop.step == nil {
      report { .missingStep(first.dimension, at: $0.program.span(of: loop.lower)) }
    }
    checkAxes(of: bounds)
    // If only one end has a direction, the range is for any axis.
    if bounds.contains(where: { $0.type.axis != bounds[0].type.axis }) { first?.axis = 0 }
    return first
  }

  /// The text of `bound`, if it is a bare number where the bounds have the type `type`.
  private func bareBound(_ bound: ExpressionView, before type: Type) -> String? {
    guard type.kind == .quantity, type.dimension != .number, bound.isBareNumber else { return nil }
    return program.sources.text(of: program.span(of: bound))
  }

  /// Notes that what `label` names, which has `type`, may be shown.
  private mutating func show(_ label: LabelView, ofAxis type: Type) {
    checked.shown[label.id] = ShownValue(type, axis: type.axis == 0 ? nil : type.axis - 1)
  }
}

extension Diagnostic {
  /// Reports the name of a person as a value of a loop.
  fileprivate static func nameAsValue(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "nothing is called '\(name)' here", at: span,
      notes: [
        "the name of a person is no value: write 'person \(name)' out, in a statement for each"
      ])
  }

  /// Reports values of a loop for two axes.
  fileprivate static func valuesOfAxes(
    _ first: UInt8, _ second: UInt8, at span: SourceSpan
  ) -> Diagnostic {
    let (one, other) = (axisNames[Int(first)], axisNames[Int(second)])
    return Diagnostic(
      .wrongDirection, "this loop has values for \(one) and for \(other)", at: span,
      notes: [
        "a pose is for several axes: "
          + "'for place in pose(\(one): 5deg), pose(\(other): 5deg) { move to place }'"
      ])
  }

  fileprivate static func missingStep(_ dimension: Dimension, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "a loop over \(dimension.plural) needs a step: expected 'by'", at: span,
      notes: ["as in 'for x in 0\(dimension.unit) .. 90\(dimension.unit) by 10\(dimension.unit)'"])
  }
}
