import Diagnosis

/// Imports the names of another file.
@frozen
public struct UseStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .use }

  /// The name of the file.
  @inlinable @inline(__always)
  public var file: StringView { StringView(view.first) }

  /// The names that it imports, as they are in the file; empty if it imports all.
  public var labels: [LabelView] { imports.map(\.label) }

  /// The names that the script has of it; empty if it imports all.
  public var names: [LabelView] { imports.map { $0.alias ?? $0.label } }

  /// What it imports; empty if it imports all.
  var imports: [(label: LabelView, alias: LabelView?)] {
    var imports: [(label: LabelView, alias: LabelView?)] = []
    for view in view.furtherChildren {
      if view.role == .alternative, !imports.isEmpty {
        imports[imports.count - 1].alias = LabelView(view)
      } else {
        imports.append((LabelView(view), nil))
      }
    }
    return imports
  }
}

extension Parser {
  /// Reads the use of another file.
  ///
  ///     use = "use" string [ "(" import { "," import } ")" ] .
  ///     import = name [ "as" name ] .
  mutating func use() throws(Unreadable) -> NodeID {
    topLevel("use")
    let node = add(.use, at: token.start)
    advance()
    do throws(Unreadable) {
      try imports(of: node)
    } catch {
      // Which names it brings is not known.
      found.lost.isEverything = true
      throw error
    }
    found.uses.append(node)
    return node
  }

  /// The report of names before their file, as in `use nod from "lib.dock"`; nil if none stand
  /// here.
  private func namesBeforeFile() -> Diagnostic? {
    let rest = restOfLine()
    guard !token.startsLine, let file = rest.last, file.kind == .string,
      let from = rest.dropLast().last, text(of: from.span) == "from"
    else { return nil }
    let names = rest.dropLast(2)
    guard names.allSatisfy({ $0.kind == .word || $0.kind == .comma }), let first = names.first,
      let last = names.last
    else { return nil }
    let ours = "\(text(of: file.span)) (\(text(of: SourceSpan(first.start, last.end))))"
    return .expected(
      "a file name in quotes", found: describeToken(), at: token.span,
      notes: ["the names to import stand in brackets behind their file"],
      fixIts: [FixIt("write 'use \(ours)'", SourceSpan(token.start, file.end), ours)])
  }

  /// Reads the file of `use` and the names that it imports.
  private mutating func imports(of use: NodeID) throws(Unreadable) {
    guard at(.string), !token.startsLine else {
      if let report = namesBeforeFile() { throw fail(report) }
      throw fail(missingString("a file name in quotes", ending: ".dock"))
    }
    if text(of: token.span) == "\"\"" {
      throw fail(.expected("a file name in quotes", found: "an empty name", at: token.span))
    }
    var children = Children(of: use)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .value, in: tree)
    advance()
    if at(.openParen), !token.startsLine {
      let next = following
      if next.kind == .closeParen {
        throw fail(
          .expected(
            "a name", found: "')'", at: next.span,
            notes: ["without brackets all names of the file are imported"],
            fixIts: [FixIt("remove '()'", SourceSpan(previousEnd, next.end), "")]))
      }
      try bracketed { parser throws(Unreadable) in
        while !parser.at(.closeParen) {
          children.append(try parser.label("a name"), as: .label, in: parser.tree)
          if parser.take(.as) || parser.namesAlias() {
            children.append(try parser.label("a name"), as: .alternative, in: parser.tree)
          }
          if !parser.take(.comma) { break }
        }
      }
    }
  }

  /// Takes another word for 'as' between two names, which is reported; false if none stands here.
  private mutating func namesAlias() -> Bool {
    let isArrow = at(.assign) || at(.colon)
    guard isArrow || at(.word) && ["to", "named", "called", "alias"].contains(tokenText),
      following.kind == .word
    else { return false }
    report(
      .expected(
        "'as'", found: describeToken(), at: place,
        notes: ["as in 'use \"moves.dock\" (nod as bow)'"],
        fixIts: [FixIt("write 'as'", token.span, isArrow ? " as" : "as")]))
    advance()
    return true
  }

  /// The report of names after the file of a `use`, up to the end of the line.
  func namesWithoutBrackets(_ found: String) -> Diagnostic {
    var ahead = lookahead(from: token.start)
    var end = token.end
    var next = ahead.next()
    while next.kind == .word || next.kind == .comma, !next.startsLine || next.start == token.start {
      end = next.end
      next = ahead.next()
    }
    return .namesWithoutBrackets(found, at: token.span, end: SourceSpan(end, end))
  }
}

