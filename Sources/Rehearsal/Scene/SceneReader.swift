import Diagnosis
import Language
import Quantities
import Schedules
import Scheduling
import Simulation
import Vocabulary

/// A checked scene to what happens in it.
struct SceneReader: ~Copyable {
  /// Something that happens, as it is written.
  struct Line {
    let time: Int
    let start: UInt32
    let occurrence: Scene.Occurrence
    /// How long a button is held, in nanoseconds: no time if it is pressed, nil until it is
    /// released.
    var length: Int?
  }

  private let program: Program
  private var constants: Constants
  private var seed: UInt64 = 0
  private var subjects: [Scene.Subject] = []
  private var numbers: [String: Int] = [:]
  private var lines: [Line] = []
  /// Those of who is there from the beginning, before anything happens.
  private var beginning: [Line] = []
  var found: Diagnostics

  init(_ program: CheckedProgram, reporting found: Diagnostics) {
    self.program = program.program
    constants = Constants(program, seed: 0)
    self.found = found
  }

  /// The scene that `statement` says; what is wrong with it is in `found`.
  mutating func read(_ statement: SceneStatement) -> Scene {
    name(subjectsOf: statement)
    for line in statement.lines {
      guard beginning.count + lines.count < Scene.limit else {
        found.report(.sceneTooLong(at: program.tokenSpan(at: line.start)))
        break
      }
      read(line)
    }
    var order = SceneOrder(subjects, program, found)
    let events = order.events(of: beginning + lines)
    found = order.found
    return Scene(seed: seed, subjects: subjects, events: events)
  }

  /// Gives each subject its number, before anybody does anything.
  private mutating func name(subjectsOf scene: SceneStatement) {
    for case .arrival(let arrival) in scene.lines {
      let name = program.word(of: arrival.label)
      if numbers[name] == nil {
        numbers[name] = subjects.count
        subjects.append(Scene.Subject(name: name, isPerson: arrival.isPerson))
      }
    }
  }

  private mutating func read(_ line: SceneLine) {
    switch line {
    case .seed(let seed): begin(seed: seed.value)
    case .arrival(let arrival):
      guard let time = time(of: arrival.time), let occurrence = occurrence(of: arrival) else {
        return
      }
      let line = Line(time: time, start: arrival.start, occurrence: occurrence, length: 0)
      if arrival.time == nil { beginning.append(line) } else { lines.append(line) }
    case .happening(let happening):
      guard let time = time(of: happening.time), let occurrence = occurrence(of: happening) else {
        return
      }
      var length: Int? = 0
      if happening.keyword == .hold {
        length = happening.held.flatMap { self.time($0, as: "a length", allowsZero: false) }
        if happening.held != nil, length == nil { return }
      }
      lines.append(
        Line(time: time, start: happening.start, occurrence: occurrence, length: length))
    }
  }

  /// When something happens, in nanoseconds: at the beginning if it does not say.
  private mutating func time(of node: ExpressionView?) -> Int? {
    node.map { time($0, as: "a time", allowsZero: true) } ?? 0
  }

  private mutating func begin(seed node: ExpressionView) {
    guard let value = value(node) else { return }
    guard value >= 0, value < 0x1p53, value == value.rounded(.down) else {
      return found.report(.notWholeInScene("a seed", at: program.span(of: node)))
    }
    seed = UInt64(value)
    constants.begin(seed: seed)
  }
}

// MARK: - Parts

extension SceneReader {
  private mutating func occurrence(of arrival: ArrivalView) -> Scene.Occurrence? {
    guard let number = subject(arrival.label), let place = place(arrival.place) else { return nil }
    return .arrives(number, place)
  }

  private func subject(_ label: LabelView?) -> Int? {
    label.flatMap { numbers[program.word(of: $0)] }
  }

