import Diagnosis

/// Gives every name its meaning and every quantity its dimension.
///
/// The program is used up: its tree goes on, resolved, into the checked program. Nothing is checked
/// twice and later stages trust the verdict: they never meet an unknown name or a wrong dimension.
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
  var initializers: [UInt32] = []
  var tests: [CheckedProgram.Test] = []
  var handlers: [CheckedProgram.Handler] = []
  var shown: [UInt32: ShownValue] = [:]
  var globals = 0
  /// How many values the running body's frame holds now, and at most.
  var frame = 0
  var frameTop = 0
  /// The most the script's own body needs.
  private var scriptFrame = 0
  /// True while the statements of a file's top level are checked.
  var isTopLevel = true
  var isInTest = false
  /// The scene of the script, and of the test being checked; 0 if there is none.
  var scriptScene: UInt32 = 0
  var testScene: UInt32 = 0
  /// True while a scene is checked, which knows none of the script's names.
  var isInScene = false
  /// How deep the operators around the present place are, and have been at most.
  var height = (level: 0, greatest: 0)
  /// How deep the blocks around the present place are, and have been at most.
  var nesting = (level: 0, greatest: 0)
  /// What a direction turns here: an angle, or a speed.
  var turning = Dimension.angle
  /// True once an `expect` outside of tests has been reported.
  var hasExpected = false
  /// The symbol of the gesture or function being checked.
  var current: UInt32?
  /// The statement of the file's top level being checked, and the declarations from there on by
  /// name once somebody has asked for them.
  var present: UInt32 = 0
  var declarations: [UInt32: UInt32]?
  /// The symbols of the gestures and functions that were found to call each other in a circle.
  var circular: Set<UInt32> = []
  /// What each checked file offers to those that use it.
  private var exports: [Int: [(symbol: UInt32, binding: Binding)]] = [:]
  private let builtins: [UInt32]
  /// The names whose declarations could not be read or found.
  var lost: LostNames

  init(_ program: Program, reporter: Diagnostics) {
    self.program = program
    self.reporter = reporter
    tree = program.tree
    lost = program.lost
    builtins = program.symbols.symbols(of: Builtin.names)
    scope = Scope(symbols: 0)
  }

  func result() -> CheckedProgram {
    CheckedProgram(
      program: program, script: program.files[0], callables: callables,
      parameters: parameters,
      initializers: initializers, tests: tests, scene: scriptScene, handlers: handlers,
      frame: scriptFrame, globals: globals, shown: shown)
  }

  mutating func checkScript() {
    checkFile(0)
    checkPolicies()
    scriptFrame = max(scriptFrame, frameTop)
  }

  /// Checks the file number `index`, and before it the files it uses.
  private mutating func checkFile(_ index: Int) {
    let outer = (scope, present, declarations)
    scope = Scope(symbols: program.symbols.count)
    for (number, symbol) in builtins.enumerated() {
      scope.declare(symbol, Binding(kind: .builtin, payload: UInt32(number), start: .max))
    }
    declarations = nil
    let mark = scope.mark
    var statement = tree[program.files[index]].payload
    while statement != 0 {
      isTopLevel = true
      present = statement
      if index == 0 || !tree[statement].kind.isAction { check(statement, file: index) }
      statement = tree[statement].next
    }
    if index > 0 {
      // What the file declares itself; what it uses of others is theirs to offer.
      let own = scope.visible[mark...].filter {
        program.sources.index(of: scope[$0].start) == index
      }
      exports[index] = own.map { ($0, scope[$0]) }
    }
    (scope, present, declarations) = outer
  }

  private mutating func check(_ statement: UInt32, file index: Int) {
    switch tree[statement].kind {
    case .use: use(statement)
    case .gesture, .function: callable(statement)
    case .test: test(statement, isScript: index == 0)
    case .letting:
      self.statement(statement)
      if index > 0 { initializers.append(statement) }
    default: self.statement(statement)
    }
  }

  /// Brings the names of another file into this one.
  private mutating func use(_ node: UInt32) {
    guard let index = program.uses[node] else { return }
    if exports[index] == nil {
      let outer = (isTopLevel, frame, frameTop)
      checkFile(index)
      (isTopLevel, frame, frameTop) = outer
    }
    let offered = exports[index] ?? []
    let isBroken = program.broken.contains(index)
    let literal = tree[node].payload
    var name = tree[literal].next
    if name == 0 {
      if isBroken { lost.isEverything = true }
      for (symbol, binding) in offered where scope[symbol].kind != .builtin {
        bring(symbol, binding, at: program.span(of: literal))
      }
    }
    while name != 0 {
      let symbol = tree[name].payload
      if let binding = offered.first(where: { $0.symbol == symbol })?.binding {
        bring(symbol, binding, at: program.span(of: name))
      } else {
        notOffered(name, by: literal, offered.map(\.symbol), isBroken: isBroken)
      }
      name = tree[name].next
    }
  }

  /// Reports a name that the used file does not declare, unless it was lost there with a fault.
  private mutating func notOffered(
    _ name: UInt32, by literal: UInt32, _ offered: [UInt32], isBroken: Bool
  ) {
    let symbol = tree[name].payload
    let known = offered.map(text)
    let nearest = Suggestion.nearest(to: text(symbol), in: known)
    if !isBroken, !lost.contains(symbol) {
      let file = tree.strings[Int(tree[literal].payload)]
      report(
        .nameNotInFile(
          text(symbol), file, known: known, nearest, at: program.span(of: name)))
    }
    lost.symbols.insert(symbol)
    if let index = known.firstIndex(where: { $0 == nearest }) {
      lost.symbols.insert(offered[index])
    }
  }

  private mutating func bring(_ symbol: UInt32, _ binding: Binding, at span: SourceSpan) {
    if scope[symbol].kind != .none {
      report(.nameTaken(text(symbol), at: span, first: place(of: scope[symbol])))
    } else {
      scope.declare(symbol, binding)
    }
  }

  // MARK: - Names

  mutating func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic) }

  /// Reports what `diagnostic` makes of the checker.
  ///
  /// Those that call themselves report here, so that their frames hold no diagnostics.
  @inline(never)
  mutating func report(_ diagnostic: (Checker) -> Diagnostic) { report(diagnostic(self)) }

  func text(_ symbol: UInt32) -> String { tree.word(of: symbol, in: program.symbols) }

  /// The text of the declaration of `binding`; nil for what the language itself brings.
  func place(of binding: Binding) -> SourceSpan? {
    binding.start == .max ? nil : program.tokenSpan(at: binding.start)
  }

  /// Declares the name at `label`; a name that means something already is reported.
  mutating func declare(_ label: UInt32, _ binding: Binding) {
    let symbol = tree[label].payload
    var binding = binding
    binding.start = tree[label].start
    if scope[symbol].start == binding.start, scope[symbol].kind == binding.kind { return }
    if scope[symbol].kind != .none {
      report(
        .nameTaken(
          text(symbol), at: program.span(of: label), first: place(of: scope[symbol])))
    } else {
      scope.declare(symbol, binding)
    }
  }

  /// Declares a value and gives it a place; the label becomes the place.
  mutating func declareValue(_ label: UInt32, _ type: Type) {
    let storage: CheckedProgram.Storage = isTopLevel ? .global : .local
    let slot = isTopLevel ? globals : frame
    if isTopLevel {
      globals += type.width
    } else {
      frame += type.width
      frameTop = max(frameTop, frame)
    }
    declare(
      label, Binding(kind: .value, storage: storage, type: type, payload: UInt32(slot)))
    tree[label].detail = storage.rawValue
    tree[label].flags = type.kind.rawValue
    tree[label].payload = UInt32(slot)
  }
}

extension Node.Kind {
  /// True iff the statement does something when its file is run, rather than naming something.
  var isAction: Bool {
    switch self {
    case .letting, .gesture, .function, .use, .test: false
    default: true
    }
  }
}
