// The phone on the dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let phone: [DiagnosticCode] = [.recording]

  public static let recording = DiagnosticCode(
    1401, as: .warning, "recording that is begun twice or never ended",
    """
    A recording goes on until it is ended, and is not begun again while it does. A script that \
    leaves one on fills the phone long after the show is over. Where it is not known whether one \
    is going on, as in a handler, 'camera record toggle' begins or ends it.
    """,
    wrong: """
      camera record start
      pan to 30deg right over 2s
      """,
    right: """
      camera record start
      pan to 30deg right over 2s
      camera record stop
      """)
}
