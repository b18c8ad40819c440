import DockKit
import Hardware
import Motion
import Schedules
import Spatial

extension Performance {
  /// Carries out the next command, or goes on to the next cue if that comes first; answers false
  /// when there is none.
  mutating func performNext() throws -> Bool {
    guard show.execution.nextCommand < show.execution.commands.commands.count else {
      return leaveRegion()
    }
    let command = show.execution.commands.commands[show.execution.nextCommand]
    if !isAhead(Int(command.step)) {
      guard try reach(command.time, Int(command.step)) else { return try meetSign() }
    }
    show.execution.nextCommand += 1
    if isAhead(Int(command.step)) { return true }
    if show.execution.takeSkipped(Int(command.step)) { return true }
    record.sent += 1
    // What the phone is asked for is never what the dock refuses.
    if command.kind != .phone { show.step = show.execution.number(ofStep: Int(command.step)) }
    let (isInRegion, wasTurning) = (show.execution.isRegion, isTurning)
    if command.kind == .velocity {
      try turn(command)
    } else if command.kind == .tracking {
      try changeHands(command)
    } else {
      try call(command, of: show.execution.commands)
    }
    // A call may itself take long, and what it begins is not to be cut short for that.
    if !orders.hasChangedHands {
      look()
      try admitLateness(since: command.time, of: Int(command.step), wasTurning: wasTurning)
    }
    if orders.isAstray, command.kind == .velocity { try rejoin(at: command.time) }
    tell(.sent(command))
    if command.kind == .tracking, isInRegion { _ = leaveRegion() }
    return true
  }

  private mutating func turn(_ command: Command) throws {
    orders.pending = nil
    let speeds = command.vector.map { Double($0) / 1000 }
    try withMotors { try $0.setAngularVelocity(Vector3D(degrees: speeds), &$1) }
    orders.speeds = speeds
    record.peakSpeed.formGreatest(speeds)
  }

  private mutating func changeHands(_ command: Command) throws {
    if let step = show.step, schedule.steps[step].kind == .take { return try take(step) }
    let isTracking =
      switch Command.Tracking(rawValue: command.extra) {
      case .off: false
      case .on: true
      case .restore, nil: authority.trackingBefore
      }
    orders.hasChangedHands = true
    orders.speeds = PerAxis(all: 0)
    if authority.isHeld {
      guard let handback = authority.giveBackOne(tracking: isTracking, &link) else { return }
      note(handback)
      if let pose = handback.pose { noteMisplacement(of: pose, at: command.time) }
    } else {
      try authority.want(tracking: isTracking, &link)
      tell(isTracking: isTracking)
    }
  }

  mutating func call(
    _ command: Command, of list: CommandList
  ) throws {
    switch command.kind {
    case .orientation: try orient(command)
    case .animate: try animate(command)
    case .limits:
      guard let limits = list.limits[number: command.extra] else { return }
      let range = try DockAccessory.Limits(limits)
      try withMotors { try $0.setLimits(range, &$1) }
    case .frame:
      guard let mode = DockAccessory.FramingMode(index: command.extra) else { return }
      try link.call(.frame(mode))
    case .region:
      guard let region = list.rectangles[number: command.extra] else { return }
      try link.call(.region(CGRect(region)))
    case .select: try select(command, of: list)
    case .log: tell(.log(list.texts[number: command.extra] ?? ""))
    case .subject: refuse(DockKitError.noSubjectFound)
    case .phone: try ask(for: list.phoneCall(of: command))
    case .velocity, .tracking: break
    }
  }

  /// Asks the phone for `call`; that it does not do it is told, and the show goes on.
  private mutating func ask(for call: PhoneCall) throws {
    do {
      let answer = try link.call(.phone(call))
      if case .done = answer, case .record(let change) = call { note(change) }
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      refuse(error)
    }
  }

  /// Takes note that the camera has been asked to begin or end a recording.
  private mutating func note(_ change: PhoneCall.Recording) {
    let isBegun = record.recording != nil
    switch change {
    case .start where isBegun: break
    case .start: record.recording = showTime(show.time)
    case .stop: record.recording = nil
    case .toggle: record.recording = isBegun ? nil : showTime(show.time)
    }
  }

  /// Tells that `error` keeps a command from being carried out, which is not the end of the show.
  private func refuse(_ error: any Error) {
    tell(.refused(Outcome.Failure(error, at: showTime(show.time), step: currentStep)))
  }

  /// Selects a subject; that there is none to select is told, and the show goes on.
  private mutating func select(_ command: Command, of list: CommandList) throws {
    guard command.extra != Step.none else {
      try link.call(.select(nil))
      return
    }
    guard let place = list.rectangles[number: command.extra] else { return }
    do {
      try link.call(.select(CGRect(place).origin))
    } catch DockKitError.noSubjectFound {
      refuse(DockKitError.noSubjectFound)
    }
  }
}

extension Array {
  /// The element that schedules call `number`; nil if there is none.
  fileprivate subscript(number number: UInt32) -> Element? {
    number < count ? self[Int(number)] : nil
  }
}
