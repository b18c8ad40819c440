import Diagnosis
import Hardware
import Language
import Schedules
import Testing

/// Each script of the corpus has one mistake, which is reported once, at a place, with a remedy.
@Suite struct CorpusTests {
  /// Scripts whose mistake shows only when their tests are run on a dock, or their scene is read.
  private static let later = [
    "D0901", "D1303", "D0601-scene", "D0603-scene", "D0604-scene", "D0608-scene",
  ]
  private static let compiled = ScriptFile.corpus.filter { script in
    !later.contains { script.name.hasPrefix($0) }
  }

  @Test func theCorpusIsLarge() { #expect(ScriptFile.corpus.count >= 180) }

  @Test(arguments: compiled)
  func drawsItsCodeAloneAndWell(script: ScriptFile) throws {
    let found = script.compile()
    #expect(found.codes.map(\.name) == [String(script.name.prefix(5))], "\(found.rendered)")
    let diagnostic = try #require(found.diagnostics.all.first)
    expectWellSaid(diagnostic)
    for fixIt in diagnostic.fixIts { expectChange(of: script.bytes, by: fixIt) }
  }

  private func expectWellSaid(_ diagnostic: Diagnostic) {
    let message = diagnostic.message
    #expect(message.first?.isUppercase == false && !message.hasSuffix(".") && !message.isEmpty)
    for text in [diagnostic.label] + diagnostic.notes + diagnostic.fixIts.map(\.title) {
      #expect(!text.hasSuffix(".") && !text.contains("  ") && !text.contains("invalid "))
    }
    #expect(diagnostic.span != nil)
    let isExplained = !diagnostic.notes.isEmpty || !diagnostic.fixIts.isEmpty
    #expect(isExplained || message.hasPrefix("expected"), "neither note nor fix-it")
  }

  private func expectChange(of bytes: [UInt8], by fixIt: FixIt) {
    #expect(!fixIt.edits.isEmpty)
    let spans = fixIt.edits.map(\.span).sorted { $0.start < $1.start }
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start }, "they overlap")
    #expect(fixIt.applied(to: bytes) != bytes, "it changes nothing")
  }
}

/// The examples of `dock explain` are what they say.
@Suite struct ExplanationExampleTests {
  private static let gestures =
    "gesture nod() { tilt by 5deg down over 1s; tilt by 5deg up over 1s }"

  /// A second of silence: 1000 samples of one byte.
  private static let chime: [UInt8] = {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let format = number(1, 2) + number(1, 2) + number(1000, 4) + number(1000, 4)
    return Array("RIFF".utf8) + number(1036, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
      + number(1, 2) + number(8, 2) + Array("data".utf8) + number(1000, 4)
      + Array(repeating: 128, count: 1000)
  }()

  private func compile(_ script: String, for code: DiagnosticCode) -> Compiling {
    let model: DockModel = code.exampleModel == "flow2pro" ? .flow2pro : .stand
    return Compiling(Array(script.utf8), name: "example.dock", model: model, budget: .small) {
      switch $0 {
      case "gestures.dock": Array(Self.gestures.utf8)
      case "chime.wav": Self.chime
      case "chime.mp3": Array("ID3".utf8) + Array(repeating: 0, count: 64)
      default: nil
      }
    }
  }

  /// Codes that are drawn by playing a script, or by its scene.
  private static let drawnLater: Set<DiagnosticCode> = [.expectationFailed, .outOfOrder]

  @Test(arguments: DiagnosticCode.allCases.filter { $0.wrong != nil && !drawnLater.contains($0) })
  func theWrongScriptDrawsItsCodeAlone(code: DiagnosticCode) {
    let found = compile(code.wrong ?? "", for: code)
    #expect(found.codes == [code], "\(found.rendered)")
  }

  @Test(arguments: DiagnosticCode.allCases)
  func theRightScriptDrawsNothing(code: DiagnosticCode) {
    let found = compile(code.right ?? "", for: code)
    #expect(found.codes.isEmpty, "\(found.rendered)")
  }
}
