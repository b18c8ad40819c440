// The phone on the dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let phone: [DiagnosticCode] = [.recording, .recordingInOneBlock, .cameraFormat]

  public static let recording = DiagnosticCode(
    1401, as: .warning, "recording that is begun twice or never ended",
    """
    A recording continues until it is ended, and a second one cannot begin before that. A script \
    that does not end it records until the show is over. 'camera record { … }' records as long as \
    its block lasts. If it is not known whether the camera is recording, as in a handler, \
    'camera record toggle' begins or ends it.
    """,
    wrong: """
      camera record start
      pan to 30deg right over 2s
      """,
    right: """
      camera record { pan to 30deg right over 2s }
      """)

  public static let cameraFormat = DiagnosticCode(
    1402, as: .warning, "size that no camera has",
    """
    Cameras have a few sizes of pictures, and this is nearly one of them. An app cannot film in a \
    size that its camera does not have. For another shape, take a larger size, and keep the middle \
    of it with 'camera crop'.
    """,
    wrong: "camera format 1290x720 at 30fps",
    right: "camera format 1280x720 at 30fps")

  public static let recordingInOneBlock = DiagnosticCode(
    242, as: .warning, "recording without a block of its own",
    """
    'camera record start' and 'camera record stop' are for a recording that begins in one place \
    and ends in another, such as two handlers, or with marks inside. Where both stand in one \
    block, 'camera record { … }' says so. It also ends the recording if the block is left early, \
    as in a race.
    """,
    wrong: """
      camera record start
      pan to 30deg right over 2s
      camera record stop
      """,
    right: """
      camera record {
          pan to 30deg right over 2s
      }
      """)
}
