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
  /// What is not a regular file (a pipe, a device) is written in place. A link is followed.
  static func write(to path: String, _ body: (OutputFile) throws -> Void) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    if !isReplaceable(path) {
      try writeInPlace(path, body)
    } else {
      let mode = exists ? status.st_mode & 0o7777 : 0o666 & ~currentMask()
      try replace(exists ? resolved(path) : path, shownAs: path, mode: mode, body)
    }
  }

  /// True if there is a regular file at `path`, or nothing: writing there does not wait for a
  /// reader.
  static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Puts `text` at `path`, where nothing may be yet.
  static func create(_ path: String, _ text: TextBuffer, mode: mode_t = 0o666) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    do {
      try OutputFile(descriptor: descriptor, name: path).write(text)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func writeInPlace(_ path: String, _ body: (OutputFile) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    try body(OutputFile(descriptor: descriptor, name: path))
  }

  private static func replace(
    _ path: String, shownAs name: String, mode: mode_t, _ body: (OutputFile) throws -> Void
  ) throws {
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(name) }
    do {
      defer { close(descriptor) }
      try body(OutputFile(descriptor: descriptor, name: name))
      guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw failure(name) }
      guard rename(template, path) == 0 else { throw failure(name) }
    } catch {
      unlink(template)
      throw error
    }
  }

  private static func failure(_ name: String) -> OutputFailure {
    .failed(name: name, reason: systemReason(errno))
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
