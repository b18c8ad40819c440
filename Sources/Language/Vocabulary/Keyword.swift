/// Every word that the grammar itself knows; each is spelled as its case.
///
/// Words of a table of `Vocabulary`, such as easings and events, are none unless the grammar speaks
/// of them, too.
///
/// The symbol table holds them first, in this order, so that a word's symbol *is* its keyword.
/// `isReserved` tells which of them cannot be names.
public enum Keyword: UInt8, CaseIterable, Sendable {
  // Statements
  case pan, tilt, roll, yaw, pitch, move, ramp, spin, stop, wait, animate
  case `let`, `for`, `repeat`, `if`, gesture, function, use, test, expect
  case tracking, frame, region, select, follow, log, mark, limit, tempo, choose, finally
  case perform, seed, mode, go, count, add, set, sound
  case together, race, stagger, every, on, face, eyes, camera, scene, when
  // Clauses and small words
  case to, by, through, over, at, easing, straight, within, `else`, then, `in`
  case off, none, near, always, peak, speed, restored, elapsed, acceleration, jerk
  case forever, `while`, until, with, most, once, found, timeout
  case pausing, replacing, queued, ignoring
  case late, mirrored, `as`, meter, bar, beat
  // Operators and literals
  case and, or, not, `true`, `false`, home, pose, pi
  // Directions
  case left, right, up, down, clockwise, counterclockwise
  // Regions, subjects
  case center, x, y, width, height
  case person, object, speaking, looking, lost
  // Events and scenes
  case button, flip, zoom, battery, below
  case press, hold, release, turn, long, speaks, walks, sits, stands, looks, leaves, away
  case light, fault
  // Camera, face
  case record, start, toggle, photo, format, crop, next, random, blink
  // Types
  case angle, time, number, truth, text

  /// The word as it is written.
  public var spelling: String { String(describing: self) }

  /// All words in the order of the cases, for the symbol table.
  ///
  /// This is cheaper at every start than asking each case for its name; a test holds the two equal.
  static let words: StaticString = """
    pan tilt roll yaw pitch move ramp spin stop wait animate let for repeat if gesture function \
    use test expect tracking frame region select follow log mark limit tempo choose finally \
    perform seed mode go count add set sound \
    together race stagger every on face eyes camera scene when to by through over at easing \
    straight within else then in off none near always peak speed restored elapsed acceleration \
    jerk forever while until with most once found timeout pausing replacing queued ignoring late \
    mirrored as meter bar beat and or not true false home pose pi left right up down clockwise \
    counterclockwise center x y width height person object speaking looking lost button flip zoom \
    battery below press hold release turn long speaks walks sits stands looks leaves away light \
    fault record start toggle photo format crop next random blink angle time number truth text
    """

  /// The axis the word names: 0 pan, 1 tilt, 2 roll; nil if it names none.
  package var axis: UInt8? {
    switch self {
    case .pan, .yaw: 0
    case .tilt, .pitch: 1
    case .roll: 2
    default: nil
    }
  }

  /// True if a statement may begin with it.
  package var beginsStatement: Bool { rawValue <= Keyword.when.rawValue }

  /// True if the word has a fixed meaning at the start of a statement or in expressions, so that no
  /// name may use it.
  package var isReserved: Bool {
    switch self {
    case .else, .then, .to, .by, .through, .over, .at, .easing, .straight, .within, .near, .and,
      .or, .not, .true, .false, .home, .pose, .pi, .elapsed, .left, .right, .up, .down, .clockwise,
      .counterclockwise:
      true
    // A gesture may have its name, and a value.
    case .follow, .mark, .tempo, .choose, .finally, .perform, .mode, .go, .count, .add, .set,
      .sound:
      false
    default: beginsStatement
    }
  }

  /// True if a value may begin with it: a name, or one of the words that are values.
  var mayBeginValue: Bool {
    switch self {
    case .true, .false, .home, .pose, .pi, .elapsed: true
    default: !isReserved
    }
  }
}
