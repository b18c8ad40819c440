import Motion
import Schedules

/// The content of a prompt: the pose of the dock, and whether the tracker has it.
public struct Prompt: Equatable, Sendable {
  /// A part of the prompt and its kind.
  public enum Part: Equatable, Sendable {
    /// The pose.
    case pose(String)
    /// The mark for tracking: on or off.
    case tracking(Bool)
    /// The mark for a show that waits for `:go`.
    case prepared
    /// The mark for an unfinished entry.
    case more
  }

  /// Its parts, in order; a space follows each.
  public let parts: [Part]

  /// Its text without colours; `isASCII` for terminals that show nothing else.
  public func text(isASCII: Bool = false) -> String {
    parts.map { $0.text(isASCII: isASCII) + " " }.joined()
  }
}

extension Prompt.Part {
  /// The text of the part.
  public func text(isASCII: Bool) -> String {
    switch self {
    case .pose(let text): isASCII ? text.replacing("°", with: "deg") : text
    case .tracking(let isOn):
      if isASCII { isOn ? "on>" : "off>" } else { isOn ? "◉" : "○" }
    case .prepared: "go?"
    case .more: isASCII ? "..." : "…"
    }
  }
}

extension Axis {
  /// Where it is at `thousandths` of a degree, to a tenth, as in `tilt 5.0° up`.
  func place(tenths thousandths: Int32) -> String {
    let tenths = (abs(Int(thousandths)) + 50) / 100
    let direction = tenths == 0 ? "" : " \(word(isNegative: thousandths < 0))"
    return "\(scriptName) \(tenths / 10).\(tenths % 10)°\(direction)"
  }
}
