import Hardware
import Motion
import Playback
import Printing
import Schedules
import Simulation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of what outlives a process: the journal, and the memory of the simulated dock.
///
/// It is `dock` in `XDG_STATE_HOME`, or in `.local/state` of the home folder where that is not set.
/// Only one process at a time has it, for there is only one dock.
public final class StateFolder: Sendable {
  /// Why the folder cannot be used.
  public enum Trouble: Error, Equatable, Sendable {
    /// The system refused; what, and its reason.
    case refused(path: String, reason: String)
    /// What an earlier process left to be restored cannot be read; where, and why.
    case unreadable(path: String, reason: String)
    /// Another process has the dock.
    case taken
  }

  /// Where it is.
  public let path: String
  private let lock: Int32

  /// Opens the folder, which is made if it is not there, and locks it.
  public init(stateHome: String?, home: String?) throws(Trouble) {
    path = try StateFolder.path(stateHome: stateHome, home: home)
    lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var failure = errno
    guard lock >= 0 else { throw .refused(path: path, reason: systemReason(failure)) }
    let isLocked = flock(lock, LOCK_EX | LOCK_NB) == 0
    failure = errno
    guard isLocked else {
      close(lock)
      if failure == EWOULDBLOCK { throw .taken }
      throw .refused(path: path, reason: systemReason(failure))
    }
  }

  deinit { close(lock) }

  /// Where the folder is, which is made if it is not there; anybody may have files in it.
  public static func path(stateHome: String?, home: String?) throws(Trouble) -> String {
    let base: String
    if let stateHome, stateHome.hasPrefix("/") {
      base = stateHome
    } else if let home, home.hasPrefix("/") {
      base = home + "/.local/state"
    } else {
      throw .refused(path: "the journal", reason: "neither XDG_STATE_HOME nor HOME says where")
    }
    let path = base + "/dock"
    try make(path)
    return path
  }

  /// The journal in it.
  public var journal: JournalFile { JournalFile(path: path + "/journal") }

  /// The memory of the simulated dock in it.
  public var memory: DockMemory { DockMemory(path: path + "/simulated-dock") }

  /// Makes the folder at `path` and those above it.
  private static func make(_ path: String) throws(Trouble) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      let isMade = mkdir(folder, 0o700) == 0
      let failure = errno
      if !isMade, failure != EEXIST, end == path.endIndex || failure != EISDIR {
        let reason = systemReason(failure)
        if access(folder, F_OK) != 0 { throw .refused(path: folder, reason: reason) }
      }
    }
  }
}

extension StateFolder.Trouble: CustomStringConvertible {
  /// What cannot be done, and why, as a clause.
  public var description: String {
    switch self {
    case .refused(let path, let reason): "cannot write '\(path)': \(reason)"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .taken: "another process has the dock"
    }
  }
}

/// A journal in a file: one entry, as text.
public struct JournalFile: Journal {
  /// Where it is.
  public let path: String
  /// Puts what was written to an open file on the disk; 0 if that is done.
  var flush: @Sendable (Int32) -> Int32 = { fsync($0) }

  /// Writes beside its place, flushes to the disk, renames, and flushes the folder: at every moment
  /// there is the old entry or the new one, whole.
  public func write(_ entry: JournalEntry) throws {
    if let failure = replaceFile(at: path, with: Array(entry.text.utf8), flushing: flush) {
      throw StateFolder.Trouble.refused(path: path, reason: systemReason(failure))
    }
    flushFolder()
  }

  /// Removes the file.
  public func clear() {
    unlink(path)
    flushFolder()
  }

  /// The entry somebody has left; nil if there is no file.
  ///
  /// One that cannot be read, or is no whole entry, throws `unreadable`: nobody knows what is left
  /// to be restored.
  func entry() throws(StateFolder.Trouble) -> JournalEntry? {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try readRegularFile(at: path, limit: 4096)
    } catch {
      if error == .notFound { return nil }
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let entry = JournalEntry(text: String(decoding: bytes, as: UTF8.self)) else {
      throw .unreadable(path: path, reason: "it is damaged")
    }
    return entry
  }

  private func flushFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = flush(descriptor)
    close(descriptor)
  }
}

extension JournalEntry {
  private static let head = "dock-journal 1"

  /// The entry as lines of words.
  var text: String {
    var lines = [JournalEntry.head, "tracking \(isTracking ? "on" : "off")"]
    for axis in Axis.allCases {
      guard let limit = limits[axis] else { continue }
      lines.append("limits \(axis.name) \(limit.lower) \(limit.upper) \(limit.speed)")
    }
    return lines.joined(separator: "\n") + "\nend\n"
  }

  /// Reads an entry as `text` writes it; nil if it is none.
  init?(text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard lines.first?.joined(separator: " ") == JournalEntry.head, lines.last == ["end"],
      lines.count >= 3, lines[1].count == 2, lines[1][0] == "tracking"
    else { return nil }
    guard let isTracking = ["on": true, "off": false][lines[1][1]] else { return nil }
    var limits = PerAxis<Limit?>(all: nil)
    for line in lines.dropFirst(2).dropLast() {
      guard line.count == 5, let axis = Axis.allCases.first(where: { "\($0.name)" == line[1] }),
        let lower = Double(line[2]), let upper = Double(line[3]), let speed = Double(line[4]),
        lower < upper, speed >= 0
      else { return nil }
      limits[axis] = Limit(lower: lower, upper: upper, speed: speed)
    }
    self.init(isTracking: isTracking, limits: limits)
  }
}
