import Vocabulary

/// The foreign words inside statements.
extension ForeignWords {
  static let units = [
    Entry("degrees degree degs d ° º", "deg", "degrees are written 'deg'"),
    Entry("radians radian rads r", "rad", "radians are written 'rad'"),
    Entry(
      "turns rev revs revolution revolutions rotation rotations cycle cycles tr", "turn",
      "a full turn is written 'turn'"),
    Entry("sec secs second seconds sek", "s", "seconds are written 's'"),
    Entry(
      "msec msecs millis milli millisecond milliseconds", "ms", "milliseconds are written 'ms'"),
    Entry("us µs usec micros microseconds", "ms", "the smallest unit of time is 'ms'"),
    Entry("mins minute minutes", "min", "minutes are written 'min'"),
    Entry("hr hrs hour hours", "h", "hours are written 'h'"),
    Entry("dps degps degpersec deg/sec", "deg/s", "degrees a second are written 'deg/s'"),
    Entry("radps rad/sec", "rad/s", "radians a second are written 'rad/s'"),
    Entry("rps", "turn/s", "turns a second are written 'turn/s'"),
    Entry("rpm", "turn/min", "turns a minute are written 'turn/min'"),
    Entry("percent pct pc", "%", "shares are written '%'"),
    Entry("times fold", "x", "factors are written 'x'"),
    Entry("meter meters metre metres", "m", "metres are written 'm'"),
    Entry("centimeter centimeters centimetre centimetres", "cm", "centimetres are written 'cm'"),
    Entry("mm millimeters millimetres", "cm", "the smallest unit of length is 'cm'"),
    Entry("hz hertz framespersecond frames", "fps", "rates are written 'fps'"),
  ]

  static let easings = entries(of: EasingName.self)

  static let animations = entries(of: Animation.self)

  static let operators = [
    Entry("&& & ∧", "and", "'and' joins two conditions that must both be true"),
    Entry("|| | ∨", "or", "'or' joins two conditions of which one must be true"),
    Entry("! ¬ ~ no", "not", "'not' reverses a condition"),
    Entry("= === eq is equals", "==", "'==' compares two values; '=' names one"),
    Entry("<> !== /= =/= ~= ≠ ne isnt", "!=", "'!=' is true if two values differ"),
    Entry("=< ≤ le", "<=", "at most is written '<='"),
    Entry("=> ≥ ge", ">=", "at least is written '>='"),
    Entry("lt", "<", "less is written '<'"),
    Entry("gt", ">", "more is written '>'"),
    Entry("× · ⋅ x", "*", "products are written '*'"),
    Entry("÷ div", "/", "quotients are written '/'"),
    Entry("//", "/", "quotients are written '/'; 'floor(7 / 2)' is a whole number"),
    Entry("mod", "%", "remainders are written '%'"),
    Entry("− – —", "-", "differences are written '-'"),
    Entry("... .... … ..= ..<", "..", "a range is written '..' and includes both its ends"),
    Entry(":= <-", "=", "a name is given with 'let name = …'"),
  ]

  static let literals = [
    Entry("one", "1", "numbers are written in digits"),
    Entry("two", "2", "numbers are written in digits"),
    Entry("three", "3", "numbers are written in digits"),
    Entry("four", "4", "numbers are written in digits"),
    Entry("five", "5", "numbers are written in digits"),
    Entry("yes on enabled", "true", "truths are 'true' and 'false'"),
    Entry("no off disabled", "false", "truths are 'true' and 'false'"),
    Entry(
      "origin center centre zero neutral rest start startpose initial", "home",
      "the pose with every axis at 0 is 'home'"),
    Entry("π mpi", "pi", "the number is called 'pi'"),
    Entry("charge batterylevel powerlevel", "battery", "the charge of the dock is 'battery'"),
    Entry("nobody noone", "not person", "'person' is true while somebody is there"),
    Entry("somebody someone anybody anyone", "person", "'person' is true while somebody is there"),
  ]

  static let axes = [
    Entry(
      "yaw heading azimuth horizontal x z theta panning", "pan", "turning left and right is 'pan'"),
    Entry(
      "pitch elevation altitude vertical y phi tilting", "tilt", "turning up and down is 'tilt'"),
    Entry("bank twist rotation rolling", "roll", "turning about the line of sight is 'roll'"),
  ]

  static let clauses = [
    Entry(
      "in during lasting duration for time takes taking", "over",
      "the length of a move follows 'over'"),
    Entry("toward towards until onto into absolute", "to", "the target of a move follows 'to'"),
    Entry(
      "relative relatively plus offset delta step stride", "by",
      "the distance of a move follows 'by'"),
    Entry("via thru past along across waypoints", "through", "points on the way follow 'through'"),
    Entry("speed velocity rate pace", "at", "the speed of a move follows 'at'"),
    Entry(
      "ease eased using with curve timing interpolation interpolate", "easing",
      "the curve of a move follows 'easing'"),
    Entry("tolerance radius corner rounding", "within", "the tolerance of a path follows 'within'"),
    Entry("under beneath lower", "below", "'below' compares a charge"),
    Entry("direct directly", "straight", "'straight' makes the path straight"),
    Entry("elif elseif elsif", "else if", "a further condition follows 'else if'"),
    Entry("otherwise", "else", "the other case follows 'else'"),
    Entry("do begin", "{", "a block stands in '{ … }'"),
  ]

