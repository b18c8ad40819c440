import Diagnosis
import Vocabulary

// What leads in a block, but stands behind a statement, as in `animate yes every 4s`.

extension Parser {
  /// The report of when, how often or how long the statement at `start` is to be done, which stands
  /// behind it; nil if nothing such stands here.
  func leadBehind(_ start: UInt32) -> Diagnostic? {
    let statement = keyword(at: start)
    let isCall = restOfLine(from: start).dropFirst().first?.kind == .openParen
    guard reading.form != .sceneLine, !token.startsLine, statement?.mayBeLed ?? isCall,
      let last = restOfLine().last, following(last).kind != .openBrace,
      !restOfLine().contains(where: { $0.isKeyword(.else) || $0.isKeyword(.for) })
    else { return nil }
    let (words, done) = (
      text(of: SourceSpan(token.start, last.end)), text(of: SourceSpan(start, previousEnd))
    )
    let condition = text(of: SourceSpan(token.end, last.end))
    let isAlone = last.end == token.end
    var note = "what a statement depends on stands before it, as in 'on tap { face happy }'"
    let ours: String
    switch tokenText {
    case "after" where following.dimension == .time && following.end == last.end:
      note = "a wait stands before it"
      ours = context.inBranches ? "{ wait\(condition); \(done) }" : "wait\(condition); \(done)"
    case "every", "if", "on":
      guard !isAlone else { return nil }
      ours = "\(words) { \(done) }"
    case "forever" where statement?.isInstant != true: ours = "repeat forever { \(done) }"
    case "while" where !isAlone && keyword(at: following.start)?.beginsStatement != true:
      ours = "repeat while\(condition) { \(done) }"
    case "when" where !isAlone:
      ours = isEvent(following) ? "on\(condition) { \(done) }" : "if\(condition) { \(done) }"
    case "until" where !isAlone && statement?.isInstant != true:
      let wait = wait(endedBy: restOfLine().dropFirst())
      note = "a race is over as soon as one of its branches is"
      ours = "race { \(done); \(wait) }"
      if statement == .spin || statement == .ramp {
        note += ", as in 'race { \(done) for 10s; \(wait) }; stop'"
        return .ledFromBehind(tokenText, at: token.span, note, fixIts: [])
      }
    default: return nil
    }
    if nesting.depth > 0, ours.hasPrefix("on ") {
      note = "handlers stand at the top of a script or directly in a mode; 'wait for' waits here"
      return .ledFromBehind(tokenText, at: token.span, note, fixIts: [])
    }
    let fixIt = FixIt("write '\(ours)'", SourceSpan(start, last.end), ours)
    return .ledFromBehind(tokenText, at: token.span, note, fixIts: [fixIt])
  }
}

extension Diagnostic {
  fileprivate static func ledFromBehind(
    _ found: String, at span: SourceSpan, _ note: String, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span, notes: [note],
      fixIts: fixIts)
  }
}

extension Keyword {
  /// True if the statement that it begins has no block, and may stand in that of another one.
  fileprivate var mayBeLed: Bool {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move, .ramp, .spin, .stop, .animate, .sound: true
    default: isInstant
    }
  }

  /// True if the statement that it begins takes no time.
  fileprivate var isInstant: Bool {
    switch self {
    case .face, .eyes, .camera, .log: true
    default: false
    }
  }
}
