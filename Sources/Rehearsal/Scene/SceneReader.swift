import Diagnosis
import Language
import Schedules
import Scheduling
import Simulation

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
  private let nodes: UnsafeMutablePointer<Node>
  private var constants: Constants
  private var seed: UInt64 = 0
  private var subjects: [Scene.Subject] = []
  private var numbers: [String: Int] = [:]
  private var lines: [Line] = []
  var found: Diagnostics

  init(_ program: CheckedProgram, reporting found: Diagnostics) {
    self.program = program.program
    nodes = program.program.tree.nodes
    constants = Constants(program, seed: 0)
    self.found = found
  }

  /// The scene at `node`; what is wrong with it is in `found`.
  mutating func read(_ node: UInt32) -> Scene {
    let block = nodes[Int(node)].payload
    name(subjectsOf: block)
    var line = block == 0 ? 0 : nodes[Int(block)].payload
    while line != 0 {
      guard lines.count < Scene.limit else {
        found.report(.sceneTooLong(at: program.tokenSpan(at: nodes[Int(line)].start)))
        break
      }
      read(line: line)
      line = nodes[Int(line)].next
    }
    var order = SceneOrder(subjects, program, found)
    let events = order.events(of: lines)
    found = order.found
    return Scene(seed: seed, subjects: subjects, events: events)
  }

  /// Gives each subject its number, before anybody does anything.
  private mutating func name(subjectsOf block: UInt32) {
    var line = block == 0 ? 0 : nodes[Int(block)].payload
    while line != 0 {
      if nodes[Int(line)].kind == .arrival {
        let name = program.word(ofLabel: part(.label, of: line))
        if numbers[name] == nil {
          numbers[name] = subjects.count
          subjects.append(Scene.Subject(name: name, isPerson: nodes[Int(line)].detail == 0))
        }
      }
      line = nodes[Int(line)].next
    }
  }

  private mutating func read(line: UInt32) {
    let place = nodes[Int(line)]
    if place.kind == .seed { return begin(seed: place.payload) }
    let at = part(.at, of: line)
    guard let time = at == 0 ? 0 : time(at, as: "a time", allowsZero: true),
      let occurrence = place.kind == .arrival ? arrival(line) : happening(line)
    else { return }
    var length: Int? = 0
    if Keyword(rawValue: place.detail) == .hold {
      let lasting = part(.lasting, of: line)
      length = lasting == 0 ? nil : self.time(lasting, as: "a length", allowsZero: false)
      if lasting != 0, length == nil { return }
    }
    lines.append(Line(time: time, start: place.start, occurrence: occurrence, length: length))
  }

  private mutating func begin(seed node: UInt32) {
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
  private mutating func arrival(_ node: UInt32) -> Scene.Occurrence? {
    guard let number = subject(of: node), let place = place(part(.to, of: node)) else { return nil }
    return .arrives(number, place)
  }

  private func subject(of node: UInt32) -> Int? {
    numbers[program.word(ofLabel: part(.label, of: node))]
  }

  private mutating func happening(_ node: UInt32) -> Scene.Occurrence? {
    switch Keyword(rawValue: nodes[Int(node)].detail) {
    case .press, .hold: button(node).map { .button($0, isPressed: true) }
    case .release: button(node).map { .button($0, isPressed: false) }
    case .turn: value(part(.value, of: node)).map { .zoom($0) }
    case .battery:
      number(part(.value, of: node), "the charge", 0...1, "from 0% to 100%").map { .battery($0) }
    case .speaks: subject(of: node).map { .speaks($0) }
    case .looks:
      subject(of: node).map { .looks($0, isAtCamera: nodes[Int(node)].flags == 0) }
    case .leaves: subject(of: node).map { .leaves($0) }
    case .walks: walk(node)
    case .fault: fault(nodes[Int(node)].flags).map { .fault($0) }
    case let keyword: keyword.flatMap(Scene.Occurrence.init)
    }
  }

  private mutating func walk(_ node: UInt32) -> Scene.Occurrence? {
    guard let number = subject(of: node), let place = place(part(.to, of: node)),
      let length = time(part(.over, of: node), as: "a length", allowsZero: false)
    else { return nil }
    return .walks(number, to: place, over: length)
  }

  private func fault(_ flags: UInt8) -> Fault.Kind? {
    guard let fault = SceneFault(rawValue: flags & 15) else { return nil }
    let name = fault == .refused ? SceneFault.refusals[Int(flags >> 4)] : fault.word
    return Fault.Kind.named(name)
  }

  private mutating func button(_ node: UInt32) -> Int? {
    let value = part(.value, of: node)
    guard let number = number(value, "the number of a button", 1...1000, "from 1 to 1000") else {
      return nil
    }
    guard number == number.rounded(.down) else {
      found.report(.notWholeInScene("the number of a button", at: program.span(of: value)))
      return nil
    }
    return Int(number)
  }

  private mutating func place(_ node: UInt32) -> Scene.Place? {
    var place = Scene.Place()
    var part = nodes[Int(node)].payload
    while part != 0 {
      if nodes[Int(part)].role == .away {
        guard let distance = number(part, "the distance", 0.01...1000, "from 1cm to 1000m") else {
          return nil
        }
        place.distance = distance
      } else if Direction(rawValue: nodes[Int(part)].detail).map({ $0 == .up || $0 == .down })
        == true
      {
        guard let pitch = number(part, "the angle", -90...90, "from 90deg up to 90deg down") else {
          return nil
        }
        place.pitch = pitch
      } else {
        guard
          let yaw = number(part, "the angle", -180...180, "from 180deg left to 180deg right")
        else { return nil }
        place.yaw = yaw
      }
      part = nodes[Int(part)].next
    }
    return place
  }

  /// The child of `node` with a role; 0 if there is none.
  private func part(_ role: Node.Role, of node: UInt32) -> UInt32 {
    var child = nodes[Int(node)].payload
    while child != 0, nodes[Int(child)].role != role { child = nodes[Int(child)].next }
    return child
  }

  // MARK: - Values

  private mutating func value(_ node: UInt32) -> Double? {
    constants.value(of: node, reporting: &found)
  }

  private mutating func number(
    _ node: UInt32, _ what: String, _ range: ClosedRange<Double>, _ text: String
  ) -> Double? {
    guard let value = value(node) else { return nil }
    if range.contains(value) { return value }
    found.report(.outsideScene(what, text, at: program.span(of: node)))
    return nil
  }

  /// The nanoseconds of the time at `node`.
  private mutating func time(_ node: UInt32, as what: String, allowsZero: Bool) -> Int? {
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
    return Int((seconds * 1e9).rounded())
  }
}

extension Scene.Occurrence {
  /// What a word alone says; nil if it says nothing alone.
  fileprivate init?(_ keyword: Keyword) {
    switch keyword {
    case .shutter: self = .shutter
    case .flip: self = .flip
    case .tracking_button: self = .trackingButton
    case .charging: self = .charging
    case .tap: self = .tap
    case .long_press: self = .longPress
    case .undock: self = .undock
    case .dock: self = .dock
    case .background: self = .background
    case .foreground: self = .foreground
    case .error: self = .error
    default: return nil
    }
  }
}
