import Language

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file could not be read.
public enum FileFailure: Error, Equatable, Sendable {
  /// There is no such file.
  case notFound
  /// It is a folder.
  case isFolder
  /// It is a device, pipe or socket where only a file will do.
  case notAFile
  /// The system refused; its reason.
  case refused(String)
  /// It is larger than it may be, in bytes.
  case tooLarge(limit: Int)

  /// The reason in a few words, for the end of a sentence.
  public var reason: String {
    switch self {
    case .notFound: "there is no such file"
    case .isFolder: "it is a folder"
    case .notAFile: "it is not a regular file"
    case .refused(let reason): reason
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    }
  }

  /// The failure that the last system call left in `errno`.
  init(errno number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .notFound
    case EISDIR: self = .isFolder
    default: self = .refused(systemReason(number))
    }
  }
}

/// What the system says about the error `number`, in lower case.
public func systemReason(_ number: Int32) -> String {
  guard let text = strerror(number) else { return "error \(number)" }
  let reason = String(cString: text)
  return reason.prefix(1).lowercased() + reason.dropFirst()
}

/// Reads the file at `path`, a pipe or a device too, if it gives no more than `limit` bytes.
///
/// The size is looked at before anything is read and again while reading: pipes have none, and
/// files grow.
public func readFile(at path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  try readFile(at: path, limit: limit, flags: 0, onlyRegular: false)
}

/// Reads everything that comes from the open file `descriptor`, at most `limit` bytes.
public func readAll(from descriptor: Int32, limit: Int) throws(FileFailure) -> [UInt8] {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileFailure(errno: errno) }
  let kind = status.st_mode & S_IFMT
  if kind == S_IFDIR { throw .isFolder }
  let size = kind == S_IFREG ? Int(status.st_size) : 0
  guard size <= limit else { throw .tooLarge(limit: limit) }
  InputFiles.remember(status)
  return try readAll(from: descriptor, expecting: size, limit: limit)
}

/// Reads the file at `path` if it is a regular one and no link.
func readRegularFile(at path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  try readFile(at: path, limit: limit, flags: O_NOFOLLOW | O_NONBLOCK, onlyRegular: true)
}

/// Reads the length of the WAV file at `path` if it is a regular file and no link: its headers, and
/// nothing else.
func readWaveFile(at path: String) throws(SoundFailure) -> WaveFile {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard descriptor >= 0 else { throw .unreadable(FileFailure(errno: errno).reason) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .unreadable(systemReason(errno)) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw .unreadable(FileFailure.isFolder.reason)
  default: throw .unreadable(FileFailure.notAFile.reason)
  }
  InputFiles.remember(status)
  let size = UInt64(max(0, status.st_size))
  return try WaveFile(size: size) { offset, count throws(SoundFailure) in
    guard offset < size, let place = off_t(exactly: offset) else { return [] }
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          place + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    if let failure { throw .unreadable(systemReason(failure)) }
    return bytes
  }
}

/// The names in the folder at `path`, in their order, of which `isWanted` is true; as many of the
/// first as one looks through for a name that was meant.
func names(inFolder path: String, where isWanted: (String) -> Bool) -> [String] {
  guard !path.utf8.contains(0), let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  for _ in 0..<10_000 {
    guard let entry = readdir(folder) else { break }
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if isWanted(name) { names.append(name) }
  }
  return names.sorted()
}

private func readFile(
  at path: String, limit: Int, flags: Int32, onlyRegular: Bool
) throws(FileFailure) -> [UInt8] {
  // The system would take the text up to the first NUL for the whole name.
  guard !path.utf8.contains(0) else { throw .notFound }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
  guard descriptor >= 0 else { throw FileFailure(errno: errno) }
  defer { close(descriptor) }
  if onlyRegular, !isRegular(descriptor) { throw .notAFile }
  return try readAll(from: descriptor, limit: limit)
}

private func isRegular(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0
    && (status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR)
}

/// Reads a file that says it has `size` bytes into memory for just those; pipes, and files that
/// have grown, go on piece by piece.
private func readAll(
  from descriptor: Int32, expecting size: Int, limit: Int
) throws(FileFailure) -> [UInt8] {
  var failure: Int32?
  var bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
    if let start = buffer.baseAddress { FreshMemory.get(start, size) }
    while count < buffer.count {
      let got = readOnce(
        descriptor,
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...])))
      if got < 0 { failure = errno }
      if got <= 0 { return }
      count += got
    }
  }
  if let failure { throw FileFailure(errno: failure) }
  while bytes.count > size {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    let room = min(max(bytes.count, 1 << 16), limit - bytes.count) + 1
    if try append(upTo: room, from: descriptor, to: &bytes) == 0 { return bytes }
  }
  return bytes
}

/// Reads once, up to `room` bytes; 0 is the end.
private func append(
  upTo room: Int, from descriptor: Int32, to bytes: inout [UInt8]
) throws(FileFailure) -> Int {
  var failure: Int32?
  let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
    let got = readOnce(descriptor, UnsafeMutableRawBufferPointer(buffer))
    if got < 0 { failure = errno }
    count = max(got, 0)
  }
  if let failure { throw FileFailure(errno: failure) }
  bytes += piece
  return piece.count
}

/// Reads once, again if a signal came between; a negative count leaves the reason in `errno`.
private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
