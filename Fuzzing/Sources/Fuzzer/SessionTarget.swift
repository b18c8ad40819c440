import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Session

/// Enters the lines of `bytes` in a session, and completes each; this returns for every input, and
/// no output may move a terminal's cursor.
///
/// A refused entry does not move the dock, no entry breaks a safety rule, and the last one can be
/// undone. Behind a first byte of 1 or 2 every byte above 127 stands for a phrase.
public func fuzzSession(_ bytes: UnsafeRawBufferPointer) {
  let text = Phrases.text(of: bytes)
  let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(40)
  bytesFed += lines.reduce(0) { $0 + $1.count + 1 }
  hold(lines)
}

private func hold(_ lines: ArraySlice<[UInt8].SubSequence>) {
  var settings = Session.Settings()
  settings.compilation.budget.evaluationSteps = 2_000
  settings.compilation.budget.scheduleSteps = 500
  settings.compilation.budget.length = 60_000
  var session = Session(settings)
  let audience = Audience()
  for (place, line) in lines.enumerated() {
    let line = Array(line)
    let word = line.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    _ = session.completions(of: line, from: word) { [$0 + "e"] }
    let half = Array(line[..<(line.count / 2)])
    _ = session.completions(of: half, from: half.count) { _ in [] }
    enter(line, isLast: place == lines.count - 1, &session, audience)
  }
  _ = session.endInput(audience)
}

private func enter(
  _ line: [UInt8], isLast: Bool, _ session: inout Session, _ audience: Audience
) {
  let former = session.prompt
  (audience.hasEvents, audience.hasMoved) = (false, false)
  let reply = session.enter(line, audience)
  precondition(reply != .broken)
  let isWhole = former.parts != [.more]
  let first = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
  guard isWhole, first != 0x3A, !audience.hasEvents else { return }
  if reply == .refused { precondition(session.prompt == former) }
  if isLast, audience.hasMoved { takeBack(session, to: former, audience) }
}

/// Takes the last motion back, after which the prompt is `former` again, but for a show that was to
/// come.
private func takeBack(
  _ session: Session, to former: Prompt, _ audience: Audience
) {
  var session = session
  guard session.enter(Array(":undo".utf8), audience) == .ready else { return }
  precondition(former.parts.count != 2 || session.prompt == former)
}

/// Looks at what is shown; it has no files and no clock.
private final class Audience: SessionHost {
  let style = RenderStyle(width: 80)
  /// True if something happened around the dock.
  var hasEvents = false
  /// True if a show went to its end.
  var hasMoved = false

  func show(_ text: TextBuffer) {
    let shown = text.text
    precondition(shown.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnprintable })
    if shown.hasPrefix("event ") { hasEvents = true }
    if shown.hasPrefix("done  ") { hasMoved = true }
  }

  func report(_ text: TextBuffer) { show(text) }

  func script(_ bytes: [UInt8], name: String) -> LoadedFile {
    LoadedFile(identity: "//" + name, name: name, bytes: bytes)
  }

  /// The one file there is, for `use`, `:load` and `:scene`.
  private static let files = [
    "moves.dock": "gesture sway(reach: angle) { pan by reach left; pan by reach right }\n",
    "day.scene": "at 1s press button 1\nat 2s tap\nat 3s person ada at 20deg right\n",
  ].mapValues { Array($0.utf8) }

  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure> {
    guard let bytes = Audience.files[name] else { return .failure(.notFound) }
    return .success(LoadedFile(identity: "//" + name, name: name, bytes: bytes))
  }

  /// Every sound is there, and has a second.
  func sound(_ name: String, from importer: String) -> Result<SoundFile, SoundFailure> {
    WaveFile(frames: 8000, rate: 8000).map { .success(SoundFile(name: name, wave: $0)) }
      ?? .failure(.notFound(beside: []))
  }

  func read(_ path: String) throws(FileFailure) -> [UInt8] {
    guard let bytes = Audience.files[path] else { throw .notFound }
    return bytes
  }

  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure) {}

  var isListening: Bool { false }

  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) -> LiveShow? { nil }
}
