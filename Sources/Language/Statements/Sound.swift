import Diagnosis

/// A sound that is played to its end.
@frozen
public struct SoundStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The name of the file.
  @inlinable @inline(__always)
  public var file: StringView { StringView(view.first) }
}

extension SoundStatement {
  /// The words with which others play a file, and its own.
  static let otherWords: Set<String> = [
    "sound", "play", "playsound", "play_sound", "playaudio", "audio", "music", "song", "track",
    "wav", "sfx", "sample", "aplay", "afplay", "sounds",
  ]
}

extension Parser {
  /// Reads a sound.
  ///
  ///     sound = "sound" string .
  mutating func sound() throws(Unreadable) -> NodeID {
    let node = add(.sound, at: token.start)
    advance()
    if isDeclaredAsValue(token.symbol), at(.word), !token.startsLine {
      throw fail(
        .expected(
          "the name of a WAV file in quotes", found: "'\(tokenText)'", at: token.span,
          notes: ["the name of a file is written out, as in 'sound \"chime.wav\"'"]))
    }
    guard at(.string), !token.startsLine else {
      throw fail(missingString("the name of a WAV file in quotes"))
    }
    if text(of: token.span) == "\"\"" {
      throw fail(
        .expected(
          "the name of a WAV file in quotes", found: "an empty name", at: token.span,
          notes: ["as in 'sound \"chime.wav\"'"]))
    }
    var children = Children(of: node)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .value, in: tree)
    advance()
    found.sounds.append(node)
    return node
  }

  /// The report of a sound that begins with another word, as in `play "a.wav"`; nil if `word`
  /// begins none.
  func soundInOtherWords(_ word: Token) -> Diagnostic? {
    let words = SoundStatement.otherWords.subtracting([Keyword.sound.spelling])
    guard words.contains(text(of: word.span).lowercased()), !token.startsLine else { return nil }
    if at(.sound), following.kind == .string {
      let whole = SourceSpan(word.start, token.start)
      return .superfluousWord(
        text(of: word.span), at: word.span, whole: whole,
        "'sound \"a.wav\"' plays a file to its end")
    }
    guard token.kind == .string else { return nil }
    return Diagnostic(
      .foreignWord, "no statement begins with '\(text(of: word.span))'", at: word.span,
      label: "did you mean 'sound'?", notes: ["'sound \"a.wav\"' plays a file to its end"],
      fixIts: [FixIt("write 'sound'", word.span, "sound")])
  }

  /// The report of a time behind a sound, which begins at `start`; nil if none stands here.
  func trailingSound(after start: UInt32) -> Diagnostic? {
    let time = at(.over) || at(.for) ? following : token
    guard time.kind == .number, time.dimension == .time, !time.startsLine else { return nil }
    let length = text(of: time.span)
    let sound = text(of: SourceSpan(start, previousEnd))
    let ours = "race { \(sound); wait \(length) }"
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["a sound lasts as long as its file; in a race a wait can end it"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, time.end), ours)])
  }
}
