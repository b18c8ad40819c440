import Hardware
import Schedules
@testable import Language
import Motion
import Testing
import Vocabulary

/// The tables of the reference are complete, and say nothing the sources do not.
@Suite struct TableTests {
  static let reference = Page.reference

  // MARK: - Words

  @Test func statements() {
    let words = Self.reference.words(below: "Table of statements")
    let statements = Keyword.allCases.filter(\.beginsStatement)
    #expect(Set(words) == Set(statements.map(\.spelling)))
    #expect(words.count == Set(words).count)
  }

  @Test func everyStatementHasAGroup() {
    let groups = Set(Self.reference.rows(below: "Table of statements").map { $0.cells[1] })
    #expect(groups == ["motion", "flow", "naming", "world", "phone", "declaration"])
  }

  @Test func easings() {
    #expect(Self.reference.words(below: "Easings").sorted() == EasingName.spellings.sorted())
  }

  @Test func animations() {
    #expect(Self.reference.words(below: "Animations").sorted() == Animation.spellings.sorted())
  }

  @Test func framingModes() {
    #expect(
      Self.reference.words(below: "Framing modes").sorted() == FramingMode.spellings.sorted())
  }

  @Test func moods() {
    let words = Self.reference.words(below: "Moods", column: 1)
    #expect(words == Mood.spellings)
    for (number, row) in Self.reference.rows(below: "Moods").enumerated() {
      #expect(row.cells[0] == "\(7 * number + 1) to \(7 * number + 7)")
    }
  }

  @Test func camera() {
    let text = Self.reference.lines.joined(separator: " ")
    let zooms = PhoneCall.zooms
    #expect(text.contains("from \(decimal(zooms.lowerBound))x to \(decimal(zooms.upperBound))x"))
  }

  private func decimal(_ thousandths: Int32) -> String {
    thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  @Test func events() {
    #expect(Self.reference.words(below: "Decisions").sorted() == EventKind.spellings.sorted())
  }

  @Test func reservedWords() {
    let words = Self.reference.words(below: "Reserved words", column: 1)
    #expect(Set(words) == Set(Keyword.allCases.filter(\.isReserved).map(\.spelling)))
  }

  @Test func types() {
    let words = Self.reference.words(below: "Types")
    #expect(words == Type.named.map { "\($0.word)" })
    for row in Self.reference.rows(below: "Types") {
      let sample = Sample("gesture g(x: \(row.words(0)[0]) = \(row.words(1)[0])) {}\ng()")
      #expect(sample.messages.isEmpty)
    }
  }

  @Test func functions() {
    let words = Self.reference.words(below: "Functions")
    #expect(words.sorted() == Builtin.allCases.map(\.name).sorted())
  }

  // MARK: - Numbers

  @Test func units() throws {
    let rows = Self.reference.rows(below: "Units")
    #expect(rows.flatMap { $0.words(0) } == Unit.allCases.map(\.symbol))
    for (row, unit) in zip(rows, Unit.allCases) {
      let number = row.cells[2].split(separator: " ").first.flatMap { Double($0) }
      let value = try #require(number)
      #expect(abs(value - unit.inBase(1)) < 5e-6, "\(unit)")
      #expect(Sample("tempo 60bpm; log 1\(unit.symbol)").messages.isEmpty)
    }
  }

  @Test func directions() {
    let rows = Self.reference.rows(below: "Directions")
    #expect(Set(rows.flatMap { $0.words(0) }) == Set(Direction.allCases.map { "\($0)" }))
    for direction in Direction.allCases {
      let row = rows.first { $0.words(0) == ["\(direction)"] }
      #expect(row?.cells[1] == ["pan", "tilt", "roll"][Int(direction.axis)])
      #expect(row?.cells[2] == (direction.sign < 0 ? "-" : "+"))
    }
  }

  @Test func peakFactors() throws {
    var laws = [EasingName.spring.rawValue: Easing.spring(bounce: Easing.usualBounce)]
    for curve in EasingCurve.allCases { laws[curve.rawValue] = .curve(curve) }
    for row in Self.reference.rows(below: "Easings") {
      guard let word = row.words(0).first, let peaks = laws[word]?.law?.peaks else { continue }
      let factors = [peaks.speed, peaks.acceleration, peaks.jerk]
      for (cell, factor) in zip(row.cells[1...3], factors) {
        let written = try #require(Double(cell))
        #expect(abs(written - factor) <= 0.000501, "\(word)")
      }
    }
  }

  @Test func springs() throws {
    for row in Self.reference.rows(below: "Springs") {
      let word = try #require(row.words(0).first)
      let spring = Spring(bounce: try #require(Double(word.dropFirst(7).dropLast())))
      let past = try #require(Double(row.cells[1].dropLast()))
      #expect(abs(past - 100 * spring.overshoot) <= 0.00501, "\(word)")
      #expect(Int(row.cells[2]) == spring.swings, "\(word)")
    }
  }

  @Test func animationLengths() {
    for row in Self.reference.rows(below: "Animations") {
      let sample = Sample("animate \(row.words(0)[0])")
      #expect(sample.schedule.map { seconds($0.length) } == row.cells[1])
    }
  }

  @Test func budgets() {
    let budget = Budget()
    let figures = Self.reference.rows(below: "Budgets").map {
      Int($0.cells[1].prefix { $0.isNumber })
    }
    #expect(
      figures == [
        budget.sourceBytes, budget.evaluationSteps, budget.decisionSteps, budget.scheduleSteps,
        budget.length / 1000, Budget.cuesWithoutEvent,
        CueSheet.limit, Budget.texts, Budget.textBytes, Budget.allTextBytes, Budget.files,
        Budget.useDepth, Budget.nesting, Budget.branches, Budget.expressionHeight,
        Budget.parameters, EventKind.buttons.upperBound,
      ])
  }

  @Test func docks() {
    let rows = Self.reference.rows(below: "Docks")
    #expect(rows.flatMap { $0.words(0) } == DockModel.all.map(\.name))
    for (row, model) in zip(rows, DockModel.all) {
      #expect(row.cells[1] == range(of: model.yaw, "left", "right"))
      #expect(row.cells[2] == range(of: model.pitch, "up", "down"))
      #expect(row.cells[3] == model.yaw.map { "\(decimal($0.speed))deg/s" })
      #expect(row.cells[4] == (model.deadBand == 0 ? "" : "\(decimal(model.deadBand))deg"))
      #expect(row.cells[5] == (model.velocityLifetime.map { seconds(Int32($0)) } ?? ""))
      #expect(model.roll == nil && model.acceleration == 720 && model.jerk == 14400)
      #expect(model.callsPerSecond == 2)
    }
  }

  private func range(of axis: DockModel.Axis?, _ negative: String, _ positive: String) -> String? {
    guard let lower = axis?.lower, let upper = axis?.upper else { return "endless" }
    return "\(decimal(-lower))deg \(negative) .. \(decimal(upper))deg \(positive)"
  }

  private func seconds(_ milliseconds: Int32) -> String {
    decimal(Double(milliseconds) / 1000) + "s"
  }

  private func decimal(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
