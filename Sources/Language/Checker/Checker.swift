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
  return checker.reporter.hasErrors ? nil : checker.result()
}

struct Checker {
  let program: Program
  let tree: Tree
  var reporter: Diagnostics
  var scope: Scope
  var callables: [CheckedProgram.Callable] = []
  var parameters: [CheckedProgram.Parameter] = []
  var initializers: [LetStatement] = []
  var tests: [CheckedProgram.Test] = []
  var handlers: [CheckedProgram.Handler] = []
  /// True once handlers have been found behind which the script ends.
  var hasLateHandlers = false
  /// All blocks of branches.
  var concurrents: [ConcurrentStatement] = []
  var shown: [NodeID: ShownValue] = [:]
  /// See `CheckedProgram`.
  var live: Set<NodeID> = []
  /// The numbers of the choices, from 1.
  var choices: [NodeID: Int] = [:]
  /// True if their options are taken in the show.
  var choosesInShow = false
  var readings: [NodeID: StateVariable] = [:]
  var counts: [NodeID: CountDeclaration] = [:]
  /// The counts of the script, in its order.
  var declaredCounts: [CountDeclaration] = []
  /// The numbers that 'let' names without a calculation, by the places of their names.
  var namedNumbers: [UInt32: Double] = [:]
  /// The modes of the script, and their numbers by name.
  var modes: [CheckedProgram.Mode] = []
  var modeNumbers: [Symbol: Int] = [:]
  /// Where each 'go to' leads, and the mode in which it stands; nil above the modes.
  var destinations: [NodeID: CheckedProgram.Destination] = [:]
  var goings: [(mode: Int?, destination: CheckedProgram.Destination)] = []
  /// Whether nothing comes out of a gesture, by its index, as far as that has been asked.
  var endlessGestures: [Int: Bool] = [:]
  /// The marks of the script, in its order.
  var marks: [CheckedProgram.Mark] = []
  /// See `CheckedProgram`.
  var (awaitsBeats, awaitsBars) = (false, false)
  /// The number of the mode that is being checked, and the last one before.
  var mode: Int?
  var lastMode: ModeStatement?
  /// True while a handler is checked, and if that is for an event that ends motion.
  var (isInHandler, safetyHandler) = (false, false)
  /// True where something may be read that only the show knows, and once that has been done.
  var (allowsReadings, hasRead) = (false, false)
  var globals = 0
  /// How many values the running body's frame holds now, and at most.
  var frame = 0
  var frameTop = 0
  /// The most the script's own body needs.
  private var scriptFrame = 0
  /// True while the script itself is checked, false in a file that it uses.
  var isScript = true
  /// The counts that the file being checked declares, if the script uses it: they do not count.
  var foreignCounts: Set<Symbol> = []
  /// True while the statements of a file's top level are checked.
  var isTopLevel = true
  var isInTest = false
  /// The handlers and the performance of the test being checked.
  var testHandlers: [CheckedProgram.Handler] = []
  var testPerformance: PerformStatement?
  /// The scene of the script, and of the test being checked.
  var scriptScene: SceneStatement?
  var testScene: SceneStatement?
  /// Whom the script names outside its tests, in the order of the text.
  var named: [SubjectView] = []
  /// True while a scene is checked, which knows none of the script's names.
  var isInScene = false
  /// How deep the operators around the present place are, and have been at most.
  var height = (level: 0, greatest: 0)
  /// How deep the blocks around the present place are, and have been at most.
  var nesting = (level: 0, greatest: 0)
  /// The dimension that a direction applies to here: an angle, or a speed.
  var turning = Dimension.angle
  /// True once an `expect` outside of tests has been reported.
  var hasExpected = false
  /// The name of the gesture or function being checked.
  var current: LabelView?
  /// The statements of the file's top level from the one being checked on, and the declarations
  /// among them by name once somebody has asked for them.
  var present: NodeList?
  /// The statements that begin a recording and do not say where it ends.
  var recordings: [CameraStatement] = []
  /// True while what a test expects is checked.
  var isExpecting = false
  /// Where names are declared whose values are hardly ever whole.
  var fractions: Set<UInt32> = []
  /// The statements of the innermost block.
  var siblings: NodeList?
  var declarations: [Symbol: Declaration]?
  /// The symbols of the gestures and functions that were found to call each other in a circle.
  var circular: Set<Symbol> = []
  /// What each checked file offers to those that use it.
  var exports: [Int: [(symbol: Symbol, binding: Binding)]] = [:]
  private let builtins: [Symbol]
  /// The symbols of the words that are read in the show, in their order.
  private let readingWords: [Symbol]
  /// The names whose declarations could not be read or found.
  var lost: LostNames

