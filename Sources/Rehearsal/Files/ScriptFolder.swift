import Language

/// The folder a script may reach: its own and all below, or the one its user says; nothing outside.
///
/// Names are relative to the file that uses them. Links are followed before it is decided whether
/// a file lies inside, and only regular files are read, so a script can neither look at the rest of
/// the system nor wait for it.
public struct ScriptFolder {
  private let root: Path
  private let home: Path
  private let shownHome: Path
  private var room: Int
  private var loaded: [String: LoadedFile] = [:]
  private var heard: [String: SoundFile] = [:]

  /// Creates the folder of the script at `path`.
  ///
  /// - Parameters:
  ///   - path: the script, as its user named it; a name without a slash for standard input.
  ///   - root: the folder nothing may leave; nil for the script's own.
  ///   - limit: the greatest size of all files together, in bytes.
  /// - Throws: `FileFailure.notFound` if one of the folders does not exist.
  public init(ofScriptAt path: String, root: String? = nil, limit: Int) throws(FileFailure) {
    shownHome = Path(path).folder
    guard let script = Path(path).resolved?.folder ?? shownHome.resolved else { throw .notFound }
    guard let outermost = root.map({ Path($0).resolved }) ?? script else { throw .notFound }
    home = script
    self.root = outermost
    room = limit
  }

  /// Reads the script itself from the file at `path`.
  public mutating func loadScript(at path: String) throws(FileFailure) -> LoadedFile {
    let bytes = try readFile(at: path, limit: room)
    room -= bytes.count
    return LoadedFile(identity: (Path(path).resolved ?? Path(path)).text, name: path, bytes: bytes)
  }

  /// Reads the script itself from the open file `descriptor`, to be shown as `name`.
  public mutating func loadScript(
    from descriptor: Int32, name: String
  ) throws(FileFailure) -> LoadedFile {
    let bytes = try readAll(from: descriptor, limit: room)
    room -= bytes.count
    return script(bytes, name: name)
  }

  /// A script of `bytes` that stands in no file, to be shown as `name`.
  public func script(_ bytes: [UInt8], name: String) -> LoadedFile {
    // No resolved path has two slashes, so this is no other file's identity.
    LoadedFile(identity: home.text + "//" + name, name: name, bytes: bytes)
  }

  /// Reads the file that `name` means in the file with the identity `importer`.
  public mutating func load(
    _ name: String, from importer: String
  ) -> Result<LoadedFile, LoadFailure> {
    guard name.utf8.first != UInt8(ascii: "/") else { return .failure(.outsideRoot) }
    let path = Path(importer).folder.appending(name)
    guard root.contains(path.normalized) else { return .failure(.outsideRoot) }
    guard let found = path.resolved else { return .failure(.notFound) }
    guard root.contains(found) else { return .failure(.outsideRoot) }
    if let file = loaded[found.text] { return .success(file) }
    return read(found)
  }

  /// Reads the length of the sound that `name` means in the file with the identity `importer`.
  public mutating func sound(
    _ name: String, from importer: String
  ) -> Result<SoundFile, SoundFailure> {
    let own = Path(importer).folder
    let path = own.appending(name)
    guard name.utf8.first != UInt8(ascii: "/"), root.contains(path.normalized),
      path.resolved.map(root.contains) ?? true
    else { return .failure(.outsideRoot(inside: inside(name, own))) }
    guard let found = path.resolved else {
      let folder = path.folder.resolved.flatMap { root.contains($0) ? $0 : nil }
      let beside = folder.map { names(inFolder: $0.text, where: isWaveName) } ?? []
      return .failure(.notFound(beside: beside))
    }
    if let file = heard[found.text] { return .success(file) }
    do throws(SoundFailure) {
      let file = SoundFile(
        name: home.relativePath(to: found), wave: try readWaveFile(at: found.text))
      heard[found.text] = file
      return .success(file)
    } catch {
      return .failure(error)
    }
  }

  /// The last part of `name` if there is such a file in `folder`; nil if there is none.
  private func inside(_ name: String, _ folder: Path) -> String? {
    let last = Path(name).name
    let found = folder.appending(last).resolved
    return !last.isEmpty && found.map(root.contains) == true ? last : nil
  }

  private func isWaveName(_ name: String) -> Bool { name.lowercased().hasSuffix(".wav") }

  private mutating func read(_ found: Path) -> Result<LoadedFile, LoadFailure> {
    do throws(FileFailure) {
      let bytes = try readRegularFile(at: found.text, limit: room)
      room -= bytes.count
      let shown = shownHome.appending(home.relativePath(to: found))
      let file = LoadedFile(identity: found.text, name: shown.text, bytes: bytes)
      loaded[found.text] = file
      return .success(file)
    } catch {
      return .failure(LoadFailure(error))
    }
  }
}

extension LoadFailure {
  fileprivate init(_ failure: FileFailure) {
    switch failure {
    case .notFound: self = .notFound
    case .tooLarge(let limit): self = .unreadable("all files together may have \(limit) bytes more")
    default: self = .unreadable(failure.reason)
    }
  }
}
