/// What may follow `frame`: where tracking keeps its subject in the picture.
public enum FramingMode: String, Term {
  case automatic, center, left, right

  /// What the table says about the framing mode.
  public var entry: TermEntry {
    let explanation = "framings are automatic, center, left and right"
    return switch self {
    case .automatic: TermEntry(.init("auto default system", explanation))
    case .center: TermEntry(.init("centre centered centred middle", explanation))
    case .left, .right: TermEntry()
    }
  }
}
