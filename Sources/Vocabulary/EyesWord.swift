/// What may follow `eyes`: where the eyes look, or what they do.
public enum EyesWord: String, Term {
  case center, left, right, up, down
  case blink
  case follow

  /// What the table says about the word.
  public var entry: TermEntry { TermEntry(form: self == .follow ? " person" : "") }
}
