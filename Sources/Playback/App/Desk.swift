import Camera
import DockKit
import Hardware
import Schedules
import Synchronization
import Tracking

/// Where the calls of a performance are made.
protocol Desk: Sendable {
  /// True if system tracking is on.
  var isTracking: Bool { get }
  /// True if the phone is where the show needs it.
  var isDocked: Bool { get }
  /// How far `motion` has come; one that another has replaced is cancelled.
  func status(of motion: MotionID) -> MotionStatus
  /// Makes `call`, which has this `number`.
  func make(_ call: DockCall, _ number: Int) async -> AccessoryDriver.Answered
  /// What is known of `subject`, who is looked for in the picture `shown` if there is one; nil if
  /// nobody sees it, or nobody knows where the dock stands.
  func state(
    of subject: PhoneCall.Subject, in shown: ShownPicture?
  ) async throws -> WorldState.Subject?
  /// Calls `report` with every reading until the task is cancelled or no more come.
  func watch(_ report: @Sendable (Reading) -> Void) async
  /// Puts every reading into `latest`, until one is at rest or it `isOver`, or no more come.
  func read(into latest: Latest, until isOver: @Sendable () -> Bool) async
}

/// A phone that is in no dock: its own calls are made, and those of the motors are left out.
final class EmptyDesk: Desk {
  private let phone: (any Phone)?
  /// What the show has made of system tracking, which is left alone.
  private let tracking = Mutex(true)

  init(_ phone: (any Phone)?) { self.phone = phone }

  var isTracking: Bool { tracking.withLock { $0 } }

  /// A show that has no dock does not wait for one.
  var isDocked: Bool { true }

  /// What is left out is over at once.
  func status(of motion: MotionID) -> MotionStatus { .finished }

  func make(_ call: DockCall, _ number: Int) async -> AccessoryDriver.Answered {
    switch call {
    case .tracking(let isOn): tracking.withLock { $0 = isOn }
    case .orientation, .animation: return .success(.motion(MotionID(number: number)))
    case .readLimits:
      return .success(.limits(DockAccessory.Limits(yaw: nil, pitch: nil, roll: nil)))
    case .locate: return .success(.location(nil))
    case .selectSubject: return .failure(DockKitError.noSubjectFound)
    case .velocity, .limits, .frame, .region, .select, .follow: break
    case .phone(let call): return await phone.answer(to: call)
    }
    return .success(.done)
  }

  func state(
    of subject: PhoneCall.Subject, in shown: ShownPicture?
  ) async throws -> WorldState.Subject? {
    guard let shown, let meant = shown.meant(by: subject) else { return nil }
    return WorldState.Subject(
      in: meant.rect, of: shown.view, from: .home, looking: meant.looking)
  }

  func watch(_ report: @Sendable (Reading) -> Void) async {}

  func read(into latest: Latest, until isOver: @Sendable () -> Bool) async {}
}

extension WorldState.Subject {
  /// What is known of who is in `rect` of a picture of `view` that was taken in `pose`; nil if that
  /// is nowhere.
  init?(in rect: UnitRect, of view: CameraView, from pose: DockPose, looking: Double?) {
    let direction = view.direction(of: rect.middle, at: pose)
    guard direction.isFinite else { return nil }
    self.init(view.pose(looking: direction, near: 0), looking: looking)
  }
}

extension ShownPicture {
  /// Whom `subject` means of those in the picture, the nearest of several; nil if nobody.
  func meant(by subject: PhoneCall.Subject) -> Detection? {
    found.filter(subject.isMeant).max { $0.rect.width < $1.rect.width }
  }
}

extension Optional where Wrapped == any Phone {
  /// What the phone says to `call`; it is ignored if there is none.
  func answer(to call: PhoneCall) async -> AccessoryDriver.Answered {
    guard let phone = self else { return .success(.ignored) }
    do {
      try await phone.perform(call)
      return .success(.done)
    } catch {
      return .failure(error)
    }
  }
}
