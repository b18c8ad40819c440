import Diagnosis

/// Restarts the random numbers.
@frozen
public struct SeedStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The number with which they begin.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }
}

extension Parser {
  /// Reads the start of the random numbers.
  ///
  ///     seed = "seed" expression .
  mutating func seed() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if at(.assign), !token.startsLine {
      let whole = SourceSpan(token.start, following.start)
      throw fail(
        .expected(
          "a number", found: "'='", at: token.span, notes: ["as in 'seed 3'"],
          fixIts: [FixIt("remove '='", whole, "")]))
    }
    if at(.word), !token.startsLine, tokenText == "random", nextEnds(behind: token) {
      throw fail(
        .expected(
          "a number", found: "'random'", at: token.span,
          notes: ["without a 'seed' the script has the seed 0; '--seed' gives another one"]))
    }
    return try holding(.seed, at: start, expression())
  }
}

extension Checker {
  mutating func check(_ seed: SeedStatement) { quantity(seed.value, .number, as: "a seed") }
}
