import DockKit
import Hardware
import Testing

@testable import Simulation

@Suite struct AuditTests {
  static func piece(
    _ start: Double, _ position: Double, _ speed: Double = 0, _ acceleration: Double = 0
  ) -> Piece {
    Piece(
      start: start, position: position, speed: speed, acceleration: acceleration, cause: .velocity)
  }

  static func audit(
    _ pieces: [Piece], of axis: DockAxis = .pitch, events: [(Double, Trace.Event.Kind)] = [],
    beganTracking: Bool = false, end: Double = 10
  ) -> [Audit.Finding] {
    let trace = Trace(
      beganTracking: beganTracking, axes: [AxisMotion(axis, pieces)],
      events: events.map { Trace.Event(time: Int($0 * 1e9), $1) }, end: Int(end * 1e9))
    return Audit.findings(in: trace, of: .plain)
  }

  static let rest = [piece(0, 0)]
  static let turn = Trace.Event.Kind.call(
    .setOrientation(.zero, duration: 0, relative: false), nil)

  @Test func aSoundMotionHasNone() {
    let pieces = [
      AuditTests.piece(0, 0, 0, 200), AuditTests.piece(0.1, 1, 20, 0),
      AuditTests.piece(0.6, 11, 20, -200), AuditTests.piece(0.7, 12, 0, 0),
    ]
    #expect(AuditTests.audit(pieces).isEmpty)
  }

  @Test(arguments: [
    ("position", [piece(0, 29, 20, -100), piece(0.2, 31)], Audit.Finding.Kind.position),
    ("position", [piece(0, -41)], .position),
    (
      "turning point", [piece(0, 29, 20, -100), piece(0.4, 29, -20, 100), piece(0.6, 27)], .position
    ),
    ("speed", [piece(0, 0, 101, -101), piece(0.5, 37.875, 50.5, -101)], .speed),
    ("acceleration", [piece(0, 0, 0, 201), piece(0.1, 1.005, 20.1, -201)], .acceleration),
    ("position jump", [piece(0, 0), piece(1, 0.001)], .positionJump),
    ("speed jump", [piece(0, 0), piece(1, 0, 1, -1), piece(2, 0.5)], .speedJump),
    ("not a number", [piece(0, .nan)], .malformed),
    ("infinite", [piece(0, 0, .infinity)], .malformed),
    ("order", [piece(1, 0), piece(0.5, 0)], .malformed),
    ("ends moving", [piece(0, 0, 1)], .moving),
  ])
  func motion(_ name: String, _ pieces: [Piece], _ kind: Audit.Finding.Kind) {
    let findings = AuditTests.audit(pieces, end: name == "speed" || kind == .acceleration ? 0.2 : 4)
    #expect(findings.contains { $0.kind == kind }, "\(name): \(findings.map(\.text))")
  }

  @Test func absentAxis() {
    #expect(AuditTests.audit(AuditTests.rest, of: .roll).isEmpty)
    let moved = AuditTests.audit([AuditTests.piece(0, 0, 1)], of: .roll, end: 0)
    #expect(moved.map(\.kind).contains(.absentAxis))
  }

  @Test func motorCallWhileTracking() {
    let findings = AuditTests.audit(
      AuditTests.rest, events: [(1, AuditTests.turn)], beganTracking: true)
    #expect(findings.map(\.kind) == [.motorCallWhileTracking])
    #expect(findings[0].text == "1000 ms: motor call while system tracking is on")
  }

  @Test func refusedMotorCallWhileTrackingIsAFaultToo() {
    let call = Trace.Event.Kind.call(.setAngularVelocity(.zero), .notSupported)
    let findings = AuditTests.audit(AuditTests.rest, events: [(1, call)], beganTracking: true)
    #expect(findings.map(\.kind) == [.motorCallWhileTracking])
  }

