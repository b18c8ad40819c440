import Diagnosis

/// The declaration of a count, which the show keeps.
@frozen
public struct CountStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .value }

  /// The name that it declares for the rest of its file.
  public var declaredLabel: LabelView? { label }

  /// The name that it declares.
  public var label: LabelView { LabelView(view.first) }

  /// The greatest value; nil if it names none.
  public var bound: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

/// A change of a count: something is added, or it is set.
@frozen
public struct CountChangeStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The name of the count.
  public var label: LabelView { LabelView(view.first) }

  /// What is added, or the new value.
  public var amount: ExpressionView { ExpressionView(view.second) }

  /// True if the amount is the new value.
  public var isAbsolute: Bool { view.detail == 1 }
}

/// A count of a script.
public struct CountDeclaration: Sendable {
  /// Its name.
  package var name: String
  /// The greatest value.
  package var bound: Int
}

extension Parser {
  /// Reads the declaration of a count.
  ///
  ///     count = "count" name [ "to" expression ] .
  mutating func count() throws(Unreadable) -> NodeID {
    topLevel("count")
    let node = add(.count, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("the name of the count"), as: .label, in: tree)
    let name = lastToken(from: tree[node].start).span
    if at(.assign), !token.startsLine { throw fail(valueOfCount(name)) }
    if let report = firstOfCount(name, from: tree[node].start) { throw fail(report) }
    if take(.to) { children.append(try expression(), as: .upper, in: tree) }
    return node
  }

  /// Reads a change of a count, which is set if it `isAbsolute`.
  ///
  ///     change = "add" expression "to" name | "set" name "to" expression .
  mutating func change(isAbsolute: Bool) throws(Unreadable) -> NodeID {
    let node = add(.change, at: token.start, detail: isAbsolute ? 1 : 0)
    let word = token.span
    advance()
    var children = Children(of: node)
    if isAbsolute {
      let name = token
      if !token.startsLine, let keyword = token.keyword, keyword.isReserved,
        keyword.beginsStatement
      {
        let whole = SourceSpan(word.start, token.start)
        throw fail(
          .superfluousWord(
            Keyword.set.spelling, at: word, whole: whole, "'set' gives a count its value"))
      }
      if token.kind == .number, !token.startsLine, following.isKeyword(.to) {
        advance()
        advance()
        throw fail(exchanged(name, from: word, isAdd: false) ?? missing(.to))
      }
      children.append(try label("the name of a count"), as: .label, in: tree)
      if at(.assign), !token.startsLine {
        throw fail(assignmentBehindSet(word, name.span, symbol: name.symbol))
      }
      guard take(.to) else { throw fail(missing(.to)) }
      children.append(try expression(), as: .value, in: tree)
    } else {
      let first = token
      let amount = try expression()
      guard take(.to) else { throw fail(missingCount(behind: first)) }
      if let report = exchanged(first, from: word, isAdd: true) { throw fail(report) }
      children.append(try label("the name of a count"), as: .label, in: tree)
      children.append(amount, as: .value, in: tree)
    }
    return node
  }
}

extension Parser {
  /// The report of a change of a count whose parts are exchanged, as in `add taps to 1` and
  /// `set 2 to taps`: `first` stands before the 'to', and the other part here; nil if they are not.
  private func exchanged(_ first: Token, from word: SourceSpan, isAdd: Bool) -> Diagnostic? {
    let (name, amount) = isAdd ? (first, token) : (token, first)
    guard name.kind == .word, amount.kind == .number, amount.isBare, !token.startsLine,
      isDeclared(name.symbol, by: [.count])
    else { return nil }
    let (count, number) = (text(of: name.span), text(of: amount.span))
    let ours = isAdd ? "add \(number) to \(count)" : "set \(count) to \(number)"
    return Diagnostic(
      .expectedToken, "the count and the number are exchanged", at: first.span,
      notes: ["as in 'add 1 to taps' and 'set taps to 1'"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(word.start, token.end), ours)])
  }
}

