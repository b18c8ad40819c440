import Diagnosis

// The diagnostics of statements in the words of other languages, and in plain English.

extension Diagnostic {
  /// Reports a word that can be left out; `whole` has the spaces before it, too.
  static func superfluous(
    _ found: String, at span: SourceSpan, whole: SourceSpan, _ note: String
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span, notes: [note],
      fixIts: [FixIt("remove '\(found)'", whole, "")])
  }

  /// Reports `word`, which has no meaning here; `whole` has the spaces after it, too.
  static func superfluousWord(
    _ word: String, at span: SourceSpan, whole: SourceSpan, _ note: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(word)' is not needed here", at: span, notes: [note],
      fixIts: [FixIt("remove '\(word)'", whole, "")])
  }

  /// Reports a word such as 'the', which nothing here needs; `whole` has the spaces after it, too.
  static func filler(_ found: String, at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(found)' is not needed here", at: span,
      notes: ["a script has no articles"],
      fixIts: [FixIt("remove '\(found)'", whole, "")])
  }

  /// Reports the block that opens at `open` and belongs to no word; `braces` are its two, with the
  /// spaces that go with them, and none if its statements cannot stand without them.
  static func bareBlock(
    at open: SourceSpan, hasNames: Bool, braces: [SourceSpan]
  ) -> Diagnostic {
    let start = SourceSpan(open.start, open.end - 1)
    return Diagnostic(
      .unknownStatement, "expected a statement, found a block", at: open,
      label: "no word introduces this block",
      notes: [
        "a block follows a word such as 'repeat', 'if' or 'together'",
        "it stands alone only inside 'together', 'race', 'stagger' and 'choose'",
      ],
      fixIts: braces.isEmpty
        ? []
        : [
          hasNames
            ? FixIt("write 'repeat 1 {' to keep its names and limits inside", start, "repeat 1 ")
            : FixIt("remove the braces", braces.map { FixIt.Edit($0, "") })
        ])
  }

  /// Reports a word before a block that is a branch as it stands; `whole` has the spaces after it.
  static func wordBeforeBranch(
    _ word: String, isOption: Bool, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      notes: [
        isOption
          ? "a block is already an option; its statements are done in order"
          : "a block is already a branch; its statements are done in order"
      ],
      fixIts: [FixIt("remove '\(word)'", whole, "")])
  }

  /// Reports an object before a statement, as in 'console.log'; the statement begins at `start`.
  static func receiver(_ word: String, at span: SourceSpan, before start: UInt32) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      notes: ["a statement begins with its own word; there is only one dock"],
      fixIts: [FixIt("remove '\(word).'", SourceSpan(span.start, start), "")])
  }

  /// Reports a list whose parts are joined by `found`.
  static func joinedList(_ found: String, at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(found)' is written ',' here", at: span,
      notes: ["the parts of a list are separated by ','; 'and' joins conditions"],
      fixIts: [FixIt("write ','", whole, ", ")])
  }
}
