/// A rule of the grammar as it is written down.
struct Production: Hashable, CustomStringConvertible {
  /// What it defines.
  let name: String
  /// All of it, with single spaces.
  let text: String

  var description: String { text }

  /// The productions that `lines` hold one behind the other.
  ///
  /// A production begins with `name =` and ends with ` .` at the end of a line.
  static func all(in lines: [String]) -> [Production] {
    var found: [Production] = []
    var words: [Substring] = []
    for line in lines {
      words += line.split(separator: " ")
      guard words.last == "." else { continue }
      if words.count > 2, words[1] == "=" {
        found.append(
          Production(name: String(words[0]), text: words.joined(separator: " ")))
      }
      words = []
    }
    return found
  }

  /// The names it refers to.
  var references: Set<String> {
    let words = text.split(separator: " ").dropFirst(2).map(String.init)
    return Set(words.filter { $0.first?.isLetter == true })
  }
}

/// A production in the comment above a method.
struct QuotedProduction {
  let production: Production
  /// The line of code under the comment.
  let method: String
  let file: String

  /// Every production quoted where statements are read.
  static let all = ["Parser", "Statements"].flatMap { folder in
    let folder = "Sources/Language/\(folder)"
    return Project.names(in: folder).filter { $0.hasSuffix(".swift") }.flatMap { name in
      quoted(in: Project.lines(of: "\(folder)/\(name)"), of: name)
    }
  }

  private static func quoted(in lines: [String], of file: String) -> [QuotedProduction] {
    var found: [QuotedProduction] = []
    var comment: [String] = []
    for line in lines {
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("///") else {
        let productions = Production.all(in: comment)
        found += productions.map {
          QuotedProduction(production: $0, method: String(code), file: file)
        }
        comment = []
        continue
      }
      if code.hasPrefix("///     ") { comment.append(String(code.dropFirst(8))) }
    }
    return found
  }
}
