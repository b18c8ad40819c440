#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names of files, for completion.
enum FileNames {
  /// The most names that are given.
  private static let limit = 1000

  /// The paths that begin with `start`, sorted; folders end with a slash.
  static func beginning(with start: String) -> [String] {
    let cut = start.lastIndex(of: "/").map { start.index(after: $0) } ?? start.startIndex
    let (folder, stem) = (String(start[..<cut]), String(start[cut...]))
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(stem), stem.hasPrefix(".") || !name.hasPrefix(".") else { continue }
      names.append(folder + name + (isFolder(folder + name) ? "/" : ""))
    }
    return names.sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
