import Diagnosis

/// The declaration of a gesture or of a function.
@frozen
public struct CallableStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { isGesture ? .gesture : .function }

  /// The name that it declares for the rest of its file.
  public var declaredLabel: LabelView? { label }

  /// True of a gesture, false of a function.
  @inlinable @inline(__always)
  public var isGesture: Bool { view.kind == .gesture }

  /// The name that it declares.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// Its parameters.
  @inlinable @inline(__always)
  public var parameters: ParameterList { ParameterList(view.furtherChildren) }

  /// The block of a gesture.
  @inlinable @inline(__always)
  public var block: BlockView { BlockView(view.required(.body)) }

  /// The value of a function.
  @inlinable @inline(__always)
  public var expression: ExpressionView { ExpressionView(view.required(.body)) }
}

/// A parameter of a gesture or function.
@frozen
public struct ParameterView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The name that it declares.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// The number of its type in `Type.named`, from 1; 0 if it does not say.
  @inlinable @inline(__always)
  public var typeNumber: Int { Int(view.detail) }

  /// Its default value, if it has one.
  @inlinable @inline(__always)
  public var value: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

/// Parameters.
@frozen
public struct ParameterList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> ParameterView? {
    guard let view = nodes.next(), view.kind == .parameter else { return nil }
    return ParameterView(view)
  }
}

