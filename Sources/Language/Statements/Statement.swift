// The lists of all statements: their views, the kinds of their nodes, the words that begin them,
// and their checks. Each statement has a file of its own beside this one.

/// A statement, by what it is.
///
/// A switch over it names every case and has no `default`: a statement that is forgotten does not
/// compile.
@frozen
public enum Statement {
  case move(MoveStatement)
  case ramp(TurnStatement)
  case spin(TurnStatement)
  case stop(StopStatement)
  case wait(WaitStatement)
  case animate(AnimateStatement)

  case `let`(LetStatement)
  case `for`(ForStatement)
  case `repeat`(RepeatStatement)
  case forever(ForeverStatement)
  case `while`(WhileStatement)
  case `if`(IfStatement)
  case choose(ChooseStatement)
  case finally(FinallyStatement)
  case call(CallStatement)

  case every(EveryStatement)
  case concurrent(ConcurrentStatement)
  case waitFor(WaitForStatement)
  case handler(HandlerStatement)

  case tracking(TrackingStatement)
  case frame(FrameStatement)
  case region(RegionStatement)
  case select(SelectStatement)
  case follow(FollowStatement)
  case log(LogStatement)
  case mark(MarkStatement)
  case sound(SoundStatement)
  case limit(LimitStatement)
  case late(LateStatement)
  case tempo(TempoStatement)
  case untilBar(UntilBarStatement)
  case waitUntil(WaitUntilStatement)
  case mode(ModeStatement)
  case goTo(GoToStatement)
  case count(CountStatement)
  case change(CountChangeStatement)
  case seed(SeedStatement)

  case face(FaceStatement)
  case eyes(EyesStatement)
  case camera(CameraStatement)

  case gesture(CallableStatement)
  case function(CallableStatement)
  case use(UseStatement)
  case test(TestStatement)
  case perform(PerformStatement)
  case expect(ExpectStatement)
  case scene(SceneStatement)

  /// A block without a word, as branches have.
  case block(BlockView)
}

/// A statement, with the properties that every statement has.
public protocol StatementView: SyntaxView {
  /// Its role in its block.
  static var nature: StatementNature { get }
  /// The axes that it moves, turns or limits.
  var axes: AxisUse { get }
  /// What it is in an outline of the text; `action` if it does not say.
  var outlineKind: Outline.Kind { get }
  /// The name that it declares for what follows in its file; nil if it does not say.
  var declaredLabel: LabelView? { get }
}

extension StatementView {
  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .action }
  /// The name that it declares for the rest of its file.
  public var declaredLabel: LabelView? { nil }
}

/// The role of a statement in its block.
public enum StatementNature {
  /// It does something.
  case action
  /// It gives a value a name, and takes no time.
  case naming
  /// It applies to the rest of its block, and takes no time.
  case setting
  /// It is a declaration.
  case declaration

  /// True if it applies to the rest of its block, and takes no time itself.
  public var isSetting: Bool { self == .naming || self == .setting }
}

/// The axes that a statement moves, turns or limits.
public enum AxisUse: Equatable {
  /// None.
  case none
  /// These, as bits: pan 1, tilt 2, roll 4.
  case axes(UInt8)
  /// Those of the statements in its blocks.
  case blocks
  /// Those of the gesture with this index in `CheckedProgram.callables`.
  case callee(Int)

  /// All axes.
  static var all: UInt8 { 0b111 }
  /// Those that turn the view of the camera: pan and tilt.
  static var view: UInt8 { 0b011 }
}

extension Node {
  /// What a node is.
  @frozen
  public enum Kind: UInt8 {
    /// The root; its children are the files.
    case program
    /// A file; its children are its statements.
    case file
    /// A block `{ ... }`; its children are its statements.
    case block

    // Statements. `detail` says which axis, verb or mode.
    case axisMove, poseMove, ramp, spin, stop, wait, animate
    case letting, counting, repeating, choosing, draw, finally, call
    case tracking, frame, region, select, follow, log, mark, sound, limit
    case lateness, tempo, untilBar, waitUntil, mode, going, count, change, seed, perform, expect
    // Declarations
    case gesture, function, use, test
    case handler, waitFor, together, race, stagger, every, forever, whilst
    case face, eyes, camera, event
    // Scenes: `detail` is the keyword of what happens, `flags` say more of it.
    case scene, arrival, happening, place

    // Parts
    case parameter, argument, easing, target, way, subject
    /// A name where it is declared; it holds its symbol.
    case label
    // Expressions
    case number, beats, size, string, truth, name, home, pi, elapsed, peak
    case negation, not, binary, within, apply, pose, conditional, member, directed, range
  }
}

