import Diagnosis
import Language
import Printing
import Testing

@Suite struct DiagnosticExplanationTests {
  /// Codes that no single script can draw: they speak of files, schedules and real docks.
  private static let withoutExample: Set<DiagnosticCode> = [
    .invalidUTF8, .sourceTooLarge, .fileUnreadable, .tooManyImports, .cannotWrite,
    .malformedSchedule, .scheduleVersion, .unsafeSchedule, .unplayableSheet, .incompleteSheet,
    .accessoryError, .stopNotConfirmed, .trackingNotRestored, .lateShow,
    .overdueDecision, .profileLine, .profileForm, .profileValue, .repeatedProfileLine,
    .profileName, .noSwiftForm, .otherDock, .soundLength,
  ]

  private static func isOfScenes(_ code: DiagnosticCode) -> Bool {
    code.rawValue / 100 == 13 && code != .outOfOrder
  }

  /// Codes that the text of a script draws by itself, before it is compiled for a dock.
  private static let drawnByText = DiagnosticCode.allCases.filter {
    !withoutExample.contains($0) && $0 != .repeatedEvent
      && ($0.rawValue < 600 || (902...905).contains($0.rawValue) || $0 == .doneBeforeMark
        || $0 == .signAndDirection || isOfScenes($0))
  }

  @Test(arguments: DiagnosticCode.allCases)
  func everyCodeIsExplained(code: DiagnosticCode) {
    #expect(!code.title.isEmpty && !code.title.hasSuffix("."))
    #expect(code.title.first?.isUppercase == false)
    let text = code.explanation
    #expect(text.count >= 80 && text.hasSuffix("."))
    let sentences = text.split(separator: ". ").count
    #expect((2...5).contains(sentences), "\(sentences) sentences")
    for word in ["illegal", "invalid", "  ", "\n", "!"] { #expect(!text.contains(word), "\(word)") }
    #expect(text.first?.isUppercase == true || text.first == "'")
  }

  @Test func noTitleIsThereTwice() {
    #expect(Set(DiagnosticCode.allCases.map(\.title)).count == DiagnosticCode.allCases.count)
    #expect(Set(DiagnosticCode.allCases.map(\.explanation)).count == DiagnosticCode.allCases.count)
  }

  @Test(arguments: DiagnosticCode.allCases)
  func examplesComeInPairs(code: DiagnosticCode) {
    #expect((code.wrong == nil) == Self.withoutExample.contains(code))
    #expect((code.wrong == nil) == (code.right == nil))
    #expect(code.wrong == nil || code.wrong != code.right)
  }

  @Test(arguments: drawnByText)
  func theWrongScriptDrawsItsCodeAlone(code: DiagnosticCode) {
    let found = diagnostics(of: code.wrong ?? "")
    #expect(found.map(\.code) == [code])
  }

  @Test(arguments: DiagnosticCode.allCases)
  func theRightScriptDrawsNothing(code: DiagnosticCode) {
    let found = diagnostics(of: code.right ?? "")
    #expect(found.isEmpty)
  }

  @Test(arguments: DiagnosticCode.allCases.filter { !drawnByText.contains($0) })
  func scriptsThatGoWrongWhenRunAreWellFormed(code: DiagnosticCode) {
    let found = diagnostics(of: code.wrong ?? "")
    #expect(found.isEmpty)
  }

  @Test func thePage() {
    #expect(
      explain(.missingUnit).text == """
        error[D0402]: number without a unit

        A bare number can have any unit: 500 may be seconds or milliseconds, 30 may be
        degrees or radians. So every quantity has a unit. Add the one that you mean; the
        message offers the usual ones.

        # wrong
        wait 500

        # right
        wait 500ms

        """)
  }

  @Test(arguments: DiagnosticCode.allCases)
  func pagesAreSafeToPrint(code: DiagnosticCode) {
    let page = explain(code).text
    #expect(page.unicodeScalars.allSatisfy { !$0.isUnprintable || $0 == "\n" })
    #expect(page.split(separator: "\n").prefix { $0 != "# wrong" }.allSatisfy { $0.count <= 80 })
  }

  /// What parsing and checking `script` reports, beside a file that declares `nod`.
  private func diagnostics(of script: String) -> [Diagnostic] {
    func file(_ name: String, _ text: String) -> LoadedFile {
      LoadedFile(identity: name, name: name, bytes: Array(text.utf8))
    }
    let main = file("example.dock", script)
    let gestures = "gesture nod() { tilt by 5deg down over 1s; tilt by 5deg up over 1s }"
    var diagnostics = Diagnostics()
    let program = parse(
      main,
      loading: { name, _ in
        switch name {
        case "example.dock": .success(main)
        case "gestures.dock": .success(file(name, gestures))
        case _ where name.hasPrefix(".."): .failure(.outsideRoot)
        default: .failure(.notFound)
        }
      },
      sounds: { name, _ in
        guard let wave = WaveFile(frames: 8000, rate: 8000), name.hasSuffix(".wav") else {
          return .failure(.length(.otherFormat("an MP3 file")))
        }
        return .success(SoundFile(name: name, wave: wave))
      }, reporting: &diagnostics)
    _ = check(program, reporting: &diagnostics)
    return diagnostics.all
  }
}
