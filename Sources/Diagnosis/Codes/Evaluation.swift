// Evaluation: what a script computes when it is run in logical time.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let evaluation: [DiagnosticCode] = [
    .divisionByZero, .notFinite, .notPositive, .notWhole, .stepBudget, .tooManySteps,
    .scheduleTooLong, .outOfRange, .loopWithoutTurns, .beatWithoutTempo,
    .constantCondition,
  ]

  public static let constantCondition = DiagnosticCode(
    620, "condition that nothing can change",
    """
    'wait until' waits for a state of the world or of a count: 'person', 'object', 'battery', \
    'charging', 'docked', 'tracking', 'recording', 'person.pan', or a count of the script. The \
    condition here reads none of them, so it holds from the beginning or never. Compare a reading, \
    or wait for a time with 'wait 2s'. A 'when' behind an event reads the same, or the value of \
    the event: remove it if it is to be taken each time. Nothing lies in a range whose ends are \
    exchanged.
    """,
    wrong: """
      count taps
      on tap { add 1 to taps }
      for turn in 1..3 { wait until turn > 3 and taps > 2 }
      pan by 10deg right over 1s
      """,
    right: """
      count taps
      on tap { add 1 to taps }
      wait until taps > 2
      pan by 10deg right over 1s
      """)

  public static let divisionByZero = DiagnosticCode(
    601, "division by zero",
    """
    The divisor is zero here, and the quotient has no value. Often it is a count that can be zero, \
    or a difference of two equal values. Check the divisor with 'if' first, or make sure that it \
    is not zero.
    """,
    wrong: """
      let parts = 0
      pan by 30deg / parts right over 1s
      """,
    right: """
      let parts = 3
      pan by 30deg / parts right over 1s
      """)

  public static let notFinite = DiagnosticCode(
    602, "result out of the range of numbers",
    """
    The result is larger than the largest number, about 1.8e308, or has no value at all. No motion \
    can use it. Look at the values that go in: usually a product or a power has become too large.
    """,
    wrong: """
      let vast = 1e300 * 1e300
      wait 1s * vast
      """,
    right: """
      let ample = 3 * 2
      wait 1s * ample
      """)

  public static let notPositive = DiagnosticCode(
    603, "zero or less where more is needed",
    """
    Durations, speeds and limits must be greater than zero: a motion takes some time, and a speed \
    of zero arrives nowhere. A calculated value may be smaller than expected. Give a value above \
    zero.
    """,
    wrong: "pan to 30deg right over 0s",
    right: "pan to 30deg right over 2s")

  public static let notWhole = DiagnosticCode(
    604, "count that is not whole",
    """
    A block is repeated a whole number of times, 0 or more. The count here has a fraction or is \
    negative. Use 'floor', 'ceil' or 'round' to say which whole number is meant.
    """,
    wrong: """
      repeat 5 / 2 {
          wait 1s
      }
      """,
    right: """
      repeat floor(5 / 2) {
          wait 1s
      }
      """)

  public static let stepBudget = DiagnosticCode(
    605, "too much computing",
    """
    The script has carried out more statements and loop iterations than a run may; ten operators \
    or calls of functions count as one. Computing takes no time on the schedule, so a loop without \
    a motion or a wait could run forever while nothing moves. From one event to the next, while \
    motors may be turning, a tenth of that is allowed. Use fewer iterations, compute before the \
    first wait, or raise the limit if the script is really that long.
    """,
    wrong: """
      repeat 100000 {
          repeat 100000 {
              let reach = 1deg
          }
      }
      """,
    right: """
      repeat 10 {
          repeat 10 {
              let reach = 1deg
          }
      }
      """)

  public static let loopWithoutTurns = DiagnosticCode(
    611, as: .warning, "a loop without iterations",
    """
    A 'for' counts upwards unless the number after 'by' is negative. In that order this range ends \
    before it begins, so the block never runs. Count downwards with a negative 'by', or exchange \
    the ends of the range.
    """,
    wrong: """
      for a in 30deg..0deg by 10deg {
          pan to a over 1s
      }
      """,
    right: """
      for a in 30deg..0deg by -10deg {
          pan to a over 1s
      }
      """)

  public static let beatWithoutTempo = DiagnosticCode(
    613, "beat without a tempo",
    """
    A beat or a bar is as long as the tempo says that is in force, and none is. The calls below \
    the message lead to this place. Write a 'tempo' above the first of them; it holds to the end \
    of its block, and in all that is called there.
    """,
    wrong: "wait 2beats",
    right: """
      tempo 120bpm
      wait 2beats
      """)

  public static let tooManySteps = DiagnosticCode(
    606, "too many steps",
    """
    The schedule has more than a million steps, which no dock would ever play and which would fill \
    the memory. Probably a loop has more iterations than intended. Use fewer, or let each step \
    last longer.
    """,
    wrong: """
      repeat 2000000 {
          wait 1ms
      }
      """,
    right: """
      repeat 20 {
          wait 100ms
      }
      """)

  public static let scheduleTooLong = DiagnosticCode(
    607, "schedule too long",
    """
    A schedule may last four hours. This one is longer, most likely because of a unit (minutes \
    instead of seconds) or a loop with too many iterations. Correct it, or split the show into \
    several scripts.
    """,
    wrong: "wait 300min",
    right: "wait 300s")

  public static let outOfRange = DiagnosticCode(
    608, "value out of range",
    """
    The value is outside the range that makes sense here: shares of the picture go from 0% to \
    100%, and functions such as 'sqrt' and 'asin' have a result only for some arguments. The \
    message names the range. Keep the value inside it, for instance with 'clamp'. A comparison \
    that never holds, or always, is out of range, too: no charge is over 100%, and no count is \
    below 0.
    """,
    wrong: "region x 0%, y 0%, width 150%, height 100%",
    right: "region x 0%, y 0%, width 100%, height 100%")
}
