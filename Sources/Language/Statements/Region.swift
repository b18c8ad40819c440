import Diagnosis

/// The part of the picture that the tracker looks at.
@frozen
public struct RegionStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The left edge, as a share of the picture's width.
  @inlinable @inline(__always)
  public var x: ExpressionView { ExpressionView(view.first) }

  /// The upper edge, as a share of the picture's height.
  @inlinable @inline(__always)
  public var y: ExpressionView { ExpressionView(view.second) }

  /// The width, as a share of the picture's width.
  @inlinable @inline(__always)
  public var width: ExpressionView { ExpressionView(view.third) }

  /// The height, as a share of the picture's height.
  @inlinable @inline(__always)
  public var height: ExpressionView { ExpressionView(view.third.neighbour) }
}

extension Parser {
  /// Reads a region of interest.
  ///
  ///     region = "region" "x" expression "," "y" expression ","
  ///              "width" expression "," "height" expression .
  mutating func region() throws(Unreadable) -> NodeID {
    let node = add(.region, at: token.start)
    let start = token.start
    advance()
    var children = Children(of: node)
    let parts: [(Keyword, Node.Role)] = [
      (.x, .x), (.y, .y), (.width, .width), (.height, .height),
    ]
    for (index, part) in parts.enumerated() {
      guard index == 0 || take(.comma) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missing(.comma, "','")) }
      }
      guard take(part.0) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missing(part.0)) }
      }
      guard !at(.colon), !at(.assign) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missingValue()) }
      }
      children.append(try expression(), as: part.1, in: tree)
    }
    return node
  }

  /// The report of a region in other words: without names or commas, with other signs, in another
  /// order, or in a word; `report` is what is said of any other.
  private func regionInOtherWords(from start: UInt32, _ report: Diagnostic) -> Diagnostic {
    guard let (text, end) = region(from: start) else { return report }
    var changed = report
    changed.notes = ["as in 'region x 25%, y 0%, width 50%, height 100%'"]
    changed.fixIts = [FixIt("write 'region \(text)'", SourceSpan(start, end), "region \(text)")]
    return changed
  }

  /// The parts of the region at `start` as they are written here, and where it ends.
  private func region(from start: UInt32) -> (text: String, end: UInt32)? {
    var ahead = lookahead(from: start)
    var (next, end) = (ahead.next(), start)
    var (names, values, words): ([Int], [String], [String]) = ([], [], [])
    var isSign = false
    next = ahead.next()
    while !next.startsLine, next.kind != .end, next.kind != .semicolon, next.kind != .closeBrace {
      let word = text(of: next.span).lowercased()
      let isApart = next.start > end || names.isEmpty && values.isEmpty
      if next.kind == .word || next.kind == .number, !isApart, !isSign { return nil }
      isSign = false
      switch next.kind {
      case .number where next.dimension == .number: values.append(word)
      case .comma, .colon, .assign, .openParen, .closeParen: isSign = true
      case .word:
        if let index = Parser.regionParts.firstIndex(where: { $0.contains(word) }) {
          if names.count == values.count { names.append(index) }
        }
        words.append(word)
      default: return nil
      }
      end = next.end
      next = ahead.next()
    }
    if values.isEmpty, let region = Parser.regions.first(where: { $0.0.contains(words) }) {
      return (region.1, end)
    }
    guard values.count == 4, [0, 4].contains(names.count), Set(names).count == names.count else {
      return nil
    }
    let order = names.isEmpty ? [0, 1, 2, 3] : names
    let parts = ["x", "y", "width", "height"].enumerated().map { index, name in
      "\(name) \(values[order.firstIndex(of: index) ?? index])"
    }
    return (parts.joined(separator: ", "), end)
  }

  /// What the parts of a region are called, in their order.
  private static let regionParts: [Set<String>] = [
    ["x", "left"], ["y", "top"], ["width", "w", "wide"], ["height", "h", "high"],
  ]

  /// Regions in words.
  private static let regions: [(Set<[String]>, String)] = [
    (
      [["full"], ["all"], ["whole"], ["off"], ["none"], ["reset"], ["everything"], ["default"]],
      "x 0%, y 0%, width 100%, height 100%"
    ),
    ([["left", "half"]], "x 0%, y 0%, width 50%, height 100%"),
    ([["right", "half"]], "x 50%, y 0%, width 50%, height 100%"),
    ([["upper", "half"], ["top", "half"]], "x 0%, y 0%, width 100%, height 50%"),
    ([["lower", "half"], ["bottom", "half"]], "x 0%, y 50%, width 100%, height 50%"),
  ]
}

extension Checker {
  mutating func check(_ region: RegionStatement) {
    for share in [region.x, region.y, region.width, region.height] {
      self.share(share, as: "a share of the picture")
    }
  }
}
