import Diagnosis

// Scenes: times, quantities, and who it is that does something.

extension Checker {
  /// Checks a scene: where it stands, and what is in it.
  mutating func check(_ scene: SceneStatement) {
    place(scene)
    isInScene = true
    let subjects = subjects(of: scene.lines)
    for line in scene.lines { check(line, subjects) }
    isInScene = false
  }

  /// A scene stands at the top of a script or of a test, and is the only one there.
  private mutating func place(_ scene: SceneStatement) {
    let isOfTest = isInTest && nesting.level == 1
    let first = isOfTest ? testScene : scriptScene
    guard isOfTest || isTopLevel else {
      return report { .innerScene(at: $0.program.tokenSpan(at: scene.start)) }
    }
    if let first {
      report {
        .secondScene(
          at: $0.program.tokenSpan(at: scene.start),
          first: $0.program.tokenSpan(at: first.start))
      }
    } else if isOfTest {
      testScene = scene
    } else {
      scriptScene = scene
    }
  }

  /// The arrival of each subject that has a name, the first in the text.
  ///
  /// Of those who are there from the beginning, no two have one name.
  private mutating func subjects(of lines: SceneLines) -> [Symbol: ArrivalView] {
    var subjects: [Symbol: ArrivalView] = [:]
    var present: [Symbol: LabelView] = [:]
    for case .arrival(let arrival) in lines {
      let label = arrival.label
      let symbol = label.symbol
      if arrival.time == nil {
        if let first = present[symbol] {
          report {
            .thereAlready(
              $0.text(symbol), at: $0.program.span(of: label), first: $0.program.span(of: first))
          }
        }
        present[symbol] = present[symbol] ?? label
      }
      if let first = subjects[symbol], first.isPerson != arrival.isPerson {
        report {
          .otherSubject(
            $0.text(symbol), at: $0.program.span(of: label),
            first: $0.program.span(of: first.label))
        }
      }
      subjects[symbol] = subjects[symbol] ?? arrival
    }
    return subjects
  }

  private mutating func check(_ line: SceneLine, _ subjects: [Symbol: ArrivalView]) {
    switch line {
    case .seed(let seed): check(seed)
    case .arrival(let arrival):
      if let time = arrival.time { check(time: time) }
      check(arrival.place)
    case .happening(let happening): check(happening, subjects)
    }
  }

  private mutating func check(time: ExpressionView) {
    quantity(time, .time, as: "when something happens")
  }

  private mutating func check(
    _ happening: HappeningView, _ subjects: [Symbol: ArrivalView]
  ) {
    let keyword = happening.keyword
    if let time = happening.time { check(time: time) }
    if let label = happening.label { deed(keyword, label, subjects) }
    if let value = happening.value {
      quantity(value, .number, as: keyword?.sceneValue ?? "a number")
    }
    if let held = happening.held { quantity(held, .time, as: "how long a button is held") }
    if let place = happening.place { check(place) }
    if let length = happening.length { quantity(length, .time, as: "how long a walk takes") }
  }

  private mutating func deed(
    _ keyword: Keyword?, _ label: LabelView, _ subjects: [Symbol: ArrivalView]
  ) {
    let symbol = label.symbol
    if lost.contains(symbol) { return }
    guard let arrival = subjects[symbol] else { return unknownSubject(label, Array(subjects.keys)) }
    guard !arrival.isPerson, keyword == .speaks || keyword == .looks else { return }
    report {
      .personsDeed(keyword?.spelling ?? "", $0.text(symbol), at: $0.program.span(of: label))
    }
  }

  private mutating func unknownSubject(_ label: LabelView, _ known: [Symbol]) {
    let symbol = label.symbol
    // What nobody will read need not be explained.
    let names = reporter.dropped > 0 ? [] : known.map(text).sorted()
    report {
      .unknownSubject(
        $0.text(symbol), Suggestion.nearest(to: $0.text(symbol), in: names), known: names,
        at: $0.program.span(of: label))
    }
  }

  private mutating func check(_ place: PlaceView) {
    for part in place.parts {
      switch part {
      case .distance(let distance): quantity(distance, .length, as: "how far away it is")
      case .side(let angle), .height(let angle):
        let found = expression(angle)
        fit(angle, found, to: .quantity(.angle), as: "where it is")
        if found.axis == 3 {
          report { .rollingPlace(at: $0.program.lastTokenSpan(of: angle)) }
        }
      }
    }
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
}
