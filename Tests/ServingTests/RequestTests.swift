import Testing

@testable import Serving

@Suite struct RequestTests {
  private func read(_ text: String) -> Request.Reading { Request.read(Array(text.utf8)) }

  @Test func aRequestIsReadWhole() {
    let text = "POST /a/press?x=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
    let request = Request(
      method: "POST", path: "/a/press", fields: ["host": "h", "content-length": "3"],
      body: Array("abc".utf8))
    #expect(read(text) == .request(request))
    // Whatever part of it has come, the rest is waited for.
    for count in 0..<text.utf8.count {
      #expect(Request.read(Array(text.utf8.prefix(count))) == .incomplete, "\(count) bytes")
    }
  }

  @Test(
    arguments: [
      "GET / HTTP/2\r\n\r\n", "GET /\r\n\r\n", "GET a HTTP/1.1\r\n\r\n", "\r\n\r\n",
      "GET http://a/ HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\n: nameless\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
      "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "GET  / HTTP/1.1\r\n\r\n",
    ])
  func otherBytesAreRefused(text: String) { #expect(read(text) == .malformed) }

  @Test func noHeadIsWaitedForWithoutEnd() {
    let name = Array(repeating: UInt8(ascii: "a"), count: Request.mostHead)
    #expect(Request.read(Array("GET /".utf8) + name) == .malformed)
    #expect(Request.read([0xFF, 0xFE, 0x0D, 0x0A, 0x0D, 0x0A]) == .malformed)
  }

  /// Whatever comes over the wire, there is an answer.
  @Test func randomBytesAreRead() {
    var random = SplitMix(seed: 7)
    let words = ["GET", " ", "/", "HTTP/1.1", "\r\n", "\r\n\r\n", ":", "Host", "\u{0}", "é", "9"]
    for _ in 0..<20_000 {
      let text = (0..<12).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined()
      if case .request(let request) = read(text) { #expect(request.path.hasPrefix("/")) }
    }
  }

  private struct SplitMix {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
