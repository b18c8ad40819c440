import Camera
import DockKit
import Hardware
import Quantities
import Vocabulary

/// A dock made of numbers, and everything that happened to it.
///
/// It is a value: a copy is another world with the same past, and goes its own way. Time passes
/// only by
/// `advance(to:)`; because the motors know their future in closed form until the next call, that
/// costs nothing. Degrees and seconds; the clock counts whole nanoseconds.
public struct DockWorld: Sendable {
  /// The dock it models.
  public let model: DockModel
  /// The time, in nanoseconds since the world began.
  public private(set) var now = 0
  /// True if the system tracker has the motors.
  public private(set) var isSystemTrackingEnabled: Bool
  /// True if the phone is in the dock.
  public private(set) var isDocked = true
  /// True if the app is on the screen; otherwise the system stops all motors.
  public private(set) var isInForeground = true
  /// The present framing mode.
  public internal(set) var framingMode = DockAccessory.FramingMode.automatic
  /// The present region of interest.
  public internal(set) var regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The phone.
  public internal(set) var phone: PhoneState
  /// True if the dock's own tracking button is on; it is whenever the phone is put in.
  public internal(set) var isTrackingButtonOn = true
  /// The pose the system tracker turns to.
  public let trackerAim: AxisVector

  var motors: [Motor]
  var activity = Activity.none
  var motions: [Motion] = []
  /// When the last calls that count against `callsPerSecond` were taken, oldest first.
  var countedCalls: [Int] = []
  /// How many calls were made.
  public internal(set) var calls = 0
  /// How many calls of the phone were made; a face that changes by itself makes one each time.
  public private(set) var phoneCalls = 0
  var waiting = FaultQueue([])
  /// Until when the motors are blocked, in nanoseconds.
  var blockedUntil = 0
  /// The time at which the phone is put back, in nanoseconds; nil if it is not planned.
  var returns: Int?
  /// What is going to be done to the dock.
  var expected = ExpectedInputs()
  /// What the dock has told its app.
  var news = News()
  /// The setting of system tracking that the app has made while the phone was out of the dock.
  var settingMadeAway: Bool?
  /// What follows the subjects that an app finds by itself; nil if nothing does.
  var custom: CustomTracking?
  /// How the phone is turned about the axis of its lens.
  public package(set) var orientation = PhoneOrientation.landscapeRight
  /// The company around the dock, and what the phone makes of it; nil if nobody is there.
  var watch: Watch?
  /// What turns the dock to that company; apart from it, for what may be anything cannot be read
  /// without a copy of all that it is part of.
  var systemTracker: (any SystemTracker)?
  /// What the quirks of the dock remember.
  var habits = Habits()
  private let beganTracking: Bool
  private var events: [Trace.Event] = []

  /// What the motors are at, as far as changed limits would change it.
  enum Activity: Sendable {
    case none
    case velocity(AxisVector, expiry: Double)
    case orientation(AxisVector, end: Double)
  }

  /// An awaited motion: an orientation or an animation.
  struct Motion: Sendable {
    let start: Int
    var end: Int
    var cancelled: Int?
    /// True if it is never reported as finished.
    var isEndless = false
  }

  /// Creates a world whose dock stands at `pose`.
  ///
  /// The pose is clamped to the dock's range; one that is not finite is home. If system tracking is
  /// on the tracker begins at once to turn the dock to `aim`, at 30 degrees a second, as it does
  /// whenever it is switched on. The phone is as `phone` says.
  public init(
    _ model: DockModel, at pose: AxisVector = .zero, isSystemTrackingEnabled: Bool = true,
    trackerAim aim: AxisVector = .zero, phone: PhoneState = PhoneState()
  ) {
    self.phone = phone
    self.model = model
    self.isSystemTrackingEnabled = isSystemTrackingEnabled
    self.beganTracking = isSystemTrackingEnabled
    self.trackerAim = aim.isFinite ? aim : .zero
    let pose = pose.isFinite ? pose : .zero
    let bounds = BoundsByAxis(of: model)
    motors = DockAxis.allCases.compactMap { axis in
      bounds[axis].map {
        Motor(
          axis, bounds: $0, acceleration: model.acceleration, jerk: model.jerk,
          minimumSpeed: model.minimumSpeed, position: pose[axis])
      }
    }
    if isSystemTrackingEnabled { startTracker() }
  }

