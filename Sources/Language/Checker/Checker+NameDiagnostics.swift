import Diagnosis
import Vocabulary

// The diagnostics of names, of their meanings, and of calls.

extension Diagnostic {
  static func nameTaken(_ name: String, at span: SourceSpan, first: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .nameTaken, "'\(name)' is declared already", at: span,
      label: first == nil ? "" : "the second declaration",
      labels: first.map { [Label($0, "the first")] } ?? [],
      notes: [
        first == nil
          ? "'\(name)' is a \(ReadingWord(rawValue: name) == nil ? "function" : "reading") of the "
            + "language; choose another name"
          : "a name has one meaning and is declared once; choose another name"
      ])
  }

  static func unknownName(
    _ name: String, _ meant: Suggestion?, as use: Checker.Use, at span: SourceSpan,
    ended: Checker.EndedName? = nil, mayBePerson: Bool = false, mayBeCount: Bool = false
  ) -> Diagnostic {
    if name == Keyword.mode.spelling, ended == nil {
      return Diagnostic(
        .unknownName, "nothing is called '\(name)' here", at: span,
        notes: [
          "no condition reads the mode: what a mode does, and its handlers, stand in its block",
          "in a test 'expect mode idle' asks which mode it is",
        ])
    }
    if let ended {
      return Diagnostic(
        .unknownName, "nothing is called '\(name)' here", at: span,
        labels: [
          Label(
            ended.span,
            ended.isOfEvent
              ? "the value of the event, for its block" : "known from here to the end of its block")
        ],
        notes: [
          ended.isOfEvent
            ? "write what uses it into that block, as in 'wait for { zoom by \(name) { … } }'"
            : "declare it outside of the block to use it further down"
        ])
    }
    let remedy =
      switch use {
      case .value, .count: "name a value with 'let \(name) = …' above"
      case .function: "declare it above with 'function \(name)(…) = …'"
      case .gesture: "declare it above with 'gesture \(name)(…) { … }', or bring it in with 'use'"
      }
    let remedies =
      [remedy]
      + (mayBeCount ? ["'count \(name)' at the top of the script declares a count"] : [])
      + (mayBePerson ? ["somebody in a scene is 'person \(name)'"] : [])
    return Diagnostic(
      meant?.explanation == nil ? .unknownName : .foreignWord,
      "nothing is called '\(name)' here", at: span,
      label: meant.map { "did you mean '\($0.replacement)'?" } ?? "",
      notes: meant == nil ? remedies : meant?.explanation.map { [$0] } ?? [],
      fixIts: meant.map { [FixIt("write '\($0.replacement)'", span, $0.replacement)] } ?? [])
  }

  /// Reports the `name` of somebody or something in a scene without `word`, which comes before it
  /// where it `mayStand`.
  static func subjectWithoutWord(
    _ name: String, _ word: Keyword, mayStand: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let ours = "\(word.spelling) \(name)"
    return Diagnostic(
      .unknownName, "nothing is called '\(name)' here", at: span,
      label: "did you mean '\(ours)'?",
      notes: ["the name of somebody or something follows 'person' or 'object'"],
      fixIts: mayStand ? [FixIt("write '\(ours)'", span, ours)] : [])
  }

  /// An undeclared gesture that has the name of an animation.
  static func missingGesture(_ name: String, _ why: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "nothing is called '\(name)' here", at: span,
      notes: ["declare it above with 'gesture \(name)(…) { … }', or bring it in with 'use'", why])
  }

  static func nameWithHyphen(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "a name cannot contain '-'", at: span, label: "did you mean '\(name)'?",
      fixIts: [FixIt("write '\(name)'", span, name)])
  }

  static func foreignCall(
    _ name: String, _ ours: String, _ why: String, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "nothing is called '\(name)' here", at: span,
      label: "did you mean '\(ours)'?", notes: [why], fixIts: fixIts)
  }

  static func usedBeforeDeclared(
    _ name: String, at span: SourceSpan, declared: SourceSpan, isInside: Bool
  ) -> Diagnostic {
    Diagnostic(
      .usedBeforeDeclared,
      isInside
        ? "'\(name)' is used in its own declaration" : "'\(name)' is used before it is declared",
      at: span, labels: [Label(declared, "declared here")],
      notes: [
        isInside
          ? "a name can be used only below its declaration"
          : "move the declaration above its first use"
      ])
  }

  static func recursion(_ name: String, through other: String?, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .recursion,
      other.map { "'\(name)' calls itself through '\($0)'" } ?? "'\(name)' calls itself", at: span,
      notes: ["it would never end; use 'repeat' or 'for'"])
  }

  static func notAValue(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notAValue, "'\(name)' is not a value", at: span, notes: ["call it: '\(name)(…)'"])
  }

  static func gestureAsValue(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notAValue, "the gesture '\(name)' moves the dock and gives no value", at: span,
      notes: ["a gesture is called as a statement; only a 'function' gives a value"])
  }

  static func notCallable(_ name: String, at span: SourceSpan, end: UInt32?) -> Diagnostic {
    Diagnostic(
      .notCallable, "'\(name)' is a value and cannot be called", at: span,
      notes: ["a value is used by its name alone"],
      fixIts: end.map {
        [FixIt("remove the brackets", SourceSpan(span.end, $0), "")]
      } ?? [])
  }

  static func callsTooDeep(_ name: String, _ limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep,
      limit == Budget.callNesting
        ? "'\(name)' and what it calls nest more than \(limit) blocks"
        : "'\(name)' and what it calls nest more than \(limit) operators",
      at: span, notes: ["make the chain of calls shorter"])
  }

  static func missingArgument(
    _ name: String, _ type: String, of callee: String, isNamed: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .missingArgument, "'\(callee)' needs \(type) for '\(name)'", at: span,
      notes: [
        isNamed
          ? "write '\(name): …' in the brackets, or give the parameter a default"
          : "write its value in the brackets, or give the parameter a default"
      ])
  }

  static func unknownParameter(
    _ name: String, _ callee: String, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .unknownParameter, "'\(callee)' has no parameter '\(name)'", at: span,
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: [
        known.isEmpty ? "it takes no arguments" : "it takes \(known.joined(separator: ", "))"
      ],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func duplicateArgument(
    _ name: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .duplicateArgument, "'\(name)' is given twice", at: span, label: "the second",
      fixIts: [FixIt("remove the second", whole, "")])
  }

  static func tooManyArguments(
    _ callee: String, _ count: Int, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    let most = count == 0 ? "no arguments" : count == 1 ? "one argument" : "\(count) arguments"
    return Diagnostic(
      .tooManyArguments, "'\(callee)' takes \(most)", at: span, label: "one too many",
      fixIts: [FixIt("remove it", whole, "")])
  }

  /// Reports an argument without its name; `edits` write it, that of `parameter`, and those of the
  /// arguments behind it.
  static func unlabelledArgument(
    _ parameter: String, _ edits: [FixIt.Edit], at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .missingArgument, "the arguments of a gesture need their names", at: span,
      fixIts: [FixIt(edits.count == 1 ? "write '\(parameter): '" : "write their names", edits)])
  }

  static func labelledBuiltin(
    _ name: String, at span: SourceSpan, _ edits: [FixIt.Edit]
  ) -> Diagnostic {
    Diagnostic(
      .unknownParameter, "the arguments of '\(name)' have no names", at: span,
      fixIts: [
        FixIt(edits.count == 1 ? "write the value alone" : "remove the names", edits)
      ])
  }

  static func wrongCount(
    _ name: String, _ wanted: ClosedRange<Int>, _ found: Int, at span: SourceSpan
  ) -> Diagnostic {
    let count =
      wanted.count == 1 ? "\(wanted.lowerBound)" : "\(wanted.lowerBound) to \(wanted.upperBound)"
    return Diagnostic(
      found > wanted.upperBound ? .tooManyArguments : .missingArgument,
      "'\(name)' takes \(count) \(wanted == 1...1 ? "argument" : "arguments"), not \(found)",
      at: span, notes: [Builtin.usage(of: name)])
  }

  /// Reports the empty text at `span`, which is the name of a `kind` of statement.
  static func emptyName(of kind: String, at span: SourceSpan, _ note: String) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected the \(kind)'s name in the quotes, found nothing", at: span,
      notes: [note])
  }

  static func unknownToScene(_ name: String, isKnown: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownToScene, "a scene cannot use '\(name)'", at: span,
      label: isKnown ? "a name of the script" : "",
      notes: ["a scene does not depend on the script; write the quantity itself"])
  }
}

