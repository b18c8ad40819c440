import Simulation

extension Scene {
  /// The same scene in which all that is in `other` is and happens, too.
  ///
  /// At one time this one comes first, and its seed counts.
  package func joined(with other: Scene) -> Scene {
    let later = other.events.map { event in
      Event(time: event.time, occurrence: event.occurrence.renumbered(by: subjects.count))
    }
    let all = events + later
    let order = all.indices.sorted { (all[$0].time, $0) < (all[$1].time, $1) }
    return Scene(
      seed: seed, subjects: subjects + other.subjects, events: order.map { all[$0] })
  }
}

extension Scene.Occurrence {
  /// The same of subjects whose numbers are greater by `count`.
  fileprivate func renumbered(by count: Int) -> Scene.Occurrence {
    switch self {
    case .arrives(let number, let place): .arrives(number + count, place)
    case .speaks(let number): .speaks(number + count)
    case .walks(let number, let place, let length):
      .walks(number + count, to: place, over: length)
    case .sits(let number): .sits(number + count)
    case .stands(let number): .stands(number + count)
    case .looks(let number, let share): .looks(number + count, atCamera: share)
    case .leaves(let number): .leaves(number + count)
    case .light, .button, .zoom, .battery, .event, .fault: self
    }
  }
}