extension Parser {
  /// Reads one statement.
  ///
  ///     statement = motion | ramp | spin | stop | wait | animate | let | for
  ///               | repeat | if | choose | finally | call | gesture | function | use | test
  ///               | expect | tracking | frame | region | select | follow | log | mark | sound
  ///               | limit | tempo | lateness | seed | handler | concurrent | every | face
  ///               | eyes | camera | mode | go | count | change | scene | perform .
  mutating func statement() throws(Unreadable) -> NodeID {
    guard let keyword = token.keyword else { return try callOrUnknown() }
    return try statement(keyword, at: token.start)
  }

  /// True if the current word calls a gesture, whose name it then is.
  private var isCall: Bool {
    let next = following
    return next.kind == .openParen && !next.startsLine
  }

  /// Reads the statement that begins with `keyword`, or with a word that is taken for it.
  mutating func statement(
    _ keyword: Keyword, at start: UInt32
  ) throws(Unreadable) -> NodeID {
    switch keyword {
    case .pan, .tilt, .roll, .yaw, .pitch:
      advance()
      return try moves(add(.axisMove, at: start, detail: keyword.axis ?? 0))
    case .move:
      advance()
      return try moves(add(.poseMove, at: start))
    case .ramp: return try ramp()
    case .spin: return try spin()
    case .stop: return try stop()
    case .wait: return try wait()
    case .animate: return try animate()
    case .let: return try letting()
    case .for: return try counting()
    case .repeat: return try repeating()
    case .if: return try choosing()
    case .choose where !isCall: return try randomChoice()
    case .finally where !isCall: return try finally()
    case .else: throw fail { .elseWithoutIf(at: $0.token.span) }
    case .gesture: return try gesture()
    case .function: return try function()
    case .use: return try use()
    case .test: return try test()
    case .perform where !isCall: return try perform()
    case .expect: return try expectation()
    case .tracking: return try tracking()
    case .frame: return try frame()
    case .region: return try region()
    case .select: return try select()
    case .follow where !isCall: return try follow()
    case .log: return try log()
    case .mark where !isCall: return try mark()
    case .sound where !isCall: return try sound()
    case .limit: return try limit()
    case .mode where !isCall: return try mode()
    case .go where !isCall: return try going()
    case .count where !isCall: return try count()
    case .add where !isCall: return try change(isAbsolute: false)
    case .set where !isCall: return try change(isAbsolute: true)
    case .tempo where !isCall: return try tempo()
    case .seed: return try seed()
    case .on: return try handler()
    case .together, .race, .stagger: return try concurrent(keyword)
    case .every: return try every()
    case .face: return try face()
    case .eyes: return try eyes()
    case .camera: return try camera()
    case .scene: return try scene()
    case .when: return try lateness()
    // Any other word may be the name of a gesture.
    default: return try callOrUnknown()
    }
  }
}

extension NodeView {
  /// The statement that it is; an empty block if it is none.
  ///
  /// Transparent, because a switch over it is in the innermost loop of the scheduler, and a call or
  /// a value in memory would cost more than most statements.
  @_transparent
  public var statement: Statement {
    switch kind {
    case .axisMove, .poseMove: .move(MoveStatement(self))
    case .ramp: .ramp(TurnStatement(self))
    case .spin: .spin(TurnStatement(self))
    case .stop: .stop(StopStatement(self))
    case .wait: .wait(WaitStatement(self))
    case .animate: .animate(AnimateStatement(self))
    case .letting: .let(LetStatement(self))
    case .counting: .for(ForStatement(self))
    case .repeating: .repeat(RepeatStatement(self))
    case .forever: .forever(ForeverStatement(self))
    case .whilst: .while(WhileStatement(self))
    case .choosing: .if(IfStatement(self))
    case .draw: .choose(ChooseStatement(self))
    case .finally: .finally(FinallyStatement(self))
    case .call: .call(CallStatement(self))
    case .every: .every(EveryStatement(self))
    case .together, .race, .stagger: .concurrent(ConcurrentStatement(self))
    case .waitFor: .waitFor(WaitForStatement(self))
    case .handler: .handler(HandlerStatement(self))
    case .tracking: .tracking(TrackingStatement(self))
    case .frame: .frame(FrameStatement(self))
    case .region: .region(RegionStatement(self))
    case .select: .select(SelectStatement(self))
    case .follow: .follow(FollowStatement(self))
    case .log: .log(LogStatement(self))
    case .mark: .mark(MarkStatement(self))
    case .sound: .sound(SoundStatement(self))
    case .limit: .limit(LimitStatement(self))
    case .lateness: .late(LateStatement(self))
    case .tempo: .tempo(TempoStatement(self))
    case .untilBar: .untilBar(UntilBarStatement(self))
    case .waitUntil: .waitUntil(WaitUntilStatement(self))
    case .mode: .mode(ModeStatement(self))
    case .going: .goTo(GoToStatement(self))
    case .count: .count(CountStatement(self))
    case .change: .change(CountChangeStatement(self))
    case .seed: .seed(SeedStatement(self))
    case .face: .face(FaceStatement(self))
    case .eyes: .eyes(EyesStatement(self))
    case .camera: .camera(CameraStatement(self))
    case .gesture: .gesture(CallableStatement(self))
    case .function: .function(CallableStatement(self))
    case .use: .use(UseStatement(self))
    case .test: .test(TestStatement(self))
    case .perform: .perform(PerformStatement(self))
    case .expect: .expect(ExpectStatement(self))
    case .scene: .scene(SceneStatement(self))
    case .block: .block(BlockView(self))
    case .program, .file, .event, .arrival, .happening, .place, .parameter, .argument, .easing,
      .target, .way, .subject, .label, .number, .beats, .size, .string, .truth, .name, .home, .pi,
      .elapsed,
      .peak,
      .negation, .not, .binary, .within, .apply, .pose, .conditional, .member, .directed,
      .range:
      .block(BlockView(NodeView(nodes, 0)))
    }
  }
}

