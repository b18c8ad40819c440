/// The phone on the dock.
extension Explanation {
  static let recording = Explanation(
    "recording that is begun twice or never ended",
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
