import Diagnosis

/// A block that begins once in each period.
@frozen
public struct EveryStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The time from the beginning of one turn to that of the next.
  @inlinable @inline(__always)
  public var period: ExpressionView { ExpressionView(view.first) }

  /// The duration of the loop; without it, a race ends it.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// The statements that it repeats.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}

extension Parser {
  /// Reads an `every`.
  ///
  ///     every = "every" expression [ "for" expression ] block .
  mutating func every() throws(Unreadable) -> NodeID {
    let node = add(.every, at: token.start)
    advance()
    var children = Children(of: node)
    let period = token
    children.append(try self.period(of: .every), as: .value, in: tree)
    passTimes(.repeat, beside: period)
    passTimes(.for, beside: period)
    passWordBeforeFor()
    if take(.for) || takeForeignFor() {
      children.append(try expression(), as: .lasting, in: tree)
    }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reports a word or a number that stands before the 'for' of an 'every', and steps past it.
  private mutating func passWordBeforeFor() {
    guard at(.word) || token.kind == .number, !at(.for), !token.startsLine,
      following.isKeyword(.for), !following.startsLine
    else { return }
    let gap = SourceSpan(token.start, following.start)
    report(
      .expected(
        "'for'", found: "'\(tokenText)'", at: token.span,
        fixIts: [FixIt("remove '\(tokenText)'", gap, "")]))
    advance()
  }

  /// Reports what others write for the 'for' of an 'every', and steps past it; false if none stands
  /// here.
  private mutating func takeForeignFor() -> Bool {
    guard !isAtEnd, !at(.openBrace), let bound = foreignBound, bound.time.dimension == .time else {
      return false
    }
    let words = SourceSpan(token.start, max(token.end, bound.wordsEnd))
    report(
      .expected(
        "'for'", found: "'\(text(of: words))'", at: words,
        notes: ["how long it goes on follows 'for', as in 'every 2s for 10s'"],
        fixIts: [FixIt("write 'for'", SourceSpan(previousEnd, bound.time.start), " for ")]))
    goBack(to: bound.time)
    return true
  }
}

extension Parser {
  /// The report of a `for` behind the block of the 'every' at `start`; nil if none stands here.
  func trailingEvery(after start: UInt32) -> Diagnostic? {
    let time = following
    guard at(.for), !token.startsLine, time.kind == .number, time.dimension == .time,
      let period = restOfLine(from: start).last, period.end < token.start,
      !restOfLine(from: start).contains(where: { $0.isKeyword(.for) })
    else { return nil }
    let length = " for \(text(of: time.span))"
    return .expected(
      "the end of the statement", found: "'for'", at: token.span,
      notes: ["how long it goes on stands before its block, as in 'every 2s for 10s { … }'"],
      fixIts: [
        FixIt(
          "write it before the block",
          [
            FixIt.Edit(SourceSpan(period.end, period.end), length),
            FixIt.Edit(SourceSpan(previousEnd, time.end), ""),
          ])
      ])
  }
}

extension Checker {
  mutating func check(_ every: EveryStatement) {
    quantity(every.period, .time, as: "what follows 'every'")
    if let length = every.length { quantity(length, .time, as: "what follows 'for'") }
    block(every.body)
  }
}
