import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Spatial
import Testing

/// The gestures of the companion return exactly; the figures of the app that they are made after do
/// not.
@Suite struct CompanionTests {
  /// A part of a figure: which way, how fast in radians a second, and for how many milliseconds.
  typealias Part = (way: Character, speed: Double, length: Int)

  /// The figures of the app, and where it leaves an ideal dock: tilt and pan in degrees, positive
  /// down and right.
  static let figures: [(name: String, parts: String, pitch: Double, yaw: Double)] = [
    ("quickNod", "D2.0/200 U1.8/150 D1.5/150 U1.5/150", 7.4, 0),
    ("doubleNod", "D2.0/150 U2.0/100 D2.2/150 U1.8/100", 14.3, 0),
    ("shake", "L1.8/200 R2.0/300 L1.5/200 R1.2/150", 0, 6.9),
    ("lookup", "U2.5/300 D1.2/200", -29.2, 0),
    ("tiltLeft", "L1.5/400 R1.2/300", 0, -13.8),
    ("bounce", "U2.5/100 D2.8/120 U2.2/100 D1.8/100 U1.2/100", -4.2, 0),
    (
      "tremor", "L1.5/100 R1.6/100 U1.4/100 D1.7/100 R1.3/100 L1.5/100 D1.2/100 U1.1/100", 2.3,
      -0.6
    ),
    ("scan", "L2.0/300 R2.5/400 L1.5/200 R0.8/100", 0, 10.3),
    ("returnToCenter", "U0.8/150 D0.6/100 L0.7/100 R0.5/100", -3.4, -1.1),
  ]

  private static func parts(_ text: String) -> [Part] {
    text.split(separator: " ").map { word in
      let numbers = word.dropFirst().split(separator: "/")
      return (word.first ?? " ", Double(numbers[0]) ?? 0, Int(numbers[1]) ?? 0)
    }
  }

  @Test(arguments: figures.indices)
  func aFigureOfTheAppLeavesTheDockElsewhere(index: Int) throws {
    let figure = Self.figures[index]
    let dock = SimulatedDock(DockWorld(.stand, isSystemTrackingEnabled: false))
    var ideal = (pitch: 0.0, yaw: 0.0)
    var now = 0
    for part in Self.parts(figure.parts) {
      let speed = part.way == "U" || part.way == "L" ? -part.speed : part.speed
      let isTilt = part.way == "U" || part.way == "D"
      let angle = speed * Double(part.length) / 1000 * 180 / .pi
      if isTilt { ideal.pitch += angle } else { ideal.yaw += angle }
      try dock.setAngularVelocity(
        Vector3D(x: isTilt ? speed : 0, y: isTilt ? 0 : speed, z: 0))
      now += part.length * 1_000_000
      dock.advance(to: now)
    }
    try dock.setAngularVelocity(Vector3D(x: 0, y: 0, z: 0))
    dock.advance(to: now + 1_000_000_000)
    #expect(abs(ideal.pitch - figure.pitch) < 0.06 && abs(ideal.yaw - figure.yaw) < 0.06)
    let pose = dock.snapshot.pose
    let drift = (pose.pitch * pose.pitch + pose.yaw * pose.yaw).squareRoot()
    #expect(drift > 0.3, "\(figure.name) ends \(drift) degrees off")
  }

  /// Played ten times on each dock, from a pose that is not home.
  @Test(
    arguments: [
      "quick_nod()", "double_nod()", "shake()", "look_up()", "glance(way: 14deg left)",
      "glance(way: 14deg right)", "bounce()", "tremor()", "scan()", "settle()",
    ])
  func aGestureOfTheLibraryReturnsExactly(call: String) throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
    let library = try Data(contentsOf: examples.appending(path: "gestures/moods.dock"))
    let name = call.prefix { $0 != "(" }
    let text = """
      use "moods.dock" (\(name))
      move to pose(pan: 7deg left, tilt: 3deg up) over 1s
      repeat 10 { \(call) }

      """
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { name, _ in
      .success(LoadedFile(identity: name, name: name, bytes: Array(library)))
    }
    for model in DockModel.exact {
      var found = Diagnostics()
      let schedule = try #require(
        script.schedule(for: Compilation(for: model), reporting: &found), "\(found)")
      let run = rehearse(schedule, isTracking: false)
      #expect(run.endPose.yaw == -7000 && run.endPose.pitch == -3000, "\(model.name)")
    }
  }
}