extension Checker {
  mutating func check(_ count: CountStatement) {
    var bound = CountDeclaration.greatest
    if let node = count.bound {
      let value = knownNumber(node) ?? .nan
      quantity(node, .number, as: "the bound of a count")
      if value == value.rounded(), value >= 1, value <= Double(CountDeclaration.greatest) {
        bound = Int(value)
      } else if !reporter.hasErrors {
        report(.boundOfCount(at: program.span(of: node)))
      }
    }
    guard context.isScript else { return }
    let index = nameFacts.counts.count
    nameFacts.counts.append(CountDeclaration(name: text(count.label.symbol), bound: bound))
    declare(count.label, Binding(kind: .count, type: .number, index: UInt32(index)))
  }

  mutating func check(_ change: CountChangeStatement) {
    let isFraction = isFraction(change.amount)
    if !reportsCount(change), !reportsSum(change) {
      quantity(change.amount, .number, as: "the amount")
      if isFraction {
        report {
          let span = $0.program.span(of: change.amount)
          return .fractionAsAmount($0.program.sources.text(of: span), at: span)
        }
      }
    }
    let symbol = change.label.symbol
    let binding = scope[symbol]
    if binding.kind == .count {
      checked.counts[change.id] = nameFacts.counts[Int(binding.index)]
    } else if binding.kind == .none,
      context.foreignCounts.contains(symbol) || declaration(of: symbol) != nil
    {
      unknown(symbol, at: program.span(of: change.label), as: .value)
    } else if !lost.contains(symbol) {
      let known = nameFacts.counts.map(\.name)
      let nearest = Suggestion.nearest(to: text(symbol), in: known)
      report {
        .noCount(
          $0.text(symbol), nearest, known: known,
          isValue: binding.kind == .value, at: $0.program.span(of: change.label))
      }
      // Once for each name is enough.
      if binding.kind == .none { lost.symbols.insert(symbol) }
    }
  }
}

extension Checker {
  /// True if the value of `node` is calculated from one that is hardly ever whole, and not rounded.
  ///
  /// It is asked before names are resolved.
  private func isFraction(_ node: ExpressionView) -> Bool {
    if let name = node.name { return nameFacts.fractions.contains(scope[name.symbol].start) }
    switch node.form {
    case .negation(let operand): return isFraction(operand)
    case .binary(let operation): return isFraction(operation.left) || isFraction(operation.right)
    case .conditional(let choice):
      return isFraction(choice.consequence) || isFraction(choice.alternative)
    default: return false
    }
  }
}

extension CountDeclaration {
  /// The greatest value of a count that names none, and of all.
  static let greatest = 1_000_000
}

extension Diagnostic {
  fileprivate static func boundOfCount(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "the bound of a count is a whole number, written out or named with 'let'",
      at: span, notes: ["it goes from 1 to \(CountDeclaration.greatest)"])
  }

  /// Reports `amount`, which is hardly ever a whole number, as that by which a count changes.
  fileprivate static func fractionAsAmount(_ amount: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notWhole, "a count changes by whole numbers, and a zoom is hardly ever one", at: span,
      fixIts: [FixIt("write 'round(\(amount))'", span, "round(\(amount))")])
  }

  /// Reports the count `name` of a used file, which only that file as a script has.
  static func foreignCount(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "a gesture of another file cannot use the count '\(name)'", at: span,
      notes: [
        "'use' brings no counts: write the gesture in the script that declares the count"
      ])
  }

  fileprivate static func noCount(
    _ name: String, _ nearest: String?, known: [String], isValue: Bool, at span: SourceSpan
  ) -> Diagnostic {
    if isValue {
      return Diagnostic(
        .unknownName, "'\(name)' is a value, and values do not change", at: span,
        notes: ["only a count changes: 'count \(name)' at the top of the script declares one"])
    }
    return unknownName(
      .unknownName, "there is no count '\(name)'", nearest, known: known,
      remedy: "'count \(name)' at the top of the script declares one", at: span)
  }
}