  /// How many calls of the dock and of the phone were made.
  var callCount: CallCount { CallCount(dock: calls, phone: phoneCalls) }

  /// The time in seconds.
  var seconds: Double { Nanoseconds(now).seconds }

  /// The furthest a clock goes, about 73 years, so that sums of times cannot overflow.
  static let horizon = Int.max / 4

  /// Advances the time to `time` nanoseconds; never back, and never past 73 years.
  public mutating func advance(to time: Int) {
    let time = min(time, DockWorld.horizon)
    if returns != nil || !waiting.isEmpty || !expected.isEmpty || phone.nextChange != nil
      || watch != nil || nextQuirk != nil
    {
      while let next = nextHappening(until: time) {
        now = max(now, next)
        happen()
      }
    }
    now = max(now, time)
  }

  /// The remaining faults.
  public var faults: [Fault] {
    get { waiting.faults }
    set { waiting = FaultQueue(newValue) }
  }

  /// The same world without its past: its trace begins now.
  public var withoutPast: DockWorld {
    var world = self
    world.events = []
    world.news.forget()
    for index in world.motors.indices { world.motors[index].forget(before: seconds) }
    return world
  }

  /// The last event; nil if there is none.
  public var latest: Trace.Event? { events.last }

  /// The speeds at which the axes turn until they are told otherwise, in degrees a second.
  public var commandedSpeeds: AxisVector {
    if case .velocity(let velocity, _) = activity { velocity } else { .zero }
  }

  /// Turns the axes at `speeds`, in degrees a second, as a former process left them.
  public mutating func resume(at speeds: AxisVector) {
    guard speeds.isFinite, !isSystemTrackingEnabled else { return }
    turn(at: speeds, until: .infinity)
  }

  /// The limits that hold at present, in degrees.
  public var limits: BoundsByAxis {
    var limits = BoundsByAxis()
    for motor in motors { limits[motor.axis] = motor.bounds }
    return limits
  }

  /// The pose, in degrees; 0 for an axis the dock lacks.
  public var pose: AxisVector { vector { $0.position } }

  /// The speeds, in degrees a second; 0 for an axis the dock lacks.
  public var speeds: AxisVector { vector { $0.speed } }

  /// Everything that happened so far.
  public var trace: Trace {
    Trace(
      beganTracking: beganTracking,
      axes: motors.map { AxisMotion($0.axis, $0.record(until: seconds)) },
      events: events, end: now)
  }

  private func vector(_ value: (Cursor) -> Double) -> AxisVector {
    var vector = AxisVector.zero
    for motor in motors { vector[motor.axis] = value(motor.state(at: seconds)) }
    return vector
  }
}

// MARK: - What happens around the calls

extension DockWorld {
  /// Writes down a call that cannot be refused.
  mutating func note(_ call: Trace.Call) {
    events.append(Trace.Event(time: now, .call(call, nil)))
  }

  /// Writes down that something goes wrong.
  ///
  /// What is done to the dock from outside is an event of its own.
  mutating func note(_ fault: Fault.Kind) {
    guard fault != .docked, fault != .background, fault != .foreground else { return }
    events.append(Trace.Event(time: now, .fault(fault)))
  }

  /// Writes down what the system tracker does from now on, and with whom.
  mutating func note(_ phase: Following.Phase, _ names: [String]) {
    events.append(Trace.Event(time: now, .tracker(phase, names)))
  }

  /// Counts what the phone does, and writes it down.
  mutating func note(_ call: PhoneCall) {
    phoneCalls += 1
    events.append(Trace.Event(time: now, .phone(call)))
  }

  /// Writes `note` down if that is for traces.
  mutating func keep(_ note: Note) {
    if note.kind.isTraced { events.append(Trace.Event(time: now, .note(note))) }
  }

  /// Writes down that the firmware did something by itself.
  mutating func note(_ quirk: Quirk) {
    events.append(Trace.Event(time: now, .quirk(quirk)))
  }

