import Camera
import DockKit
import Hardware
import Motion
import Schedules
import Spatial
import Synchronization
import Tracking
import Vocabulary

/// A dock of DockKit and the phone on it: the calls are made here.
///
/// It is an actor of its own and not the main actor, which draws: the motors do not wait for that.
actor DockDesk: Desk {
  private let accessory: DockAccessory
  private let manager: DockAccessoryManager
  private let phone: (any Phone)?
  /// The motion begun last, and the number of the call that began it.
  private let motion = Mutex<(id: MotionID, progress: Progress)?>(nil)

  init(_ accessory: DockAccessory, of manager: DockAccessoryManager, phone: (any Phone)?) {
    (self.accessory, self.manager, self.phone) = (accessory, manager, phone)
  }

  /// True if system tracking is on.
  nonisolated var isTracking: Bool { manager.isSystemTrackingEnabled }

  /// True if the phone is in the dock.
  nonisolated var isDocked: Bool {
    do {
      _ = try accessory.motionStates
      return true
    } catch {
      return error as? DockKitError != .notConnected
    }
  }

  nonisolated func status(of motion: MotionID) -> MotionStatus {
    guard let last = self.motion.withLock({ $0 }), last.id == motion else { return .cancelled }
    return last.progress.isFinished ? .finished : last.progress.isCancelled ? .cancelled : .moving
  }

  func make(_ call: DockCall, _ number: Int) async -> AccessoryDriver.Answered {
    do {
      return .success(try await answer(to: call, number))
    } catch {
      return .failure(error)
    }
  }

  private func answer(to call: DockCall, _ number: Int) async throws -> Answer {
    switch call {
    case .tracking(let isOn): try await manager.setSystemTrackingEnabled(isOn)
    case .velocity(let velocity): try await accessory.setAngularVelocity(velocity)
    case .orientation(let rotation, let duration):
      return begun(try await accessory.setOrientation(rotation, duration: duration), number)
    case .animation(let animation):
      return begun(try await accessory.animate(motion: animation), number)
    case .readLimits: return .limits(try accessory.limits)
    case .limits(let limits): try accessory.setLimits(limits)
    case .frame(let mode): try await accessory.setFramingMode(mode)
    case .region(let region): try await accessory.setRegionOfInterest(region)
    case .select(let point?): try await accessory.selectSubject(at: point)
    case .select(nil): try await accessory.selectSubjects([])
    case .selectSubject(let subject): try await select(subject)
    // The show follows by itself, with what the app finds in its pictures.
    case .follow: break
    case .locate(let subject): return .location(try await state(of: subject, in: nil))
    case .phone(let call): return try await phone.answer(to: call).get()
    }
    return .done
  }

  /// Whom the dock sees and `subject` means, the most salient of several; nil if there is nobody.
  ///
  /// A dock knows nobody's name.
  private func tracked(
    _ subject: PhoneCall.Subject
  ) async throws -> DockAccessory.TrackedSubjectType? {
    guard subject.name == nil else { return nil }
    var states = try accessory.trackingStates.makeAsyncIterator()
    let state = await states.next()
    let seen = state?.trackedSubjects.filter(subject.isMeant) ?? []
    return seen.min { $0.rank < $1.rank }
  }

  /// Selects whom the dock sees and `subject` means.
  private func select(_ subject: PhoneCall.Subject) async throws {
    switch try await tracked(subject) {
    case .person(let person): try await accessory.selectSubjects([person.identifier])
    case .object(let object): try await accessory.selectSubjects([object.identifier])
    case nil: throw DockKitError.noSubjectFound
    }
  }

  /// Without a picture, `subject` is looked for among those of whom DockKit tells.
  func state(
    of subject: PhoneCall.Subject, in shown: ShownPicture?
  ) async throws -> WorldState.Subject? {
    let rect: UnitRect?
    let looking: Double?
    if let shown {
      let meant = shown.meant(by: subject)
      (rect, looking) = (meant?.rect, meant?.looking)
    } else {
      let meant = try await tracked(subject)
      (rect, looking) = (meant?.rect, meant?.looking)
    }
    guard let rect, let pose = try await pose() else { return nil }
    return WorldState.Subject(
      in: rect, of: shown?.view ?? CameraView(), from: pose, looking: looking)
  }

  /// The present pose; nil if the dock does not say.
  private func pose() async throws -> DockPose? {
    var states = try accessory.motionStates.makeAsyncIterator()
    let state = await states.next()
    let pose = state.map { Reading($0).pose }
    return pose.map { DockPose(yaw: $0.yaw, pitch: $0.pitch) }
  }

  private func begun(_ progress: Progress, _ number: Int) -> Answer {
    let id = MotionID(number: number)
    motion.withLock { $0 = (id, progress) }
    return .motion(id)
  }

  func watch(_ report: @Sendable (Reading) -> Void) async {
    guard var states = try? accessory.motionStates.makeAsyncIterator() else { return }
    while !Task.isCancelled {
      guard let state = await states.next() else { return }
      report(Reading(state))
    }
  }

  func read(into latest: Latest, until isOver: @Sendable () -> Bool) async {
    guard var states = try? accessory.motionStates.makeAsyncIterator() else { return }
    while true {
      guard let state = await states.next(), !Task.isCancelled else { return }
      let reading = Reading(state)
      latest.reading = reading
      if reading.isAtRest || isOver() { return }
    }
  }
}

extension PhoneCall.Subject {
  /// True if it may mean `tracked`, but for the name.
  fileprivate func isMeant(_ tracked: DockAccessory.TrackedSubjectType) -> Bool {
    switch (self, tracked) {
    case (.person, .person), (.object, .object): true
    case (.speaker, .person(let person)): (person.speakingConfidence ?? 0) >= 0.5
    case (.person, .object), (.speaker, .object), (.object, .person): false
    }
  }
}

extension DockAccessory.TrackedSubjectType {
  /// Where in the picture it is.
  fileprivate var rect: UnitRect {
    let rect: CGRect
    switch self {
    case .person(let person): rect = person.rect
    case .object(let object): rect = object.rect
    }
    return UnitRect(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }

  /// How sure DockKit is that the person looks at the camera, from 0 to 1; nil if it does not say.
  fileprivate var looking: Double? {
    if case .person(let person) = self { person.lookingAtCameraConfidence } else { nil }
  }

  /// The rank of attention; behind all others if it draws none.
  fileprivate var rank: Int {
    switch self {
    case .person(let person): person.saliencyRank ?? .max
    case .object(let object): object.saliencyRank ?? .max
    }
  }
}
