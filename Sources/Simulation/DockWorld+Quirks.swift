import Hardware
import Quantities
import Vocabulary

// The quirks of the firmware, each in one place; what they mean stands in `Quirk`.

/// What the quirks of a dock remember.
struct Habits: Sendable {
  /// True if the motors obey the app, as the button of the dock says.
  var isButtonOn = true
  /// True if the camera of the phone runs.
  var isCameraRunning = true
  /// The switch of system tracking that is on its way, and when it arrives, in nanoseconds.
  var tracking: (isOn: Bool, time: Int)?
  /// Since when the motors may have been at rest under the app, in nanoseconds.
  var idleSince = 0
  /// When each axis began to turn at a velocity, in nanoseconds; nil if it does not.
  var pulses: [DockAxis: Int] = [:]
}

extension DockWorld {
  /// When a quirk acts by itself next, in nanoseconds; nil if none will.
  var nextQuirk: Int? {
    guard !model.quirks.isEmpty else { return nil }
    let (switched, flap) = (habits.tracking?.time, nextFlap)
    return switched.map { min($0, flap ?? .max) } ?? flap
  }

  /// Lets the quirks act whose time has come.
  mutating func followHabits() {
    if let change = habits.tracking, change.time <= now {
      habits.tracking = nil
      switchTracking(change.isOn)
    }
    if let flap = nextFlap, flap <= now { leaveForAWhile() }
  }
}

// MARK: - Events

extension DockWorld {
  /// What the firmware sends of its own accord right after `event`, which is written down.
  mutating func events(sentAfter event: EventKind) -> [EventKind] {
    guard isDocked else { return [] }
    if event == .trackingButton { pressTrackingButton() }
    let repetitions = model.repetitions(of: event)
    for quirk in repetitions { note(quirk) }
    return repetitions.compactMap { $0.repetition?.event }
  }
}

// MARK: - Who is obeyed

extension DockWorld {
  /// True if the motors do not obey the app, because of the button of the dock.
  var ignoresApp: Bool { !habits.isButtonOn && model.has(.buttonAuthority) }

  /// The tracking button takes the motors from the app, or lets it have them again.
  private mutating func pressTrackingButton() {
    guard model.has(.buttonAuthority) else { return }
    habits.isButtonOn.toggle()
    note(.buttonAuthority)
    if ignoresApp, !isSystemTrackingEnabled { stall() }
  }

  /// Switches system tracking as the app orders it, at once or when the dock gets to it.
  mutating func order(tracking isOn: Bool) {
    guard model.has(.lateTrackingFlag) else { return switchTracking(isOn) }
    guard isOn != habits.tracking?.isOn ?? isSystemTrackingEnabled else { return }
    // An order that takes back the one on its way leaves nothing to switch.
    guard isOn != isSystemTrackingEnabled else { return habits.tracking = nil }
    note(.lateTrackingFlag)
    habits.tracking = (isOn, now + Milliseconds(Quirk.trackingDelay).nanoseconds)
  }

  /// True if the app sees the dock: the phone is in it, and its camera runs if the dock wants that.
  var isConnected: Bool { isDocked && (habits.isCameraRunning || !model.has(.cameraFirst)) }

  /// Starts the camera of the phone, or stops it; it runs when the world begins.
  public mutating func setCameraRunning(_ isRunning: Bool) {
    guard isRunning != habits.isCameraRunning else { return }
    habits.isCameraRunning = isRunning
    guard model.has(.cameraFirst), isDocked else { return }
    note(.cameraFirst)
    stall()
  }

  /// True if a roll is to be ignored by a dock that has no motor for it.
  func ignores(_ axis: DockAxis) -> Bool { axis == .roll && model.has(.ignoredRoll) }
}

// MARK: - Docking

extension DockWorld {
  /// When the dock leaves because its motors are at rest, in nanoseconds; nil if it will not.
  private var nextFlap: Int? {
    guard model.has(.idleFlap), isDocked, isInForeground, !isSystemTrackingEnabled, !isBlocked
    else { return nil }
    var rest = Nanoseconds(habits.idleSince).seconds
    for motor in motors {
      guard let last = motor.pieces.last, last.isRest else { return nil }
      rest = max(rest, last.start)
    }
    let time =
      Nanoseconds.count(in: rest).rounded(.up)
      + Double(Milliseconds(Quirk.idleTime).nanoseconds)
    return time < Double(DockWorld.horizon) ? Int(time) : nil
  }

  private mutating func leaveForAWhile() {
    note(.idleFlap)
    setDocked(false)
    returns = now + DockWorld.trouble
  }

  /// Begins anew when the phone is put into the dock or taken out, or the app comes or goes.
  mutating func forgetHabits() {
    (habits.tracking, habits.idleSince, habits.pulses) = (nil, now, [:])
    if isDocked { habits.isButtonOn = true }
  }

  /// What the dock does by itself when the phone is taken out.
  mutating func tiltAlone() {
    guard model.has(.jumpAtRedock), let index = motors.firstIndex(where: { $0.axis == .pitch })
    else { return }
    note(.jumpAtRedock)
    motors[index].drift(by: Quirk.jump, from: seconds, .firmware)
  }
}

// MARK: - Motion

extension DockWorld {
  /// Notes that the axes are to turn at `velocity`; answers how far beside its place each ends that
  /// was turned for so short a time that it counts as a pulse, in degrees.
  mutating func pulse(_ velocity: AxisVector) -> AxisVector {
    guard model.has(.pulseNoise) else { return .zero }
    var errors = AxisVector.zero
    for axis in motors.map(\.axis) {
      if velocity[axis] != 0 {
        habits.pulses[axis] = habits.pulses[axis] ?? now
      } else if let start = habits.pulses.removeValue(forKey: axis),
        now - start <= Milliseconds(Quirk.pulseLength).nanoseconds
      {
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(now &* 4 &+ axis.rawValue)))
        errors[axis] = Quirk.pulseDeviation * min(3, max(-3, random.normal()))
      }
    }
    if errors != .zero { note(.pulseNoise) }
    return errors
  }

  /// The pose that the dock reports, in degrees.
  var reportedPose: AxisVector {
    guard case .orientation(let goal, let end) = activity, end > seconds,
      model.has(.falseReadBack)
    else { return pose }
    var reported = pose
    for motor in motors { reported[motor.axis] = motor.bounds.clamp(goal[motor.axis]) }
    return reported
  }
}

extension Motor {
  /// Brakes, and turns then by `distance` degrees as far as its limits let it.
  mutating func drift(by distance: Double, from time: Double, _ cause: Piece.Cause) {
    let rest = restAfterBraking(at: time)
    let goal = bounds.clamp(rest.position + distance)
    let length = glide(over: abs(goal - rest.position), at: bounds.speed).length
    guard length.isFinite else { return stop(at: time, cause) }
    go(to: goal, from: time, by: rest.time + length, at: bounds.speed, cause)
  }
}
