import Diagnosis

/// A test: a script of its own with its expectations.
@frozen
public struct TestStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .test }

  /// The name of the test.
  @inlinable @inline(__always)
  public var name: StringView { StringView(view.first) }

  /// The script of the test.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}

extension Parser {
  /// Reads a test.
  ///
  ///     test = "test" string block .
  mutating func test() throws(Unreadable) -> NodeID {
    topLevel("test")
    let node = add(.test, at: token.start)
    advance()
    skipFirstWordAgain()
    guard at(.string), !token.startsLine else {
      throw fail { $0.missingTestName() }
    }
    var children = Children(of: node)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .label, in: tree)
    advance()
    let outer = nesting.testDepth
    nesting.testDepth = nesting.depth + 1
    defer { nesting.testDepth = outer }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// The report of a test without a name.
  private func missingTestName() -> Diagnostic {
    var report = missingString("the test's name in quotes")
    let here = SourceSpan(previousEnd, previousEnd)
    if at(.openBrace) {
      report.fixIts = [FixIt("write '\"name\"', for example", here, " \"name\"")]
    }
    return report
  }
}

extension Checker {
  /// Checks a test of the script; those of a file that it uses are about that file alone.
  mutating func check(_ test: TestStatement) {
    guard context.isScript else { return }
    let name = tree.strings[test.name.index]
    if name.allSatisfy(\.isWhitespace) {
      report(
        .emptyName(
          of: "test", at: program.span(of: test.name),
          "a test is reported by its name, as in 'test \"a tap wakes it\" { … }'"))
    }
    let outer = frameSize
    frameSize = (0, 0)
    context.isTopLevel = false
    context.isInTest = true
    testParts = TestParts()
    block(test.body)
    context.isInTest = false
    checkTimes(of: test.body)
    checked.tests.append(
      CheckedProgram.Test(
        name: name, body: test.body, span: program.span(of: test.name), scene: testParts.scene,
        handlers: testParts.handlers, performance: testParts.performance))
    frameSize = (outer.now, max(outer.greatest, frameSize.greatest))
  }

  /// Reports tests that have the name of one above them.
  mutating func checkTestNames() {
    let named = checked.tests.filter { !$0.name.allSatisfy(\.isWhitespace) }
    reportSeconds(
      named.map { ($0.name, $0.span) }, "test", "a failure names its test, so each has its own")
  }
}
