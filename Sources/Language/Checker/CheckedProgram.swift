import Diagnosis
import Vocabulary

/// The kind of a shown value, which decides how it is written.
package enum ShownValue: Equatable, Sendable {
  case truth, pose
  /// A number with its unit; and its axis, 0 for pan, if it has a direction.
  case quantity(unit: String, axis: UInt8?)

  /// The form in which a value of `type` is shown, along `axis` if that is known; nil for a text.
  ///
  /// A rate has the unit `rate` if that is given.
  init?(_ type: Type, axis: UInt8?, rate: String? = nil) {
    switch type.kind {
    case .quantity:
      let isRate = type.dimension == .frequency
      self = .quantity(unit: isRate ? rate ?? "/s" : type.dimension.unit, axis: axis)
    case .truth: self = .truth
    case .pose: self = .pose
    case .text, .broken: return nil
    }
  }
}

/// A program in which every name has a meaning and every quantity its dimension; only `check` makes
/// one.
///
/// Its tree is the parser's with the names resolved: a name has its place in a frame, a call what
/// it calls.
public struct CheckedProgram: Sendable {
  /// A gesture or function.
  package struct Callable: Sendable {
    /// The block of a gesture.
    package var block: BlockView
    /// The value of a function.
    package var expression: ExpressionView
    var firstParameter: UInt32
    var parameterCount: UInt8
    var isGesture: Bool
    var result: Type
    /// The depth of nested operators of a function, or of nested blocks of a gesture.
    var height: UInt16
    /// How many values its frame holds.
    package var frame: UInt32
    var symbol: UInt32
    /// True if a statement calls it.
    var isCalled = false

    /// Where its parameters stand in `CheckedProgram.parameters`, in order.
    package var parameters: Range<Int> {
      Int(firstParameter)..<Int(firstParameter) + Int(parameterCount)
    }
  }

  /// A parameter of a gesture or function.
  package struct Parameter: Sendable {
    /// Its place in the frame.
    package var slot: UInt32
    /// Its default, if it has one.
    package var value: ExpressionView?
    var symbol: UInt32
    var type: Type

    /// True if it takes three places, one for each axis.
    package var isPose: Bool { type.kind == .pose }

    /// How its value is shown; nil if it is a text.
    package var shown: ShownValue? { ShownValue(type, axis: nil) }
  }

  /// A test block.
  package struct Test: Sendable {
    /// Its name.
    package var name: String
    /// Its block.
    package var body: BlockView
    /// Where it stands.
    package var span: SourceSpan
    /// Its scene, if it has one.
    package var scene: SceneStatement?
    /// Its own handlers, in its order.
    package var handlers: [Handler] = []
    /// The statement that plays the script; nil if none does.
    package var performance: PerformStatement?
  }

  /// Where a 'go to' leads.
  package enum Destination: Sendable {
    /// To the mode of this number.
    case mode(Int)
    /// To the end of the script.
    case end

    /// The name of the end, for which a script may have a mode of its own.
    package static let nameOfEnd = "end"
  }

  /// A handler.
  package struct Handler: Sendable {
    /// Its declaration.
    package var statement: HandlerStatement
    /// The number of the mode that it belongs to; nil if it holds in all.
    package var mode: Int?
    /// True if it has a 'go to'.
    package var leadsOn: Bool { destination != nil }
    /// Where the first 'go to' of its block leads; nil if it has none.
    package var destination: Destination?
    /// The axes it moves, turns or limits, as bits: pan 1, tilt 2, roll 4.
    package var axes: UInt8 = 0
    /// True if the text before its block has errors, which may include its policy.
    package var isBroken = false
  }

  /// A mode.
  package struct Mode: Sendable {
    /// Its name.
    package var name: String
    /// Its declaration.
    package var statement: ModeStatement
  }

  /// A mark at the top of the script, or directly in a mode.
  package struct Mark: Sendable {
    /// Its name.
    package var name: String
    /// The statement that leaves it.
    package var statement: MarkStatement
    /// The number of the mode that it stands in; nil at the top.
    package var mode: Int?
  }

  package let program: Program
  /// Where the lines of its sources begin.
  package let lines: LineTable
  /// The root of the script.
  package let script: BlockView
  /// The gestures and functions.
  package internal(set) var callables: [Callable] = []
  /// The parameters of all of them.
  package internal(set) var parameters: [Parameter] = []
  /// The `let`s of the used files, in the order in which they are to be evaluated.
  package internal(set) var initializers: [LetStatement] = []
  /// The test blocks of the script.
  package internal(set) var tests: [Test] = []
  /// The scene of the script, if it has one.
  package internal(set) var scene: SceneStatement?
  /// The handlers of the script, in its order.
  package internal(set) var handlers: [Handler] = []
  /// How many values the script's own frame holds.
  package internal(set) var frame = 0
  /// How many values the files hold.
  package internal(set) var globals = 0
  /// The kinds of the values that may be shown, by node; texts are left out.
  ///
  /// They are what is logged, what a test compares, and the names of counted loops.
  package internal(set) var shown: [NodeID: ShownValue] = [:]
  /// The conditions and the parts of them that only the show can decide.
  package internal(set) var live: Set<NodeID> = []
  /// What the names in conditions read, as far as only the show knows it.
  package internal(set) var readings: [NodeID: StateVariable] = [:]
  /// The counts that statements change, by the statements.
  package internal(set) var counts: [NodeID: CountDeclaration] = [:]
  /// The modes of the script, in its order.
  package internal(set) var modes: [Mode] = []
  /// Where each 'go to' leads.
  package internal(set) var destinations: [NodeID: Destination] = [:]
  /// The marks of the script, in its order.
  package internal(set) var marks: [Mark] = []
  /// The numbers of the choices of the script and of all that it uses, from 1.
  package internal(set) var choices: [NodeID: Int] = [:]
  /// True if the options of choices are taken in the show, false if when it is compiled.
  package internal(set) var choosesInShow = false
  /// True if it waits for the next beat or bar somewhere.
  package internal(set) var awaitsBeats = false
  /// True if it waits for the bar of a number somewhere.
  package internal(set) var awaitsBars = false

  /// What is known of `program` before it is checked.
  init(_ program: Program) {
    self.program = program
    lines = LineTable(program.sources)
    script = program.statements(ofFile: 0)
  }

  /// The same program with options that are taken in the show.
  package var choosingInShow: CheckedProgram {
    var copy = self
    copy.choosesInShow = true
    return copy
  }

  /// The name of the mode that `label` names.
  package func name(ofMode label: LabelView) -> String { program.symbols.text(of: label.symbol) }

  /// The name of `callable`.
  package func name(of callable: Callable) -> String { program.symbols.text(of: callable.symbol) }

  /// The name of `parameter`.
  package func name(of parameter: Parameter) -> String {
    program.symbols.text(of: parameter.symbol)
  }

  /// The sounds that it plays, each once, by their names.
  public var sounds: [SoundFile] {
    var files: [String: SoundFile] = [:]
    for file in program.sounds.values { files[file.name] = file }
    return files.values.sorted { $0.name < $1.name }
  }

  /// The texts.
  public var sources: SourceMap { program.sources }

  /// The names of its tests, in the order of the script.
  public var testNames: [String] { tests.map(\.name) }

  /// Where test number `index` stands.
  public func span(ofTest index: Int) -> SourceSpan { tests[index].span }
}