  /// Writes `call` down, carries it out, and writes down why not if it is refused.
  ///
  /// A call that is lost on its way is answered by `lost`, and so is one to turn motors that are
  /// blocked, or do not obey the app.
  mutating func record<Result>(
    _ call: Trace.Call, lost: (inout DockWorld) -> Result,
    _ body: (inout DockWorld) throws(DockKitError) -> Result
  ) throws(DockKitError) -> Result {
    let index = events.count
    note(call)
    do throws(DockKitError) {
      let fate = try strike()
      guard isInForeground || !call.turns else { throw .notConnected }
      guard fate != .lost, !(call.turns && (isBlocked || ignoresApp)) else {
        return lost(&self)
      }
      let count = motions.count
      let result = try body(&self)
      if fate == .endless, motions.count > count { motions[count].isEndless = true }
      return result
    } catch {
      events[index].kind = .call(call, error)
      throw error
    }
  }

  /// As `record` of a call that answers nothing.
  mutating func record(
    _ call: Trace.Call, _ body: (inout DockWorld) throws(DockKitError) -> Void
  ) throws(DockKitError) {
    try record(call, lost: { _ in }, body)
  }

  /// The motors stop where they are, and what was in progress will not be said to be over.
  mutating func stall() {
    cancelMotion()
    brake()
  }

  /// Switches the system tracker; a change cancels what moves and brings the maker's limits back.
  mutating func switchTracking(_ isEnabled: Bool) {
    guard isEnabled != isSystemTrackingEnabled else { return }
    isSystemTrackingEnabled = isEnabled
    (habits.tracking, habits.idleSince) = (nil, now)
    events.append(Trace.Event(time: now, .tracking(isEnabled)))
    cancelMotion()
    for index in motors.indices { motors[index].bounds = motors[index].maker }
    // Nobody reaches the motors while the phone is out of the dock.
    guard isDocked else { return }
    if isEnabled, isInForeground { startTracker() } else { brake() }
  }

  /// Puts the phone into the dock, or takes it out: whatever moves brakes and stops.
  ///
  /// The app's setting of system tracking is lost: tracking is on when the phone is back, unless
  /// the app has switched it off meanwhile.
  public mutating func setDocked(_ isDocked: Bool) {
    guard isDocked != self.isDocked else { return }
    self.isDocked = isDocked
    isTrackingButtonOn = true
    tellState()
    suspend(.docked(isDocked), isOver: isDocked)
    settingMadeAway = nil
  }

  /// Brings the app to the screen, or takes it off: whatever moves brakes and stops.
  ///
  /// While it is off nothing turns, and the app cannot make it; system tracking is on when it is
  /// back, as after an undocking (as users of real docks have measured).
  public mutating func setInForeground(_ isInForeground: Bool) {
    guard isInForeground != self.isInForeground else { return }
    self.isInForeground = isInForeground
    suspend(.foreground(isInForeground), isOver: isInForeground)
  }

  private mutating func suspend(_ event: Trace.Event.Kind, isOver: Bool) {
    events.append(Trace.Event(time: now, event))
    cancelMotion()
    brake()
    forgetHabits()
    if !isDocked, event == .docked(false) { tiltAlone() }
    guard isOver, isDocked, isInForeground else { return }
    let setting = settingMadeAway ?? true
    if isSystemTrackingEnabled, setting { startTracker() } else { switchTracking(setting) }
  }

  /// The system tracker turns to where it looks, calmly, until it sees somebody.
  mutating func startTracker() {
    guard isTrackingButtonOn else { return }
    beginWatching()
    let calm = 30.0
    for index in motors.indices {
      let goal = motors[index].bounds.clamp(trackerAim[motors[index].axis])
      let speed = min(calm, motors[index].bounds.speed)
      let rest = motors[index].restAfterBraking(at: seconds)
      let length = motors[index].glide(over: abs(goal - rest.position), at: speed).length
      guard length.isFinite else { continue }
      motors[index].go(to: goal, from: seconds, by: rest.time + length, at: speed, .tracker)
    }
  }

  /// All motors brake and stay.
  mutating func brake() {
    for index in motors.indices { motors[index].stop(at: seconds, .stop) }
    activity = .none
  }

  /// The awaited motion in progress, if any, will not come to its end.
  mutating func cancelMotion() {
    activity = .none
    custom?.restart()
    guard let last = motions.indices.last, motions[last].cancelled == nil else { return }
    if motions[last].end > now { motions[last].cancelled = now }
  }
}
