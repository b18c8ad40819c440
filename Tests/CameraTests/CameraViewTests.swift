import Camera
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Directions to places in the picture, and back.
@Suite struct CameraViewTests {
  /// Views of both lenses, all orientations and some zooms.
  static let views: [CameraView] = PhoneOrientation.allCases.flatMap { orientation in
    [(65.0, 1.0), (65, 2.5), (120, 0.5), (40, 1)].flatMap { angle, zoom in
      [LensSide.back, .front].flatMap { lens in
        [LensSide.back, .front].map { ahead in
          CameraView(
            fieldOfView: angle, zoom: zoom, lens: lens, ahead: ahead, orientation: orientation)
        }
      }
    }
  }
  static let poses = [
    DockPose.home, DockPose(yaw: 30, pitch: -10), DockPose(yaw: -500, pitch: 40),
    DockPose(yaw: 179, pitch: -44),
  ]
  static let points = [0.0, 0.1, 0.5, 0.77, 1].flatMap { x in
    [0.0, 0.3, 0.5, 1].map { UnitPoint(x: x, y: $0) }
  }

  @Test func aDirectionOfAPointLeadsBackToIt() throws {
    for view in Self.views {
      for pose in Self.poses {
        for point in Self.points {
          let direction = view.direction(of: point, at: pose)
          let back = try #require(view.point(of: direction, at: pose), "\(view) \(pose) \(point)")
          #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
        }
      }
    }
  }

  @Test func aPoseBringsADirectionToItsPoint() throws {
    for view in Self.views where view.zoom >= 1 {
      for point in Self.points {
        for direction in [
          LineOfSight.ahead, LineOfSight(bearing: 77, elevation: 12),
          LineOfSight(bearing: -170, elevation: -25),
        ] {
          let pose = view.pose(bringing: direction, to: point, near: 300)
          let back = try #require(view.point(of: direction, at: pose))
          #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
          #expect(abs(pose.yaw - 300) <= 180 + 1e-9)
        }
      }
    }
  }

  /// Right is right, up is up, on the picture of a dock at home.
  @Test func signsAreThoseOfAPerson() throws {
    let view = CameraView()
    let right = try #require(view.point(of: LineOfSight(bearing: 10), at: .home))
    #expect(right.x > 0.5 && right.y == 0.5)
    let up = try #require(view.point(of: LineOfSight(bearing: 0, elevation: 10), at: .home))
    #expect(up.x == 0.5 && up.y < 0.5)
    // The lens of a dock with a positive pitch looks down, so that the horizon is above.
    let horizon = try #require(view.point(of: .ahead, at: DockPose(yaw: 0, pitch: 10)))
    #expect(horizon.y < 0.5)
    #expect(view.point(of: LineOfSight(bearing: 180), at: .home) == nil)
  }

  @Test func theEdgeOfThePictureIsHalfOfTheFieldOfViewAway() throws {
    for (view, edge) in [
      (CameraView(), LineOfSight(bearing: 32.5)),
      (CameraView(orientation: .portrait), LineOfSight(bearing: 0, elevation: -32.5)),
    ] {
      let point = try #require(view.point(of: edge, at: .home))
      #expect(abs(max(point.x, point.y) - 1) < 1e-12)
    }
    #expect(abs(CameraView(zoom: 2).horizontalAngle - 35.337) < 1e-3)
  }

  @Test func theOtherLensLooksTheOtherWay() {
    let front = CameraView(lens: .front)
    #expect(
      front.gaze(at: DockPose(yaw: 30, pitch: -10)) == LineOfSight(bearing: 210, elevation: -10))
    let pose = front.pose(looking: .ahead, near: 0)
    #expect(abs(pose.yaw) == 180 && pose.pitch == 0)
  }

  @Test func aFigureFillsItsRectangle() throws {
    let view = CameraView()
    let face = Figure(
      direction: LineOfSight(bearing: 12, elevation: 4), distance: 2, width: 0.16, height: 0.2)
    let pose = DockPose(yaw: 5, pitch: -3)
    let rect = try #require(view.rect(of: face, at: pose))
    let back = view.figure(filling: rect, width: 0.16, at: pose)
    #expect(abs(back.direction.bearing - 12) < 0.1 && abs(back.direction.elevation - 4) < 0.1)
    #expect(abs(back.distance - 2) < 0.05 && abs(back.height - 0.2) < 0.01)
    // 16 cm at 2 m are 80 of 1280 points in the middle, and a little more beside it.
    #expect(abs(rect.width * 1280 - 80) < 4)
  }

  @Test func whatIsNotInThePictureHasNoRectangle() {
    let view = CameraView()
    func face(_ bearing: Double, _ distance: Double) -> UnitRect? {
      view.rect(
        of: Figure(
          direction: LineOfSight(bearing: bearing), distance: distance, width: 0.2, height: 0.2),
        at: .home)
    }
    #expect(face(60, 2) == nil)
    #expect(face(180, 2) == nil)
    #expect(face(0, 0) == nil)
    #expect(face(0, .nan) == nil)
    #expect(face(.nan, 2) == nil)
    #expect(face(.infinity, 2) == nil)
  }

  @Test func numbersOutOfRangeAreBroughtIntoIt() {
    let odd = CameraView(fieldOfView: .infinity, aspect: -3, zoom: .nan)
    #expect(odd.fieldOfView == 179 && odd.aspect == 1 && odd.zoom == 1)
    #expect(CameraView(fieldOfView: 0, zoom: 0).fieldOfView == 1)
  }
}
