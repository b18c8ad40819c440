/// Draws the room through a lens.
struct Backdrop {
  let room: Room
  let lens: Lens

  /// Where a ray meets a side of the room: its number, and the place in metres.
  @inline(__always)
  private static func hit(_ ray: Vector) -> (side: Int, across: Float, down: Float) {
    let x = (ray.x > 0 ? Room.right : -Room.left) / abs(ray.x)
    let y = (ray.y > 0 ? Room.ceiling : -Room.floor) / abs(ray.y)
    let z = (ray.z > 0 ? Room.front : -Room.back) / abs(ray.z)
    if z <= x, z <= y {
      return ray.z > 0
        ? (0, ray.x * z - Room.left, Room.ceiling - ray.y * z)
        : (1, Room.right - ray.x * z, Room.ceiling - ray.y * z)
    }
    if x <= y { return (ray.x > 0 ? 3 : 2, ray.z * x - Room.back, Room.ceiling - ray.y * x) }
    return (ray.y > 0 ? 5 : 4, ray.x * y - Room.left, Room.front - ray.z * y)
  }

  /// Draws the brightness of each pixel into `light`.
  func drawLight(into light: inout [UInt8]) {
    room.sides.withUnsafeBufferPointer { sides in
      room.light.withUnsafeBufferPointer { points in
        light.withUnsafeMutableBufferPointer { light in
          for y in 0..<lens.height {
            let first = lens.ray(0, y)
            for x in 0..<lens.width {
              let (index, across, down) = Backdrop.hit(first + lens.right * Float(x))
              let side = sides[index]
              let (column, row) = Backdrop.point(across, down, side)
              let (i, j) = (column >> 8, row >> 8)
              let (a, b) = (column & 255, row & 255)
              let place = side.start + j * side.width + i
              let upper = Int(points[place]) * (256 - a) + Int(points[place + 1]) * a
              let lower =
                Int(points[place + side.width]) * (256 - a)
                + Int(points[place + side.width + 1]) * a
              light[y * lens.width + x] = UInt8(
                truncatingIfNeeded: (upper * (256 - b) + lower * b + 32_768) >> 16)
            }
          }
        }
      }
    }
  }

  /// Draws the colours of each two by two pixels.
  func drawColors(into blue: inout [UInt8], _ red: inout [UInt8]) {
    let (width, height) = ((lens.width + 1) / 2, (lens.height + 1) / 2)
    for y in 0..<height {
      let first = lens.ray(0, y, size: 2)
      for x in 0..<width {
        let (index, across, down) = Backdrop.hit(first + lens.right * Float(2 * x))
        let side = room.sides[index]
        let (column, row) = Backdrop.point(across, down, side)
        let place = side.start + (row >> 8) * side.width + (column >> 8)
        blue[y * width + x] = room.blue[place]
        red[y * width + x] = room.red[place]
      }
    }
  }

  /// The place on a side in 256ths of its points, such that there is a point after it.
  @inline(__always)
  private static func point(
    _ across: Float, _ down: Float, _ side: Room.Side
  ) -> (column: Int, row: Int) {
    let scale = side.density * 256
    let (column, row) = (Int(across * scale), Int(down * scale))
    return (
      min(max(0, column), ((side.width - 1) << 8) - 1),
      min(max(0, row), ((side.height - 1) << 8) - 1)
    )
  }
}
