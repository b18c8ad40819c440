import Hardware
import Motion
import Quantities
import Schedules
import Spatial
import Vocabulary

/// The axes of a show that follow a subject.
struct FollowingAxes {
  /// The subject.
  let subject: PhoneCall.Subject
  /// The axes that the tracker turns.
  let axes: AxisSet
  /// The limits that hold for them, in degrees.
  let limits: PerAxis<AxisLimits?>
  /// How long the subject stays lost before that is an event, in nanoseconds.
  let patience: Int
  /// The speeds that they are to have, in degrees a second.
  var speeds = PerAxis<Double>(all: 0)
  /// The speeds that they were told last, in degrees a second.
  var told = PerAxis<Double>(all: 0)
  /// Since when the subject is not seen, in nanoseconds of the performance; nil while it is.
  var lostSince: Int?
  /// True once the subject has been seen.
  var hasSeen = false
  /// True once the event has come that the subject is lost.
  var isLost = false
  /// True while the subject is in its place.
  var isSettled = false
  /// When they began to come to rest, in nanoseconds of the performance, and their speeds then; nil
  /// while they follow.
  var end: (time: Int, speeds: PerAxis<Double>)?
  /// Where the dock was last, in degrees; nil before the first picture.
  var pose: PerAxis<Double>?
  /// Where they are at rest, in degrees; nil while that is not known.
  var rest: PerAxis<Double>?
  /// The least change of a pose from picture to picture that is a motion, in degrees.
  static let leastChange = 0.02

  /// How long the tracker may take to see a subject that is there, in nanoseconds: a second is some
  /// 25 pictures after the first has arrived.
  static let acquisition = Nanoseconds.second

  /// When the subject counts as lost, in nanoseconds of the performance; nil while it is seen, and
  /// once that has been told.
  var loss: Int? {
    guard let lostSince, !isLost, !isEnding else { return nil }
    return lostSince + (hasSeen ? patience : max(patience, FollowingAxes.acquisition))
  }

  /// True once the show has taken them back.
  var isEnding: Bool { end != nil }

  /// True if the dock is to be told the speeds: they are new, or it would drop them without being
  /// told again with every picture.
  func isNews(afterPicture isAfterPicture: Bool) -> Bool {
    speeds != told || isAfterPicture && speeds != PerAxis(all: 0)
  }

  /// When axes that come to rest get their next speeds, a `period` after `now`, or when the subject
  /// is lost, in nanoseconds of the performance; `time` if that is earlier.
  func nextTick(before time: Int, _ now: Int, every period: Int) -> Int {
    guard isEnding else { return min(time, loss ?? time) }
    guard speeds != PerAxis(all: 0) else { return time }
    return min(time, now + period)
  }

  /// The speeds with which they come to rest, at `time`, in degrees a second.
  func braking(at time: Int) -> PerAxis<Double> {
    var speeds = PerAxis<Double>(all: 0)
    guard let end else { return speeds }
    let elapsed = Nanoseconds(time - end.time).seconds
    for axis in axes.members {
      guard let limit = limits[axis] else { continue }
      let change = SpeedChange(position: 0, from: end.speeds[axis], to: 0, within: limit)
      if elapsed < change.length { speeds[axis] = change.state(at: elapsed).velocity }
    }
    return speeds
  }
}

extension Performance {
  /// Lets the tracker turn axes, or takes them back.
  mutating func follow(_ following: Schedule.Following) throws {
    look()
    guard let subject = following.subject else {
      guard let speeds = orders.following?.speeds else { return }
      orders.following?.end = (timing.now, speeds)
      return
    }
    var plan = PlanState(before: show.execution.schedule)
    for step in show.execution.schedule.steps.prefix(show.execution.nextStep) { plan.follow(step) }
    let limits = show.execution.schedule.limits[Int(plan.limits)].map { $0?.inDegrees }
    orders.following = FollowingAxes(
      subject: subject, axes: following.axes, limits: limits,
      patience: Int(following.patience) * millisecond,
      lostSince: timing.now)
    try callTracker()
  }

