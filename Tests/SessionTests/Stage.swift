import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Session
import Simulation
import Vocabulary

/// A host without a terminal: what is shown is gathered, and files live in memory.
final class Stage: SessionHost {
  /// All that was shown and reported, in order.
  private(set) var text = ""
  var files: [String: [UInt8]] = [:]
  let style = RenderStyle(width: 80)
  /// True if it carries out shows itself, in no time.
  var isLive = false
  /// What is typed while it does.
  var typed: [String] = []
  /// The messages during the last one.
  private(set) var told = ""

  func show(_ text: TextBuffer) { self.text += text.text }

  func report(_ text: TextBuffer) { self.text += text.text }

  func script(_ bytes: [UInt8], name: String) -> LoadedFile {
    LoadedFile(identity: "//" + name, name: name, bytes: bytes)
  }

  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure> {
    guard let bytes = files[name] else { return .failure(.notFound) }
    return .success(LoadedFile(identity: name, name: name, bytes: bytes))
  }

  func sound(_ name: String, from importer: String) -> Result<SoundFile, SoundFailure> {
    guard let bytes = files[name] else { return .failure(.notFound(beside: files.keys.sorted())) }
    return SoundFile.reading(bytes, name: name)
  }

  func read(_ path: String) throws(FileFailure) -> [UInt8] {
    guard let bytes = files[path] else { throw .notFound }
    return bytes
  }

  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure) {
    if !replaces, files[path] != nil { throw .exists }
    files[path] = text.bytes
  }

  var isListening: Bool { !typed.isEmpty }

  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) -> LiveShow? {
    guard isLive else { return nil }
    told = ""
    var (happenings, faults) = (staging.happenings, staging.faults)
    for (index, line) in typed.enumerated() {
      guard case .events(let events) = hear(Array(line.utf8)) else { continue }
      for one in events {
        let time = (index + 1) * 500_000_000 + one.delay
        switch one.kind {
        case .event(let event): happenings.append(.event(event, at: time))
        case .fault(let kind): faults.append(Fault(kind, at: .time(time)))
        }
      }
    }
    let run = rehearse(
      staging.cue, from: staging.pose, isTracking: staging.isTracking, phone: staging.phone,
      faults: faults, happenings: happenings.inOrder
    ) { event in self.told += tell(event) ?? "" }
    return LiveShow(run, endsSession: false)
  }

  /// What was shown since the last time.
  func take() -> String {
    defer { text = "" }
    return text
  }
}

extension Session {
  /// Enters `line` and gives what is shown.
  mutating func answer(_ line: String, _ stage: Stage) -> String {
    _ = enter(Array(line.utf8), stage)
    return stage.take()
  }
}
