#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Puts `bytes` into the place of the file at `path`, whole or not at all: they are written beside
/// it, flushed by `flush`, and moved there.
///
/// Only one process at a time may do so, and only its user may read the file.
///
/// - Returns: the system's number for what went wrong, or nil.
func replaceFile(
  at path: String, with bytes: [UInt8], flushing flush: (Int32) -> Int32
) -> Int32? {
  let draft = path + ".new"
  let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return errno }
  var failure = writeAll(bytes, to: descriptor)
  if failure == nil, flush(descriptor) != 0 { failure = errno }
  close(descriptor)
  if failure == nil, rename(draft, path) != 0 { failure = errno }
  if failure != nil { unlink(draft) }
  return failure
}

/// Writes `bytes` to the open file `descriptor`; gives the system's number for what went wrong.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { buffer in
    var start = 0
    while start < buffer.count {
      let count = write(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      let failure = errno
      if count < 0, failure != EINTR { return failure }
      start += max(0, count)
    }
    return nil
  }
}
