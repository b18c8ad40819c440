import Foundation
import Motion
import Playback
import Synchronization
import Testing

@testable import Rehearsal

/// A journal that is found after a crash, at whatever moment that came, is whole.
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
      #expect(journal.entry == nil)
      for entry in [Self.first, Self.second] {
        try journal.write(entry)
        #expect(journal.entry == entry)
      }
      journal.clear()
      #expect(journal.entry == nil)
    }
  }

  @Test("a new entry takes the place of the old one, which is never written over")
  func replacement() throws {
    try inFreshFolder { path in
      let journal = JournalFile(path: path)
      try journal.write(Self.first)
      try FileManager.default.linkItem(atPath: path, toPath: path + ".old")
      try journal.write(Self.second)
      #expect(JournalFile(path: path + ".old").entry == Self.first)
      #expect(journal.entry == Self.second)
    }
  }

  @Test("an entry is on the disk before it takes its place, and then its place is")
  func flushing() throws {
    try inFreshFolder { path in
      let plain = JournalFile(path: path)
      let found = Mutex<[JournalEntry?]>([])
      let watched = JournalFile(path: path) { _ in
        found.withLock { $0.append(plain.entry) }
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
      #expect(plain.entry == Self.first)
      let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["journal"])
    }
  }

  @Test("one that cannot be read says the usual, that tracking was on")
  func broken() throws {
    try inFreshFolder { path in
      for text in ["", "dock-journal 1\ntracking off\n", "dock-journal 2\ntracking off\nend\n"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(JournalFile(path: path).entry == Self.first)
      }
    }
  }
}
