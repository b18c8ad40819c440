import Printing
import Rehearsal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a file whole or not at all: beside its place first, then moved there.
enum ResultFile {
  /// Calls `body` with an open file and, if it does not throw, puts what it wrote at `path`.
  ///
  /// What is not a regular file (a pipe, a device) is written in place. A link is followed. If it
  /// is `long` until the file is whole, a signal that ends the process leaves nothing of it.
  ///
  /// - Throws: `OutputFailure.isInput` if the file has been read, unless it `replacesInput`.
  static func write(
    to path: String, long isLong: Bool = false, replacesInput: Bool = false,
    _ body: (OutputFile) throws -> Void
  ) throws {
    if !replacesInput { try keepInput(path) }
    var status = stat()
    let exists = stat(path, &status) == 0
    if !isReplaceable(path) {
      try writeInPlace(path, body)
    } else {
      let mode = exists ? status.st_mode & 0o7777 : 0o666 & ~currentMask()
      try replace(exists ? resolved(path) : path, shownAs: path, mode: mode, long: isLong, body)
    }
  }

  /// - Throws: `OutputFailure.isInput` if the file at `path` has been read.
  static func keepInput(_ path: String) throws(OutputFailure) {
    if InputFiles.contains(path) { throw .isInput(name: path) }
  }

  /// Makes sure that `write` finds a place for a file at `path`, before what takes long.
  ///
  /// - Throws: `OutputFailure` if the file has been read, or its folder takes no new one.
  static func expectFolder(of path: String) throws(OutputFailure) {
    try keepInput(path)
    guard isReplaceable(path) else { return }
    let place = resolved(path)
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
    let isOpen = access(folder, W_OK | X_OK) == 0
    let failure = errno
    if !isOpen { throw refusal(path, failure) }
  }

  /// True if there is a regular file at `path`, or nothing: writing there does not wait for a
  /// reader.
  static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Puts `text` at `path`, where nothing may be yet, whole or not at all.
  static func create(_ path: String, _ text: TextBuffer, mode: mode_t = 0o666) throws {
    try draft(beside: path, shownAs: path, mode: mode & ~currentMask()) {
      try $0.write(text)
    } moving: { draft in
      // A link, unlike a new name, never takes the place of another file.
      if link(draft, path) == 0 {
        unlink(draft)
        return 0
      }
      let failure = errno
      guard failure == EPERM || failure == ENOTSUP || failure == ENOSYS else { return failure }
      return access(path, F_OK) == 0 ? EEXIST : rename(draft, path) == 0 ? 0 : errno
    }
  }

  /// Puts all of `files` where nothing may be yet, or none of them.
  static func create(_ files: [(path: String, text: TextBuffer, mode: mode_t)]) throws {
    for (index, file) in files.enumerated() {
      do {
        try create(file.path, file.text, mode: file.mode)
      } catch {
        for made in files[..<index] { unlink(made.path) }
        throw error
      }
    }
  }

  private static func writeInPlace(_ path: String, _ body: (OutputFile) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    let failure = errno
    guard descriptor >= 0 else { throw refusal(path, failure) }
    defer { close(descriptor) }
    try body(OutputFile(descriptor: descriptor, name: path))
  }

  private static func replace(
    _ path: String, shownAs name: String, mode: mode_t, long isLong: Bool,
    _ body: (OutputFile) throws -> Void
  ) throws {
    try draft(beside: path, shownAs: name, mode: mode, long: isLong, body) { draft in
      rename(draft, path) == 0 ? 0 : errno
    }
  }

  /// Lets `body` write a file beside `path`, and `move` bring it there; that returns 0, or the
  /// system's number for what went wrong.
  private static func draft(
    beside path: String, shownAs name: String, mode: mode_t, long isLong: Bool = false,
    _ body: (OutputFile) throws -> Void, moving move: (_ draft: String) -> Int32
  ) throws {
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    var failure = errno
    guard descriptor >= 0 else { throw refusal(name, failure) }
    let draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do {
      defer { close(descriptor) }
      let file = OutputFile(descriptor: descriptor, name: name)
      if isLong {
        try EndingSignal.removing(draft) { try body(file) }
      } else {
        try body(file)
      }
      failure = fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0 ? 0 : errno
      if failure == 0 { failure = move(draft) }
      guard failure == 0 else { throw refusal(name, failure) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func refusal(_ name: String, _ number: Int32) -> OutputFailure {
    .failed(name: name, reason: systemReason(number))
  }

  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  /// The bits that new files do not get; the only way to learn them is to set them.
  private static func currentMask() -> mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }
}
