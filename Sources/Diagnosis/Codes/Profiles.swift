// Profiles: the description of somebody's own dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let profiles: [DiagnosticCode] = [
    .profileLine, .profileForm, .profileValue, .repeatedProfileLine, .profileName,
  ]

  public static let profileLine = DiagnosticCode(
    1501, "line that no profile has",
    """
    A profile describes a dock. Each of its lines has one or two known words and a value, as in \
    'pan speed 90deg/s'; lines that are left out are as of the 'stand'. Correct the word, or \
    remove the line; 'dock profile new' prints all lines with an explanation.
    """)

  public static let profileForm = DiagnosticCode(
    1502, "value of another kind in a profile",
    """
    Behind the words of a line stands one value of the right kind with its unit, as in \
    'tilt range 45deg up .. 45deg down', 'velocity_lifetime 2.6s' or 'quirk idle_flap'. A number \
    alone is not a speed, and 'nan' and 'inf' are not numbers. The message says what belongs there.
    """)

  public static let profileValue = DiagnosticCode(
    1503, "value that no dock has",
    """
    A dock has motors that turn: a speed of zero, a negative time or an empty range describe none, \
    and nothing could be planned for it. A range contains 0deg, because that is home. Write a \
    value within the bounds of the message; an axis that the dock lacks has the range 'none'.
    """)

  public static let repeatedProfileLine = DiagnosticCode(
    1504, "line that stands twice in a profile",
    """
    Each line says one thing about the dock, so a second one with the same words contradicts it or \
    is not needed. Only 'quirk' may be repeated, once for each quirk. Remove one of the two lines.
    """)

  public static let profileName = DiagnosticCode(
    1505, "profile without a name of its own",
    """
    A profile gives the dock a name, as in 'profile desk'. Schedules and recordings mention it, so \
    that nobody plays them on another dock by mistake. The names of the docks that everybody has, \
    such as 'stand', are taken. Write a name of your own.
    """)
}
