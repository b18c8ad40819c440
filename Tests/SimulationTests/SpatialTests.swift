import DockKit
import Spatial
import Testing

@Suite struct SpatialTests {
  @Test func vectors() {
    var vector = Vector3D()
    vector.x = 1
    vector.y = -2
    #expect(vector + Vector3D(x: 1, y: 1, z: 1) == Vector3D(x: 2, y: -1, z: 1))
    #expect(vector - vector == .zero && -vector == Vector3D(x: -1, y: 2))
    #expect(vector * 2 == 2 * vector && vector / 2 == Vector3D(x: 0.5, y: -1))
    #expect(Vector3D(x: 3, y: 4, z: 12).length == 13)
    #expect(vector.isFinite && !Vector3D(z: .nan).isFinite)
  }

  @Test(arguments: [EulerAngles.Order.xyz, .zxy])
  func eulerAnglesComeBack(_ order: EulerAngles.Order) {
    for (x, y, z) in [(10.0, 20.0, 30.0), (-80, 15, -170), (0, -60, 179), (0, 0, 0)] {
      let angles = EulerAngles(x: .degrees(x), y: .degrees(y), z: .degrees(z), order: order)
      let back = Rotation3D(eulerAngles: angles).eulerAngles(order: order)
      #expect(back.x.degrees.isNear(x) && back.y.degrees.isNear(y) && back.z.degrees.isNear(z))
    }
  }

  @Test func ordersDescribeTheSameRotation() {
    let angles = EulerAngles(x: .degrees(10), y: .degrees(20), z: .degrees(30), order: .xyz)
    let other = Rotation3D(eulerAngles: angles).eulerAngles(order: .zxy)
    let back = Rotation3D(eulerAngles: other).eulerAngles(order: .xyz)
    #expect(!other.x.degrees.isNear(10) && other.order == .zxy)
    #expect(back.angles.x.isNear(angles.angles.x) && back.angles.z.isNear(angles.angles.z))
  }

  @Test func aRightAngleInTheMiddleKeepsTheSum() {
    let angles = EulerAngles(x: .degrees(20), y: .degrees(90), z: .degrees(50), order: .xyz)
    let back = Rotation3D(eulerAngles: angles).eulerAngles(order: .xyz)
    #expect(back.x.degrees.isNear(-30, within: 1e-4) && back.z == .zero)
    #expect(back.y.degrees.isNear(90, within: 1e-4))
  }

  @Test func anglesRememberTurns() {
    #expect(Angle2D(degrees: 370) > .degrees(10) && Angle2D.radians(.pi).degrees == 180)
    let measured = Measurement(value: 180, unit: UnitAngle.degrees).converted(to: .radians)
    #expect(measured.value == .pi)
  }
}
