import Camera
import Testing

/// The origins and turns of rectangles.
@Suite struct UnitRectTests {
  static let rect = UnitRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)

  @Test func theLowerLeftOriginIsAMirror() {
    let lower = Self.rect.lowerLeft
    #expect(abs(lower.y - 0.4) < 1e-12 && lower.x == 0.1)
    #expect(abs(UnitRect(lowerLeft: lower).y - 0.2) < 1e-12)
    #expect(UnitPoint(x: 0.25, y: 0.25).lowerLeft == UnitPoint(x: 0.25, y: 0.75))
  }

  /// The table of Apple's sample: a rectangle of the dock in the view.
  @Test(arguments: [
    (PhoneOrientation.portrait, UnitRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)),
    (.portraitUpsideDown, UnitRect(x: 0.6, y: 0.4, width: 0.3, height: 0.4)),
    (.landscapeRight, UnitRect(x: 0.4, y: 0.1, width: 0.4, height: 0.3)),
    (.landscapeLeft, UnitRect(x: 0.2, y: 0.6, width: 0.4, height: 0.3)),
  ])
  func rectanglesTurnAsInTheSample(orientation: PhoneOrientation, expected: UnitRect) {
    let seen = Self.rect.upright(orientation)
    let misses = [
      seen.x - expected.x, seen.y - expected.y, seen.width - expected.width,
      seen.height - expected.height,
    ]
    #expect(misses.allSatisfy { abs($0) < 1e-12 }, "\(seen)")
    let back = seen.turned(orientation)
    #expect(abs(back.x - 0.1) < 1e-12 && abs(back.y - 0.2) < 1e-12 && back.width == 0.3)
  }

  /// The table of Apple's sample: a touched point of the view for the dock.
  @Test(arguments: [
    (PhoneOrientation.portrait, UnitPoint(x: 0.1, y: 0.2)),
    (.portraitUpsideDown, UnitPoint(x: 0.9, y: 0.8)),
    (.landscapeRight, UnitPoint(x: 0.2, y: 0.9)),
    (.landscapeLeft, UnitPoint(x: 0.8, y: 0.1)),
  ])
  func pointsTurnAsInTheSample(orientation: PhoneOrientation, expected: UnitPoint) {
    let point = UnitPoint(x: 0.1, y: 0.2).turned(orientation)
    #expect(abs(point.x - expected.x) < 1e-12 && abs(point.y - expected.y) < 1e-12)
    let back = point.upright(orientation)
    #expect(abs(back.x - 0.1) < 1e-12 && abs(back.y - 0.2) < 1e-12)
  }

  @Test(
    "video rotation angle: front and back",
    arguments: [
      (0, PhoneOrientation.landscapeLeft, PhoneOrientation.landscapeRight),
      (90, .portrait, .portrait), (180, .landscapeRight, .landscapeLeft),
      (270, .portraitUpsideDown, .portraitUpsideDown),
    ] as [(Double, PhoneOrientation, PhoneOrientation)])
  func theAngleOfAVideoSaysHowThePhoneIsTurned(
    angle: Double, front: PhoneOrientation, back: PhoneOrientation
  ) {
    for turns in [-360.0, 0, 360, 3600] {
      #expect(PhoneOrientation(videoRotation: angle + turns, isFront: true) == front)
      #expect(PhoneOrientation(videoRotation: angle + turns, isFront: false) == back)
    }
  }

  @Test("video rotation angle: none but quarters of a turn", arguments: [45, 91, .nan, .infinity])
  func anAngleBetweenIsNoOrientation(angle: Double) {
    #expect(PhoneOrientation(videoRotation: angle, isFront: true) == nil)
  }

  @Test func whatIsSharedHasAnArea() {
    #expect(Self.rect.intersection(UnitRect(x: 0.4, y: 0.2, width: 1, height: 1)) == nil)
    #expect(UnitRect(x: -1, y: -1, width: 3, height: 3).intersection(.whole) == .whole)
    #expect(UnitRect(x: .nan, y: 0, width: 1, height: 1).intersection(.whole)?.isFinite != false)
  }
}
