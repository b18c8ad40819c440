import Drawing
import Face
import Hardware
import Testing
import Vocabulary

/// Eyes that follow: where they look, and how they get there.
@Suite struct EyeTests {
  @Test("eyes: landscape (cx, 1 - cy), portrait (cy, 1 - cx)")
  func aimsInLandscapeAndPortrait() {
    #expect(EyeAim(atSubject: 0.3, 0.6, isLandscape: true) == EyeAim(0.3, 0.4))
    #expect(EyeAim(atSubject: 0.3, 0.6, isLandscape: false) == EyeAim(0.6, 0.7))
  }

  @Test("eyes: x from 0.1 to 0.9, y from 0.2 to 0.8")
  func aimsAreClamped() {
    #expect(EyeAim(atSubject: 0, 0, isLandscape: true) == EyeAim(0.1, 0.8))
    #expect(EyeAim(atSubject: 1, 1, isLandscape: true) == EyeAim(0.9, 0.2))
    #expect(EyeAim(.left) == EyeAim(0.1, 0.5))
    #expect(EyeAim(.down) == EyeAim(0.5, 0.8))
  }

  /// ((x - 0.5) x width x 2, (y - 0.5) x height x 0.4) x sensitivity, with eyes of 2 x 7.
  @Test("eyes: offset ((x - 0.5) width 2, (y - 0.5) height 0.4) times sensitivity")
  func offsets() {
    func expect(_ mood: Mood, _ x: Double, _ y: Double) {
      let offset = EyeAim(0.9, 0.2).offset(in: mood)
      #expect(abs(offset.x - x) < 1e-9 && abs(offset.y - y) < 1e-9, "\(mood) \(offset)")
    }
    expect(.normal, 1.6, -0.84)
    expect(.surprise, 2.4, -1.26)
    expect(.fear, 2.4, -1.26)
    expect(.sleepy, 0.8, -0.42)
    #expect(EyeAim.center.offset(in: .surprise) == Point(0, 0))
  }

  @Test("eyes: 0.2 s ease-out")
  func aLookToTheSideTakes200Milliseconds() {
    #expect(FaceTrack.looking == 0.2)
    var track = FaceTrack()
    track.add(.look(.left), at: 1)
    #expect(track.look(at: 0.99).offset == Point(0, 0))
    #expect(abs(track.look(at: 1.1).offset.x + 1.6 * 0.75) < 1e-9)
    #expect(abs(track.look(at: 1.2).offset.x + 1.6) < 1e-9)
  }

  @Test("eyes: changes under 0.01 are ignored")
  func changesUnderAHundredthAreLeftOut() {
    var (one, other) = (EyeFollower(), EyeFollower())
    for eyes in 0..<2 {
      var follower = EyeFollower()
      follower.see(EyeAim(0.7, 0.5), at: 0)
      if eyes == 1 { follower.see(EyeAim(0.7099, 0.4901), at: 0.5) }
      if eyes == 0 { one = follower } else { other = follower }
    }
    #expect(abs(one.aim(at: 3).x - other.aim(at: 3).x) < 1e-9)
    #expect(abs(one.aim(at: 3).y - other.aim(at: 3).y) < 1e-9)
    one.see(EyeAim(0.72, 0.5), at: 1)
    #expect(abs(one.aim(at: 8).x - 0.726) < 1e-6)
  }

  @Test("eyes: aim at new + 0.3 (new - old), clamped again")
  func eyesAimThreeTenthsOfAChangeAhead() {
    #expect(EyeFollower.lead == 0.3)
    var eyes = EyeFollower()
    eyes.see(EyeAim(0.4, 0.5), at: 0)
    eyes.see(EyeAim(0.5, 0.6), at: 1)
    #expect(abs(eyes.aim(at: 9).x - 0.53) < 1e-6)
    #expect(abs(eyes.aim(at: 9).y - 0.63) < 1e-6)
    eyes.see(EyeAim(0.9, 0.6), at: 9)
    #expect(abs(eyes.aim(at: 20).x - 0.9) < 1e-6, "the aim is clamped again")
  }

