import Camera
import DockKit
import Hardware
import Motion
import Quantities
import Schedules
import Spatial

/// Carries out a performance: it waits, makes the calls of the dock and its phone, and passes on
/// events from outside.
///
/// There is one for a simulated dock, in virtual time or that of the wall, and one for an app. Each
/// is called on one thread, the player's, which it may block.
package protocol Driver: AnyObject {
  /// The time since the performance began, in nanoseconds; it never goes back.
  var now: Int { get }
  /// The state of the dock that can be read without waiting.
  var sight: Sight { get }
  /// When the last motion of those around the dock is over, in nanoseconds of the performance; nil
  /// if nobody knows.
  var lastChange: Int? { get }
  /// How far `motion` has come.
  func status(of motion: MotionID) -> MotionStatus
  /// Carries out `action`, waits for its end if it has one, and returns what has happened.
  func carryOut(_ action: Action) -> Input
  /// Reports `event`; never waits for the receiver.
  func tell(_ event: PlaybackEvent)
}

extension Driver {
  /// Nobody knows how those around a dock will move.
  package var lastChange: Int? { nil }
}

/// Something that a performance wants to happen next; it waits for nothing else meanwhile.
package enum Action {
  /// Time passes until this many nanoseconds since the performance began.
  ///
  /// It ends with `reached`, or earlier with `event`, `interrupted` or, if a question is known to
  /// have had no answer in time, `unanswered`.
  case wait(until: Int)
  /// As `wait`, but it also ends, with an answered `guidance`, when the tracker that follows a
  /// subject for the show has looked at another picture.
  case watch(until: Int)
  /// Waits during a pause. It ends with `resumed`, or with `interrupted`.
  case awaitResumption
  /// A call is made, and waited for as long as `within` nanoseconds.
  ///
  /// It ends with `answered` or `refused`, or earlier with `interrupted` or `unanswered`.
  case call(DockCall, within: Int)
  /// The dock is asked how it stands until it is at rest, or until this many nanoseconds since the
  /// performance began.
  ///
  /// It ends with an answered `reading`; nil if the dock says nothing, or something comes first.
  case read(atRestBy: Int)
  /// A question is worked out beside the motors.
  ///
  /// It ends with `answered`, or earlier with `interrupted` or `unanswered`; the question is then
  /// cancelled.
  case ask(Question)
  /// Writes the state to restore into the journal; nil makes the journal empty.
  ///
  /// It ends with `answered` or `refused`.
  case journal(JournalEntry?)
}

/// The result of an action.
package enum Input {
  /// The time has come.
  case reached
  /// The world has brought an event.
  case event(WorldEvent)
  /// The show is to end, or to be held.
  case interrupted(Interruption.Level)
  /// A hold is over.
  case resumed
  /// The call was taken, or the question worked out.
  case answered(Answer)
  /// The call was not taken.
  case refused(any Error)
  /// No answer has come in time; it may still come.
  case unanswered
}

/// What is answered to an action.
///
/// Large answers are indirect: an answer is handed on after every call.
package enum Answer: Sendable {
  /// The call was taken.
  case done
  /// There is no phone to ask.
  case ignored
  /// The dock has begun this motion.
  case motion(MotionID)
  /// The limits of the dock.
  case limits(DockAccessory.Limits)
  /// How the dock stands; nil if it does not say.
  case reading(Reading?)
  /// What the tracker makes of a picture.
  case guidance(Guidance)
  /// What is known of whom was asked for; nil of who is not there.
  case location(WorldState.Subject?)
  /// The consequence of an occurrence.
  indirect case consequence(Result<Consequence, CueFailure>)
  /// The calls of the next cue.
  indirect case execution(CueExecution)
  /// More commands of the cue at hand.
  indirect case lowering(Lowering)
}

/// A call of the dock or its phone.
package enum DockCall: Sendable {
  /// Switches system tracking.
  case tracking(Bool)
  /// Turns at speeds, in radians a second.
  case velocity(Vector3D)
  /// Turns to a pose, in radians.
  case orientation(Vector3D, Duration)
  /// Plays an animation.
  case animation(DockAccessory.Animation)
  /// Asks for the limits.
  case readLimits
  /// Narrows the limits.
  case limits(DockAccessory.Limits)
  /// Changes where in the picture a subject is kept.
  case frame(DockAccessory.FramingMode)
  /// Changes the part of the picture that matters.
  case region(CGRect)
  /// Follows what is seen at a point; nil returns the choice to the system.
  case select(CGPoint?)
  /// Follows somebody or something that is seen.
  case selectSubject(PhoneCall.Subject)
  /// Has the tracker look for somebody or something, whom `Action.watch` then follows; nil ends
  /// that.
  case follow(PhoneCall.Subject?)
  /// Asks where somebody or something is, and what else is known of it.
  case locate(PhoneCall.Subject)
  /// Asks the phone for something.
  case phone(PhoneCall)
}

/// What the tracker makes of a picture: how the axes that it follows with are to turn.
package struct Guidance: Sendable {
  /// The speeds of the axes until the next picture, in degrees a second.
  package var speeds: PerAxis<Double>
  /// The pose of the dock when it was worked out, in degrees; nil if the dock has said nothing new.
  package var pose: PerAxis<Double>?
  /// True while the subject is seen, or was a moment ago.
  package var isFollowing: Bool
  /// True if the subject is in its place in the picture.
  package var isSettled: Bool

  /// Creates the guidance of a tracker.
  package init(
    speeds: PerAxis<Double>, pose: PerAxis<Double>?, isFollowing: Bool, isSettled: Bool
  ) {
    (self.speeds, self.pose) = (speeds, pose)
    (self.isFollowing, self.isSettled) = (isFollowing, isSettled)
  }
}

/// The state of the dock that can be read without waiting.
package struct Sight {
  /// The time since the performance began, in nanoseconds.
  package var now: Int
  /// True if system tracking is on.
  package var isTracking: Bool
  /// True if the phone is in the dock.
  package var isDocked: Bool
  /// How many calls were answered after they had been given up.
  package var lateAnswers = 0
  /// True if a motion of the dock's own is in progress, however slowly.
  var isInMotion = false

  /// Creates what is seen `now`.
  package init(now: Int, isTracking: Bool, isDocked: Bool) {
    (self.now, self.isTracking, self.isDocked) = (now, isTracking, isDocked)
  }
}

/// The number that a driver gives to a motion of the dock's own.
package struct MotionID: Hashable, Sendable {
  /// The number.
  package let number: Int

  /// Creates the name of motion `number`.
  package init(number: Int) { self.number = number }
}

/// How far a motion of the dock's own has come.
package enum MotionStatus: Sendable {
  /// It is in progress.
  case moving
  /// It has come to its end.
  case finished
  /// It was given up or replaced.
  case cancelled
}

/// The time until which a performance waits for nothing but an event, in nanoseconds.
package let openEnd = Int.max / 4

/// Nanoseconds in a millisecond.
let millisecond = Milliseconds(1).nanoseconds

extension WorldState.Subject {
  /// What is known of whom the camera looks at in `pose`, in degrees from home.
  package init(_ pose: DockPose, looking: Double?) {
    let isKnown = looking.map { (0...1).contains($0) } ?? false
    self.init(
      angles: PerAxis(yaw: pose.yaw, pitch: pose.pitch, roll: nil),
      looking: isKnown ? looking : nil)
  }
}
