import Session
import Terminal

extension Prompt {
  /// The prompt as a terminal shows it; its escapes stand between the marks that readline knows.
  func drawn(isPlain: Bool) -> String {
    let isASCII = !Readline.showsUTF8
    if isPlain { return text(isASCII: isASCII) }
    return parts.map { part in
      let text = part.text(isASCII: isASCII)
      return "\u{1}\u{1B}[\(part.ink)m\u{2}\(text)\u{1}\u{1B}[0m\u{2} "
    }.joined()
  }
}

extension Prompt.Part {
  /// The parameters of "select graphic rendition" (ECMA-48, 8.3.117).
  fileprivate var ink: String {
    switch self {
    case .pose: "1"
    case .tracking(true): "32"
    case .tracking(false): "33"
    case .prepared: "1;36"
    case .more: "2"
    }
  }
}