  /// The step response against the sum of small steps of the differential equation.
  @Test("eyes: a spring of response 0.6 and damping 0.8")
  func theSpringHasResponse600MillisecondsAndDamping80Percent() {
    #expect(EyeFollower.spring == Spring(response: 0.6, damping: 0.8))
    var eyes = EyeFollower()
    eyes.see(EyeAim(0.8, 0.3), at: 0)
    let frequency = 2 * Double.pi / 0.6
    var (x, speed, time) = (0.5, 0.0, 0.0)
    let step = 1e-5
    while time < 1 {
      speed += (frequency * frequency * (0.8 - x) - 2 * 0.8 * frequency * speed) * step
      x += speed * step
      time += step
    }
    #expect(abs(eyes.aim(at: time).x - x) < 1e-3)
    #expect(abs(eyes.aim(at: 0.2).x - 0.5) > 0.1)
    // A sighting of the same in between changes nothing of the motion.
    eyes.see(EyeAim(0.8, 0.3), at: 0.3)
    #expect(abs(eyes.aim(at: time).x - x) < 1e-3)
  }

  @Test("face lost: eyes to the centre in 0.3 s, STANDBY; found: TRACKING")
  func eyesReturnToTheMiddleIn300Milliseconds() {
    var eyes = EyeFollower()
    #expect(eyes.badge == .standby)
    eyes.see(EyeAim(0.8, 0.3), at: 0)
    #expect(eyes.badge.rawValue == "TRACKING")
    eyes.see(nil, at: 5)
    #expect(eyes.badge.rawValue == "STANDBY")
    #expect(abs(eyes.aim(at: 5).x - 0.8) < 1e-3)
    #expect(eyes.aim(at: 5.15).x < 0.79)
    #expect(eyes.aim(at: 5.3) == .center)
    eyes.see(nil, at: 6)
    #expect(eyes.aim(at: 6) == .center)
    eyes.see(EyeAim(0.2, 0.5), at: 7)
    #expect(eyes.aim(at: 7) == .center)
    #expect(abs(eyes.aim(at: 12).x - 0.2) < 1e-3)
  }

  /// Where the eyes of a face that looks to `aim` are on a screen, from left to right.
  private func places(_ aim: EyeAim, _ mood: Mood) -> [(x: Double, y: Double)] {
    var look = FaceLook(mood)
    look.offset = aim.offset(in: mood)
    let face = FaceScreen(x: 0, y: 0, width: 900, height: 400).draw(look)
    return face.elements.compactMap { element in
      guard case .group(let part) = element, part.name == "eye" else { return nil }
      let facts = part.facts.compactMap { Double($0.value) }
      return facts.count == 2 ? (facts[0], facts[1]) : nil
    }
  }

  @Test("eyes: both are identical", arguments: Mood.allCases)
  func bothEyesMoveAlike(mood: Mood) {
    let (ahead, aside) = (places(.center, mood), places(EyeAim(0.9, 0.2), mood))
    #expect(ahead.count == 2 && aside.count == 2)
    guard ahead.count == 2, aside.count == 2 else { return }
    let unit = FaceMeasure.unit(width: 900, height: 400)
    // 4.4 widths of an eye apart, wherever they look.
    for eyes in [ahead, aside] {
      #expect(abs(eyes[1].x - eyes[0].x - 4.4 * 2 * unit) < 0.1 && eyes[0].y == eyes[1].y)
    }
    let offset = EyeAim(0.9, 0.2).offset(in: mood)
    for eye in 0..<2 {
      #expect(abs(aside[eye].x - ahead[eye].x - offset.x * unit) < 0.1)
      #expect(abs(aside[eye].y - ahead[eye].y - offset.y * unit) < 0.1)
    }
  }
}
