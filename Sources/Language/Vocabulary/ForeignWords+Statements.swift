/// The foreign words at the beginning of statements.
extension ForeignWords {
  static let motions = [
    Entry(
      "yaw rotate turn turnto look lookat swivel swing sweep heading azimuth bearing panning slew",
      "pan", "turning left and right is 'pan'"),
    Entry(
      "pitch lean incline bow elevate elevation lift lower tip tilting vertical",
      "tilt", "turning up and down is 'tilt'"),
    Entry("bank twist rolling", "roll", "turning about the line of sight is 'roll'"),
    Entry(
      "goto moveto travel goes position setpose setorientation orient orientation",
      "move to", "'move to' takes all axes to a pose"),
    Entry(
      "home gohome origin center centre recenter recentre zero reset rest neutral return",
      "move to home", "the pose with every axis at 0 is called 'home'"),
    Entry(
      "velocity speed setvelocity setangularvelocity angularvelocity jog drive rotateat",
      "spin", "'spin' keeps a speed for a time; 'ramp' changes the speed over a time"),
    Entry(
      "accelerate accel speedup slowdown decelerate fade lerp tween",
      "ramp", "'ramp' changes the speed of an axis over a time"),
    Entry(
      "halt brake abort freeze kill estop cancel stopall",
      "stop", "'stop' brings the axes to rest"),
    Entry(
      "sleep delay pause dwell hold usleep msleep idle settimeout stay",
      "wait", "'wait' lets time pass where the dock stands"),
  ]

  static let calls = [
    Entry("nod agree yes affirm", "animate yes", "the dock nods with 'animate yes'"),
    Entry(
      "shake no nope disagree headshake shakehead refuse", "animate no",
      "the dock shakes its head with 'animate no'"),
    Entry(
      "wakeup wake hello greet boot", "animate wakeup", "the dock wakes with 'animate wakeup'"),
    Entry("kapow celebrate boom bang", "animate kapow", "'kapow' is an animation of the dock"),
    Entry(
      "playanimation play anim animation", "animate",
      "'animate' plays yes, no, wakeup or kapow"),
    Entry(
      "print println printf echo puts say write console trace debug message show display",
      "log", "'log' writes to the record of the run"),
    Entry(
      "label section chapter marker bookmark checkpoint", "mark",
      "'mark \"verse\"' gives its place a name"),
  ]

  static let flow = [
    Entry(
      "loop times dotimes iterate again cycle", "repeat",
      "'repeat 3 { … }' does a block several times"),
    Entry("while until", "repeat while", "loops begin with 'repeat' or 'for'"),
    Entry("forever always", "repeat forever", "loops begin with 'repeat' or 'for'"),
    Entry("foreach", "for", "'for step in 1..4 { … }' counts"),
    Entry("elif elseif elsif elsewhen", "else if", "a further condition follows 'else if'"),
    Entry("otherwise default", "else", "the other case follows 'else'"),
    Entry("unless ifnot", "if not", "'not' reverses a condition"),
    Entry(
      "random randomly oneof anyof pickone either shuffle lottery", "choose",
      "'choose { … }' carries out one of its statements"),
    Entry(
      "defer cleanup atexit onexit onend atend final", "finally",
      "'finally { … }' is done when its block is left in any way"),
    Entry("cond guard", "if", "choices are made with 'if' and 'else if'"),
    Entry(
      "parallel concurrently concurrent simultaneously simultaneous sync async both all par group",
      "together", "'together { … }' does several things at once"),
    Entry("any firstof", "race", "in 'race { … }' the first to end wins"),
    Entry(
      "setinterval interval periodically each", "every",
      "'every 4s { … }' repeats a block on time"),
    Entry(
      "whenever upon event handler listen", "on", "a handler of an event begins with 'on'"),
  ]

  static let declarations = [
    Entry(
      "var const val auto define local int float double dim variable constant assign",
      "let", "'let' gives a value a name, once"),
    Entry(
      "func def fn fun proc procedure sub subroutine method macro routine behavior behaviour "
        + "action sequence choreography void", "gesture",
      "a 'gesture' moves the dock; a 'function' only computes a value"),
    Entry("lambda formula pure", "function", "'function half(a: angle) = a / 2' computes a value"),
    Entry(
      "import include require from load using source", "use",
      "'use \"other.dock\" (nod)' brings names in"),
    Entry(
      "testcase spec describe it unittest scenario", "test", "tests begin with 'test \"name\"'"),
    Entry(
      "assert check verify ensure should asserteq assertequal xctassert", "expect",
      "'expect' says what a test expects"),
  ]

  static let world = [
    Entry(
      "track follow autotrack systemtracking settracking tracker", "tracking on",
      "'tracking on' lets the dock follow people by itself"),
    Entry("untrack unfollow", "tracking off", "'tracking off' ends following"),
    Entry(
      "framing composition setframingmode", "frame", "'frame left' places people in the picture"),
    Entry(
      "roi regionofinterest area crop", "region",
      "'region' is the part of the picture in which tracking looks"),
    Entry("pick focus target", "select", "'select' says whom to follow"),
    Entry(
      "clamp bound bounds constrain restrict cap maximum max min limits setlimits", "limit",
      "'limit' bounds an axis or its speed"),
    Entry("srand randomize randomseed setseed", "seed", "'seed' fixes the random numbers"),
    Entry("mood emotion emote express", "face", "the face is set with 'face'"),
    Entry("smile grin", "face happy", "a smile is 'face happy'"),
    Entry("frown cry", "face sad", "a face that frowns is 'face sad'"),
    Entry("gaze eye", "eyes", "the eyes are moved with 'eyes'"),
    Entry("blink wink", "eyes blink", "'eyes blink' closes and opens the eyes"),
    Entry("zoom", "camera zoom", "statements for the camera begin with 'camera'"),
    Entry(
      "photo snapshot capture shoot picture", "camera photo",
      "statements for the camera begin with 'camera'"),
    Entry(
      "record film video", "camera record start", "statements for the camera begin with 'camera'"),
  ]
}
