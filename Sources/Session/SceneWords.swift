import Printing
import Quantities
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
    case .sits(let number): return "\(name(number)) sits"
    case .stands(let number): return "\(name(number)) stands"
    case .light(let isOn): return "light \(isOn ? "on" : "off")"
    case .looks(let number, let share):
      let words = share == 1 ? "" : share == 0 ? " away" : " \(plain(share * 100))%"
      return "\(name(number)) looks\(words)"
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
    func words(_ angle: Double, _ axis: UInt8) -> String {
      "\(plain(abs(angle)))deg \(Direction(ofAxis: axis, isNegative: angle < 0).spelling)"
    }
    var parts: [String] = []
    if let yaw { parts.append(words(yaw, 0)) }
    if let pitch { parts.append(words(pitch, 1)) }
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
  decimal(exact: Nanoseconds(nanoseconds)) + "s"
}

/// `value` as the shortest number that is read as it.
private func plain(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