extension Parser {
  /// Reads a gesture.
  ///
  ///     gesture = "gesture" name "(" [ parameter { "," parameter } ] ")" block .
  mutating func gesture() throws(Unreadable) -> NodeID {
    topLevel("gesture")
    let node = add(.gesture, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("the gesture's name"), as: .label, in: tree)
    try parameters(&children)
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads parameters.
  ///
  ///     parameter = name [ ":" type ] [ "=" aim ] .
  ///     type      = "angle" | "time" | "speed" | "acceleration" | "number" | "pose"
  ///               | "truth" | "text" .
  mutating func parameters(_ children: inout Children) throws(Unreadable) {
    let outer = children
    var inner = outer
    try bracketed { parser throws(Unreadable) in
      while !parser.at(.closeParen) {
        if let type = parser.typeBesideName() { throw parser.fail(type) }
        let parameter = parser.add(.parameter, at: parser.token.start)
        var parts = Children(of: parameter)
        parts.append(try parser.label("a parameter's name"), as: .label, in: parser.tree)
        if parser.take(.colon) {
          parser.tree[parameter].detail = try parser.type()
        }
        if parser.take(.assign) {
          parts.append(try parser.aim(), as: .value, in: parser.tree)
        }
        inner.append(parameter, as: .none, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    children = inner
  }

  /// The number of a type in `Type.named`, from 1.
  private mutating func type() throws(Unreadable) -> UInt8 {
    guard at(.word), !token.startsLine || nesting.parens > 0 else {
      throw fail(.expected("a type", found: describeToken(), at: place, notes: [Type.note]))
    }
    let span = token.span
    let word = token.keyword
    let text = tokenText
    advance()
    guard let index = Type.named.firstIndex(where: { $0.word == word }) else {
      report(.unknownType(text, at: span))
      return UInt8(Type.named.count) + 1
    }
    return UInt8(index) + 1
  }

  /// The report of `word`, which declares a gesture in the words of turtle graphics, as in
  /// `to nod() { … }`; nil if it does not.
  func gestureInOtherWords(_ word: Token) -> Diagnostic? {
    guard word.isKeyword(.to), token.kind == .word, !token.startsLine,
      token.keyword?.isReserved != true, following.kind == .openParen
    else { return nil }
    return Diagnostic(
      .foreignWord, "no statement begins with 'to'", at: word.span,
      label: "did you mean 'gesture'?",
      notes: ["as in 'gesture \(tokenText)() { … }'"],
      fixIts: [FixIt("write 'gesture'", word.span, "gesture")])
  }

  /// The report of a type that stands beside the name of the parameter at hand, as in
  /// `angle depth`; nil if none does.
  private func typeBesideName() -> Diagnostic? {
    let second = following
    guard at(.word), second.kind == .word, !second.startsLine else { return nil }
    let words = [token, second].map {
      lexer.text(Int($0.start - lexer.base), Int($0.end - lexer.base))
    }
    let types = words.map { word in
      Type.named.map(\.word.spelling).first { $0 == word.lowercased() }
        ?? ForeignWords.hint(for: word, in: .type)?.replacement
    }
    let whole = SourceSpan(token.start, second.end)
    // Of two words that may be types, as in 'count int', a name comes first unless it is ours.
    let isFirst = types[1] == nil || Type.named.contains { $0.word.spelling == words[0] }
    guard let type = isFirst ? types[0] : types[1] else { return nil }
    let name = words[isFirst ? 1 : 0]
    return .expected(
      "':'", found: "'\(words[1])'", at: second.span,
      notes: ["a type follows the name, as in 'depth: angle'"],
      fixIts: [FixIt("write '\(name): \(type)'", whole, "\(name): \(type)")])
  }
}

extension Checker {
  /// Checks a gesture or a function in a frame of its own.
  mutating func check(_ callable: CallableStatement) {
    let symbol = callable.label.symbol
    let outer = (frameSize, context.current, context.isTopLevel, nesting)
    (frameSize, context.current, context.isTopLevel) = ((0, 0), callable.label, false)
    let mark = scope.mark
    let parameters = self.parameters(of: callable)
    (height, nesting) = ((0, 0), (0, 0))
    let isGesture = callable.isGesture
    var result = Type.broken
    if isGesture { block(callable.block) } else { result = expression(callable.expression) }
    scope.leave(to: mark)
    let index = UInt32(checked.callables.count)
    checked.callables.append(
      CheckedProgram.Callable(
        block: callable.block, expression: callable.expression,
        firstParameter: UInt32(parameters.lowerBound),
        parameterCount: UInt8(parameters.count), isGesture: isGesture, result: result,
        height: UInt16(isGesture ? nesting.greatest : height.greatest),
        frame: UInt32(frameSize.greatest),
        symbol: symbol))
    (frameSize, context.current, context.isTopLevel, nesting) = outer
    declare(callable.label, Binding(kind: .callable, type: result, index: index))
  }

  private mutating func parameters(of callable: CallableStatement) -> Range<Int> {
    let first = checked.parameters.count
    for declared in callable.parameters {
      let parameter = parameter(declared)
      if checked.parameters.count - first < Budget.parameters {
        checked.parameters.append(parameter)
      } else {
        report(.tooManyParameters(at: program.span(of: declared.label)))
      }
    }
    return first..<checked.parameters.count
  }

  private mutating func parameter(_ declared: ParameterView) -> CheckedProgram.Parameter {
    let label = declared.label
    let symbol = label.symbol
    let value = declared.value
    var type = Type.broken
    if declared.typeNumber > 0 {
      let index = declared.typeNumber - 1
      if index < Type.named.count { type = Type.named[index].type }
      if let value { defaultValue(value, of: symbol, type) }
    } else if let value {
      type = expression(value)
      // What a call gives it may have another direction.
      type.axis = 0
    } else {
      report(.parameterNeedsType(text(symbol), at: program.span(of: label)))
    }
    declareValue(label, type)
    return CheckedProgram.Parameter(
      slot: label.place.index, value: value, symbol: symbol, type: type)
  }

  private mutating func defaultValue(_ value: ExpressionView, of symbol: Symbol, _ type: Type) {
    let found = expression(value)
    if !found.fits(type) {
      fit(value, found, to: type, as: "the default of '\(text(symbol))'")
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownType(_ name: String, at span: SourceSpan) -> Diagnostic {
    let meant = Suggestion.best(for: name, in: .type, among: Type.named.map(\.word.spelling))
    return Diagnostic(
      .unknownType, "there is no type '\(name)'", at: span,
      label: meant.map { "did you mean '\($0.replacement)'?" } ?? "",
      notes: [meant?.explanation ?? Type.note],
      fixIts: meant.map { [FixIt("write '\($0.replacement)'", span, $0.replacement)] } ?? [])
  }

  fileprivate static func tooManyParameters(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManyArguments,
      "more than \(Budget.parameters) parameters", at: span,
      notes: ["name the values that belong together with 'let' instead"])
  }

  fileprivate static func parameterNeedsType(_ name: String, at span: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .parameterNeedsType, "'\(name)' needs a type or a default", at: span,
      fixIts: [
        FixIt("write '\(name): angle'", end, ": angle"),
        FixIt("write '\(name): time'", end, ": time"),
        FixIt("write '\(name): number'", end, ": number"),
      ])
  }
}
