import Camera
import DockKit
import FoundationEssentials
import Hardware
import Quantities

// What DockKit says of whom the phone sees: ten times a second, as Apple documents it.

extension SimulatedDock {
  package func checkTrackingStates() throws(DockKitError) {
    try look { world throws(DockKitError) in try world.checkDock() }
  }

  package nonisolated(nonsending) func nextTrackingState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.TrackingState)? {
    guard !Task.isCancelled else { return nil }
    let next = look { world in
      world.nextTrackingState(after: previous).map { ($0, world.time(ofTrackingState: $0)) }
    }
    guard let (number, time) = next else { return nil }
    if let waiters {
      guard await wait(until: time, among: waiters) else { return nil }
    } else {
      guard wait(until: time) else { return nil }
    }
    return (number, look { $0.trackingState })
  }
}

extension DockWorld {
  /// How many tracking states there are a second.
  private static let statesPerSecond = 10

  /// The number of the first tracking state that is not before now and comes after number
  /// `previous`; nil while the phone is out of the dock.
  func nextTrackingState(after previous: Int) -> Int? {
    guard isConnected, now < DockWorld.horizon else { return nil }
    let period = Nanoseconds.period(of: DockWorld.statesPerSecond)
    return max((now + period - 1) / period, previous + 1)
  }

  /// When tracking state `number` is made, in nanoseconds.
  func time(ofTrackingState number: Int) -> Int {
    let period = Nanoseconds.period(of: DockWorld.statesPerSecond)
    let (time, isBeyond) = number.multipliedReportingOverflow(by: period)
    return isBeyond ? DockWorld.horizon : min(time, DockWorld.horizon)
  }

  /// Whom the phone sees: first whom the tracker follows, then who is larger in the picture.
  var trackingState: DockAccessory.TrackingState {
    let followed = following.subjects
    let ranked = seen.sorted { one, two in
      let isFirst = (followed.contains(one.subject ?? -1), followed.contains(two.subject ?? -1))
      if isFirst.0 != isFirst.1 { return isFirst.0 }
      return (one.rect.width * one.rect.height, two.subject ?? 0)
        > (two.rect.width * two.rect.height, one.subject ?? 0)
    }
    let isMute = model.has(.zeroSaliency)
    return DockAccessory.TrackingState(
      time: Date(timeIntervalSince1970: seconds),
      trackedSubjects: ranked.enumerated().map { rank, seen in
        let identifier = identifier(of: seen.subject ?? 0)
        let rect = CGRect(
          x: seen.rect.x, y: seen.rect.y, width: seen.rect.width, height: seen.rect.height)
        guard seen.isPerson else {
          return .object(
            DockAccessory.TrackedObject(
              identifier: identifier, rect: rect, saliencyRank: isMute ? 0 : rank + 1))
        }
        return .person(
          DockAccessory.TrackedPerson(
            identifier: identifier, rect: rect, saliencyRank: isMute ? 0 : rank + 1,
            speakingConfidence: seen.isSpeaking && !isMute ? 1 : 0,
            lookingAtCameraConfidence: confidence(ofLooking: seen)))
      })
  }

  /// The number of the subject seen at `point`, the smallest of several; nil if there is none.
  func subject(at point: UnitPoint) -> Int? {
    seen.filter { $0.rect.contains(point) }.min { $0.rect.width < $1.rect.width }?.subject
  }

  /// The identifier of the subject with this number; somebody who comes back has a new one.
  func identifier(of subject: Int) -> UUID {
    let words = [
      UInt32(truncatingIfNeeded: subject), UInt32(truncatingIfNeeded: arrivals(of: subject)),
    ]
    let bytes = words.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
    return UUID(
      uuid: (
        0x64, 0x6F, 0x63, 0x6B, 0, 0, 0x40, 1, 0x80, 0, bytes[1], bytes[2], bytes[3], bytes[5],
        bytes[6], bytes[7]
      ))
  }

  /// The number of the subject with this identifier; nil if nobody who is there has it.
  func subject(_ identifier: UUID) -> Int? {
    company.subjects.indices.first {
      company.isPresent($0, at: now) && self.identifier(of: $0) == identifier
    }
  }

  private func arrivals(of subject: Int) -> Int { company.arrivals(of: subject, at: now) }
}

extension DockWorld {
  /// Where the camera looks at whom `isMeant` takes, who may be speaking; nil if nobody is there
  /// whom it takes.
  ///
  /// Of several it is whom the tracker is to follow, or else who is the largest in the picture, or
  /// else who is the nearest.
  package func whereabouts(
    of isMeant: (Company.Subject, _ isSpeaking: Bool) -> Bool
  ) -> Whereabouts? {
    let present = company.subjects.indices.compactMap { number in
      company.presence(of: number, at: now).map { (number, $0) }
    }
    let meant = present.filter { isMeant(company.subjects[$0.0], $0.1.isSpeaking) }
    let numbers = meant.map(\.0)
    let seen = seen.filter { $0.subject.map(numbers.contains) ?? false }
    let largest = seen.max { $0.rect.width < $1.rect.width }?.subject
    let nearest = meant.min { $0.1.place.distance < $1.1.place.distance }?.0
    guard let first = selection.first(where: numbers.contains) ?? largest ?? nearest else {
      return nil
    }
    return company.direction(of: first, at: now).map { direction in
      let face = seen.first { $0.subject == first && $0.isPerson }
      return Whereabouts(
        pose: view.pose(looking: direction, near: 0), looking: face.map(confidence(ofLooking:)))
    }
  }

  /// Where somebody or something is.
  package struct Whereabouts {
    /// The pose in which the camera looks there.
    package let pose: DockPose
    /// How sure the phone is that the person looks at the camera, from 0 to 1; nil while it does
    /// not see the face.
    package let looking: Double?
  }

  /// How sure DockKit says it is that the person of `face` looks at the camera, from 0 to 1.
  fileprivate func confidence(ofLooking face: Seen) -> Double {
    model.has(.zeroSaliency) ? 0 : face.looking
  }
}

extension SimulatedDock {
  /// The identifier under which DockKit knows whom `choice` prefers among those the phone sees now;
  /// nil if it takes none of them.
  public func identifier(
    ofFirst choice: (Company.Subject, Seen) -> Bool
  ) -> UUID? {
    number(ofFirst: choice).map { number in look { $0.identifier(of: number) } }
  }

  /// The number of whom `choice` prefers among those the phone sees now; nil if it takes none.
  public func number(ofFirst choice: (Company.Subject, Seen) -> Bool) -> Int? {
    look { world in
      let seen = world.seen.filter { seen in
        seen.subject.map { choice(world.company.subjects[$0], seen) } ?? false
      }
      return seen.max { $0.rect.width < $1.rect.width }?.subject
    }
  }
}
