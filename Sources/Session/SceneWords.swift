import Rehearsal
import Simulation
import Vocabulary

extension Scene {
  /// `event` of this scene in the form of a scene, without its time.
  func words(for event: Event) -> String {
    func name(_ number: Int) -> String { subjects[number].name }
    switch event.occurrence {
    case .arrives(let number, let place): return arrival(of: number, at: place)
    case .speaks(let number): return "\(name(number)) speaks"
    case .walks(let number, let place, let length):
      return "\(name(number)) walks to \(place.words) over \(seconds(length))"
    case .looks(let number, let isAtCamera):
      return "\(name(number)) looks\(isAtCamera ? "" : " away")"
    case .leaves(let number): return "\(name(number)) leaves"
    case .button(let number, let isPressed):
      return "\(isPressed ? "hold" : "release") button \(number)"
    case .zoom(let factor): return "turn zoom by \(plain(factor))"
    case .battery(let charge): return "battery \(plain(charge * 100))%"
    case .fault(let kind): return "fault \(kind.words)"
    case .event(let kind):
      return kind.sceneForm == .pressed ? "press \(kind.rawValue)" : kind.rawValue
    }
  }

  /// An arrival in the form of a scene.
  func arrival(of number: Int, at place: Place) -> String {
    "\(subjects[number].isPerson ? "person" : "object") \(subjects[number].name) at \(place.words)"
  }
}

extension Scene.Place {
  fileprivate var words: String {
    let side = Direction(ofAxis: 0, isNegative: yaw < 0)
    let height = Direction(ofAxis: 1, isNegative: pitch < 0)
    var parts = ["\(plain(abs(yaw)))deg \(side.spelling)"]
    if pitch != 0 { parts.append("\(plain(abs(pitch)))deg \(height.spelling)") }
    if let distance { parts.append("\(plain(distance))m away") }
    return parts.joined(separator: ", ")
  }
}

extension Fault.Kind {
  /// The fault in the form of a scene.
  fileprivate var words: String {
    switch self {
    case .refused(let error): "refused \(error)"
    case .tracking: "tracking on"
    default: name
    }
  }
}

/// `nanoseconds` in the form of a script, exact to the nanosecond.
func seconds(_ nanoseconds: Int) -> String {
  let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  var digits = String(rest + 1_000_000_000).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return digits.isEmpty ? "\(whole)s" : "\(whole).\(digits)s"
}

/// `value` as the shortest number that is read as it.
private func plain(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
