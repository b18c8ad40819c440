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
    A recording continues until it is ended, and a second one cannot begin before that. A script \
    that does not end it fills the storage of the phone after the show. If it is not known whether \
    the camera is recording, as in a handler, 'camera record toggle' begins or ends it.
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
