/// What may follow `camera`: what the camera of the phone does.
public enum CameraWord: String, Term {
  case flip, photo, record, zoom, format, crop

  /// What the table says about the word.
  public var entry: TermEntry { TermEntry() }
}
