/// What is sent back for a request.
package struct Response: Equatable, Sendable {
  /// The status of HTTP.
  package enum Status: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case busy = 503

    fileprivate var name: StaticString {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .busy: "Service Unavailable"
      }
    }
  }

  /// How it went.
  package var status: Status
  /// The media type of the body.
  package var type: String
  /// What is sent.
  package var body: [UInt8]

  /// Creates the response that has what was asked for.
  package init(_ type: String, _ body: [UInt8]) {
    (status, self.type, self.body) = (.ok, type, body)
  }

  /// Creates the response that says in plain words why there is nothing else.
  package init(_ status: Status, _ reason: String) {
    self.init("text/plain; charset=utf-8", Array("\(reason)\n".utf8))
    self.status = status
  }

  /// Everything that goes over the wire; no other page may use it, and nobody keeps it.
  var bytes: [UInt8] { head("Content-Length: \(body.count)\r\nConnection: close\r\n") + body }

  /// The beginning of a body without an end.
  static let feedHead = Response("text/event-stream", []).head("Connection: keep-alive\r\n")

  private func head(_ fields: String) -> [UInt8] {
    let head = """
      HTTP/1.1 \(status.rawValue) \(status.name)\r
      Content-Type: \(type)\r
      Cache-Control: no-store\r
      Cross-Origin-Resource-Policy: same-origin\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      X-Frame-Options: DENY\r
      \(fields)\r\n
      """
    return Array(head.utf8)
  }
}
