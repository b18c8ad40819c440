// The text of a script: what it may be written with.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let text: [DiagnosticCode] = [
    .unexpectedCharacter, .unterminatedString, .invalidEscape, .invalidUTF8, .controlCharacter,
    .bidirectionalControl, .malformedNumber, .numberTooLarge, .unknownUnit, .sourceTooLarge,
  ]

  public static let unexpectedCharacter = DiagnosticCode(
    101, "unexpected character",
    """
    The language is written with letters, digits, '_' and a few signs; any other character has no \
    meaning outside a string or a comment. Typographic quotes, dashes and '°' often come with text \
    that was copied from a web page. Remove the character, or write the plain sign that the \
    message suggests.
    """,
    wrong: "wait 1s ?",
    right: "wait 1s")

  public static let unterminatedString = DiagnosticCode(
    102, "string without an end",
    """
    A string begins and ends with '"' on one line, so that a forgotten quote affects one line and \
    not the rest of the file. Add the closing quote. A line break inside a text is written '\\n'.
    """,
    wrong: "log \"half way there",
    right: "log \"half way there\"")

  public static let invalidEscape = DiagnosticCode(
    103, "unknown escape",
    """
    Inside a string a backslash begins an escape: '\\"', '\\\\', '\\n', '\\t', or '\\u{1F600}' \
    with the number of a character. Nothing else may follow it. To write a backslash itself, \
    double it.
    """,
    wrong: "log \"left\\right\"",
    right: "log \"left\\\\right\"")

  public static let invalidUTF8 = DiagnosticCode(
    104, "text that is not UTF-8",
    """
    Scripts are UTF-8 text, and this file holds bytes that are not. It was probably saved in an \
    older encoding, or it is not a text at all. Save it again as UTF-8; nearly every editor \
    offers that.
    """)

  public static let controlCharacter = DiagnosticCode(
    105, "control character",
    """
    Apart from tabs and line ends, a script holds no control characters: they cannot be seen, and \
    a terminal that prints them may obey them. Remove the character. If a text really needs one, \
    write it as an escape, such as '\\u{7}'.
    """,
    wrong: "log \"ding\u{7}\"",
    right: "log \"ding\"")

  public static let bidirectionalControl = DiagnosticCode(
    106, "character that reorders text",
    """
    Bidirectional control characters show text in another order than it is read, so a script could \
    do something else than what a reviewer sees. They are refused everywhere, also in comments. \
    Text in right-to-left scripts does not need them; if a string does, write the character as an \
    escape, such as '\\u{202E}'.
    """,
    wrong: "log \"\u{202E}ereht\"",
    right: "log \"there\"")

  public static let malformedNumber = DiagnosticCode(
    107, "malformed number",
    """
    A number is written with digits, at most one decimal point with digits on both sides, and \
    perhaps an exponent: '30', '0.5', '1.2e3'. A comma does not separate decimals or thousands. \
    Write the number that is meant.
    """,
    wrong: "wait 1.2.5s",
    right: "wait 1.25s")

  public static let numberTooLarge = DiagnosticCode(
    108, "number too large",
    """
    The largest number is about 1.8e308, and this one is larger. No motion needs a number that \
    large, so there is probably a typing error in the digits or the exponent. Write the number \
    that is meant.
    """,
    wrong: "wait 1e999s",
    right: "wait 10s")

  public static let unknownUnit = DiagnosticCode(
    109, "unknown unit",
    """
    A unit follows its number without a space, and each unit has one spelling: deg, rad and turn \
    for angles, s, ms, min and h for times, %, x, m, cm and fps, and quotients such as deg/s. The \
    message names the unit that was probably meant. Write that one.
    """,
    wrong: "pan to 30degrees right over 2s",
    right: "pan to 30deg right over 2s")

  public static let sourceTooLarge = DiagnosticCode(
    110, "source too large",
    """
    All the files of a program together may have a limited number of bytes, so that a wrong file \
    name cannot use up the machine's memory. A choreography rarely has more than a few kilobytes; \
    check that the file is a script at all. If it is, use loops and gestures instead of repeated \
    statements.
    """)
}
