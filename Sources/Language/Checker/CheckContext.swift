import Diagnosis

// What the checker keeps beside the program: where it is, what it knows of names, and what it still
// has to judge.

/// Where in the program the checker is.
struct CheckContext {
  /// True while the script itself is checked, false in a file that it uses.
  var isScript = true
  /// True while the statements of a file's top level are checked.
  var isTopLevel = true
  /// True while a test is checked, and what it expects.
  var (isInTest, isExpecting) = (false, false)
  /// True while a scene is checked, which knows none of the script's names.
  var isInScene = false
  /// True while a handler is checked, and if that is for an event that ends motion.
  var (isInHandler, isInSafetyHandler) = (false, false)
  /// True where something may be read that only the show knows, and once that has been done.
  var (allowsReadings, hasRead) = (false, false)
  /// The number of the mode that is being checked.
  var mode: Int?
  /// The name of the gesture or function being checked.
  var current: LabelView?
  /// The statements of the innermost block.
  var siblings: NodeList?
  /// The dimension that a direction applies to here: an angle, or a speed.
  var turning = Dimension.angle
  /// The statements of the file's top level from the one being checked on, and the declarations
  /// among them by name once somebody has asked for them.
  var (present, declarations): (NodeList?, [Symbol: Checker.Declaration]?) = (nil, nil)
  /// The counts that the file being checked declares, if the script uses it: they do not count.
  var foreignCounts: Set<Symbol> = []
}

/// What is known of names beside what they mean.
struct NameFacts {
  /// The counts of the script, in its order.
  var counts: [CountDeclaration] = []
  /// The numbers of the modes of the script.
  var modeNumbers: [Symbol: Int] = [:]
  /// The numbers that 'let' names without a calculation, by the places of their names.
  var namedNumbers: [UInt32: Double] = [:]
  /// Where names are declared whose values are hardly ever whole.
  var fractions: Set<UInt32> = []
  /// The symbols of the gestures and functions that were found to call each other in a circle.
  var circular: Set<Symbol> = []
  /// What each checked file offers to those that use it.
  var exports: [Int: [(symbol: Symbol, binding: Binding)]] = [:]
  /// Whether nothing comes out of a gesture, by its index, as far as that has been asked.
  var endlessGestures: [Int: Bool] = [:]
}

/// The parts of the test that is being checked.
struct TestParts {
  /// Its scene, if it has one.
  var scene: SceneStatement?
  /// Its own handlers, in its order.
  var handlers: [CheckedProgram.Handler] = []
  /// The statement that plays the script; nil if none does.
  var performance: PerformStatement?
}

/// What is judged when the whole script is known.
struct PendingChecks {
  /// All blocks of branches.
  var concurrents: [ConcurrentStatement] = []
  /// Where each 'go to' leads, and the mode in which it stands; nil above the modes.
  var goings: [(mode: Int?, destination: CheckedProgram.Destination)] = []
  /// Whom the script names outside its tests, in the order of the text.
  var named: [SubjectView] = []
  /// The statements that begin a recording and do not say where it ends.
  var recordings: [CameraStatement] = []
  /// The last mode so far.
  var lastMode: ModeStatement?
  /// True once handlers have been found behind which the script ends.
  var hasLateHandlers = false
  /// True once an `expect` outside of tests has been reported.
  var hasExpected = false
}
