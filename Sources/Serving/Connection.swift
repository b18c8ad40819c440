#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connected socket; it is closed when nobody holds it any more.
final class Connection: Sendable {
  private let descriptor: Int32

  /// How long a read or a write lasts at most, in seconds.
  private static let patience = 5

  /// Takes over `descriptor`.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var patience = timeval(tv_sec: Connection.patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  /// The next bytes, at most `count`; empty at the end, and if none come for some seconds.
  func receive(atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat {
        let got = read(descriptor, buffer.baseAddress, count)
        filled = max(0, got)
        guard got < 0, errno == EINTR else { return }
      } while true
    }
  }

  /// Sends `bytes`; answers false if the other side does not take them.
  ///
  /// The tool ignores the signal of a connection that is closed.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = write(descriptor, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// True if the other side has closed the connection.
  var isClosed: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 0) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }
}
