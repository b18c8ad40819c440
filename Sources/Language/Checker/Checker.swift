import Diagnosis
import Vocabulary

/// Gives every name its meaning and every quantity its dimension.
///
/// It consumes the program: the checked program gets its tree, with the names resolved. Nothing is
/// checked twice. Later stages rely on the result: they never see an unknown name or a wrong
/// dimension.
///
/// - Parameters:
///   - program: what the parser made; used up.
///   - diagnostics: where problems are reported.
/// - Returns: the checked program, or nil if there was any error (here or before).
public func check(
  _ program: consuming Program, reporting diagnostics: inout Diagnostics
) -> CheckedProgram? {
  var checker = Checker(program, reporter: diagnostics)
  checker.checkScript()
  diagnostics = checker.reporter
  return checker.reporter.hasErrors ? nil : checker.checked
}

struct Checker {
  let program: Program
  let tree: Tree
  var reporter: Diagnostics
  /// What has been found out, which becomes the result.
  var checked: CheckedProgram
  /// The names that mean something here.
  var scope: Scope
  /// What else is known of names.
  var nameFacts = NameFacts()
  /// The names whose declarations could not be read or found.
  var lost: LostNames
  /// Where in the program the checker is.
  var context = CheckContext()
  /// The scene, the handlers and the performance of the test being checked.
  var testParts = TestParts()
  /// What is judged when the whole script is known.
  var pending = PendingChecks()
  /// How many values the running body's frame holds now, and at most.
  var frameSize = (now: 0, greatest: 0)
  /// How deep the operators around the present place are, and have been at most.
  var height = (level: 0, greatest: 0)
  /// How deep the blocks around the present place are, and have been at most.
  var nesting = (level: 0, greatest: 0)
  /// True if the text could be read without an error: then statements stand where their author put
  /// them.
  let isWellFormed: Bool
  private let builtins: [Symbol]
  /// The symbols of the words that are read in the show, in their order.
  private let readingWords: [Symbol]

  init(_ program: Program, reporter: Diagnostics) {
    self.program = program
    self.reporter = reporter
    checked = CheckedProgram(program)
    isWellFormed = !reporter.hasErrors
    tree = program.tree
    lost = program.lost
    builtins = program.symbols.symbols(of: Builtin.names)
    readingWords = ReadingWord.allCases.map { word in
      var text = word.rawValue
      return text.withUTF8 { [symbols = program.symbols] in symbols.symbol(of: $0) }
    }
    scope = Scope(symbols: 0)
  }
}

extension Checker {
  mutating func checkScript() {
    declareModes()
    checkFile(0)
    checkMarks()
    checkTestNames()
    checkPolicies()
    checkPerformances()
    placeChoices()
    checkBranches()
    checkRecordings()
    checkNamedSubjects()
    checkWaits()
    checkEntrances()
    checkUnused()
    checked.frame = max(checked.frame, frameSize.greatest)
  }

  /// Checks the file number `index`, and before it the files it uses.
  mutating func checkFile(_ index: Int) {
    let outer = (scope, context)
    (context.isScript, context.foreignCounts) = (index == 0, [])
    scope = Scope(symbols: program.symbols.count)
    for (number, symbol) in builtins.enumerated() {
      scope.declare(symbol, Binding(kind: .builtin, index: UInt32(number), start: .max))
    }
    for (number, symbol) in readingWords.enumerated() {
      scope.declare(symbol, Binding(kind: .reading, index: UInt32(number), start: .max))
    }
    context.declarations = nil
    let mark = scope.mark
    var rest = program.statements(ofFile: index).statements
    context.present = rest
    while let node = rest.next() {
      context.isTopLevel = true
      let statement = node.statement
      checkPlace(of: statement)
      if context.isScript || statement.isDeclaration {
        check(statement)
      } else if case .count(let count) = statement {
        context.foreignCounts.insert(count.label.symbol)
      }
      context.present = rest
    }
    if context.isScript { checkReach(of: program.statements(ofFile: index).statements) }
    if !context.isScript {
      // Only the names that the file itself declares, without those that it uses from other files.
      let own = scope.visible[mark...].filter {
        program.sources.index(of: scope[$0].start) == index
      }
      nameFacts.exports[index] = own.map { ($0, scope[$0]) }
    }
    (scope, context) = outer
  }

  /// Checks the statements of a block in a scope of their own.
  mutating func block(_ block: BlockView, isSequence: Bool = true) {
    let mark = scope.mark
    let outer = (frameSize.now, context.isTopLevel, context.siblings)
    (context.isTopLevel, context.siblings) = (false, block.statements)
    nesting.level += 1
    nesting.greatest = max(nesting.greatest, nesting.level)
    for node in block.statements { check(node.statement) }
    if isSequence { checkReach(of: block.statements) }
    nesting.level -= 1
    scope.leave(to: mark)
    (frameSize.now, context.isTopLevel, context.siblings) = outer
  }

  // MARK: - Names

  mutating func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic) }

  /// Reports what `diagnostic` makes of the checker.
  ///
  /// Recursive functions report here, so that their stack frames hold no diagnostics.
  @inline(never)
  mutating func report(_ diagnostic: (Checker) -> Diagnostic) { report(diagnostic(self)) }

  func text(_ symbol: Symbol) -> String { tree.word(of: symbol, in: program.symbols) }

  /// The text of the declaration of `binding`; nil for names of the language.
  func place(of binding: Binding) -> SourceSpan? {
    binding.start == .max ? nil : program.tokenSpan(at: binding.start)
  }

  /// Declares the name at `label`; a name that means something already is reported.
  mutating func declare(_ label: LabelView, _ binding: Binding) {
    let symbol = label.symbol
    var binding = binding
    binding.start = label.start
    if scope[symbol].start == binding.start, scope[symbol].kind == binding.kind { return }
    if scope[symbol].kind != .none {
      report(
        .nameTaken(
          text(symbol), at: program.span(of: label), first: place(of: scope[symbol])))
      if scope[symbol].kind == .builtin { lost.symbols.insert(symbol) }
    } else {
      if let current = context.current, current.symbol == symbol {
        report(
          .nameTaken(text(symbol), at: program.span(of: label), first: program.span(of: current)))
      }
      scope.declare(symbol, binding)
    }
  }

  /// Declares a value and gives it a place; the label becomes the place.
  mutating func declareValue(_ label: LabelView, _ type: Type) {
    let slot = context.isTopLevel ? checked.globals : frameSize.now
    if context.isTopLevel {
      checked.globals += type.width
    } else {
      frameSize.now += type.width
      frameSize.greatest = max(frameSize.greatest, frameSize.now)
    }
    let binding = Binding(
      kind: .value, type: type, isGlobal: context.isTopLevel, index: UInt32(slot))
    declare(label, binding)
    label.resolve(to: binding.place)
  }
}