  /// True if the text could be read without an error: then statements stand where their author put
  /// them.
  let isWellFormed: Bool

  init(_ program: Program, reporter: Diagnostics) {
    self.program = program
    self.reporter = reporter
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

  func result() -> CheckedProgram {
    CheckedProgram(
      program: program, lines: LineTable(program.sources),
      script: program.statements(ofFile: 0), callables: callables, parameters: parameters,
      initializers: initializers, tests: tests, scene: scriptScene, handlers: handlers,
      frame: scriptFrame, globals: globals, shown: shown, live: live, readings: readings,
      counts: counts, modes: modes, destinations: destinations, marks: marks, choices: choices,
      choosesInShow: choosesInShow, awaitsBeats: awaitsBeats, awaitsBars: awaitsBars)
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
    scriptFrame = max(scriptFrame, frameTop)
  }

  /// Checks the file number `index`, and before it the files it uses.
  mutating func checkFile(_ index: Int) {
    let outer = (scope, present, declarations, isScript, foreignCounts)
    (isScript, foreignCounts) = (index == 0, [])
    scope = Scope(symbols: program.symbols.count)
    for (number, symbol) in builtins.enumerated() {
      scope.declare(symbol, Binding(kind: .builtin, index: UInt32(number), start: .max))
    }
    for (number, symbol) in readingWords.enumerated() {
      scope.declare(symbol, Binding(kind: .reading, index: UInt32(number), start: .max))
    }
    declarations = nil
    let mark = scope.mark
    var rest = program.statements(ofFile: index).statements
    present = rest
    while let node = rest.next() {
      isTopLevel = true
      let statement = node.statement
      checkPlace(of: statement)
      if isScript || statement.isDeclaration {
        check(statement)
      } else if case .count(let count) = statement {
        foreignCounts.insert(count.label.symbol)
      }
      present = rest
    }
    if isScript { checkReach(of: program.statements(ofFile: index).statements) }
    if !isScript {
      // Only the names that the file itself declares, without those that it uses from other files.
      let own = scope.visible[mark...].filter {
        program.sources.index(of: scope[$0].start) == index
      }
      exports[index] = own.map { ($0, scope[$0]) }
    }
    (scope, present, declarations, isScript, foreignCounts) = outer
  }

  /// Checks the statements of a block in a scope of their own.
  mutating func block(_ block: BlockView, isSequence: Bool = true) {
    let mark = scope.mark
    let outer = (frame, isTopLevel, siblings)
    (isTopLevel, siblings) = (false, block.statements)
    nesting.level += 1
    nesting.greatest = max(nesting.greatest, nesting.level)
    for node in block.statements { check(node.statement) }
    if isSequence { checkReach(of: block.statements) }
    nesting.level -= 1
    scope.leave(to: mark)
    (frame, isTopLevel, siblings) = outer
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
      if let current, current.symbol == symbol {
        report(
          .nameTaken(text(symbol), at: program.span(of: label), first: program.span(of: current)))
      }
      scope.declare(symbol, binding)
    }
  }

  /// Declares a value and gives it a place; the label becomes the place.
  mutating func declareValue(_ label: LabelView, _ type: Type) {
    let slot = isTopLevel ? globals : frame
    if isTopLevel {
      globals += type.width
    } else {
      frame += type.width
      frameTop = max(frameTop, frame)
    }
    let binding = Binding(
      kind: .value, type: type, isGlobal: isTopLevel, index: UInt32(slot))
    declare(label, binding)
    label.resolve(to: binding.place)
  }
}
