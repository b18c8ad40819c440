import Hardware
import Printing
import Quantities
import Rehearsal
import Simulation
import Vocabulary

extension PhoneState {
  /// The state of the phone that differs from a plain one, in the words of scripts.
  var words: String { parts.joined(separator: ", ") }

  /// The parts that differ from `other`; a part that is plain again has no words.
  func words(since other: PhoneState) -> String {
    let former = other.parts
    let changed = parts.filter { !former.contains($0) }
    if changed.isEmpty, former.count > parts.count { return words.isEmpty ? "as at first" : words }
    return changed.joined(separator: ", ")
  }

  private var parts: [String] {
    var parts: [String] = []
    if isRestless {
      parts.append("face random")
    } else if mood != .normal {
      parts.append("face \(mood.rawValue)")
    }
    if let followed {
      parts.append("eyes follow \(followed.words)" + (followed.name.map { " \($0)" } ?? ""))
    } else if gaze != .center {
      parts.append("eyes \(gaze.rawValue)")
    }
    return parts + cameraParts
  }

  private var cameraParts: [String] {
    var parts: [String] = []
    let (zoom, plain) = (zoom(at: .max), PhoneState())
    if isFlipped { parts.append("camera flipped") }
    if zoom != Thousandths.whole { parts.append("camera zoom \(decimal(thousandths: Int(zoom)))x") }
    if format != plain.format || rate != plain.rate {
      parts.append("camera format \(format.width)x\(format.height) at \(rate)fps")
    }
    if let crop { parts.append("camera crop \(crop.width)x\(crop.height)") }
    if isRecording { parts.append("recording") }
    if photos > 0 { parts.append("\(photos) photo\(photos == 1 ? "" : "s") taken") }
    return parts
  }
}
