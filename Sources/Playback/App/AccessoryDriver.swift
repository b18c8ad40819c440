import Camera
import DockKit
import Hardware
import Motion
import Schedules
import Synchronization

/// Carries out a performance on a dock of DockKit, for an app.
///
/// The performance has a thread of its own, and DockKit is called on an actor of its own. A call
/// has a number, and its answer is left in a mailbox, which also takes events and requests to end
/// the show. So nothing that the app does, or waits for, keeps the motors from being stopped.
final class AccessoryDriver: Driver {
  /// A message in the mailbox.
  enum Message: Sendable {
    case answer(to: Int, Answered)
    case event(WorldEvent)
    case picture(ShownPicture)
    case pose(PerAxis<Double>, at: Int)
    case interrupted(Interruption.Level)
    case resumed
  }

  /// How a call or a question ended.
  typealias Answered = Result<Answer, any Error>

  private let desk: any Desk
  private let mailbox: Mailbox<Message>
  /// The dock that the show is planned for.
  private let model: DockModel
  private let journal: (any Journal)?
  private let report: @Sendable (PlaybackEvent) -> Void
  private let origin: Int
  /// The number of the last call or question.
  private var ticket = 0
  private var lateAnswers = 0
  /// The messages that have not been read yet.
  private var events: [WorldEvent] = []
  private var pending: Interruption.Level?
  /// The last interruption that the performance has got.
  private var told: Interruption.Level?
  /// True once the reported pause is over.
  private var hasResumed = false
  /// Follows somebody for the show; nil while nobody is followed.
  private var tracker: PictureTracker?
  /// The last picture that nobody has looked at.
  private var picture: ShownPicture?
  /// The last picture.
  private var latest: ShownPicture?
  /// Where in the picture subjects are framed, and the part of it that matters.
  private var frame = (mode: DockAccessory.FramingMode.automatic, region: UnitRect.whole)
  /// The task that hears where the dock is while somebody is followed.
  private var reports: Task<Void, Never>?

  /// For how long a picture tells where somebody is, in nanoseconds.
  private static let memory = 500 * millisecond
  /// How long the answer to a question is waited for while the motors go on, in nanoseconds.
  private static let patienceForDecisions = 500 * millisecond

  init(
    _ desk: any Desk, _ mailbox: Mailbox<Message>, model: DockModel, journal: (any Journal)?,
    reporting report: @escaping @Sendable (PlaybackEvent) -> Void
  ) {
    (self.desk, self.mailbox, self.model) = (desk, mailbox, model)
    (self.journal, self.report) = (journal, report)
    origin = mailbox.now
  }

  deinit { reports?.cancel() }

  var now: Int { mailbox.now - origin }

  var sight: Sight {
    var sight = Sight(now: now, isTracking: desk.isTracking, isDocked: desk.isDocked)
    sight.lateAnswers = lateAnswers
    return sight
  }

  func status(of motion: MotionID) -> MotionStatus { desk.status(of: motion) }

  func tell(_ event: PlaybackEvent) { report(event) }

  func carryOut(_ action: Action) -> Input {
    switch action {
    case .wait(let time): return wait(until: time)
    case .watch(let time): return wait(until: time, andWatchPictures: true)
    case .awaitResumption: return awaitResumption()
    case .call(.locate(let subject), let span): return locate(subject, within: span)
    case .call(let call, let span):
      note(call)
      let (desk, number) = (desk, nextTicket())
      onTask { .answer(to: number, await desk.make(call, number)) }
      return answer(to: number, before: now + span)
    case .read(let deadline): return read(atRestBy: deadline)
    case .ask(let question): return ask(question)
    case .journal(let entry):
      do {
        try journal?.note(entry)
        return .answered(.done)
      } catch {
        return .refused(error)
      }
    }
  }

  private func nextTicket() -> Int {
    ticket += 1
    return ticket
  }

  /// Has the message of `body` posted, which runs beside the performance.
  @discardableResult
  private func onTask(
    _ body: @escaping @Sendable () async -> Message
  ) -> Task<Void, Never> {
    let mailbox = mailbox
    return startWork { mailbox.post(await body()) }
  }

  /// Has `body` carried out beside the performance; time passes only while it waits.
  private func startWork(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let time = mailbox.time
    time?.beginWork()
    return Task(priority: .high) {
      guard let time else { return await body() }
      await time.carryOut(body)
      time.endWork()
    }
  }
}

// MARK: - Waiting

extension AccessoryDriver {
  private func wait(until time: Int, andWatchPictures isWatching: Bool = false) -> Input {
    while true {
      if let level = pending.take() { return tell(level) }
      if !events.isEmpty { return .event(events.removeFirst()) }
      if isWatching, let guidance = nextGuidance() { return .answered(.guidance(guidance)) }
      let (end, stale) = (origin + time, isWatching ? tracker?.stale ?? .max : .max)
      if let message = mailbox.next(before: min(end, stale)) {
        receive(message)
      } else if end <= stale {
        return .reached
      }
    }
  }

