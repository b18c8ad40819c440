// Dimensions: what quantities measure.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let dimensions: [DiagnosticCode] = [
    .wrongDimension, .missingUnit, .incompatibleOperands, .wrongDirection, .directionOfNothing,
    .notATruth, .wrongOperand, .tiltWithoutDirection, .signAndDirection,
  ]

  public static let wrongDimension = DiagnosticCode(
    401, "quantity of the wrong kind",
    """
    Each place takes one kind of quantity: 'to' and 'by' take an angle, 'over' and 'wait' a time, \
    'at' a speed. The value here measures something else. Correct the unit or the clause, or \
    calculate: an angle divided by a speed is a time.
    """,
    wrong: "pan to 20deg/s right over 2s",
    right: "pan to 20deg right over 2s")

  public static let missingUnit = DiagnosticCode(
    402, "number without a unit",
    """
    A bare number can have any unit: 500 may be seconds or milliseconds, 30 may be degrees or \
    radians. So every quantity has a unit. Add the one that you mean; the message offers the usual \
    ones.
    """,
    wrong: "wait 500",
    right: "wait 500ms")

  public static let incompatibleOperands = DiagnosticCode(
    403, "values that do not go together",
    """
    Quantities can be added, subtracted and compared only if both measure the same thing: an angle \
    and a time have no sum, and a bare number is not an angle. Multiply or divide to get from one \
    kind to the other, or give the number a unit.
    """,
    wrong: "let reach = 10deg + 2s",
    right: "let reach = 10deg + 20deg")

  public static let wrongDirection = DiagnosticCode(
    404, "direction of another axis",
    """
    Each axis has its own two directions: pan goes left and right, tilt goes up and down, roll \
    goes clockwise and counterclockwise. The word here belongs to another axis. Correct the \
    direction, or the axis.
    """,
    wrong: "pan to 30deg up over 2s",
    right: "tilt to 30deg up over 2s")

  public static let directionOfNothing = DiagnosticCode(
    405, "direction without an angle",
    """
    A direction directly follows an angle or a speed and gives it its sign. Nothing else has a \
    direction, and a value that already has one cannot take another. Move the word after its \
    angle, or remove it.
    """,
    wrong: "let pause = 2s left",
    right: "let reach = 20deg left")

  public static let notATruth = DiagnosticCode(
    406, "condition that is neither true nor false",
    """
    A condition must be true or false: a comparison such as 'a > 5deg', 'true' or 'false', or \
    several of them joined by 'and', 'or' and 'not'. A quantity by itself is not a condition; \
    compare it with something.
    """,
    wrong: """
      let reach = 10deg
      if reach {
          wait 1s
      }
      """,
    right: """
      let reach = 10deg
      if reach > 0deg {
          wait 1s
      }
      """)

  public static let wrongOperand = DiagnosticCode(
    407, "operator on the wrong kind of value",
    """
    The operator takes other values: arithmetic is for quantities, 'and', 'or' and 'not' are for \
    truths, and poses and texts have no operators. Calculate with the angles of a pose instead, \
    such as 'there.pan'.
    """,
    wrong: "let there = -pose(pan: 30deg left)",
    right: "let there = pose(pan: 30deg right)")

  public static let signAndDirection = DiagnosticCode(
    612, as: .warning, "a sign before a direction",
    """
    A direction gives the whole value before it its sign: '-10deg left' is 10deg right, and '10deg \
    + 5deg left' is 15deg left, not 5deg right. Give the direction with the word alone, and put \
    brackets round a sum that a direction follows.
    """,
    wrong: "pan to -10deg left over 1s",
    right: "pan to 10deg right over 1s")

  public static let tiltWithoutDirection = DiagnosticCode(
    408, as: .warning, "tilt without up or down",
    """
    In DockKit a positive tilt is down, but most people expect up. So an angle of tilt should say \
    which it means. Add 'up' or 'down'; without the word the angle has its sign from DockKit, and \
    a positive one goes down.
    """,
    wrong: "tilt to 10deg over 1s",
    right: "tilt to 10deg up over 1s")
}
