import Camera
import Tracking

/// A line of JSON of numbers, words and lists.
struct Line {
  private var text = "{"

  mutating func add(_ name: String, _ value: some CustomStringConvertible) {
    text += "\(text == "{" ? "" : ", ")\"\(name)\": \(value)"
  }

  mutating func add(_ name: String, word: String) { add(name, "\"\(word)\"") }

  func write() { print(text + "}") }
}

/// Rehearses `count` scenes of all kinds with the tracker, and the simple ones with others.
func rehearseScenes(_ count: Int) {
  for index in 0..<count {
    let kinds = TrackingScene.Kind.allCases
    let scene = TrackingScene(kinds[index % kinds.count], seed: UInt64(index / kinds.count))
    for (name, style) in [
      ("balanced", TrackingStyle.balanced), ("responsive", .responsive), ("gentle", .gentle),
    ] {
      follow(scene, name, style, Conditions())
    }
    guard [.stand, .walk, .turn].contains(scene.kind) else { continue }
    for gain in [3.0, 6] {
      let conditions = Conditions()
      var follower = ProportionalFollower(view: conditions.view, gain: gain)
      var figures = Figures()
      rehearse(scene, &follower, under: conditions) { shot, _ in
        figures.add(shot, rate: conditions.rate)
      }
      write(scene, "proportional \(Int(gain))", figures, [])
    }
    for (name, conditions) in variations { follow(scene, name, .balanced, conditions) }
  }
}

/// The same scenes under other conditions, with the usual style.
private let variations: [(String, Conditions)] = {
  var far = Conditions()
  (far.pictureLatency, far.motorLatency, far.toldMotorLatency) = (0.15, 0.05, 0.05)
  var untold = Conditions()
  untold.motorLatency = 0.06
  var slow = Conditions()
  slow.rate = 10
  var middle = Conditions()
  middle.rate = 15
  var unsteady = Conditions()
  unsteady.jitter = 0.15
  var seldom = Conditions()
  (seldom.reportEvery, seldom.tick) = (8, 0.00716)
  var narrow = Conditions()
  (narrow.yaw.lower, narrow.yaw.upper) = (-15, 20)
  return [
    ("range -15 to 20", narrow), ("latency 200 ms", far),
    ("latency 30 ms longer than told", untold), ("10 a second", slow),
    ("15 a second", middle), ("uneven times", unsteady), ("poses 4 a second", seldom),
  ]
}()

private func follow(
  _ scene: TrackingScene, _ name: String, _ style: TrackingStyle, _ conditions: Conditions
) {
  var follower = TrackerFollower(conditions, style: style)
  var (figures, identities) = (Figures(), Identities())
  var phases: [Tracker.Phase] = []
  var last = DockPose.home
  rehearse(scene, &follower, under: conditions) { shot, follower in
    figures.add(shot, rate: conditions.rate)
    identities.add(shot, &follower.tracker)
    if let phase = follower.guidance?.phase, phases.last != phase { phases.append(phase) }
    last = shot.pose
  }
  let kept = identities.isKept ? 1 : 0
  let ends: [(String, String)] = [
    ("kept", "\(kept)"), ("given", "\(identities.given.count)"), ("yaw", "\(last.yaw)"),
    ("pitch", "\(last.pitch)"),
    ("phases", "[\(phases.map { "\"\($0)\"" }.joined(separator: ", "))]"),
  ]
  write(scene, name, figures, ends)
}

private func write(
  _ scene: TrackingScene, _ name: String, _ figures: Figures, _ more: [(String, String)]
) {
  var line = Line()
  line.add("scene", word: scene.kind.rawValue)
  line.add("seed", scene.seed)
  line.add("follower", word: name)
  line.add("squares", figures.squares)
  line.add("within", figures.within)
  line.add("count", figures.count)
  line.add("settling", figures.settling)
  line.add("peak", figures.peak)
  line.add("speed", figures.speed)
  line.add("acceleration", figures.acceleration)
  line.add("jerk", figures.jerk)
  line.add("effort", figures.effort)
  line.add("least", figures.reach.least)
  line.add("most", figures.reach.most)
  for (key, value) in more { line.add(key, value) }
  line.write()
}

/// Writes all boxes of `count` scenes with two persons, and who the tracker takes them for.
func rehearseIdentities(_ count: Int) {
  for index in 0..<count {
    let kind = [TrackingScene.Kind.cross, .hide][index % 2]
    let scene = TrackingScene(kind, seed: UInt64(index / 2))
    var follower = TrackerFollower(Conditions())
    var identities = Identities()
    func list(_ rect: UnitRect) -> String {
      "\(rect.x), \(rect.y), \(rect.width), \(rect.height)"
    }
    rehearse(scene, &follower) { shot, follower in
      identities.add(shot, &follower.tracker)
      var line = Line()
      line.add("scene", word: kind.rawValue)
      line.add("seed", scene.seed)
      line.add("truth", shot.truth.map { "[\($0.person), \(list($0.rect))]" }.description.unquoted)
      line.add("boxes", shot.detections.map { "[\(list($0.rect))]" }.description.unquoted)
      let tracks = follower.tracker.subjects.compactMap { subject in
        subject.detection.map { [subject.identifier, $0] }
      }
      line.add("tracks", tracks.description)
      line.write()
    }
  }
}

extension String {
  /// The text without quotation marks.
  fileprivate var unquoted: String { filter { $0 != "\"" } }
}