extension Checker {
  /// Reports each of `names`, the texts that `kind` statements have as names, that is also the name
  /// of one above; `why` says why that is wrong.
  mutating func reportSeconds(
    _ names: [(name: String, span: SourceSpan)], _ kind: String, _ why: String
  ) {
    let taken = Set(names.map(\.name))
    if taken.count == names.count { return }
    var (first, last): ([String: SourceSpan], [String: Int]) = ([:], [:])
    for (name, span) in names {
      guard let other = first[name] else {
        first[name] = span
        continue
      }
      var number = last[name, default: 1] + 1
      while taken.contains("\(name) \(number)") { number += 1 }
      last[name] = number
      let quote = SourceSpan(span.end - 1, span.end - 1)
      report(
        Diagnostic(
          .nameTaken, "there is a \(kind) \(program.sources.text(of: span)) already", at: span,
          label: "the second \(kind)", labels: [Diagnostic.Label(other, "the first \(kind)")],
          notes: [why], fixIts: [FixIt("add ' \(number)' to the name", quote, " \(number)")]))
    }
  }

  /// Reports a name of the script in a scene.
  @inline(never)
  mutating func unknownToScene(_ node: some SyntaxView, _ symbol: Symbol) -> Type {
    let isKnown = scope[symbol].kind != .none
    report { .unknownToScene($0.text(symbol), isKnown: isKnown, at: $0.program.span(of: node)) }
    return .broken
  }
}
