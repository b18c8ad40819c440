import Language
import Motion
import Playback
import Printing
import Rehearsal
import Scheduling
import Session
import Simulation

/// Enters the lines of `bytes` in a session, and has each completed; whatever they are, this
/// returns, and nothing that is shown may move a terminal's cursor.
public func fuzzSession(_ bytes: UnsafeRawBufferPointer) {
  guard #available(macOS 26, *) else { return }
  let lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false).prefix(40)
  // In no time nothing ever waits, so that the task is over when this returns.
  Task.immediate {
    var settings = Session.Settings()
    settings.compilation.budget.evaluationSteps = 2_000
    settings.compilation.budget.scheduleSteps = 500
    settings.compilation.budget.length = 60_000
    var session = Session(settings)
    let audience = Audience()
    for line in lines {
      _ = session.completions(of: Array(line), from: line.count / 2) { _ in [] }
      _ = await session.enter(Array(line), audience)
    }
    _ = await session.endInput(audience)
  }
}

/// Looks at what is shown; it has no files and no clock.
private final class Audience: SessionHost {
  let style = RenderStyle(width: 80)

  func show(_ text: TextBuffer) {
    precondition(text.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnprintable })
  }

  func report(_ text: TextBuffer) { show(text) }

  func script(_ bytes: [UInt8], name: String) -> LoadedFile {
    LoadedFile(identity: "//" + name, name: name, bytes: bytes)
  }

  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure> {
    .failure(.notFound)
  }

  func read(_ path: String) throws(FileFailure) -> [UInt8] { throw .notFound }

  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure) {}

  var isListening: Bool { false }

  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) async -> LiveShow? { nil }
}