  private mutating func occurrence(of happening: HappeningView) -> Scene.Occurrence? {
    let subject = subject(happening.label)
    switch happening.keyword {
    case .press, .hold: return button(happening).map { .button($0, isPressed: true) }
    case .release: return button(happening).map { .button($0, isPressed: false) }
    case .turn: return happening.value.flatMap { value($0) }.map { .zoom($0) }
    case .battery:
      return happening.value.flatMap { number($0, "the charge", 0...1, "from 0% to 100%") }
        .map { .battery($0) }
    case .speaks: return subject.map { .speaks($0) }
    case .looks:
      guard let value = happening.value else {
        return subject.map { .looks($0, atCamera: happening.isAway ? 0 : 1) }
      }
      let share = number(value, "how sure the phone is", 0...1, "from 0% to 100%")
      return subject.flatMap { subject in share.map { .looks(subject, atCamera: $0) } }
    case .leaves: return subject.map { .leaves($0) }
    case .sits: return subject.map { .sits($0) }
    case .stands: return subject.map { .stands($0) }
    case .walks: return walk(happening)
    case .light: return .light(isOn: happening.isOn)
    case .fault: return happening.faultKind.map { .fault($0) }
    default: return happening.event.map { .event($0) }
    }
  }

  private mutating func walk(_ walk: HappeningView) -> Scene.Occurrence? {
    guard let number = subject(walk.label), let place = walk.place.flatMap({ self.place($0) }),
      let length = walk.length.flatMap({ time($0, as: "a length", allowsZero: false) })
    else { return nil }
    return .walks(number, to: place, over: length)
  }

  private mutating func button(_ happening: HappeningView) -> Int? {
    guard let value = happening.value,
      let number = number(
        value, "the number of a button",
        Double(EventKind.buttons.lowerBound)...Double(EventKind.buttons.upperBound),
        "from \(EventKind.buttons.lowerBound) to \(EventKind.buttons.upperBound)")
    else { return nil }
    guard number == number.rounded(.down) else {
      found.report(.notWholeInScene("the number of a button", at: program.span(of: value)))
      return nil
    }
    return Int(number)
  }

  private mutating func place(_ view: PlaceView) -> Scene.Place? {
    var place = Scene.Place()
    for part in view.parts {
      switch part {
      case .distance(let node):
        let distances = Company.Place.distances
        guard let distance = number(node, "the distance", distances, "from 1cm to 1000m") else {
          return nil
        }
        place.distance = distance
      case .height(let node):
        guard let pitch = number(node, "the angle", -90...90, "from 90deg up to 90deg down") else {
          return nil
        }
        place.pitch = pitch
      case .side(let node):
        guard
          let yaw = number(node, "the angle", -180...180, "from 180deg left to 180deg right")
        else { return nil }
        place.yaw = yaw
      }
    }
    return place
  }

  // MARK: - Values

  private mutating func value(_ node: ExpressionView) -> Double? {
    constants.value(of: node, reporting: &found)
  }

  private mutating func number(
    _ node: ExpressionView, _ what: String, _ range: ClosedRange<Double>, _ text: String
  ) -> Double? {
    guard let value = value(node) else { return nil }
    if range.contains(value) { return value }
    found.report(.outsideScene(what, text, at: program.span(of: node)))
    return nil
  }

  /// The nanoseconds of the time at `node`.
  private mutating func time(
    _ node: ExpressionView, as what: String, allowsZero: Bool
  ) -> Int? {
    guard let seconds = value(node) else { return nil }
    let span = program.span(of: node)
    if seconds < 0 || seconds == 0 && !allowsZero {
      found.report(.timeInScene("\(what) in a scene", allowsZero: allowsZero, at: span))
      return nil
    }
    guard seconds <= Scene.length else {
      found.report(.outsideScene(what, "up to \(Int(Scene.length))s", at: span))
      return nil
    }
    return Int(Nanoseconds.count(in: seconds).rounded())
  }
}

extension HappeningView {
  /// The fault of the dock; nil if there is none.
  fileprivate var faultKind: Fault.Kind? {
    fault.flatMap { Fault.Kind.named($0 == .refused ? refusal : $0.rawValue) }
  }
}
