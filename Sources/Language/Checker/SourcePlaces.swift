import Diagnosis

extension CheckedProgram {
  /// A place of the source that tests may carry out.
  package struct SourcePlace {
    /// Its node.
    package let id: NodeID
    /// Where it begins in the source map.
    package let start: UInt32
    /// What it is, as people call it.
    package let name: String
  }

  /// The places that tests may carry out in the file number `index`, in the order of the text: each
  /// gesture, handler, way, timeout, option of a choice, and block of an `if`; a missing `else` is
  /// one.
  ///
  /// Of a file that is only used, those in its gestures.
  package func places(ofFile index: Int) -> [SourcePlace] {
    var search = PlaceSearch(program)
    for node in program.statements(ofFile: index).statements {
      let statement = node.statement
      if index == 0 || statement.isDeclaration { search.add(statement) }
    }
    return search.places
  }
}

private struct PlaceSearch {
  private let program: Program
  private(set) var places: [CheckedProgram.SourcePlace] = []

  init(_ program: Program) { self.program = program }

  mutating func add(_ statement: Statement) {
    if case .gesture(let gesture) = statement {
      add(gesture.block, "gesture \(text(program.span(of: gesture.label)))", at: gesture.start)
      return add(gesture.block)
    }
    if case .mode(let mode) = statement {
      add(mode.body, "mode \(text(program.span(of: mode.label)))", at: mode.start)
    }
    if type(of: statement.view).nature == .declaration { return }
    if case .scene = statement { return }
    if case .block(let block) = statement { return add(block) }
    if case .if(let choice) = statement { return add(choice, "if") }
    if case .waitFor(let wait) = statement { return add(wait) }
    if case .handler(let handler) = statement {
      add(handler, "on \(text(program.span(of: handler.event)))", at: handler.start)
    }
    if case .choose(let choice) = statement {
      let options = choice.body.statements.filter { !$0.statement.isSetting }
      for (index, option) in options.enumerated() {
        add(option, "option \(index + 1) of 'choose'", at: option.start)
        add(option.statement)
      }
      return
    }
    for block in statement.view.blocks { add(block) }
  }

  private mutating func add(_ wait: WaitForStatement) {
    for way in wait.ways {
      add(way, "way \(text(program.span(of: way.event)))", at: way.start)
      if let body = way.body { add(body) }
    }
    guard let longest = wait.longest else { return }
    let word = wait.hasBraces ? "timeout" : "for at most"
    add(wait, "\(word) \(text(program.span(of: longest)))", at: longest.start)
    if let body = wait.timeout { add(body) }
  }

  private mutating func add(_ choice: IfStatement, _ word: String) {
    let condition = text(program.span(of: choice.condition))
    add(choice.body, "\(word) \(condition)", at: choice.start)
    add(choice.body)
    switch choice.alternative {
    case .none: add(choice, "'if \(condition)' without 'else'", at: choice.start)
    case .block(let block):
      add(block, "else", at: block.start)
      add(block)
    case .choice(let next): add(next, "else if")
    }
  }

  private mutating func add(_ block: BlockView) {
    for node in block.statements { add(node.statement) }
  }

  private mutating func add(_ view: some SyntaxView, _ name: String, at start: UInt32) {
    places.append(CheckedProgram.SourcePlace(id: view.id, start: start, name: name))
  }

  private func text(_ span: SourceSpan) -> String { program.sources.text(of: span) }
}
