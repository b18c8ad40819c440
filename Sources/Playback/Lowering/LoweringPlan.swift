import Hardware
import Motion
import Quantities

/// The motion of one axis over one step, as the plan has it.
struct LoweringSegment {
  /// The motion.
  let profile: Profile
  /// When it starts, in milliseconds.
  let origin: Int32
  /// When it starts, or the schedule or a part of it does, in milliseconds: of what is in progress
  /// then the rest counts.
  private(set) var start: Int32
  /// When it ends, in milliseconds.
  let end: Int32
  /// The speed it ends with, in millidegrees a second.
  let finalSpeed: Int32
  /// The greatest speed the axis may have, in millidegrees a second.
  let greatestSpeed: Int32
  /// The index of its step.
  let step: Int32
  /// The extremes of the motion.
  let peaks: Peaks
  /// The positions at its start and at its end, in degrees.
  private(set) var firstPosition: Double
  let finalPosition: Double
  /// True if at its start the axis moves already.
  private var beginsInMotion: Bool

  init(
    _ profile: Profile, _ step: Int32, from start: Int32, to end: Int32, finalSpeed: Int32,
    greatestSpeed: Int32
  ) {
    self.profile = profile
    origin = start
    self.start = max(0, start)
    self.end = end
    self.finalSpeed = finalSpeed
    self.greatestSpeed = greatestSpeed
    self.step = step
    peaks = profile.peaks
    finalPosition = profile.end.position
    (firstPosition, beginsInMotion) = (0, false)
    begin(at: self.start)
  }

  /// Leaves out what comes before `time`.
  mutating func begin(at time: Int32) {
    start = time
    let first = profile.state(at: Milliseconds(start - origin).seconds)
    (firstPosition, beginsInMotion) = (first.position, first.velocity != 0)
  }

  /// The plan at `time`, in milliseconds: at rest before it, at its final speed after it.
  func state(at time: Int32) -> MotionState {
    guard time > start || origin < start || time == start && beginsInMotion else {
      return MotionState(position: firstPosition)
    }
    if time < end { return profile.state(at: Milliseconds(time - origin).seconds) }
    let speed = Millidegrees(finalSpeed).degrees
    let position = finalPosition + Milliseconds.seconds(in: speed * Double(time - end))
    return MotionState(position: position, velocity: speed)
  }
}

/// What one axis is to do over a stretch of time: motions, and even speed between them.
struct LoweringPlan {
  /// The plan at one moment, and until the next.
  struct Node {
    /// The position, in degrees.
    var position: Double
    /// The velocity, in degrees a second.
    var velocity: Double
    /// How much the acceleration is at most between this moment and the next, in degrees a second
    /// squared.
    var bend = 0.0
    /// Where the axis would be now had it been at its final speed all along, if the plan is as good
    /// as there; else nil.
    var landing: Double?
    /// That final speed, in millidegrees a second.
    var finalSpeed: Int32 = 0
    /// The number of the first moment, from this one on, after which the axis rests until the next;
    /// `Int.max` if there is none.
    var rest = Int.max
    /// The greatest speed until the next moment, in millidegrees a second.
    var greatestSpeed: Int32
    /// The index of the step in progress, or over last; -1 before the first.
    var step: Int32
  }

  let axis: Axis
  /// The motions, by time; they do not overlap.
  private(set) var segments: [LoweringSegment]

  init(_ axis: Axis, _ first: LoweringSegment) {
    self.axis = axis
    segments = [first]
  }

  mutating func append(_ segment: LoweringSegment) { segments.append(segment) }

  /// Leaves out what is over before `time`, but for the speed that the axis has then.
  mutating func begin(at time: Int32) {
    segments.removeFirst(segments.dropFirst().prefix { $0.start <= time }.count)
    if segments[0].start < time, time < segments[0].end { segments[0].begin(at: time) }
  }

  /// Adds the plan at each of `times`, in milliseconds, to `nodes`.
  func sample(
    at times: ContiguousArray<Int32>, within tolerance: Double,
    into nodes: inout ContiguousArray<Node>
  ) {
    let base = nodes.count
    var number = 0
    var segment = segments[0]
    var accelerations = (last: 0.0, now: 0.0)
    for (index, time) in times.enumerated() {
      while number + 1 < segments.count, segments[number + 1].start <= time {
        number += 1
        segment = segments[number]
      }
      let state = segment.state(at: time)
      accelerations = (accelerations.now, state.acceleration)
      nodes.append(
        Node(
          position: state.position, velocity: state.velocity,
          greatestSpeed: segment.greatestSpeed, step: time < segment.start ? -1 : segment.step))
      if index > 0, segment.start < time, times[index - 1] < segment.end {
        let seconds = Milliseconds(time - times[index - 1]).seconds
        let last = base + index
        nodes[last - 1].bend = bend(
          of: segment.peaks, from: nodes[last - 1], to: nodes[last], accelerations, seconds)
      }
    }
    markLandings(of: &nodes, from: base, times, within: tolerance)
    markRests(of: &nodes, from: base, times)
  }

  /// How much the acceleration is at most between two moments `seconds` apart.
  private func bend(
    of peaks: Peaks, from first: Node, to last: Node,
    _ accelerations: (last: Double, now: Double), _ seconds: Double
  ) -> Double {
    let greatest = max(abs(accelerations.last), abs(accelerations.now))
    if greatest == 0, abs(first.velocity - last.velocity) <= 1e-9 * abs(first.velocity) { return 0 }
    let bound = greatest + peaks.jerk * seconds / 2
    return bound < peaks.acceleration ? bound : peaks.acceleration
  }

  /// Marks the moments at which the axis may be given its final speed for good, until it moves
  /// again.
  private func markLandings(
    of nodes: inout ContiguousArray<Node>, from base: Int, _ times: ContiguousArray<Int32>,
    within tolerance: Double
  ) {
    let horizon = times.last ?? 0
    var index = times.count - 1
    for number in segments.indices.reversed() {
      let (start, end) = (segments[number].start, segments[number].end)
      let (finalPosition, finalSpeed) = (
        segments[number].finalPosition, segments[number].finalSpeed
      )
      let isJoined = number + 1 < segments.count && segments[number + 1].start == end
      // What comes after the last moment is not known here.
      var isClose = !isJoined && end <= horizon
      while index >= 0, times[index] >= start {
        let time = times[index]
        let line =
          finalPosition
          + Milliseconds.seconds(
            in: Millidegrees(finalSpeed).degrees * Double(time - end))
        let offset = abs(nodes[base + index].position - line)
        isClose = isClose && (time >= end || offset <= tolerance)
        if isClose {
          (nodes[base + index].landing, nodes[base + index].finalSpeed) = (line, finalSpeed)
        }
        index -= 1
      }
    }
  }

  /// Marks the time before the first motion, between motions and after the last.
  private func markRests(
    of nodes: inout ContiguousArray<Node>, from base: Int, _ times: ContiguousArray<Int32>
  ) {
    var number = segments.count - 1
    var rest = Int.max
    for index in times.indices.reversed() {
      while number > 0, segments[number].start > times[index] { number -= 1 }
      let segment = segments[number]
      if times[index] < segment.start {
        (nodes[base + index].landing, nodes[base + index].finalSpeed) = (segment.firstPosition, 0)
        rest = index
      } else if times[index] >= segment.end, segment.finalSpeed == 0, index + 1 < times.count {
        rest = index
      }
      nodes[base + index].rest = rest
    }
  }
}
