import Rehearsal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files that `dock test` looks at, in the order it looks at them.
struct TestDiscovery {
  /// The scripts.
  private(set) var scripts: [String] = []
  /// Expectations beside which there is no script.
  private(set) var orphans: [String] = []
  /// New expectations that nobody has accepted yet.
  private(set) var pending: [String] = []

  /// Finds the tests at `paths`: scripts as they are named, folders with all that is in them.
  init(_ paths: [String]) throws(FileTrouble) {
    for path in paths {
      if isFolder(path) {
        try search(path, depth: 0)
      } else {
        scripts.append(path)
      }
    }
    scripts = scripts.uniqued()
  }

  var isEmpty: Bool { scripts.isEmpty && orphans.isEmpty && pending.isEmpty }

  /// Adds what lies in `folder`; links and hidden names are passed over.
  private mutating func search(_ folder: String, depth: Int) throws(FileTrouble) {
    guard depth < 64 else { return }
    let names = try entries(of: folder)
    let known = Set(names)
    for name in names where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = linkKind(of: path)
      if kind == S_IFDIR { try search(path, depth: depth + 1) }
      if kind == S_IFREG { sort(name, path, known) }
    }
  }

  private mutating func sort(_ name: String, _ path: String, _ known: Set<String>) {
    if name.hasSuffix(".dock") { scripts.append(path) }
    if name.hasSuffix(".expected.new") { pending.append(path) }
    if let stem = name.dropping(suffix: ".expected"), !known.contains(stem + ".dock") {
      orphans.append(path)
    }
  }

  private func entries(of folder: String) throws(FileTrouble) -> [String] {
    let opened = opendir(folder)
    let failure = errno
    guard let stream = opened else {
      throw FileTrouble(path: folder, reason: systemReason(failure))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// A file that could not be read, and the reason.
struct FileTrouble: Error {
  let path: String
  let reason: String
}

/// What kind of file `path` is, links followed; 0 if there is none.
func kind(of path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
}

/// True if `path` is a folder, or leads to one.
func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

/// What kind of file `path` itself is; 0 if there is none.
private func linkKind(of path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
}

extension String {
  /// The text before `suffix`, or nil if it does not end so.
  func dropping(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}

extension Array where Element: Hashable {
  /// The elements, each once, where it first stands.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
