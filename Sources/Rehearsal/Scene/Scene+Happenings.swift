import Schedules
import Simulation
import Vocabulary

extension Scene {
  /// What the script is told, and what keeps the show from going on, in order.
  ///
  /// A show is held while the app is in the background, and over if it stays there.
  public var happenings: [Happening] {
    let last = events.lastIndex {
      $0.occurrence == .event(.foreground) || $0.occurrence == .event(.background)
    }
    var charge = 1.0
    var persons = 0
    var found: [Happening] = []
    for (index, event) in events.enumerated() {
      if event.occurrence == .event(.foreground) { found.append(.resumed(at: event.time)) }
      if let told = event.occurrence.event(&charge, &persons, among: subjects) {
        found.append(.event(told, at: event.time))
      }
      if event.occurrence == .event(.background) {
        found.append(.exit(index == last ? .terminate : .background, at: event.time))
      }
    }
    return found
  }

  /// The faults to inject, in order.
  public var faults: [Fault] {
    events.compactMap { event in
      event.occurrence.fault.map { Fault($0, at: .time(event.time)) }
    }
  }
}

// MARK: - For an app, which hears of it from DockKit

extension Scene {
  /// What is done to the dock by hand, and what its battery does, in order.
  package var inputs: [(time: Int, input: DockInput)] {
    events.compactMap { event in event.occurrence.input.map { (event.time, $0) } }
  }

  /// The faults that are not done by hand, in order.
  package var mishaps: [Fault] {
    events.compactMap { event in
      guard event.occurrence.input == nil, let kind = event.occurrence.fault else { return nil }
      return Fault(kind, at: .time(event.time))
    }
  }
}

extension Scene.Occurrence {
  /// What is done to the dock; nil if nothing is.
  fileprivate var input: DockInput? {
    switch self {
    case .button(let number, let isPressed): .button(number, isPressed: isPressed)
    case .zoom(let factor): .zoom(factor)
    case .battery(let charge): .battery(charge)
    case .event(.shutter): .shutter
    case .event(.flip): .flip
    case .event(.trackingButton): .trackingButton
    case .event(.charging): .charging
    default: nil
    }
  }
}

extension Scene {
  /// Who and what is around the dock, and what they do.
  public var company: Company {
    Company(
      subjects,
      doing: events.compactMap { event in
        event.occurrence.change.map { Company.Event(time: event.time, $0) }
      }, seed: seed)
  }
}

extension Scene.Occurrence {
  /// What changes about the company; nil if nothing does.
  fileprivate var change: Company.Change? {
    switch self {
    case .arrives(let number, let place): .deed(subject: number, .arrives(place))
    case .speaks(let number): .deed(subject: number, .speaks)
    case .walks(let number, let place, let length):
      .deed(subject: number, .walks(to: place, over: length))
    case .looks(let number, let share): .deed(subject: number, .looks(atCamera: share))
    case .sits(let number): .deed(subject: number, .sits)
    case .stands(let number): .deed(subject: number, .stands)
    case .leaves(let number): .deed(subject: number, .leaves)
    case .light(let isOn): .light(isOn: isOn)
    default: nil
    }
  }

  /// What the script is told of it; nil if it is told nothing.
  ///
  /// - Parameters:
  ///   - charge: that of the battery before, and then after it.
  ///   - persons: how many are to be seen before, and then after it.
  fileprivate func event(
    _ charge: inout Double, _ persons: inout Int, among subjects: [Scene.Subject]
  ) -> WorldEvent? {
    switch self {
    case .arrives(let number, _):
      guard subjects[number].isPerson else { return WorldEvent(.object) }
      persons += 1
      return WorldEvent(.person)
    case .leaves(let number):
      guard subjects[number].isPerson else { return nil }
      persons -= 1
      return persons == 0 ? WorldEvent(.person, .lost) : nil
    case .speaks: return WorldEvent(.person, .speaking)
    case .walks, .looks: return nil
    case .battery(let now):
      defer { charge = now }
      return WorldEvent(.battery, number: now, value: charge)
    default: return plainEvent
    }
  }

  /// What the script is told of what needs no past.
  private var plainEvent: WorldEvent? {
    switch self {
    case .button(let number, let isPressed):
      WorldEvent(.button, isPressed ? .pressed : .released, number: Double(number))
    case .event(let kind): WorldEvent(kind)
    case .zoom(let factor): WorldEvent(.zoom, value: factor)
    case .fault(.stall): WorldEvent(.error)
    default: nil
    }
  }

  /// What it does to the dock; nil if it does nothing.
  fileprivate var fault: Fault.Kind? {
    switch self {
    case .event(.trackingButton): .tracking
    case .event(.undock): .undocked
    case .event(.dock): .docked
    case .event(.background): .background
    case .event(.foreground): .foreground
    case .fault(let kind): kind
    default: nil
    }
  }
}
