import ArgumentParser

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether text is coloured: from the option, then the environment, then whether it goes to a
/// terminal.
enum Coloring: String, CaseIterable, ExpressibleByArgument {
  case automatic = "auto"
  case always
  case never

  /// True if text for `file` is coloured.
  func applies(to file: OutputFile) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic: Coloring.isWanted(isTerminal: file.isTerminal)
    }
  }

  /// What the environment says: `NO_COLOR` first, then `FORCE_COLOR` and `CLICOLOR_FORCE`.
  static func isWanted(isTerminal: Bool) -> Bool {
    if isSet("NO_COLOR") { return false }
    if isSet("FORCE_COLOR") || isSet("CLICOLOR_FORCE") { return true }
    return isTerminal && environment("TERM") != "dumb"
  }

  /// True if the variable is there and neither empty nor, where that means "no", 0.
  static func isSet(_ name: String) -> Bool {
    guard let value = environment(name), !value.isEmpty else { return false }
    return name == "NO_COLOR" || value != "0"
  }
}

/// The value of the environment variable `name`, or nil.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