  static let directions = Direction.allCases.flatMap { direction in
    direction.otherNames.map { Entry($0.words, direction.spelling, $0.explanation) }
  }

  static let types = [
    Entry("degrees deg radians rad rotation orientation", "angle", "angles have the type 'angle'"),
    Entry(
      "duration seconds sec s ms timeinterval length delay", "time", "times have the type 'time'"),
    Entry("velocity rate angularvelocity degpersec", "speed", "speeds have the type 'speed'"),
    Entry("accel", "acceleration", "accelerations have the type 'acceleration'"),
    Entry(
      "int integer float double real decimal num count scalar percent", "number",
      "numbers have the type 'number'"),
    Entry("position vector point vec3 place location target", "pose", "poses have the type 'pose'"),
    Entry("bool boolean flag logical bit", "truth", "truths have the type 'truth'"),
    Entry("string str char character message name", "text", "texts have the type 'text'"),
  ]

  static let framings = entries(of: FramingMode.self)

  static let functions = [
    Entry("squareroot root", "sqrt", "the square root is 'sqrt'"),
    Entry("rand rnd randint uniform", "random", "a number between two others is 'random(a, b)'"),
    Entry("trunc truncate int", "floor", "a whole number comes from 'floor', 'ceil' or 'round'"),
    Entry("ceiling roundup", "ceil", "the next whole number is 'ceil'"),
    Entry("rounded rint nearest", "round", "the nearest whole number is 'round'"),
    Entry("absolute magnitude fabs", "abs", "'abs' removes the sign"),
    Entry("sgn signum", "sign", "the sign is 'sign'"),
    Entry("minimum least smallest fmin", "min", "the least of several values is 'min'"),
    Entry("maximum greatest largest fmax", "max", "the greatest of several values is 'max'"),
    Entry("arcsin", "asin", "the inverse of 'sin' is 'asin'"),
    Entry("arccos", "acos", "the inverse of 'cos' is 'acos'"),
    Entry("arctan", "atan", "the inverse of 'tan' is 'atan'"),
    Entry("bound limit constrain", "clamp", "'clamp' keeps a value between two others"),
  ]

  static let power = [
    Entry("yes true enable enabled active start 1 auto", "on", "tracking is 'on' or 'off'"),
    Entry(
      "no false disable disabled inactive stop 0 none manual", "off", "tracking is 'on' or 'off'"),
  ]
  static let lateness = entries(of: LatenessPolicy.self)
  static let happenings = [
    Entry("click push hit pressed", "press", "a button that goes down and up again is pressed"),
    Entry("keep depress", "hold", "a button that stays down is held"),
    Entry("rotate dial", "turn", "the wheel is turned, as in 'turn zoom by 1'"),
    Entry("says talks speak speaking", "speaks", "persons speak"),
    Entry("walk goes moves runs", "walks", "persons and objects walk, 'walks to … over 2s'"),
    Entry("sit", "sits", "who sits down 'sits'"),
    Entry("stand rises", "stands", "who stands up 'stands'"),
    Entry("lights lamp brightness", "light", "the light goes out with 'light off'"),
    Entry("look gazes stares", "looks", "persons look at the camera, or away"),
    Entry(
      "leave exits disappears vanishes lost", "leaves", "a person who goes out of sight 'leaves'"),
    Entry("appears arrives enters comes", "person", "a person who comes is 'person NAME at PLACE'"),
    Entry(
      "lift lifted remove undocked", EventKind.undock.rawValue, "the phone leaves with 'undock'"),
    Entry("insert attach docked", EventKind.dock.rawValue, "the phone is put back with 'dock'"),
    Entry("charge", EventKind.charging.rawValue, "the dock begins to charge with 'charging'"),
    Entry(
      "suspend minimize", EventKind.background.rawValue,
      "the app leaves the screen with 'background'"),
    Entry("resume activate", EventKind.foreground.rawValue, "the app is back with 'foreground'"),
    Entry("fail failure break", "fault", "a fault follows 'fault'"),
    Entry("trackingbutton", EventKind.trackingButton.rawValue, "the button is 'tracking_button'"),
  ]

  static let events = entries(of: EventKind.self)

  static let waiting = [
    Entry("until till untill on upon event", "for", "'for' comes before an event to wait for")
  ]

  static let bounds = [
    Entry(
      "timeout during over lasting within max maximum at most atmost for up to upto until or "
        + "unless wait under less than before after limit",
      "for at most", "the longest time to wait follows 'for at most'")
  ]

  static let repetitions = [
    Entry(
      "infinite infinitely endless endlessly always indefinitely ever loop infinity inf",
      "forever", "a loop without an end is 'repeat forever'"),
    Entry("until till", "while not", "'repeat while' repeats as long as a condition is true"),
    Entry("if when aslongas", "while", "'repeat while' repeats as long as a condition is true"),
  ]
}