  private func awaitResumption() -> Input {
    while true {
      if let level = pending.take() { return tell(level) }
      if hasResumed {
        told = nil
        return .resumed
      }
      if let message = mailbox.next(before: nil) { receive(message) }
    }
  }

  /// The answer to call or question `number`, unless the show is ended first.
  ///
  /// A request to pause the show is handled after it.
  private func answer(to number: Int, before time: Int) -> Input {
    while true {
      if let level = pending, level > .hold {
        pending = nil
        return tell(level)
      }
      guard let message = mailbox.next(before: origin + time) else { return .unanswered }
      guard case .answer(number, let answered) = message else {
        receive(message)
        continue
      }
      switch answered {
      case .success(let answer): return .answered(answer)
      case .failure(let error): return .refused(error)
      }
    }
  }

  /// Keeps a message that nothing waits for now.
  private func receive(_ message: Message) {
    switch message {
    case .answer: lateAnswers += 1
    case .event(let event): events.append(event)
    case .picture(let picture): (self.picture, latest) = (picture, picture)
    case .pose(let pose, let time): tracker?.report(pose, at: time)
    case .interrupted(let level):
      guard let last = pending ?? told else { return pending = level }
      if level > last { pending = level }
    case .resumed: if pending == .hold { pending = nil } else { hasResumed = true }
    }
  }

  private func tell(_ level: Interruption.Level) -> Input {
    (told, hasResumed) = (level, false)
    return .interrupted(level)
  }
}

// MARK: - Following

extension AccessoryDriver {
  /// Takes note of a call that the tracker of the app's pictures must know.
  private func note(_ call: DockCall) {
    switch call {
    case .follow(let subject): follow(subject)
    case .frame(let mode): frame.mode = mode
    case .region(let rect):
      frame.region = UnitRect(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    default: break
    }
  }

  private func follow(_ subject: PhoneCall.Subject?) {
    reports?.cancel()
    (reports, picture, tracker) = (nil, nil, nil)
    guard let subject else { return }
    tracker = PictureTracker(
      subject, with: model, frame: frame.mode, region: frame.region, at: mailbox.now)
    let (desk, mailbox) = (desk, mailbox)
    reports = startWork {
      await desk.watch { mailbox.post(.pose($0.pose, at: mailbox.now)) }
    }
  }

  /// Asks what is known of `subject`, and waits `span` nanoseconds for the answer.
  ///
  /// The last picture of the app knows, if there was one a moment ago, or else DockKit.
  private func locate(_ subject: PhoneCall.Subject, within span: Int) -> Input {
    let isRecent = latest.map { mailbox.now - $0.taken < AccessoryDriver.memory } ?? false
    let (desk, number, shown) = (desk, nextTicket(), isRecent ? latest : nil)
    onTask {
      do {
        let state = try await desk.state(of: subject, in: shown)
        return .answer(to: number, .success(.location(state)))
      } catch {
        return .answer(to: number, .failure(error))
      }
    }
    return answer(to: number, before: now + span)
  }

  /// What the next picture means for the motors, or that none has come for too long; nil while
  /// neither is so.
  private func nextGuidance() -> Guidance? {
    if let shown = picture.take(),
      let guidance = tracker?.guidance(after: shown, at: mailbox.now)
    {
      return guidance
    }
    guard let stale = tracker?.stale, mailbox.now >= stale else { return nil }
    return tracker?.guidanceWithoutPicture(at: mailbox.now)
  }
}

// MARK: - Reports and questions

extension AccessoryDriver {
  /// The last reading that came in time, or before a request to end the show.
  private func read(atRestBy deadline: Int) -> Input {
    let (desk, mailbox, number, end) = (desk, mailbox, nextTicket(), origin + deadline)
    let latest = Latest()
    let reader = onTask {
      await desk.read(into: latest) { mailbox.now >= end }
      return .answer(to: number, .success(.reading(latest.reading)))
    }
    defer { reader.cancel() }
    while (pending ?? .hold) == .hold, told != .kill,
      let message = mailbox.next(before: end)
    {
      if case .answer(number, _) = message { break }
      receive(message)
    }
    return .answered(.reading(latest.reading))
  }

  private func ask(_ question: Question) -> Input {
    let (mailbox, number) = (mailbox, nextTicket())
    mailbox.time?.beginWork()
    let hasBegun = startThread {
      mailbox.post(.answer(to: number, .success(question.answer())))
      mailbox.time?.endWork()
    }
    if !hasBegun { mailbox.time?.endWork() }
    let patience = hasBegun ? AccessoryDriver.patienceForDecisions : 0
    let input = answer(to: number, before: now + patience)
    if case .answered = input { return input }
    question.cancel()
    return input
  }
}

/// The last reading that came in time.
final class Latest: Sendable {
  private let stored = Mutex<Reading?>(nil)

  var reading: Reading? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
