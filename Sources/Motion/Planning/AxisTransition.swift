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
      if let yaw { shortest = yaw.shortestLength(atLeast: shortest) }
      if let pitch { shortest = pitch.shortestLength(atLeast: shortest) }
      if let roll { shortest = roll.shortestLength(atLeast: shortest) }
      if shortest == before { break }
    }
    return shortest
  }

  /// The motions of all axes that begin and end together, as soon as can be from `length` seconds
  /// on.
  @inline(__always)
  public func profiles<T: AxisTransition>(
    atLeast length: Double = 0
  ) throws(PlanningFailure) -> PerAxis<JerkProfile?> where Value == T? {
    var length = max(
      length, yaw?.minimumLength ?? 0, pitch?.minimumLength ?? 0, roll?.minimumLength ?? 0)
    for _ in 0..<16 {
      do throws(PlanningFailure) {
        return PerAxis<JerkProfile?>(
          yaw: try yaw?.profile(lasting: length), pitch: try pitch?.profile(lasting: length),
          roll: try roll?.profile(lasting: length))
      } catch {
        guard case .length(let next) = error, next > length, next < .infinity else { throw error }
        length = next
      }
    }
    throw .range
  }
}