extension Checker {
  /// Imports the names of another file into this one.
  mutating func bring(_ use: UseStatement) {
    guard let index = program.uses[use.id] else { return }
    if nameFacts.exports[index] == nil {
      let outer = frameSize
      checkFile(index)
      frameSize = outer
    }
    let offered = nameFacts.exports[index] ?? []
    let isBroken = program.broken.contains(index)
    if use.imports.isEmpty {
      if isBroken { lost.isEverything = true }
      for (symbol, binding) in offered where scope[symbol].kind != .builtin {
        bring(symbol, binding, at: program.span(of: use.file))
      }
    }
    for (label, alias) in use.imports {
      let symbol = label.symbol
      if let binding = offered.first(where: { $0.symbol == symbol })?.binding {
        let name = alias ?? label
        bring(name.symbol, binding, at: program.span(of: name))
      } else {
        notOffered(label, by: use, offered.map(\.symbol), isBroken: isBroken)
        if let alias { lost.symbols.insert(alias.symbol) }
      }
    }
  }

  /// The `use` further down in the file that imports `symbol`; nil if none does.
  func useBelow(of symbol: Symbol) -> UseStatement? {
    guard let present = context.present else { return nil }
    for node in present {
      guard case .use(let use) = node.statement else { continue }
      if use.names.contains(where: { $0.symbol == symbol }) { return use }
      guard use.imports.isEmpty, let index = program.uses[use.id] else { continue }
      let offered = program.statements(ofFile: index).statements
      if offered.contains(where: { $0.statement.view.declaredLabel?.symbol == symbol }) {
        return use
      }
    }
    return nil
  }

  private mutating func bring(_ symbol: Symbol, _ binding: Binding, at span: SourceSpan) {
    if scope[symbol].kind != .none {
      report(.nameTaken(text(symbol), at: span, first: place(of: scope[symbol])))
    } else {
      scope.declare(symbol, binding)
    }
  }

  /// Reports a name that the used file does not declare, unless it was lost there with a fault.
  private mutating func notOffered(
    _ label: LabelView, by use: UseStatement, _ offered: [Symbol], isBroken: Bool
  ) {
    let symbol = label.symbol
    let known = offered.map(text)
    let nearest = Suggestion.nearest(to: text(symbol), in: known)
    if !isBroken, !lost.contains(symbol) {
      let file = tree.strings[use.file.index]
      report(
        .nameNotInFile(
          text(symbol), file, known: known, nearest, at: program.span(of: label)))
    }
    lost.symbols.insert(symbol)
    if let index = known.firstIndex(where: { $0 == nearest }) {
      lost.symbols.insert(offered[index])
    }
  }
}

extension Diagnostic {
  /// A name after the file of a `use`, whose names stand in brackets.
  static func namesWithoutBrackets(
    _ found: String, at span: SourceSpan, end: SourceSpan
  ) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["the names to take from a file stand in brackets"],
      fixIts: [FixIt("write brackets", [FixIt.Edit(start, "("), FixIt.Edit(end, ")")])])
  }

  static func usedBeforeImported(
    _ name: String, _ file: String, at span: SourceSpan, imported: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .usedBeforeDeclared, "'\(name)' is used before it is imported", at: span,
      labels: [Label(imported, "imported here")],
      notes: ["move 'use \"\(file)\"' above its first use"])
  }

  fileprivate static func nameNotInFile(
    _ name: String, _ file: String, known: [String], _ nearest: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .nameNotInFile, "'\(file)' declares no '\(name)'", at: span,
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: [
        known.isEmpty
          ? "it declares nothing" : "it declares \(known.prefix(12).joined(separator: ", "))"
      ],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }
}
