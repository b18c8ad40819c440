import Diagnosis
import Vocabulary

extension Diagnostic {
  /// What the axes are called, by the number of a type's axis; 0 is none.
  static let axisNames = ["", "pan", "tilt", "roll"]

  // MARK: - Dimensions

  static func missingUnit(
    _ what: String, _ dimension: Dimension, _ number: String, at span: SourceSpan
  ) -> Diagnostic {
    let units: [String] =
      switch dimension {
      case .angle: ["deg"]
      case .time: (Double(number) ?? 0) < 100 ? ["s", "ms"] : ["ms", "s"]
      case .speed: ["deg/s"]
      case .length: ["m"]
      case .frequency: ["fps"]
      default: [dimension.unit]
      }
    let end = SourceSpan(span.end, span.end)
    let readings = units.map { "'\(number)\($0)'" }.joined(separator: " or ")
    return Diagnostic(
      .missingUnit, "\(what) is \(dimension.name) and needs a unit", at: span,
      label: units.count == 1 ? "did you mean \(readings)?" : "\(readings)?",
      fixIts: units.map { FixIt("write '\(number)\($0)'", end, $0) })
  }

  /// A number over 1 where a share is expected.
  static func shareWithoutPercent(_ what: String, at span: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .missingUnit, "\(what) is a share and needs a '%'", at: span,
      label: "more than 100%", notes: ["shares lie in 0% .. 100%"],
      fixIts: [FixIt("write '%'", end, "%")])
  }

  static func wrongDimension(
    _ what: String, wanted: Type, found: Type, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .wrongDimension, "\(what) is \(wanted.name), not \(found.name)", at: span,
      label: "this is \(found.name)", notes: wanted.example.map { [$0] } ?? [],
      fixIts: fixIts)
  }

  /// A speed after `over`, or a time after `at`.
  static func wrongPace(
    _ what: String, wanted: Type, found: Type, at span: SourceSpan, word: SourceSpan, other: String
  ) -> Diagnostic {
    Diagnostic(
      .wrongDimension, "\(what) is \(wanted.name), not \(found.name)", at: span,
      label: "this is \(found.name)",
      notes: ["a time follows 'over', a speed follows 'at'"],
      fixIts: [FixIt("write '\(other)'", word, other)])
  }

  static func incompatible(
    _ symbol: String, _ first: String, _ second: String, isComparison: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .incompatibleOperands,
      "'\(symbol)' cannot \(isComparison ? "compare" : "join") \(first) and \(second)", at: span,
      notes: ["both sides must measure the same thing"])
  }

  static func namelessResult(_ symbol: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .incompatibleOperands, "'\(symbol)' gives a quantity that has no unit here", at: span,
      notes: ["units are small powers of angle, time and length, such as deg/s^2"])
  }

  /// An operand of `symbol` that is not a quantity.
  static func wrongOperand(_ symbol: String, _ found: Type, at span: SourceSpan) -> Diagnostic {
    let note =
      switch found.kind {
      case .pose where symbol == "..":
        "a loop goes through poses as a list: 'for place in wing, home { … }'"
      case .pose: "calculate with the angles of a pose, as in 'there.pan'"
      case .truth: "truths are joined by 'and', 'or' and 'not'"
      case .text where ["==", "!=", "<", "<=", ">", ">="].contains(symbol):
        "texts are not compared: let a number or a truth say which it is, as in 'if number == 2'"
      case .text: "'log' writes texts and values one after the other: 'log \"way \", 30deg'"
      default: "a quantity is a number, with or without a unit"
      }
    return Diagnostic(
      .wrongOperand, "'\(symbol)' takes quantities, not \(found.name)", at: span, notes: [note])
  }

  static func sizeAsValue(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongOperand, "a size in pixels is not a value", at: span,
      notes: ["a size may only follow 'camera format' or 'camera crop'"])
  }

  static func notATruth(_ found: String, _ example: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notATruth, "a condition is true or false, not \(found)", at: span,
      notes: [
        found == "a text"
          ? "texts are not compared; in a test, 'expect log \"hello\"' expects a written line"
          : "compare it with something, as in '… > \(example)'"
      ])
  }

  /// Reports a value, called `found`, behind a comparison that it has no part in; `whole` is the
  /// comparison with it, if that is known.
  static func comparisonCutShort(
    _ found: String, _ whole: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .notATruth, "a condition is true or false, not \(found)", at: span,
      label: whole.map { "did you mean '\($0)'?" } ?? "",
      notes: ["'and' and 'or' join whole comparisons, as in 'a == 1 or a == 2'"],
      fixIts: whole.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func wrongDirection(
    _ direction: UInt8, for axis: UInt8, at span: SourceSpan
  ) -> Diagnostic {
    let fitting = Direction.allCases.filter { $0.axis + 1 == axis }.map { "\($0)" }
    let owner = Direction(rawValue: direction).map { axisNames[Int($0.axis) + 1] } ?? ""
    return Diagnostic(
      .wrongDirection,
      "\(axisNames[Int(axis)]) goes \(fitting.map { "'\($0)'" }.joined(separator: " and "))",
      at: span, label: "this is a direction of \(owner)",
      fixIts: fitting.map { FixIt("write '\($0)'", span, $0) })
  }

  /// A value with a direction of the axis `found` where one of `axis` is expected.
  static func valueOfOtherAxis(
    _ found: UInt8, for axis: UInt8, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .wrongDirection, "\(axisNames[Int(axis)]) takes no value for \(axisNames[Int(found)])",
      at: span,
      label: "has a direction of \(axisNames[Int(found)])",
      notes: ["give a value for several axes no direction"])
  }

  /// Reports an angle that is read and compared with one of another axis.
  static func anglesOfTwoAxes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongDirection, "an angle of pan is not compared with one of tilt", at: span,
      notes: ["each is compared with an angle of its own axis, as in 'person.tilt > 5deg down'"])
  }

  static func sumOfAxes(_ first: UInt8, _ second: UInt8, at span: SourceSpan) -> Diagnostic {
    let (one, other) = (axisNames[Int(first)], axisNames[Int(second)])
    return Diagnostic(
      .wrongDirection, "a value for \(one) and one for \(other) have no sum", at: span,
      notes: [
        "'pose(\(one): …, \(other): …)' holds both; 'abs(…)' gives a value without a direction"
      ])
  }

  static func directionOfNothing(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .directionOfNothing, "a direction follows an angle or a speed, not \(found)", at: span,
      notes: ["a direction gives an angle or a speed its sign, as in '30deg left'"])
  }

  /// A minus before a value with the direction at `word`; without the minus it would be the
  /// direction `opposite`.
  static func minusAndDirection(
    _ opposite: Direction, minus: SourceSpan, at span: SourceSpan, word: SourceSpan
  ) -> Diagnostic {
    let edits = [FixIt.Edit(minus, ""), FixIt.Edit(word, "\(opposite)")]
    return Diagnostic(
      .signAndDirection, "the minus reverses the direction: this goes \(opposite)", at: span,
      fixIts: [FixIt("write '\(opposite)' for the minus and '\(opposite.opposite)'", edits)])
  }

  /// A sum at `sum` that gets its sign from the direction after it.
  static func sumAndDirection(_ direction: Direction, at sum: SourceSpan) -> Diagnostic {
    let (start, end) = (SourceSpan(sum.start, sum.start), SourceSpan(sum.end, sum.end))
    return Diagnostic(
      .signAndDirection, "'\(direction)' holds for the whole sum, not only for its last part",
      at: sum,
      fixIts: [FixIt("put it in brackets", [FixIt.Edit(start, "("), FixIt.Edit(end, ")")])])
  }

  /// A tilt without a direction; a range would be turned round by the other direction of one of its
  /// ends.
  static func tiltWithoutDirection(at span: SourceSpan, isBound: Bool) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    let (up, down) = (FixIt("write 'up'", end, " up"), FixIt("write 'down'", end, " down"))
    return Diagnostic(
      .tiltWithoutDirection, "no 'up' or 'down' here: a positive tilt goes down", at: span,
      fixIts: isBound ? [down] : [up, down])
  }

  static func axisTwice(_ axis: UInt8, at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "'\(axisNames[Int(axis) + 1])' is given twice", at: span,
      label: "the second",
      notes: ["an axis has one speed at a time"], fixIts: [FixIt("remove the second", whole, "")])
  }

  /// Reports the clause `name` at `span`; any of `removable` could go.
  static func clash(
    _ name: String, _ why: String, at span: SourceSpan, _ removable: [SourceSpan],
    labels: [Label] = []
  ) -> Diagnostic {
    Diagnostic(
      .clauseNotAllowed, "'\(name)' does not belong here", at: span, labels: labels, notes: [why],
      fixIts: removable.count == 1
        ? [FixIt("remove it", removable[0], "")]
        : zip(["remove it", "remove the other"], removable).map { FixIt($0, $1, "") })
  }

  // MARK: - Tests

  /// Reports a result of the run that is not one side of the only comparison of an 'expect', or,
  /// unless it `isExpected`, is in none.
  static func strayFigure(isExpected: Bool, at span: SourceSpan) -> Diagnostic {
    guard isExpected else {
      return Diagnostic(
        .notAValue, "only 'expect' can use a result of the run", at: span,
        notes: ["compare it alone, as in 'expect elapsed == 1s'"])
    }
    return Diagnostic(
      .notAValue, "a result of the run is compared alone, with '==', '<' or the like", at: span,
      notes: [
        "write an 'expect' for each comparison, as in 'expect elapsed >= 2s; expect elapsed <= 3s'"
      ])
  }
}
