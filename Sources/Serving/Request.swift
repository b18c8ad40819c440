/// A request of HTTP/1.1, as a browser sends it.
package struct Request: Equatable, Sendable {
  /// `GET` or another method.
  package var method: String
  /// The path, without what comes behind `?`.
  package var path: String
  /// The fields of the head, by their names in lower case.
  package var fields: [String: String]
  /// What comes behind the head.
  package var body: [UInt8]

  /// The most bytes of a head, and of a body.
  static let mostHead = 16_384
  static let mostBody = 65_536

  /// What the bytes received so far are.
  enum Reading: Equatable {
    /// A whole request.
    case request(Request)
    /// The beginning of one.
    case incomplete
    /// Nothing that a browser sends, or more than it needs.
    case malformed
  }

  /// Reads the request that `bytes` begin with.
  static func read(_ bytes: [UInt8]) -> Reading {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      return bytes.count > mostHead ? .malformed : .incomplete
    }
    let first = bytes[..<end.lowerBound]
    guard first.count <= mostHead, let head = String(validating: first, as: UTF8.self) else {
      return .malformed
    }
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return .malformed
    }
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return .malformed }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      // Two lengths, or two hosts, are a trick.
      guard fields.updateValue(String(value), forKey: name) == nil else { return .malformed }
    }
    guard fields["transfer-encoding"] == nil else { return .malformed }
    let length = fields["content-length"].map { Int($0) } ?? 0
    guard let length, 0...mostBody ~= length else { return .malformed }
    let body = bytes[end.upperBound...]
    guard body.count >= length else { return .incomplete }
    let path = words[1].prefix { $0 != "?" }
    return .request(
      Request(
        method: String(words[0]), path: String(path), fields: fields,
        body: Array(body.prefix(length))))
  }
}
