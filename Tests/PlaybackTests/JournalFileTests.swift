import Foundation
import Hardware
import Motion
import Playback
import Simulation
import Synchronization
import Testing

@testable import Rehearsal

/// A journal that is found after a crash is complete, at whatever moment the crash came.
struct JournalFileTests {
  private static let first = JournalEntry(isTracking: true)
  private static let second = JournalEntry(
    isTracking: false,
    limits: PerAxis(yaw: .init(lower: -1, upper: 1, speed: 0.5), pitch: nil, roll: nil))

  /// Calls `body` with the path of a journal that is not there yet.
  private func inFreshFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dock-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "journal").path)
  }

  @Test("an entry is read as it was written, and forgotten when it is cleared")
  func entries() throws {
    try inFreshFolder { path in
      let journal = JournalFile(path: path)
      #expect(try journal.entry() == nil)
      for entry in [Self.first, Self.second] {
        try journal.write(entry)
        #expect(try journal.entry() == entry)
      }
      journal.clear()
      #expect(try journal.entry() == nil)
    }
  }

  @Test("a new entry takes the place of the old one, which is never written over")
  func replacement() throws {
    try inFreshFolder { path in
      let journal = JournalFile(path: path)
      try journal.write(Self.first)
      try FileManager.default.linkItem(atPath: path, toPath: path + ".old")
      try journal.write(Self.second)
      #expect(try JournalFile(path: path + ".old").entry() == Self.first)
      #expect(try journal.entry() == Self.second)
    }
  }

  @Test("an entry is on the disk before it takes its place, and then its place is")
  func flushing() throws {
    try inFreshFolder { path in
      let plain = JournalFile(path: path)
      let found = Mutex<[JournalEntry?]>([])
      let watched = JournalFile(path: path) { _ in
        found.withLock { $0.append(try? plain.entry()) }
        return 0
      }
      try plain.write(Self.first)
      try watched.write(Self.second)
      watched.clear()
      #expect(found.withLock { $0 } == [Self.first, Self.second, nil])
    }
  }

  @Test("an entry that cannot be put on the disk leaves the old one as it is")
  func fullDisk() throws {
    try inFreshFolder { path in
      let plain = JournalFile(path: path)
      try plain.write(Self.first)
      #expect(throws: StateFolder.Trouble.self) {
        try JournalFile(path: path) { _ in -1 }.write(Self.second)
      }
      #expect(try plain.entry() == Self.first)
      let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["journal"])
    }
  }

  @Test("one that is damaged is not guessed")
  func broken() throws {
    try inFreshFolder { path in
      let plain = JournalFile(path: path)
      try plain.write(Self.second)
      let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let cut = (0..<whole.count - 1).map { Array(whole[..<$0]) }
      let others = [
        "garbage\n", "dock-journal 2\ntracking off\nend\n", "dock-journal 1\ntracking maybe\nend\n",
        "dock-journal 1\ntracking on\nlimits pan 1 -1 5\nend\n",
      ]
      for bytes in cut + others.map({ Array($0.utf8) }) {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(throws: StateFolder.Trouble.unreadable(path: path, reason: "it is damaged")) {
          try plain.entry()
        }
      }
    }
  }

  @Test("one that cannot be read at all is not taken for nothing left to do", arguments: 0..<4)
  func unreadable(kind: Int) throws {
    try inFreshFolder { path in
      switch kind {
      case 0: try Data(count: 5000).write(to: URL(fileURLWithPath: path))
      case 1: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      case 2: #expect(mkfifo(path, 0o600) == 0)
      default:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      #expect {
        try JournalFile(path: path).entry()
      } throws: { error in
        guard case .unreadable(path, let reason)? = error as? StateFolder.Trouble else {
          return false
        }
        return !reason.contains("success")
      }
    }
  }

  @Test("why an entry could not take its place is the system's reason, not that of what came after")
  func reason() throws {
    try inFreshFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(throws: StateFolder.Trouble.refused(path: path, reason: "is a directory")) {
        try JournalFile(path: path).write(Self.first)
      }
    }
  }

  @Test("the memory of a dock is replaced, never written over")
  func memory() throws {
    try inFreshFolder { path in
      let memory = DockMemory(path: path)
      var world = DockWorld(.stand, isSystemTrackingEnabled: false)
      memory.note(world)
      try FileManager.default.linkItem(atPath: path, toPath: path + ".old")
      world.resume(at: AxisVector(yaw: 10, pitch: 0, roll: 0))
      memory.note(world)
      #expect(DockMemory(path: path + ".old").world?.commandedSpeeds.yaw == 0)
      #expect(DockMemory(path: path).world?.commandedSpeeds.yaw == 10)
    }
  }
}
