import DockKit
import Vocabulary

/// A list to which things are only added, and whose numbers stay when its beginning is forgotten.
///
/// Several readers go through it, each at its own pace: a reader remembers the number that it has
/// read last.
struct NumberedLog<Element: Sendable>: Sendable {
  private var first = 0
  private var elements: [Element]

  /// Creates a list of `elements`, numbered from 0.
  init(_ elements: [Element] = []) { self.elements = elements }

  /// The number that the next element gets.
  var end: Int { first + elements.count }

  /// The last element; nil if there is none.
  var last: Element? { elements.last }

  /// Adds `element`.
  mutating func append(_ element: Element) { elements.append(element) }

  /// The first element after number `previous` that is not forgotten; nil if there is none.
  func next(after previous: Int) -> (number: Int, element: Element)? {
    let number = max(previous + 1, first)
    return number < end ? (number, elements[number - first]) : nil
  }

  /// Forgets all but the last `count` elements.
  mutating func forget(allBut count: Int) {
    let surplus = max(0, elements.count - count)
    elements.removeFirst(surplus)
    first += surplus
  }
}

/// What a dock has told its app of its own accord, in order.
struct News: Sendable {
  /// A change of the dock's state.
  struct Change: Equatable, Sendable {
    let state: DockAccessory.State
    let isTrackingButtonOn: Bool
  }

  var events = NumberedLog<DockAccessory.AccessoryEvent>()
  /// The first is the present state for who listens from the beginning.
  var batteries = NumberedLog<DockAccessory.BatteryState>([.full])
  var changes = NumberedLog<Change>()

  /// How much there was.
  var count: Int { events.end + batteries.end + changes.end }

  /// Forgets what is over.
  mutating func forget() {
    events.forget(allBut: 0)
    batteries.forget(allBut: 1)
    changes.forget(allBut: 0)
  }
}

extension DockAccessory.BatteryState {
  /// The charge at which a battery is low, from 0 to 1 (assumed: Apple does not say).
  static let low = 0.2

  /// The battery of a dock that nothing is known of.
  static let full = battery(charge: 1, isCharging: false)

  /// The battery of a dock with this charge, from 0 to 1.
  static func battery(charge: Double, isCharging: Bool) -> DockAccessory.BatteryState {
    let charge = charge.isNaN ? 1 : min(max(charge, 0), 1)
    return DockAccessory.BatteryState(
      name: "battery", batteryLevel: charge, lowBattery: charge < low,
      chargeState: isCharging ? .charging : .notCharging)
  }
}

extension DockWorld {
  /// The state of the dock's battery.
  public var battery: DockAccessory.BatteryState { news.batteries.last ?? .full }

  /// Has `inputs` done to the dock, each at a time in nanoseconds.
  public mutating func expect(_ inputs: [(time: Int, input: DockInput)]) { expected.add(inputs) }

  /// When the dock will tell its app something by itself, in nanoseconds; nil if it will not.
  var nextNews: Int? {
    let next = min(returns ?? .max, waiting.nextTime ?? .max, expected.nextTime ?? .max)
    return next < .max ? next : nil
  }

  /// Carries out what is done to the dock now, and tells the app of it if the phone is in the dock.
  mutating func receive(_ input: DockInput) {
    switch input {
    case .battery(let charge):
      // A battery that has less than before is not being charged.
      let isCharging = charge >= battery.batteryLevel && battery.chargeState == .charging
      news.batteries.append(.battery(charge: charge, isCharging: isCharging))
    case .charging:
      news.batteries.append(.battery(charge: battery.batteryLevel, isCharging: true))
    default: break
    }
    guard isDocked else { return }
    switch input {
    case .button(let id, let isPressed): news.events.append(.button(id: id, pressed: isPressed))
    case .shutter: news.events.append(.cameraShutter)
    case .flip: news.events.append(.cameraFlip)
    case .zoom(let factor): news.events.append(.cameraZoom(factor: factor))
    case .trackingButton: pressTrackingButton()
    case .battery, .charging: break
    }
    guard input.isCause else { return }
    for kind in events(sentAfter: input.kind) { send(kind) }
  }

  /// Sends what the firmware sends of its own accord.
  private mutating func send(_ kind: EventKind) {
    switch kind {
    case .dock: tellState()
    case .shutter: news.events.append(.cameraShutter)
    case .flip: news.events.append(.cameraFlip)
    default: break
    }
  }

  /// The button goes on or off; on, it gives the motors to the system tracker, and off, it stops
  /// that.
  private mutating func pressTrackingButton() {
    isTrackingButtonOn.toggle()
    tellState()
    guard isTrackingButtonOn else { return isSystemTrackingEnabled ? brake() : () }
    if isSystemTrackingEnabled { startTracker() } else { switchTracking(true) }
  }

  /// Tells the app the state of the dock.
  mutating func tellState() {
    news.changes.append(
      News.Change(
        state: isDocked ? .docked : .undocked,
        isTrackingButtonOn: isDocked && isTrackingButtonOn))
  }
}
