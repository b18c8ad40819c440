/// What a scene can let go wrong with a dock.
package enum SceneFault: UInt8, CaseIterable {
  /// A call takes long.
  case late
  /// A call is answered, and nothing is done.
  case dropped
  /// A call is refused with one of `refusals`.
  case refused
  /// The motors are blocked for a while.
  case stall
  /// Somebody switches system tracking on.
  case tracking
  /// What a call begins is never said to be over.
  case endless
  /// The phone is taken out, or is out for a second, and nobody tells the script.
  case undocked, flapped

  /// The names of DockKit's errors, in the order of their codes.
  package static let refusals = [
    "notSupported", "notConnected", "notSupportedByDevice", "invalidParameter", "noSubjectFound",
    "frameRateTooLow", "cameraTCCMissing", "frameRateTooHigh",
  ]

  /// The word for it.
  package var word: String { String(describing: self) }
}
