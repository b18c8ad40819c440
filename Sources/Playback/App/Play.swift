import Camera
import DockKit
import Hardware
import Schedules
import Tracking

/// The controls of an app over a running show.
public final class ShowControls: Sendable {
  let mailbox: Mailbox<AccessoryDriver.Message>

  /// Creates the controls of one show.
  public init() { mailbox = Mailbox() }

  /// Creates the controls of one show that takes place in `time`; nil for that of the wall.
  ///
  /// From now on the show works, until it is called `off()`.
  package init(in time: (any SteppedTime)?) {
    mailbox = Mailbox(in: time)
    time?.beginWork()
  }

  /// The show is over, or does not begin, and who asked for it is done with it.
  package func off() { mailbox.time?.endWork() }

  /// Ends the show, or holds it; what is gentler than what came before changes nothing.
  public func interrupt(_ level: Interruption.Level) { mailbox.post(.interrupted(level)) }

  /// Ends a hold.
  public func resume() { mailbox.post(.resumed) }

  /// Brings an event of the world.
  public func bring(_ event: WorldEvent) { mailbox.post(.event(event)) }

  /// Shows what an app has found in a picture of `view` that was taken `age` nanoseconds ago.
  package func show(_ found: [Detection], through view: CameraView, takenBefore age: Int) {
    let taken = mailbox.now - max(0, age)
    mailbox.post(.picture(ShownPicture(found: found, view: view, taken: taken)))
  }
}

/// Carries out `cue`, and the cues after it, on `accessory` and returns the outcome.
///
/// The motors are always given back and system tracking is restored: at the end, when the dock
/// refuses a call or does not answer it, when the phone leaves the dock, when `controls` end the
/// show, and when the task is cancelled.
///
/// - Parameters:
///   - cue: what to carry out.
///   - accessory: the dock; nil if the show is played without one, and the motors are left out.
///   - manager: the manager the dock belongs to.
///   - controls: what ends or holds the show, and brings it events.
///   - count: how many cues may follow each other without an event; then it ends as if it were
///     cancelled.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
///   - journal: where it is written down what must be restored if this process is ended by force.
///   - phone: the phone on the dock, whose face, eyes and camera take part; nil if none do.
///   - report: told what happens as it happens; nothing waits for it. If it takes too long, only
///     the last 4,096 are told.
public func play(
  _ cue: Cue, on accessory: DockAccessory?, manager: DockAccessoryManager,
  controls: ShowControls = ShowControls(), atMost count: Int = .max,
  within tolerance: Int32 = CommandList.defaultTolerance, journal: (any Journal)? = nil,
  phone: (any Phone)? = nil,
  reporting report: @escaping @MainActor @Sendable (PlaybackEvent) -> Void = { _ in }
) async -> Outcome {
  let time = controls.mailbox.time
  let (events, teller) = AsyncStream.makeStream(
    of: PlaybackEvent.self, bufferingPolicy: .bufferingNewest(4096))
  let telling = Task { @MainActor in
    for await event in events {
      report(event)
      time?.endWork()
    }
  }
  let tell: @Sendable (PlaybackEvent) -> Void = { event in
    // In a test time waits until it is reported.
    time?.beginWork()
    if case .enqueued = teller.yield(event) { return }
    time?.endWork()
  }
  let desk: any Desk =
    accessory.map { DockDesk($0, of: manager, phone: phone) } ?? EmptyDesk(phone)
  let outcome = await withTaskCancellationHandler {
    await onPlayersThread {
      let driver = AccessoryDriver(
        desk, controls.mailbox, model: cue.schedule.model, journal: journal, reporting: tell)
      return play(cue, by: driver, atMost: count, within: tolerance)
    }
  } onCancel: {
    controls.interrupt(.stop)
  }
  teller.finish()
  await telling.value
  return outcome
}

/// Finishes the work of a process that took the motors of `accessory` and left `entry` behind:
/// stops the dock, and restores its limits and system tracking.
///
/// Takes at most two seconds, or three if tracking is switched on from outside; may be done twice.
public func repair(
  _ entry: JournalEntry, of accessory: DockAccessory, manager: DockAccessoryManager
) async -> Handback {
  let desk = DockDesk(accessory, of: manager, phone: nil)
  return await onPlayersThread {
    // Nobody is followed.
    let driver = AccessoryDriver(desk, Mailbox(), model: .stand, journal: nil) { _ in }
    return repair(entry, by: driver)
  }
}

/// The result of `body`, which is carried out on a thread of its own.
private func onPlayersThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let work: @Sendable () -> Void = {
      continuation.resume(returning: body())
    }
    if !startThread(isRealTime: true, work) { Task.detached(operation: work) }
  }
}
