#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The path of a file as the system writes it: names between slashes.
struct Path: Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The path with links followed and `.` and `..` worked out; nil if there is no such file.
  var resolved: Path? {
    guard !text.utf8.contains(0), let found = realpath(text, nil) else { return nil }
    defer { free(found) }
    return Path(String(cString: found))
  }

  /// The folder that holds it: what stands before the last slash.
  var folder: Path {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return Path(".") }
    return Path(slash == text.startIndex ? "/" : String(text[..<slash]))
  }

  /// The name after the last slash.
  var name: String {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return String(text[text.utf8.index(after: slash)...])
  }

  /// The file called `name` in this folder.
  func appending(_ name: String) -> Path {
    if text == "." { return Path(name) }
    return Path(text.utf8.last == UInt8(ascii: "/") ? text + name : text + "/" + name)
  }

  /// True if `other` is this folder or lies in it; both written out in full.
  func contains(_ other: Path) -> Bool {
    other.parts.starts(with: parts)
  }

  /// The path with `.` and `..` worked out by name alone, links not looked at.
  var normalized: Path {
    var kept: [Substring] = []
    for part in parts {
      switch part {
      case ".": continue
      case ".." where kept.last.map { $0 != ".." } ?? false: kept.removeLast()
      case ".." where isAbsolute: continue
      default: kept.append(part)
      }
    }
    return Path((isAbsolute ? "/" : "") + Path.joined(kept[...]))
  }

  /// How `other` is named from this folder; both written out in full.
  func relativePath(to other: Path) -> String {
    let mine = parts
    let theirs = other.parts
    let common = zip(mine, theirs).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: mine.count - common)
    return Path.joined((up + theirs.dropFirst(common))[...])
  }

  // Not the library's: its first use looks up a conformance, a tenth of the start-up of `check`.
  private static func joined(_ parts: ArraySlice<Substring>) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "/" }
      text += part
    }
    return text
  }

  private var isAbsolute: Bool { text.utf8.first == UInt8(ascii: "/") }
  private var parts: [Substring] { text.split(separator: "/") }
}
