import Diagnosis
import Vocabulary

// Expectations as people write them first: each is reported with the one that says the same.

extension Parser {
  /// Reports a comparison of the pose, or of an axis, which people expect to equal something.
  mutating func refusePoseComparison() -> Unreadable {
    let first = token
    let tokens = restOfLine()
    let axis = first.keyword?.axis == nil ? nil : first.keyword
    var rest = tokens.dropFirst()
    let equals: Set<String> = ["==", "=", "is", "equals", "at", "near", "be", "to", "!=", "<", ">"]
    let sign = rest.first.map { text(of: $0.span) } ?? ""
    while let next = rest.first, equals.contains(text(of: next.span)) { rest = rest.dropFirst() }
    var (fixIts, isAngle): ([FixIt], Bool) = ([], false)
    let isEqual = !["!=", "<", ">", "<=", ">=", "always", "never", "within"].contains(sign)
    if let axis, let from = rest.first(where: { $0.isKeyword(.within) }), let last = tokens.last,
      sign == "always" || sign == "within", rest.contains(where: { $0.kind == .range })
    {
      let ours = "always \(axis.spelling) \(text(of: SourceSpan(from.start, last.end)))"
      fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
    }
    if isEqual, tokens.count < Parser.longestPhrase, let from = rest.first, let last = rest.last,
      !rest.contains(where: isLogical)
    {
      let bound = rest.first { $0.isKeyword(.within) }
      let value = rest.prefix { $0.start != bound?.start }.last ?? from
      let place = text(of: SourceSpan(from.start, value.end))
      isAngle = axis == nil && from.kind == .number
      // Of an angle only its direction says of which axis it is.
      let named = axis ?? (isAngle ? value.keyword.flatMap { Direction($0) }?.axisWord : nil)
      let pose = named.map { "pose(\($0.spelling): \(place))" } ?? place
      let within = bound.map { text(of: SourceSpan($0.start, last.end)) } ?? "within 0.1deg"
      let ours = "pose near \(pose) \(within)"
      if !isAngle || named != nil {
        fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
      }
    }
    report(
      Diagnostic(
        .expectedToken, "a place is expected with 'pose near' and a tolerance", at: first.span,
        label: axis == nil ? "is not compared" : "an axis is part of a pose",
        notes: [
          isAngle
            ? "a pose names its axes, as in 'pose near pose(pan: 20deg right) within 0.1deg'"
            : axis == nil || isEqual
              ? "as in 'expect pose near home within 0.1deg'"
              : "as in 'expect always pan within 30deg left .. 30deg right'"
        ], fixIts: fixIts))
    return Unreadable()
  }

  /// The report of a speed in the expectation at `start` that says of which axis it is, if at all,
  /// in other words than 'peak pan speed'; nil if it is none.
  func expectedSpeed(from start: UInt32) -> Diagnostic? {
    var ahead = lookahead(from: start)
    let word = ahead.next()
    var (axes, sign, value): ([Keyword], String, Token?) = ([], "<", nil)
    var (isSpeed, next, end) = (false, ahead.next(), word.end)
    while !next.startsLine, ![.end, .semicolon, .closeBrace].contains(next.kind) {
      switch next.kind {
      case .word where next.keyword?.axis != nil: axes = next.keyword.map { [$0] } ?? []
      case .word: isSpeed = isSpeed || ["speed", "velocity"].contains(text(of: next.span))
      case .number where next.dimension == .speed && value == nil: value = next
      case .less, .lessOrEqual, .greater, .greaterOrEqual: sign = text(of: next.span)
      default: return nil
      }
      end = next.end
      next = ahead.next()
    }
    guard isSpeed, let value else { return nil }
    if axes.isEmpty { axes = [.pan, .tilt] }
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["the greatest speed of an axis is 'peak pan speed'"],
      fixIts: axes.map { axis in
        let ours = "peak \(axis.spelling) speed \(sign) \(text(of: value.span))"
        return FixIt("write '\(ours)'", SourceSpan(word.end, end), " " + ours)
      })
  }

  /// The report of what stands behind 'always' and `axis` in the place of a range.
  func missingRange(of axis: UInt8) -> Diagnostic {
    var report = missing(.within)
    let word = Keyword.allCases.first { $0.axis == axis } ?? .pan
    let ends = Direction.of(axis: axis).map { "30deg \($0.spelling)" }.joined(separator: " .. ")
    report.notes = ["as in 'expect always \(word.spelling) within \(ends)'"]
    return report
  }
}

extension Direction {
  /// The word of its axis.
  fileprivate var axisWord: Keyword? { Keyword.allCases.first { $0.axis == axis } }
}
