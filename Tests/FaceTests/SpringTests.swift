import Drawing
import Face
import Foundation
import Hardware
import Testing
import Vocabulary

/// Changes of mood that swing, and the ring of a tap.
@Suite struct SpringTests {
  /// A spring of mass 1, integrated in small steps (Runge and Kutta, of the fourth order): how far
  /// it has come from 0 to 1 after `time` seconds.
  private static func integrated(response: Double, damping: Double, _ time: Double) -> Double {
    let frequency = 2 * Double.pi / response
    func slope(_ x: Double, _ v: Double) -> (Double, Double) {
      (v, frequency * frequency * (1 - x) - 2 * damping * frequency * v)
    }
    let count = 4000
    let h = time / Double(count)
    var (x, v) = (0.0, 0.0)
    for _ in 0..<count {
      let a = slope(x, v)
      let b = slope(x + h / 2 * a.0, v + h / 2 * a.1)
      let c = slope(x + h / 2 * b.0, v + h / 2 * b.1)
      let d = slope(x + h * c.0, v + h * c.1)
      x += h / 6 * (a.0 + 2 * b.0 + 2 * c.0 + d.0)
      v += h / 6 * (a.1 + 2 * b.1 + 2 * c.1 + d.1)
    }
    return x
  }

  @Test("mood spring: response 0.4 s, damping fraction 0.7")
  func theMoodIsThatSpring() {
    let spring = Spring.mood(over: 0.56)
    #expect(abs(spring.response - 0.4) < 0.0002 && spring.damping == 0.7)
    for step in 0..<56 {
      let time = Double(step) / 100
      let wanted = Self.integrated(response: 0.4, damping: 0.7, time)
      #expect(abs(Spring.moodShare(after: time / 0.56) - wanted) < 0.002, "\(time)")
    }
  }

  @Test("mood spring: it swings 4.6 % past the mood, and is there at the end")
  func theMoodSwings() throws {
    let shares = (0...1000).map { Spring.moodShare(after: Double($0) / 1000) }
    let greatest = try #require(shares.max())
    // Ogata, Modern Control Engineering, 5.3: the maximum overshoot.
    let overshoot = exp(-Double.pi * 0.7 / (1 - 0.49).squareRoot())
    #expect(abs(greatest - 1 - overshoot) < 1e-5 && abs(overshoot - 0.046) < 0.0001)
    #expect(shares.allSatisfy { $0.isFinite && $0 >= 0 })
    #expect(shares[0] == 0 && shares[1000] == 1 && abs(shares[999] - 1) < 0.0025)
    for share in [-1, 1, 2, Double.infinity] {
      #expect(Spring.moodShare(after: share) == (share < 0 ? 0 : 1))
    }
  }

  @Test("mood spring: a face that springs stays a face, between all moods")
  func theFaceStaysAFace() {
    let screen = FaceScreen(x: 0, y: 0, width: 200, height: 100)
    for old in Mood.allCases {
      for mood in Mood.allCases {
        for step in 0...20 {
          let share = Double(step) / 20
          let look = FaceLook(from: old, to: mood, share: share, easing: .spring)
          #expect((0...1).contains(look.openness) && look.eyes.width > 0.5)
          for point in screen.draw(look).elements.flatMap(\.corners) {
            #expect((-2...202).contains(point.x) && (-2...102).contains(point.y), "\(old) \(mood)")
          }
          if share == 1 { #expect(look == FaceLook(mood)) }
          if share == 0, old != mood { #expect(look.eyes == FaceLook(old).eyes) }
        }
      }
    }
  }

  @Test("mood spring: the eyes swing past their size")
  func theEyesSwing() throws {
    var track = FaceTrack()
    track.add(.face(.love, over: 560, easing: .spring), at: 1)
    let widths = (0...60).map { track.look(at: 1 + Double($0) / 100).eyes.width }
    let widest: Double = 1 + 0.3 * 1.046
    #expect(abs(try #require(widths.max()) - widest) < 0.001)
    #expect(widths.first == 1 && widths.last == 1.3)
    #expect(track.look(at: 1.56).eyes.width == 1.3 && track.look(at: 90).eyes.width == 1.3)
  }

  @Test("a change that is held goes on from where it was")
  func aHeldChangeGoesOn() {
    for easing in FaceEasing.allCases {
      var (whole, track) = (FaceTrack(), FaceTrack())
      whole.add(.face(.love, over: 1000, easing: easing), at: 0)
      track.add(.face(.love, over: 1000, easing: easing), at: 0)
      track.add(.holdFace, at: 0.3)
      track.add(.sameFace(over: 700), at: 5)
      for step in 0...100 {
        let time = Double(step) / 100
        let eyes = track.look(at: time < 0.3 ? time : time + 4.7).eyes
        #expect(abs(eyes.width - whole.look(at: time).eyes.width) < 1e-9, "\(easing) \(time)")
      }
      #expect(track.look(at: 3).eyes == track.look(at: 4.9).eyes)
    }
  }

  @Test("tap: a ripple of 0.4 s")
  func aTapRipples() throws {
    #expect(Ripple.length == 0.4)
    #expect(Ripple(after: -0.001) == nil && Ripple(after: 0.4) == nil && Ripple(after: .nan) == nil)
    let rings = try (0..<40).map { try #require(Ripple(after: Double($0) / 100)) }
    #expect(abs(rings[0].radius - 0.1) < 1e-9 && rings[0].opacity == 0.5)
    for (one, next) in zip(rings, rings.dropFirst()) {
      #expect(next.radius > one.radius && next.opacity < one.opacity)
    }
    #expect(abs(rings[39].radius - 1) < 0.01 && rings[39].opacity < 0.02)
  }

  @Test("tap: its ripple is drawn on the face, and on nothing else")
  func theRippleIsDrawn() throws {
    var (track, plain) = (FaceTrack(seed: 3), FaceTrack(seed: 3))
    for call in [PhoneCall.face(.joy, over: 300)] {
      track.add(call, at: 0)
      plain.add(call, at: 0)
    }
    track.tap(at: 2)
    track.tap(at: 2.3)
    let screen = FaceScreen(x: 10, y: 20, width: 200, height: 100)
    for (time, count) in [(1.99, 0), (2.0, 1), (2.2, 1), (2.35, 2), (2.45, 1), (2.71, 0)] {
      let face = screen.draw(track.look(at: time)).elements
      let ripples = face.filter {
        if case .group(let group) = $0 { group.name == "ripple" } else { false }
      }
      #expect(ripples.count == count, "\(time)")
      #expect(
        Array(face.dropLast(count)) == screen.draw(plain.look(at: time)).elements, "\(time)")
      for point in ripples.flatMap(\.corners) {
        #expect((60.0...160).contains(point.x) && (20.0...120).contains(point.y))
      }
    }
  }
}

extension Picture.Element {
  /// The places of all shapes in it.
  fileprivate var corners: [Point] {
    switch self {
    case .shape(let path, _):
      path.parts.compactMap { part in
        switch part {
        case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point):
          point
        case .close: nil
        }
      }
    case .text: []
    case .group(let group): group.elements.flatMap(\.corners)
    }
  }
}
