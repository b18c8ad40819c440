import Playback
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server for the browsers of this machine alone: it listens on 127.0.0.1, and answers only those
/// who know its token.
///
/// It is ours because the libraries there are need a Foundation with its networking, which the
/// statically linked tool cannot have. Each request has a connection of its own.
package final class LoopbackServer: Sendable {
  /// Why there is no server.
  package struct Failure: Error {
    /// The system's number of the error.
    package let number: Int32

    /// True if another process has the port.
    package var isPortTaken: Bool { number == EADDRINUSE }
  }

  /// What a handler does with a request.
  package enum Reply: Sendable {
    /// It answers.
    case response(Response)
    /// It tells what happens from now on.
    case feed(Feed)
  }

  /// The port.
  package let port: UInt16
  /// What nobody can guess: the first part of every path.
  package let token: String
  private let listener: Int32
  private let connections = Atomic<Int>(0)

  /// The most requests at a time.
  private static let mostConnections = 64

  /// Listens at `port`, or at a free one if that is nil.
  package init(port wanted: UInt16?) throws(Failure) {
    var random = SystemRandomNumberGenerator()
    token = [random.next(), random.next()].map { (half: UInt64) in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    guard let bound = LoopbackServer.listen(descriptor, at: wanted ?? 0) else {
      let number = errno
      close(descriptor)
      throw Failure(number: number)
    }
    (port, listener) = (bound, descriptor)
  }

  deinit { close(listener) }

  /// The address of the page.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// The port at which `descriptor` listens now; nil, with the reason in `errno`, if it does not.
  private static func listen(_ descriptor: Int32, at port: UInt16) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Glibc)
          let isBound =
            Glibc.bind(descriptor, pointer, size) == 0
            && Glibc.listen(descriptor, 64) == 0
        #else
          let isBound =
            Darwin.bind(descriptor, pointer, size) == 0
            && Darwin.listen(descriptor, 64) == 0
        #endif
        return isBound && getsockname(descriptor, pointer, &size) == 0
      }
    }
    return isListening ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// Answers requests from now on, on threads of its own, until the process ends; answers false if
  /// the system has no thread left.
  package func start(_ handle: @escaping @Sendable (Request) -> Reply) -> Bool {
    startThread { [self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          // Nothing is free; it may be soon.
          usleep(50_000)
          continue
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        serve(Connection(descriptor), handle)
      }
    }
  }

  private func serve(
    _ connection: Connection, _ handle: @escaping @Sendable (Request) -> Reply
  ) {
    let count = connections.add(1, ordering: .relaxed).newValue
    let hasBegun =
      count <= LoopbackServer.mostConnections
      && startThread { [self] in
        answer(connection, handle)
        connections.subtract(1, ordering: .relaxed)
      }
    guard !hasBegun else { return }
    connections.subtract(1, ordering: .relaxed)
    _ = connection.send(Response(.busy, "too many requests at a time").bytes)
  }

  private func answer(_ connection: Connection, _ handle: @Sendable (Request) -> Reply) {
    var bytes: [UInt8] = []
    while true {
      switch Request.read(bytes) {
      case .incomplete:
        let more = connection.receive(atMost: 16_384)
        guard !more.isEmpty else { return }
        bytes += more
      case .malformed:
        _ = connection.send(Response(.badRequest, "this is not a request of a browser").bytes)
        return
      case .request(let request):
        switch admit(request).map({ .response($0) }) ?? handle(inner(request)) {
        case .response(let response): _ = connection.send(response.bytes)
        case .feed(let feed): feed.add(connection)
        }
        return
      }
    }
  }

  // MARK: - Who is answered

  /// `request` with its path behind the token.
  private func inner(_ request: Request) -> Request {
    var request = request
    request.path = String(request.path.dropFirst(token.count + 1))
    return request
  }

  /// Why `request` is not answered; nil if it is.
  ///
  /// A page of somebody else can send requests here, and can have a name of its own lead here; it
  /// cannot know the token, nor hide who it is.
  func admit(_ request: Request) -> Response? {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.fields["host"], hosts.contains(host) else {
      return Response(.forbidden, "this is not the name of this server")
    }
    if let origin = request.fields["origin"], origin != "http://\(host)" {
      return Response(.forbidden, "another page may not ask")
    }
    if let site = request.fields["sec-fetch-site"], site != "same-origin", site != "none" {
      return Response(.forbidden, "another page may not ask")
    }
    guard request.path.hasPrefix("/\(token)/") else {
      return Response(.notFound, "the address has a token; the tool has printed it")
    }
    return nil
  }
}
