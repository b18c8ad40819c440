/// The motions of one axis from one state to another, one for every length that is possible.
public protocol AxisTransition: Sendable {
  /// The shortest possible length, in seconds.
  var minimumLength: Double { get }

  /// The least possible length that is at least `length` seconds, in seconds.
  func shortestLength(atLeast length: Double) -> Double

  /// The motion that lasts `length` seconds.
  ///
  /// Throws `PlanningFailure.length` if there is none.
  func profile(lasting length: Double) throws(PlanningFailure) -> JerkProfile
}

extension PerAxis {
  /// The least length, at least `length` seconds, in which every axis can make its transition, in
  /// seconds.
  public func shortestLength<T: AxisTransition>(atLeast length: Double = 0) -> Double
  where Value == T? {
    var shortest = length
    // No axis has more than a few lengths that are not possible.
    for _ in 0..<16 {
      let before = shortest
      for axis in Axis.allCases {
        shortest = self[axis]?.shortestLength(atLeast: shortest) ?? shortest
      }
      if shortest == before { break }
    }
    return shortest
  }

  /// The motions of all axes that begin and end together, as soon as can be from `length` seconds
  /// on.
  public func profiles<T: AxisTransition>(
    atLeast length: Double = 0
  ) throws(PlanningFailure) -> PerAxis<JerkProfile?> where Value == T? {
    var length = length
    for axis in Axis.allCases { length = max(length, self[axis]?.minimumLength ?? 0) }
    for _ in 0..<16 {
      do throws(PlanningFailure) {
        return try PerAxis<JerkProfile?>(
          yaw: profile(.yaw, lasting: length), pitch: profile(.pitch, lasting: length),
          roll: profile(.roll, lasting: length))
      } catch {
        guard case .length(let next) = error, next > length, next < .infinity else { throw error }
        length = next
      }
    }
    throw .range
  }

  private func profile<T: AxisTransition>(
    _ axis: Axis, lasting length: Double
  ) throws(PlanningFailure) -> JerkProfile? where Value == T? {
    guard let transition = self[axis] else { return nil }
    return try transition.profile(lasting: length)
  }
}
