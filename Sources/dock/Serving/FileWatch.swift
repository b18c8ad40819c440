#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Notices that files have changed: looks at their sizes and times, and at which files they are.
///
/// Editors write a file in many ways, and every system tells of that in another one; a look at a
/// few files takes microseconds.
struct FileWatch {
  /// What is known of a file; nil of one that is not there.
  private struct Mark: Equatable {
    var device, number, size, seconds, nanoseconds: Int
  }

  private var marks: [String: Mark?] = [:]

  /// Watches the files at `paths` from now on, and no others.
  ///
  /// What has changed in a file since it was looked at last is still noticed: it may have been
  /// saved while it was read.
  mutating func watch(_ paths: [String]) {
    let known = marks
    marks = [:]
    for path in paths { marks.updateValue(known[path] ?? FileWatch.mark(of: path), forKey: path) }
  }

  /// True if one of the files is not what it was when this was asked last.
  mutating func hasChanged() -> Bool {
    var isChanged = false
    for (path, mark) in marks {
      let now = FileWatch.mark(of: path)
      guard now != mark else { continue }
      marks.updateValue(now, forKey: path)
      isChanged = true
    }
    return isChanged
  }

  private static func mark(of path: String) -> Mark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Mark(
      device: Int(truncatingIfNeeded: status.st_dev),
      number: Int(truncatingIfNeeded: status.st_ino), size: Int(status.st_size),
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
