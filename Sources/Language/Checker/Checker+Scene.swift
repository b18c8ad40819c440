import Diagnosis

// Scenes: times, quantities, and who it is that does something.

extension Checker {
  /// Checks a scene: where it stands, and what is in it.
  mutating func scene(_ node: UInt32) {
    place(node)
    let lines = tree[node].payload
    guard lines != 0 else { return }
    isInScene = true
    let subjects = subjects(of: lines)
    program.forEachChild(of: lines) { line(of: $0, subjects) }
    isInScene = false
  }

  /// A scene stands at the top of a script or of a test, and is the only one there.
  private mutating func place(_ node: UInt32) {
    let isOfTest = isInTest && nesting.level == 1
    let first = isOfTest ? testScene : scriptScene
    guard isOfTest || isTopLevel else {
      return report { .innerScene(at: $0.program.tokenSpan(at: $0.tree[node].start)) }
    }
    if first != 0 {
      report {
        .secondScene(
          at: $0.program.tokenSpan(at: $0.tree[node].start),
          first: $0.program.tokenSpan(at: $0.tree[first].start))
      }
    } else if isOfTest {
      testScene = node
    } else {
      scriptScene = node
    }
  }

  /// The arrival of each subject that has a name, the first in the text.
  ///
  /// Of those who are there from the beginning, no two have one name.
  private mutating func subjects(of lines: UInt32) -> [UInt32: UInt32] {
    var subjects: [UInt32: UInt32] = [:]
    var present: [UInt32: UInt32] = [:]
    program.forEachChild(of: lines) { arrival in
      guard tree[arrival].kind == .arrival else { return }
      let label = part(.label, of: arrival)
      let symbol = tree[label].payload
      if part(.at, of: arrival) == 0 {
        if let first = present[symbol] {
          report {
            .thereAlready(
              $0.text(symbol), at: $0.program.span(of: label), first: $0.program.span(of: first))
          }
        }
        present[symbol] = present[symbol] ?? label
      }
      if let first = subjects[symbol], tree[first].detail != tree[arrival].detail {
        report {
          .otherSubject(
            $0.text(symbol), at: $0.program.span(of: label),
            first: $0.program.span(of: $0.part(.label, of: first)))
        }
      }
      subjects[symbol] = subjects[symbol] ?? arrival
    }
    return subjects
  }

  /// The child of `node` with a role; 0 if there is none.
  private func part(_ role: Node.Role, of node: UInt32) -> UInt32 {
    var child = tree[node].payload
    while child != 0, tree[child].role != role { child = tree[child].next }
    return child
  }

  private mutating func line(of node: UInt32, _ subjects: [UInt32: UInt32]) {
    if tree[node].kind == .seed { return children(of: node, "a seed", .number) }
    let keyword = Keyword(rawValue: tree[node].detail)
    program.forEachChild(of: node) { child in
      switch tree[child].role {
      case .at: quantity(child, .time, as: "when something happens")
      case .over: quantity(child, .time, as: "how long a walk takes")
      case .lasting: quantity(child, .time, as: "how long a button is held")
      case .to: place(parts: child)
      case .value: quantity(child, .number, as: keyword?.sceneValue ?? "a number")
      case .label where tree[node].kind == .happening: deed(keyword, child, subjects)
      default: break
      }
    }
  }

  private mutating func deed(_ keyword: Keyword?, _ label: UInt32, _ subjects: [UInt32: UInt32]) {
    let symbol = tree[label].payload
    if lost.contains(symbol) { return }
    guard let arrival = subjects[symbol] else { return unknownSubject(label, Array(subjects.keys)) }
    guard tree[arrival].detail == 1, keyword == .speaks || keyword == .looks else { return }
    report {
      .personsDeed(keyword?.spelling ?? "", $0.text(symbol), at: $0.program.span(of: label))
    }
  }

  private mutating func unknownSubject(_ label: UInt32, _ known: [UInt32]) {
    let symbol = tree[label].payload
    // What nobody will read need not be explained.
    let names = reporter.dropped > 0 ? [] : known.map(text).sorted()
    report {
      .unknownSubject(
        $0.text(symbol), Suggestion.nearest(to: $0.text(symbol), in: names), known: names,
        at: $0.program.span(of: label))
    }
  }

  private mutating func place(parts node: UInt32) {
    program.forEachChild(of: node) { part in
      guard tree[part].role == .value else {
        return quantity(part, .length, as: "how far away it is")
      }
      let found = expression(part)
      fit(part, found, to: .quantity(.angle), as: "where it is")
      if found.axis == 3 {
        report {
          .rollingPlace(at: $0.program.lastTokenSpan(of: part))
        }
      }
    }
  }

  /// Reports a name of the script in a scene.
  @inline(never)
  mutating func unknownToScene(_ node: UInt32, _ symbol: UInt32) -> Type {
    let isKnown = scope[symbol].kind != .none
    report { .unknownToScene($0.text(symbol), isKnown: isKnown, at: $0.program.span(of: node)) }
    return .broken
  }
}

extension Keyword {
  /// What the number behind it means in a scene.
  fileprivate var sceneValue: String {
    switch self {
    case .turn: "how far the dial is turned"
    case .battery: "the charge of the battery"
    default: "the number of a button"
    }
  }
}

extension Diagnostic {
  static func innerScene(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedScene, "a scene stands inside a block", at: span,
      notes: ["a scene stands at the top of a script or of a test; its times say when"])
  }

  static func secondScene(at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedScene, "there is a scene already", at: span, label: "the second",
      labels: [Label(first, "the first")], notes: ["write all that happens in one"])
  }

  static func unknownSubject(
    _ name: String, _ nearest: String?, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let list = known.prefix(8).joined(separator: ", ")
    let note =
      known.isEmpty
      ? "say who there is, as in 'person \(name) at 20deg right, 2m away'"
      : "there is \(list)\(known.count > 8 ? " and others" : "")"
    return Diagnostic(
      .unknownSubject, "nobody is called '\(name)' in this scene", at: span,
      label: nearest.map { "did you mean '\($0)'?" } ?? "", notes: nearest == nil ? [note] : [],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func thereAlready(_ name: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nameTaken, "'\(name)' is there already", at: span, label: "a second one",
      labels: [Label(first, "the first")],
      notes: ["give another name, or say when, as in 'at 9s person \(name) at …'"])
  }

  static func otherSubject(_ name: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nameTaken, "'\(name)' is a person and an object", at: span, label: "the other",
      labels: [Label(first, "the one")], notes: ["give another name"])
  }

  static func personsDeed(_ deed: String, _ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownSubject, "'\(name)' is an object, and no object \(deed)", at: span,
      notes: ["an object 'walks' and 'leaves'; who 'speaks' or 'looks' is a 'person'"])
  }

  static func rollingPlace(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongDirection, "a place lies 'left' or 'right', 'up' or 'down'", at: span,
      label: "this is a direction of roll",
      notes: ["a place is where the dock would have to look: so far to the side, and so high"])
  }

  static func unknownToScene(_ name: String, isKnown: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownToScene, "a scene knows nothing of '\(name)'", at: span,
      label: isKnown ? "a name of the script" : "",
      notes: ["the world goes on whatever the script does; write the quantity itself"])
  }
}
