import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The regular files that this process has read, so that none of them is replaced by a result.
public enum InputFiles {
  /// What makes a file the same under another name, or behind a link.
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  private static let known = Mutex<Set<Identity>>([])

  /// True if what stands at `path`, or where its link leads, has been read.
  public static func contains(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return known.withLock { $0.contains(Identity(status)) }
  }

  /// Remembers the file of which `status` was asked, if it is a regular one.
  static func remember(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    _ = known.withLock { $0.insert(Identity(status)) }
  }
}
