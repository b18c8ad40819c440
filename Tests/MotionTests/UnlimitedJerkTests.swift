import Testing
import Vocabulary

@testable import Motion

/// Motions whose acceleration may jump; `PlanningTests` has those between any two states.
struct UnlimitedJerkTests {
  private let limits = AxisLimits(
    lower: -.infinity, upper: .infinity, speed: 90, acceleration: 720, jerk: .infinity)

  @Test func knownMoves() {
    // 1 s of way and 0.125 s to speed; 11.25 deg is the least way on which full speed is reached.
    let far = RestToRest(from: 0, to: -90, within: limits)
    #expect(isClose(far.length, 1.125, 1e-15) && far.peaks.jerk == .infinity)
    #expect(far.peaks.speed == 90 && far.peaks.acceleration == 720)
    #expect(
      far.state(at: 0.0625)
        == MotionState(
          position: -1.40625, velocity: -45, acceleration: -720))
    #expect(far.state(at: 0.5).velocity == -90 && far.state(at: 0.5).acceleration == 0)
    #expect(far.state(at: 1.125) == MotionState(position: -90))
    #expect(isClose(RestToRest.minimumLength(of: 11.25, within: limits), 0.25, 1e-15))
    #expect(isClose(RestToRest.minimumLength(of: 7.2, within: limits), 0.2, 1e-15))
    #expect(RestToRest.minimumLength(of: 0, within: limits) == 0)
  }

  @Test func stretchedMovesAreGentler() {
    let slow = RestToRest(from: 0, to: 90, length: 2.25, within: limits)
    #expect(slow.peaks.speed == 45 && slow.peaks.acceleration == 180)
    #expect(slow.peaks.stretch(within: limits) == 0.5)
    // 1.5 times 45 deg/s of change, over the 540 deg/s2 that are left.
    #expect(TimeWarp.shortestLength(from: 1, to: 0, peaks: slow.peaks, within: limits) == 0.125)
  }

  @Test func knownChangesAndStops() throws {
    let change = SpeedChange(position: 0, from: -36, to: 72, within: limits)
    #expect(isClose(change.length, 0.15, 1e-15) && isClose(change.endPosition, 2.7, 1e-14))
    #expect(isClose(change.reversal, 0.05, 1e-14) && isClose(change.peaks.lower, -0.9, 1e-14))
    let stop = try VelocityTransition.stop(
      from: MotionState(position: 5, velocity: 36, acceleration: 720), within: limits)
    #expect(stop.minimumLength == 0.05 && isClose(stop.endPosition, 5.9, 1e-15))
    #expect(stop.profile.state(at: 0.025).velocity == 18 && !stop.recovers)
    #expect(stop.profile.peaks.acceleration == 720 && stop.profile.peaks.jerk == .infinity)
    #expect(try stop.profile(lasting: 0.5).peaks.acceleration == 72)
    let whole = Profile.plain(RestToRest(from: 0, to: 90, within: limits))
    let cut = try #require(StoppedMotion(whole, after: 0.5, within: limits))
    #expect(isClose(cut.length, 0.625, 1e-15) && cut.peaks.jerk == .infinity)
    let worst = WorstStop(from: whole, within: limits)
    #expect(isClose(worst.length, 0.125, 0.005) && isClose(worst.angle, 5.625, 0.01))
    #expect(isClose(WorstStop(from: .planned(stop.profile), within: limits).length, 0.05, 0.02))
  }

  @Test func itIsWhatAnEverGreaterLimitLeadsTo() throws {
    var random = SplitMix64(printing: 101)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let problem = random.planningCase(true)
      var limited = problem
      limited.limits.jerk = problem.limits.acceleration * 1e7
      (limited.start.acceleration, limited.target.acceleration) = (0, 0)
      let (ours, theirs) = (try problem.transition(), try limited.transition())
      // At the edge of what can be done at once a little jerk is a long way round.
      let next = ours.shortestLength(atLeast: ours.minimumLength * (1 + 1e-5) + 1e-6)
      #expect(theirs.minimumLength >= ours.minimumLength * (1 - 1e-12))
      #expect(theirs.minimumLength <= next * (1 + 1e-5) + 1e-5, "\(problem)")
      let way = problem.target.position - problem.start.position
      #expect(
        abs(
          RestToRest.minimumLength(of: way, within: problem.limits)
            - RestToRest.minimumLength(of: way, within: limited.limits)) <= 1e-6)
    }
  }

  @Test func piecesAndStatesAgree() {
    var random = SplitMix64(printing: 102)
    for _ in 0..<2_000 {
      let problem = random.planningCase(true)
      let (from, to) = (problem.start.position, problem.target.position)
      let profiles: [Profile] = [
        .plain(RestToRest(from: from, to: to, within: problem.limits)),
        .change(
          SpeedChange(
            position: from, from: problem.start.velocity, to: problem.target.velocity,
            within: problem.limits)),
      ]
      let bound: Double = 1e-9 * (1 + abs(from) + abs(to))
      for profile in profiles {
        let whole = profile.peaks
        var clock = 0.0
        profile.forEachPiece { piece in
          guard case .polynomial(let curve, _) = piece.formula else { return }
          for share in [0.0, 0.25, 0.5, 0.75, 1] {
            let position = Polynomial(curve).value(at: share)
            let state = profile.state(at: clock + share * piece.length)
            #expect(abs(position - state.position) <= bound)
          }
          let (middle, end) = (clock + piece.length / 2, clock + piece.length)
          let seen = profile.peaks(from: clock, to: end)
          #expect(seen.acceleration >= abs(profile.state(at: middle).acceleration))
          #expect(
            seen.acceleration <= whole.acceleration && seen.speed <= whole.speed * (1 + 1e-12))
          #expect(seen.jerk == whole.jerk)
          clock = end
        }
        #expect(isClose(clock, profile.length, 1e-12))
      }
    }
  }

  @Test func waypointsAndCurvesKeepTheOtherLimits() throws {
    var random = SplitMix64(printing: 103)
    for _ in 0..<100 {
      let bounds = PerAxis<AxisLimits?>(
        yaw: random.planningCase(true).limits, pitch: random.planningCase(true).limits, roll: nil)
      let points = (0..<4).map { _ in
        PerAxis(
          yaw: Double.random(in: -90...90, using: &random),
          pitch: Double.random(in: -40...40, using: &random), roll: 0.0)
      }
      let origin = PerAxis(all: 0.0)
      let passing = try PassingPlan.plan(from: origin, points: points, limits: bounds)
      let near = try ThroughPlan.plan(from: origin, points: points, tolerance: 3, limits: bounds)
      let slow = try PassingPlan.plan(
        from: origin, points: points, length: Double(passing.length) / 500, limits: bounds)
      for axis in [Axis.yaw, .pitch] {
        let limits = try #require(bounds[axis])
        let passage = try #require(passing.passage(of: axis, within: limits))
        #expect(passage.peaks.stretch(within: limits) <= 1 + 1e-9)
        #expect(near.peaks(axis).stretch(within: limits) <= 1 + 1e-9)
        #expect(abs(passage.state(at: passage.length).position - points[3][axis]) <= 1e-9)
        let slower = try #require(slow.passage(of: axis, within: limits))
        #expect(slower.peaks.stretch(within: limits) <= 0.5 + 1e-9)
        for easing in [Easing.curve(.linear), .curve(.smooth), .spring(bounce: 0.4)] {
          let way = points[0][axis]
          let move = Profile.move(from: 0, to: way, easing: easing, within: limits)
          #expect(isClose(move.peaks.stretch(within: limits), 1, 1e-9))
        }
      }
    }
  }

  @Test func bendsOfNoRestAreRefused() {
    let abrupt = Easing.bezier(x1: 0, y1: 1, x2: 0.5, y2: 1)
    #expect(!abrupt.startsAtRest)
    #expect(abrupt.minimumLength(of: 10, within: limits) == .infinity)
  }

  @Test func warpsKeepTheLimits() throws {
    var random = SplitMix64(printing: 104)
    for _ in 0..<200 {
      let move = RestToRest(
        from: 0, to: random.magnitude(0.1, 400), within: limits)
      let slow = move.lasting(move.length * (Bool.random(using: &random) ? 1 : 1.5))
      let profile = Profile.plain(slow)
      let now = Double.random(in: 0...slow.length, using: &random)
      let warp = try #require(TimeWarp.earliest(from: 1, to: 0, at: now, in: [(profile, limits)]))
      for index in 0...500 {
        let state = warp.state(of: profile, at: warp.length * Double(index) / 500)
        #expect(abs(state.velocity) <= limits.speed * (1 + 1e-9))
        #expect(abs(state.acceleration) <= limits.acceleration * (1 + 1e-9))
      }
      let pause = try #require(
        WarpedMotion(
          profile, from: 0, changes: [.init(at: warp.start, over: warp.length, to: 0)],
          length: warp.start + warp.length))
      // Its pieces follow it, and jump where it does.
      var clock = 0.0
      Profile.warped(pause).forEachPiece { piece in
        guard case .polynomial(let curve, _) = piece.formula else { return }
        let middle = pause.state(at: clock + piece.length / 2)
        #expect(abs(Polynomial(curve).value(at: 0.5) - middle.position) <= 1e-3)
        let bend = Polynomial(curve).derivative.derivative.value(at: 0.5)
        #expect(
          abs(bend / (piece.length * piece.length) - middle.acceleration) <= 0.02 * 720)
        clock += piece.length
      }
      #expect(!pause.peaks.acceleration.isNaN && pause.peaks.jerk == .infinity)
    }
  }

  @Test(arguments: [0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan] as [Double])
  func oddNumbersNeverTrap(value: Double) {
    for place in 0..<8 {
      var numbers: [Double] = [90, 720, 0, 10, 20, 30, 5, 3]
      numbers[place] = value
      let odd = AxisLimits(
        lower: 0, upper: 0, speed: numbers[0], acceleration: numbers[1], jerk: .infinity)
      let start = MotionState(
        position: numbers[2], velocity: numbers[3], acceleration: numbers[4])
      let target = MotionState(
        position: numbers[5], velocity: numbers[6], acceleration: numbers[7])
      let move = RestToRest(from: start.position, to: target.position, within: odd)
      let change = SpeedChange(
        position: 0, from: start.velocity, to: target.velocity, within: odd)
      for time in [-1, 0, 0.5, .infinity, .nan] {
        _ = (move.state(at: time), change.state(at: time))
      }
      _ = (move.peaks, change.peaks)
      guard let transition = try? Transition(from: start, to: target, within: odd) else { continue }
      #expect(numbers.allSatisfy(\.isFinite) && transition.minimumLength.isFinite)
      let peaks = transition.profile.peaks
      #expect(!(peaks.speed + peaks.acceleration + peaks.lower + peaks.upper).isNaN)
      for length in [0, -1, 1, 1e9, 1e300, .infinity, .nan] as [Double] {
        _ = transition.shortestLength(atLeast: length)
        _ = try? transition.profile(lasting: length).peaks
      }
    }
  }
}