extension Checker {
  /// Checks a statement.
  ///
  /// Of a declaration inside a block the parser has reported that it stands at the top of a file.
  mutating func check(_ statement: Statement) {
    switch statement {
    case .move(let move): check(move)
    case .ramp(let turn), .spin(let turn): check(turn)
    case .stop(let stop): check(stop)
    case .wait(let wait): check(wait)
    case .let(let naming): check(naming)
    case .for(let loop): check(loop)
    case .repeat(let loop): check(loop)
    case .forever(let loop): block(loop.body)
    case .while(let loop): check(loop)
    case .if(let choice): check(choice)
    case .choose(let choice): check(choice)
    case .finally(let finally): check(finally)
    case .call(let call): check(call)
    case .every(let every): check(every)
    case .concurrent(let concurrent): check(concurrent)
    case .waitFor(let wait): check(wait)
    case .handler(let handler): check(handler)
    case .region(let region): check(region)
    case .select(let select): check(select)
    case .follow(let follow): check(follow)
    case .log(let log): check(log)
    case .mark(let mark): check(mark)
    case .limit(let limit): check(limit)
    case .late(let late): check(late)
    case .tempo(let tempo): check(tempo)
    case .untilBar(let wait): check(wait)
    case .waitUntil(let wait): check(wait)
    case .mode(let mode): check(mode)
    case .goTo(let going): check(going)
    case .count(let count): check(count)
    case .change(let change): check(change)
    case .seed(let seed): check(seed)
    case .face(let face): check(face)
    case .camera(let camera): check(camera)
    case .perform(let performance): check(performance)
    case .expect(let expectation): check(expectation)
    case .scene(let scene): check(scene)
    case .block(let block): self.block(block)
    case .eyes(let eyes): check(eyes)
    // The file of a sound is looked for when the script is read.
    case .animate, .tracking, .frame, .sound: break
    case .gesture(let callable), .function(let callable): if context.isTopLevel { check(callable) }
    case .use(let use): if context.isTopLevel { bring(use) }
    case .test(let test): if context.isTopLevel { check(test) }
    }
  }
}

extension Statement {
  /// Its view.
  public var view: any StatementView {
    switch self {
    case .move(let view): view
    case .ramp(let view): view
    case .spin(let view): view
    case .stop(let view): view
    case .wait(let view): view
    case .animate(let view): view
    case .let(let view): view
    case .for(let view): view
    case .repeat(let view): view
    case .forever(let view): view
    case .while(let view): view
    case .if(let view): view
    case .choose(let view): view
    case .finally(let view): view
    case .call(let view): view
    case .every(let view): view
    case .concurrent(let view): view
    case .waitFor(let view): view
    case .handler(let view): view
    case .tracking(let view): view
    case .frame(let view): view
    case .region(let view): view
    case .select(let view): view
    case .follow(let view): view
    case .log(let view): view
    case .mark(let view): view
    case .sound(let view): view
    case .limit(let view): view
    case .late(let view): view
    case .tempo(let view): view
    case .untilBar(let view): view
    case .waitUntil(let view): view
    case .mode(let view): view
    case .goTo(let view): view
    case .count(let view): view
    case .change(let view): view
    case .seed(let view): view
    case .face(let view): view
    case .eyes(let view): view
    case .camera(let view): view
    case .gesture(let view): view
    case .function(let view): view
    case .use(let view): view
    case .test(let view): view
    case .perform(let view): view
    case .expect(let view): view
    case .scene(let view): view
    case .block(let view): view
    }
  }

  /// True if it applies to the rest of its block, and takes no time itself.
  public var isSetting: Bool { type(of: view).nature.isSetting }

  /// True if it stands only outside of blocks, or directly in a mode.
  var standsAtTop: Bool {
    let view = view
    return view is MarkStatement || view is HandlerStatement || view is ModeStatement
      || view is CountStatement || view is SceneStatement
      || type(of: view).nature == .declaration
  }

  /// True if it declares a name that the files which use this one may use.
  var isDeclaration: Bool {
    let nature = type(of: view).nature
    return nature == .naming || nature == .declaration
  }
}
