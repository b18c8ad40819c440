#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Motion

/// One change of the commanded speed of one axis.
struct SpeedChangeCommand: Equatable {
  /// When it is given, in milliseconds.
  var time: Int32
  /// The speed, in millidegrees a second.
  var speed: Int32
  /// The index of the step it belongs to.
  var step: Int32
}

/// Turns the motion of one axis over one step into speeds for its motor.
///
/// Time is cut at each period of the dock's stream. In each piece the motor is given the one speed
/// that, with the time it takes to reach it, covers exactly what is left of the plan at the end of
/// the piece; what rounding leaves over is part of the next piece, so errors never add up.
struct LoweringStream {
  /// The motion.
  let profile: Profile
  /// When it starts, in milliseconds.
  let start: Int32
  /// When it ends, in milliseconds.
  let end: Int32
  /// The speed it ends with, in millidegrees a second.
  let finalSpeed: Int32
  /// The index of its step.
  let step: Int32
  /// The dock.
  let model: DockModel
  /// The greatest speed of the axis, in degrees a second.
  let greatestSpeed: Double
  /// The motor, at `start` or before.
  var motor: LoweringMotor
  /// The speeds so far.
  var commands: [SpeedChangeCommand] = []

  /// Computes all speeds.
  mutating func run() {
    motor.advance(to: start)
    // A plan close to what the motor can do leaves no room to make up within a piece for a change
    // of speed that came too early, so there it is timed.
    let isSteep = profile.peaks.acceleration > model.acceleration / 2
    let period = Int32(clamping: max(1, model.streamPeriod))
    var boundary = start
    for section in isSteep ? turningPoints(every: period / 5) + [end] : [end] {
      while section - boundary >= period + (period + 1) / 2 {
        boundary += period
        piece(until: boundary, isSteep)
      }
      if section < end, section > boundary {
        boundary = section
        piece(until: boundary, isSteep)
      }
    }
    lastPiece()
  }

  /// When speeding up turns into slowing down or the other way round: between these moments speed
  /// rises all the time or falls all the time.
  private func turningPoints(every interval: Int32) -> [Int32] {
    var points: [Int32] = []
    var isRising: Bool?
    var last = start
    for time in stride(from: start, to: end, by: Int(max(1, interval))) {
      let acceleration = state(at: time).acceleration
      if acceleration != 0 {
        let rises = acceleration > 0
        if let isRising, isRising != rises { points.append(turningPoint(last, time, rises)) }
        isRising = rises
      }
      last = time
    }
    return points
  }

  /// The first moment after `low` and up to `high` at which it is true that acceleration `rises`.
  private func turningPoint(_ low: Int32, _ high: Int32, _ rises: Bool) -> Int32 {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let acceleration = state(at: middle).acceleration
      if acceleration != 0, (acceleration > 0) == rises { high = middle } else { low = middle }
    }
    return high
  }

  private mutating func piece(until boundary: Int32, _ isSteep: Bool) {
    if !isSteep || !steepPiece(until: boundary) { piece(until: boundary) }
  }

  /// Commands the speed that is on the plan at `boundary`.
  private mutating func piece(until boundary: Int32) {
    let seconds = self.seconds(until: boundary)
    let change = motor.change(for: excess(at: boundary, in: seconds), in: seconds)
    command(sendable(motor.velocity + change), at: motor.time)
    motor.advance(to: boundary)
  }

  /// Commands the speed the plan has at `boundary`, at the moment from which it is on the plan
  /// there, too.
  ///
  /// False if there is no such moment.
  private mutating func steepPiece(until boundary: Int32) -> Bool {
    let seconds = self.seconds(until: boundary)
    let change = state(at: boundary).velocity - motor.velocity
    guard abs(change) > motor.acceleration * 0.002 else { return false }
    let ramp = abs(change) / motor.acceleration
    let wait = seconds - ramp / 2 - excess(at: boundary, in: seconds) / change
    guard wait > -0.001, wait + ramp < seconds + 0.001 else { return false }
    let moment = motor.time + Int32((max(0, wait) * 1000).rounded())
    let speed = sendable(motor.velocity + change)
    motor.advance(to: min(moment, boundary))
    command(speed, at: motor.time)
    motor.advance(to: boundary)
    return true
  }

  /// Commands a speed and then the final one, so that the motor has that, on the plan, at the end.
  private mutating func lastPiece() {
    let seconds = self.seconds(until: end)
    var moment = end
    var speed = landingSpeed(turningAt: moment)
    for _ in 0..<4 {
      let ramp = abs(speed - Double(finalSpeed) / 1000) / motor.acceleration
      moment = end - Int32((min(ramp, seconds - 0.001) * 1000).rounded(.up))
      speed = landingSpeed(turningAt: moment)
    }
    if finalSpeed == 0, abs(speed) < model.minimumSpeed { return creep() }
    command(sendable(speed), at: motor.time)
    motor.advance(to: moment)
    command(finalSpeed, at: moment)
  }

  /// The speed after which the motor, told the final one at `moment`, gets into line with the plan.
  private func landingSpeed(turningAt moment: Int32) -> Double {
    let final = Double(finalSpeed) / 1000
    let distance =
      state(at: end).position - motor.position - final * Double(end - moment) / 1000
    return motor.speed(covering: distance, in: seconds(until: moment), before: final)
  }

  /// Covers what is left, too little for the whole piece, at the least speed and stops early.
  private mutating func creep() {
    let distance = state(at: end).position - motor.position
    let speed =
      distance < motor.lag(of: motor.velocity) ? -model.minimumSpeed : model.minimumSpeed
    let coasting = motor.lag(of: speed) - motor.lag(of: speed - motor.velocity)
    let seconds = max(0, min((distance - coasting) / speed, self.seconds(until: end)))
    let moment = motor.time + Int32((seconds * 1000).rounded())
    if moment > motor.time {
      command(quantised(speed), at: motor.time)
      motor.advance(to: moment)
    }
    command(0, at: moment)
  }

  private mutating func command(_ speed: Int32, at time: Int32) {
    guard speed != motor.command || time == commands.last?.time else { return }
    motor.command = speed
    if commands.last?.time == time { commands.removeLast() }
    commands.append(SpeedChangeCommand(time: time, speed: speed, step: step))
  }

  /// `speed` as it can be sent: below the least speed of the motors the nearer of that and none.
  private func sendable(_ speed: Double) -> Int32 {
    let least = model.minimumSpeed
    guard abs(speed) < least else { return quantised(speed) }
    guard abs(speed) * 2 >= least else { return 0 }
    return quantised(speed < 0 ? -least : least)
  }

  /// `speed` in whole millidegrees a second, within what the axis can do.
  ///
  /// Rounded away from zero, so that the least speed stays one.
  private func quantised(_ speed: Double) -> Int32 {
    guard speed.isFinite else { return 0 }
    let most = min(greatestSpeed * 1000, Double(Int32.max))
    let rounded =
      abs(speed) < model.minimumSpeed * 1.001
      ? (speed * 1000).rounded(.awayFromZero) : (speed * 1000).rounded()
    return Int32(max(-most, min(most, rounded)))
  }

  private func state(at time: Int32) -> MotionState {
    profile.state(at: Double(time - start) / 1000)
  }

  private func seconds(until boundary: Int32) -> Double { Double(boundary - motor.time) / 1000 }

  private func excess(at boundary: Int32, in seconds: Double) -> Double {
    state(at: boundary).position - motor.position - motor.velocity * seconds
  }
}
