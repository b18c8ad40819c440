import Testing

@testable import Serving

/// Who is answered by the server of a preview.
@Suite struct AdmissionTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer(port: nil) }

  private func status(
    _ path: String? = nil, host: String? = nil, _ more: [String: String] = [:]
  ) -> Response.Status? {
    var fields = more
    fields["host"] = host ?? "127.0.0.1:\(server.port)"
    let request = Request(
      method: "GET", path: path ?? "/\(server.token)/", fields: fields, body: [])
    return server.admit(request)?.status
  }

  @Test func whoKnowsTheTokenIsAnswered() {
    #expect(status() == nil)
    #expect(status(host: "localhost:\(server.port)") == nil)
    #expect(status("/\(server.token)/press") == nil)
    #expect(status(nil, ["origin": "http://127.0.0.1:\(server.port)"]) == nil)
    #expect(status(nil, ["sec-fetch-site": "same-origin"]) == nil)
    // An address typed by hand, or opened by the tool.
    #expect(status(nil, ["sec-fetch-site": "none"]) == nil)
  }

  @Test func whoDoesNotIsNot() {
    let token = server.token
    for path in ["/", "/feed", "/\(token)", "/\(token.dropLast())/", "/x/\(token)/"] {
      #expect(status(path) == .notFound, "\(path)")
    }
  }

  /// A page of somebody else that has learned the token cannot use it either.
  @Test func otherPagesAreNot() {
    #expect(status(nil, ["origin": "https://example.com"]) == .forbidden)
    #expect(status(nil, ["origin": "null"]) == .forbidden)
    #expect(status(nil, ["sec-fetch-site": "cross-site"]) == .forbidden)
    #expect(status(nil, ["sec-fetch-site": "same-site"]) == .forbidden)
  }

  /// A name that was made to lead to this machine is not its name.
  @Test func otherNamesAreNot() {
    let port = server.port
    for host in ["example.com", "example.com:\(port)", "127.0.0.1", "0.0.0.0:\(port)"] {
      #expect(status(host: host) == .forbidden, "\(host)")
    }
  }

  @Test func tokensAreLongAndNeverTheSame() throws {
    let others = try (0..<50).map { _ in try LoopbackServer(port: nil).token }
    #expect(Set(others + [server.token]).count == 51)
    #expect(others.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func aTakenPortIsSaid() {
    #expect(throws: LoopbackServer.Failure.self) { try LoopbackServer(port: server.port) }
    do { _ = try LoopbackServer(port: server.port) } catch {
      #expect(error.isPortTaken)
    }
  }
}