  @Test func motorCallAfterRestore() {
    let events: [(Double, Trace.Event.Kind)] = [
      (0, .tracking(false)), (1, AuditTests.turn), (2, .tracking(true)), (3, AuditTests.turn),
    ]
    let findings = AuditTests.audit(AuditTests.rest, events: events, beganTracking: true)
    #expect(findings.map(\.kind) == [.motorCallAfterRestore])
  }

  @Test func trackingNotRestored() {
    let events: [(Double, Trace.Event.Kind)] = [(0, .tracking(false))]
    let left = AuditTests.audit(AuditTests.rest, events: events, beganTracking: true)
    #expect(left.map(\.kind) == [.trackingNotRestored])
    let taken = AuditTests.audit(AuditTests.rest, events: [(0, .tracking(true))])
    #expect(taken.map(\.kind) == [.trackingNotRestored])
  }

  @Test func callRate() {
    let close: [(Double, Trace.Event.Kind)] = [0, 0.5, 0.999].map { ($0, AuditTests.turn) }
    #expect(AuditTests.audit(AuditTests.rest, events: close).map(\.kind) == [.callRate])
    let apart: [(Double, Trace.Event.Kind)] = [0, 0.5, 1, 1.5].map { ($0, AuditTests.turn) }
    #expect(AuditTests.audit(AuditTests.rest, events: apart).isEmpty)
    let refused = Trace.Event.Kind.call(.animate(.yes), .frameRateTooHigh)
    let events = [(0, AuditTests.turn), (0.1, AuditTests.turn), (0.2, refused)]
    #expect(AuditTests.audit(AuditTests.rest, events: events).map(\.kind) == [.callRate])
  }

  @Test func movingWhenGivenBack() {
    let pieces = [
      AuditTests.piece(0, 0, 0, 100), AuditTests.piece(0.1, 0.5, 10, -10),
      AuditTests.piece(1.1, 5.5),
    ]
    let events: [(Double, Trace.Event.Kind)] = [(0, .tracking(false)), (1, .tracking(true))]
    let findings = AuditTests.audit(pieces, events: events, beganTracking: true)
    #expect(findings.map(\.text) == ["1000 ms: pitch still moves at 1.000 deg/s"])
  }

  @Test func setLimits() {
    // Up to 20 deg/s and 12 deg.
    let pieces = [
      AuditTests.piece(0, 0), AuditTests.piece(1, 0, 0, 200), AuditTests.piece(1.1, 1, 20, 0),
      AuditTests.piece(1.6, 11, 20, -200), AuditTests.piece(1.7, 12, 0, 0),
    ]
    func findings(_ bounds: AxisBounds, at time: Double = 0.5, ends: Double? = nil) -> [String] {
      var events: [(Double, Trace.Event.Kind)] = [
        (0, .tracking(false)), (time, .call(.setLimits(BoundsByAxis(pitch: bounds)), nil)),
      ]
      events.append((ends ?? 9, .tracking(true)))
      return AuditTests.audit(pieces, events: events, beganTracking: true).map(\.text)
    }
    #expect(findings(AxisBounds(lower: -1, upper: 12, speed: 20)) == [])
    #expect(
      findings(AxisBounds(lower: -1, upper: 11.9, speed: 20)) == [
        "500 ms: pitch leaves its range: 12.000 deg, allowed 11.900 deg"
      ])
    #expect(
      findings(AxisBounds(lower: -1, upper: 12, speed: 19.5)) == [
        "1100 ms: pitch is too fast: 20.000 deg/s, allowed 19.500 deg/s"
      ])
    // Set while it moves: what could not be helped is no fault, what could is.
    #expect(findings(AxisBounds(lower: -1, upper: 5, speed: 30), at: 1.6) == [])
    #expect(findings(AxisBounds(lower: -1, upper: 5, speed: 30), at: 1.5).count == 1)
    // Gone with the session.
    #expect(findings(AxisBounds(lower: -1, upper: 5, speed: 5), ends: 0.9) == [])
  }
}