  /// Has the tracker look for the subject; again, if system tracking has had the motors meanwhile.
  mutating func callTracker() throws {
    guard var following = orders.following, !following.isEnding else { return }
    // It may take its time to see the subject.
    (following.hasSeen, following.lostSince) = (false, timing.now)
    orders.following = following
    do {
      try link.call(.follow(following.subject))
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      // Without a tracker nobody is seen: the show goes on as if the subject were lost.
      refuse(error)
    }
  }

  /// Waits until `time` and turns the axes that follow a subject with every picture; an event ends
  /// the wait if it `endsWithSigns`.
  mutating func steer(until time: Int, endsWithSigns: Bool) throws {
    repeat {
      let known = link.inbox.count
      let tick = orders.following?.nextTick(before: time, timing.now, every: streamPeriod) ?? time
      let guidance = try link.watch(until: tick)
      look()
      if let guidance { note(guidance) }
      if guidance != nil, orders.following != nil { try keepMotors() }
      noteLoss()
      if orders.following?.isEnding == true { brakeFollowing() }
      if let following = orders.following, following.isNews(afterPicture: guidance != nil) {
        orders.following?.told = following.speeds
        try turn(at: orders.speeds)
      }
      if endsWithSigns, link.inbox.count > known { return }
    } while timing.now < time
  }

  /// How often axes that come to rest get new speeds, in nanoseconds.
  private var streamPeriod: Int { max(1, show.cue.schedule.model.streamPeriod) * millisecond }

  /// Slows the axes down that come to rest.
  private mutating func brakeFollowing() {
    guard var following = orders.following else { return }
    following.speeds = following.braking(at: timing.now)
    orders.following = following
  }

  /// Takes note of what the tracker makes of a picture.
  private mutating func note(_ guidance: Guidance) {
    guard var following = orders.following else { return }
    defer { orders.following = following }
    if following.isEnding {
      guard let newPose = guidance.pose else { return }
      let isAtRest = Axis.allCases.allSatisfy { axis in
        guard following.axes.contains(axis), let pose = following.pose else { return true }
        return abs(pose[axis] - newPose[axis]) < FollowingAxes.leastChange
      }
      let isTold = following.speeds == PerAxis(all: 0) && following.pose != nil
      (following.rest, following.pose) = (isTold && isAtRest ? newPose : nil, newPose)
      return
    }
    following.pose = guidance.pose ?? following.pose
    for axis in following.axes.members {
      let most = following.limits[axis]?.speed ?? 0
      following.speeds[axis] = min(max(guidance.speeds[axis], -most), most)
    }
    following.hasSeen = following.hasSeen || guidance.isFollowing
    following.lostSince = guidance.isFollowing ? nil : following.lostSince ?? timing.now
    if guidance.isFollowing { following.isLost = false }
    if guidance.isSettled, !following.isSettled { link.inbox.append(WorldEvent(.settled)) }
    following.isSettled = guidance.isSettled
  }

  /// Tells the show that the subject is lost, once it has been for long enough.
  private mutating func noteLoss() {
    guard let loss = orders.following?.loss, timing.now >= loss else { return }
    orders.following?.isLost = true
    link.inbox.append(WorldEvent(.lost))
  }

  /// Finds out where the axes are at rest that have followed a subject.
  mutating func findRest() throws {
    while let following = orders.following, following.speeds != PerAxis(all: 0) {
      try sleep(until: following.nextTick(before: .max, timing.now, every: streamPeriod))
    }
    try link.call(.follow(nil))
    guard let following = orders.following, following.rest == nil else { return }
    // While others turn, nothing may wait for a report: what the last picture has shown has to do.
    guard !isTurning else {
      orders.following?.rest = following.pose
      return
    }
    guard let reading = link.reading(atRestBy: timing.now + Nanoseconds.second) else { return }
    if let trouble = reading.trouble { throw trouble }
    orders.following?.rest = reading.pose
  }
}
