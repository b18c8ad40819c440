import Diagnosis
import Language
import Simulation
import Vocabulary

/// The lines of a scene in the order of their times, and whether they make sense in it.
struct SceneOrder {
  private let subjects: [Scene.Subject]
  private let program: Program
  private(set) var found: Diagnostics
  private var isDocked = true
  private var isInForeground = true
  private var isLit = true
  private var isPresent: [Bool]
  private var isSeated: [Bool]
  /// Until when each button is held that is, in nanoseconds.
  private var held: [Int: Int] = [:]

  init(_ subjects: [Scene.Subject], _ program: Program, _ found: Diagnostics) {
    self.subjects = subjects
    self.program = program
    self.found = found
    isPresent = Array(repeating: false, count: subjects.count)
    isSeated = isPresent
  }

  /// What happens in `lines`, which may be in any order.
  mutating func events(of lines: [SceneReader.Line]) -> [Scene.Event] {
    let lines = SceneOrder.sorted(lines) { $0.time }
    for line in lines { follow(line) }
    return SceneOrder.sorted(SceneOrder.events(of: lines)) { $0.time }
  }

  /// `elements` by their times; those of one time stay in their order.
  private static func sorted<Element>(
    _ elements: [Element], by time: (Element) -> Int
  ) -> [Element] {
    elements.enumerated().sorted {
      (time($0.element), $0.offset) < (time($1.element), $1.offset)
    }.map(\.element)
  }

  /// The events of `lines`, each button's release behind its press.
  ///
  /// A button that is pressed again before it is up is up just then.
  private static func events(of lines: [SceneReader.Line]) -> [Scene.Event] {
    var events: [Scene.Event] = []
    var next: [Int: (time: Int, isPressed: Bool)] = [:]
    for line in lines.reversed() {
      if case .button(let number, let isPressed) = line.occurrence {
        if isPressed, let release = release(of: line, before: next[number]) {
          let up = Scene.Occurrence.button(number, isPressed: false)
          events.append(Scene.Event(time: release, occurrence: up))
        }
        next[number] = (line.time, isPressed)
      }
      events.append(Scene.Event(time: line.time, occurrence: line.occurrence))
    }
    return events.reversed()
  }

  /// When the button goes up that `line` presses; nil if another line says so.
  private static func release(
    of line: SceneReader.Line, before next: (time: Int, isPressed: Bool)?
  ) -> Int? {
    guard let length = line.length else { return nil }
    let time = line.time + (length > 0 ? length : Scene.press)
    guard let next, next.time <= time else { return time }
    return next.isPressed ? next.time : nil
  }
}

// MARK: - What makes sense

extension SceneOrder {
  private mutating func follow(_ line: SceneReader.Line) {
    switch line.occurrence {
    case .arrives(let number, _):
      if isPresent[number] { refuse(line, "\(name(number)) is there already") }
      (isPresent[number], isSeated[number]) = (true, false)
    case .sits(let number): follow(number, sits: true, line)
    case .stands(let number): follow(number, sits: false, line)
    case .speaks(let number), .walks(let number, _, _), .looks(let number, _):
      expectPresent(number, line)
    case .leaves(let number):
      expectPresent(number, line)
      isPresent[number] = false
    case .button(let number, let isPressed): follow(button: number, isPressed, line)
    default: followDock(line)
    }
  }

  private mutating func followDock(_ line: SceneReader.Line) {
    switch line.occurrence {
    case .event(.dock), .event(.undock):
      let isWanted = line.occurrence == .event(.dock)
      if isWanted == isDocked {
        refuse(line, "the phone is \(isWanted ? "in" : "out of") the dock already")
      }
      isDocked = isWanted
    case .light(let isOn):
      if isOn == isLit { refuse(line, "the light is \(isOn ? "on" : "off") already") }
      isLit = isOn
    case .event(.background), .event(.foreground):
      let isWanted = line.occurrence == .event(.foreground)
      if isWanted == isInForeground {
        refuse(line, "the app is in the \(EventKind.word(isInForeground: isWanted)) already")
      }
      isInForeground = isWanted
    default: break
    }
  }

  private mutating func follow(_ number: Int, sits: Bool, _ line: SceneReader.Line) {
    expectPresent(number, line)
    if isPresent[number], isSeated[number] == sits {
      refuse(line, "\(name(number)) \(sits ? "sits" : "stands") already")
    }
    isSeated[number] = sits
  }

  private mutating func follow(button number: Int, _ isPressed: Bool, _ line: SceneReader.Line) {
    if let end = held[number], end <= line.time { held[number] = nil }
    if isPressed {
      if held[number] != nil { return refuse(line, "button \(number) is held down already") }
      held[number] = line.length.map { line.time + $0 } ?? .max
    } else {
      if held[number] == nil {
        refuse(
          line, "nobody holds button \(number) down",
          advice: "'press' lets a button go at once, and 'hold button \(number)' does not")
      }
      held[number] = nil
    }
  }

  private func name(_ number: Int) -> String { "'\(subjects[number].name)'" }

  private mutating func expectPresent(_ number: Int, _ line: SceneReader.Line) {
    if !isPresent[number] { refuse(line, "\(name(number)) is not there") }
  }

  private mutating func refuse(
    _ line: SceneReader.Line, _ what: String, advice: String? = nil
  ) {
    let span = program.statementSpan(at: line.start)
    found.report(.outOfOrder(what, at: line.time, span, advice: advice))
  }
}
