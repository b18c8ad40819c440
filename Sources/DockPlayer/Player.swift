@_exported import enum Camera.PhoneOrientation
@_exported import struct Camera.CameraView
@_exported import struct Camera.UnitRect
import DockKit
import Observation
import Playback
import Schedules
import Synchronization
import Vocabulary
@_exported import struct Tracking.Detection

/// Plays shows on the dock of the phone.
///
///     let player = Player()
///     let report = try await player.play(Show("pan to 20deg right over 1s"))
///
/// However a show ends, the motors stop and system tracking is given back: at its end, by `stop()`,
/// when the task is cancelled that plays it, when the app leaves the screen, when the phone leaves
/// the dock, and when a call fails. A show has a thread of its own, so that nothing the app does
/// makes it late or keeps it from ending.
@MainActor @Observable public final class Player {
  /// What a player does.
  public enum Phase: Equatable, Sendable {
    /// It has played nothing yet.
    case idle
    /// It looks for the dock.
    case connecting
    /// It plays.
    case playing
    /// The show is paused, and the motors are given back meanwhile.
    case paused
    /// The show is ending: the motors stop and are given back.
    case stopping
    /// The show is over; `report` says how it went.
    case ended
  }

  /// Who has the motors.
  public enum Authority: Equatable, Sendable {
    /// System tracking.
    case tracking
    /// The app; while a show plays, the show.
    case app
  }

  /// What it does.
  public private(set) var phase = Phase.idle
  /// The time since the show began; it changes with each event and each report of the dock.
  public private(set) var time = Duration.zero
  /// The step that began last; nil if there is no show.
  public private(set) var step: ShowStep?
  /// Where the dock stood last while the show had the motors; nil if it has not said.
  public private(set) var pose: DockPosition?
  /// Who has the motors.
  public private(set) var authority = Authority.tracking
  /// Why the last show did not begin or could not go on; nil if it could.
  public private(set) var error: (any Error)?
  /// How the last show went; nil while there is none.
  public private(set) var report: Report?
  /// The dock that it played on last; nil if there was none.
  public private(set) var accessory: DockAccessory?

  /// What draws the face and the eyes, and has the camera and the log; nil if nothing does.
  ///
  /// The player keeps it. A change holds from the next show on.
  @ObservationIgnored public var performer: (any Performer)?

  /// True if shows are played while there is no dock, too: all but the motors takes part.
  ///
  /// A dock that the phone is put into later plays from the next show on.
  @ObservationIgnored public var playsWithoutDock = false

  @ObservationIgnored private let manager: DockAccessoryManager
  @ObservationIgnored private let timekeeper: (any SteppedTime)?
  @ObservationIgnored private let shared = Mutex(Shared())
  @ObservationIgnored private let listeners = Listeners()
  /// The part of the show at hand.
  @ObservationIgnored private var schedule: Schedule?
  /// When the show began, in nanoseconds.
  @ObservationIgnored private var start = 0
  /// The task that listens to where the dock stands.
  @ObservationIgnored private var poses: Task<Void, Never>?
  /// The task that waits for a dock while shows are played without; nil if none was missed.
  @ObservationIgnored private var lookout: Task<Void, Never>?

  /// What every thread may ask for.
  private struct Shared {
    var controls: ShowControls?
    var isInBackground = false
    var waiting = ShowQueue<Request>()
  }

  /// A show that was asked for, and the dock for it.
  private struct Request: Sendable {
    let show: Show
    let accessory: DockAccessory?
  }

  /// The managers whose docks are played on.
  private static var taken: Set<ObjectIdentifier> = []

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - manager: where it finds the dock.
  ///   - performer: what draws the face and the eyes, and has the camera and the log.
  ///   - clock: the time in which it plays; in a test that of the simulated dock.
  public init(
    manager: DockAccessoryManager = .shared, performer: (any Performer)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.manager, self.performer) = (manager, performer)
    timekeeper = steppedTime(of: clock)
  }
}

// MARK: - Playing

extension Player {
  /// Plays `show` to its end, and tells how it went.
  ///
  /// If the task is cancelled, the show ends: it returns a report, or throws `CancellationError` if
  /// it had not begun. A `PlayerError` is thrown before anything moves; `noDock` is none if it
  /// `playsWithoutDock`.
  ///
  /// - Parameters:
  ///   - show: what to play.
  ///   - accessory: the dock; nil for the one that the phone is in, which is looked for as long as
  ///     two seconds.
  @discardableResult
  public func play(_ show: Show, on accessory: DockAccessory? = nil) async throws -> Report {
    let task = try start(show, on: accessory)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Begins to play `show`, and returns the task that does so; see `play(_:on:)`.
  @discardableResult
  public func start(
    _ show: Show, on accessory: DockAccessory? = nil
  ) throws -> Task<Report, any Error> {
    if let refusal = refusal(of: show) {
      if refusal != .isPlaying { error = refusal }
      throw refusal
    }
    let controls = ShowControls(in: timekeeper)
    shared.withLock { $0.controls = controls }
    Player.taken.insert(ObjectIdentifier(manager))
    (phase, time, step, pose, error, report) = (.connecting, .zero, nil, nil, nil, nil)
    schedule = show.cue.schedule
    return Task {
      defer {
        playNext()
        controls.off()
      }
      return try await perform(show, on: accessory, controls)
    }
  }

  /// Asks for `show`, which begins as soon as it is its turn: at once if nothing plays, else when
  /// the motors have stopped and are given back.
  ///
  /// Shows wait in a `ShowQueue`. One of `high` priority or more ends the show that plays, and
  /// takes the place of those that wait. `stop()` and the background drop what waits. How a show
  /// went is told by `events`.
  ///
  /// - Returns: false if there is no place for it, or the app is in the background.
  @discardableResult
  public func request(
    _ show: Show, priority: ShowPriority = .normal, on accessory: DockAccessory? = nil
  ) -> Bool {
    let request = Request(show: show, accessory: accessory)
    let time = Duration.nanoseconds(now)
    let isAdmitted = shared.withLock { shared in
      !shared.isInBackground && shared.waiting.add(request, priority, at: time).isAdmitted
    }
    guard isAdmitted else { return false }
    if priority >= .high { interrupt(.stop) }
    playNext()
    return true
  }

  /// Begins the show whose turn it is, if nothing plays.
  ///
  /// The one before it has given the motors back, which begins with their velocity at zero.
  private func playNext() {
    let next = shared.withLock { shared in
      shared.controls == nil && !shared.isInBackground ? shared.waiting.removeFirst() : nil
    }
    guard let next else { return }
    do { try start(next.show, on: next.accessory) } catch { self.error = error }
  }

  /// Why `show` cannot begin; nil if it can.
  private func refusal(of show: Show) -> PlayerError? {
    let shared = shared.withLock { $0 }
    if shared.controls != nil { return .isPlaying }
    if Player.taken.contains(ObjectIdentifier(manager)) { return .isTaken }
    if shared.isInBackground { return .isInBackground }
    return nil
  }

  private func perform(
    _ show: Show, on given: DockAccessory?, _ controls: ShowControls
  ) async throws -> Report {
    defer {
      shared.withLock { $0.controls = nil }
      Player.taken.remove(ObjectIdentifier(manager))
    }
    let dock: DockAccessory?
    do {
      if let given { dock = given } else { dock = try await find() }
      try Task.checkCancellation()
    } catch {
      (phase, self.error) = (.ended, error)
      throw error
    }
    (accessory, phase) = (dock, .playing)
    (authority, start) = (manager.isSystemTrackingEnabled ? .tracking : .app, now)
    tell(.started, at: 0)
    let hearing = dock.map { Hearing($0, of: manager, for: controls) }
    let outcome = await Playback.play(
      show.cue, on: dock, manager: manager, controls: controls,
      phone: performer.map(PerformingPhone.init)
    ) { [weak self] in self?.note($0) }
    hearing?.end()
    poses?.cancel()
    return end(by: Report(outcome, hasDock: dock != nil))
  }

  private func end(by report: Report) -> Report {
    (phase, self.report, step) = (.ended, report, nil)
    if case .failed(let failure) = report.ending { error = failure }
    tell(.ended(report), at: nanoseconds(of: time))
    return report
  }
}

// MARK: - Ending, pausing, events

extension Player {
  /// Ends the show, if there is one, and drops those that wait: the motors stop and are given back.
  public nonisolated func stop() {
    shared.withLock { $0.waiting.removeAll() }
    interrupt(.stop)
  }

  /// Pauses the show, if there is one; the motors stop and are given back meanwhile.
  public nonisolated func pause() { interrupt(.hold) }

  /// Lets a paused show go on.
  public nonisolated func resume() { shared.withLock { $0.controls }?.resume() }

  /// Tells the show what happens around the dock.
  ///
  /// It is there in an instant, on any thread; without a show it is nothing.
  public nonisolated func send(_ event: ScriptEvent) {
    shared.withLock { $0.controls }?.bring(event.worldEvent)
  }

  /// Tells the show what the app has found in a picture of its camera, which a `follow` of the
  /// script follows; 10 to 30 times a second.
  ///
  /// It is there in an instant, on any thread; without a show, or while it follows nobody, it is
  /// nothing. If no picture comes for 0.3 s, the motors that follow stand.
  ///
  /// - Parameters:
  ///   - detections: what was found; empty if that is nobody and nothing. A name is that of the
  ///     script, as in `follow person "ada"`.
  ///   - view: what the camera saw.
  ///   - age: how long ago the picture was taken; the better it is known, the better the dock
  ///     follows.
  public nonisolated func observe(
    _ detections: [Detection], through view: CameraView = CameraView(), age: Duration = .zero
  ) {
    let age = Int(min(max(age, .zero), .seconds(3600)) / .nanoseconds(1))
    shared.withLock { $0.controls }?.show(detections, through: view, takenBefore: age)
  }

  /// To be called when the app leaves the screen: the show ends, and none begins.
  ///
  /// The system takes the camera away then, and switches its tracking on.
  public nonisolated func enterBackground() {
    shared.withLock { $0.isInBackground = true }
    stop()
  }

  /// To be called when the app is on the screen again: shows can begin.
  public nonisolated func enterForeground() { shared.withLock { $0.isInBackground = false } }

  private nonisolated func interrupt(_ level: Interruption.Level) {
    guard let controls = shared.withLock({ $0.controls }) else { return }
    controls.interrupt(level)
    if level == .stop { Task { @MainActor in if isPlaying(controls) { phase = .stopping } } }
  }

  private func isPlaying(_ controls: ShowControls) -> Bool {
    (phase == .playing || phase == .paused) && shared.withLock { $0.controls === controls }
  }
}

// MARK: - The dock

extension Player {
  /// The dock that the phone is in; nil if there is none and it `playsWithoutDock`.
  ///
  /// Throws `PlayerError.noDock`, and `CancellationError`.
  private func find() async throws -> DockAccessory? {
    // One that was found before may not be told of again.
    if let accessory, (try? accessory.motionStates) != nil { return accessory }
    if playsWithoutDock, lookout != nil {
      accessory = nil
      return nil
    }
    guard let changes = try? manager.accessoryStateChanges else {
      if playsWithoutDock { return nil }
      throw PlayerError.noDock
    }
    accessory = nil
    let search = Task {
      for await change in changes where change.state == .docked {
        accessory = change.accessory
        if accessory != nil { return }
      }
    }
    // A dock that is there is told of at once.
    await Task.yield()
    if accessory == nil { await wait(for: search) }
    try Task.checkCancellation()
    if accessory == nil, !playsWithoutDock { throw PlayerError.noDock }
    if accessory == nil { lookOut() }
    return accessory
  }

  /// Waits for docks from now on, so that no show has to wait for one again.
  private func lookOut() {
    guard let changes = try? manager.accessoryStateChanges else { return }
    lookout = Task { [weak self] in
      for await change in changes where change.state == .docked {
        guard let self else { return }
        accessory = change.accessory
      }
    }
  }

  /// Waits for the end of `search`, at most two seconds; time passes meanwhile.
  private func wait(for search: Task<Void, Never>) async {
    let alarm = alarm(after: 2_000_000_000) { search.cancel() }
    defer { alarm() }
    timekeeper?.endWork()
    await withTaskCancellationHandler {
      await search.value
    } onCancel: {
      search.cancel()
    }
    timekeeper?.beginWork()
  }

  /// The time in nanoseconds.
  private var now: Int { timekeeper?.nanoseconds ?? monotonicNow() }

  /// Has `body` called in so many `nanoseconds`, unless the result is called before.
  private func alarm(
    after nanoseconds: Int, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    if let timekeeper {
      let number = timekeeper.ring(at: timekeeper.nanoseconds + nanoseconds, body)
      return { number.map(timekeeper.silence) }
    }
    let sleeper = Task {
      if (try? await Task.sleep(for: .nanoseconds(nanoseconds))) != nil { body() }
    }
    return { sleeper.cancel() }
  }

  /// Listens to where the dock stands, as long as the show has the motors: some docks must not be
  /// asked while system tracking has them.
  private func listen() {
    poses?.cancel()
    guard authority == .app else { return }
    poses = Task { [weak self, accessory] in
      guard let states = try? accessory?.motionStates else { return }
      for await state in states {
        guard let self, authority == .app else { return }
        pose = DockPosition(state)
        time = max(time, .nanoseconds(now - start))
      }
    }
  }
}

// MARK: - What it tells

extension Player {
  /// What the player tells about its shows from now on; several may listen.
  ///
  /// Nothing waits for who listens: of what was not read in time, the last 4,096 are kept. It ends
  /// with the player.
  public nonisolated var events: Events { listeners.events() }

  private func tell(_ kind: PlayerEvent.Kind, at time: Int) {
    self.time = .nanoseconds(time)
    listeners.tell(PlayerEvent(time: self.time, kind: kind))
  }

  private func nanoseconds(of time: Duration) -> Int { Int(time / .nanoseconds(1)) }

  /// Takes note of an event of the performance.
  private func note(_ event: PlaybackEvent) {
    if case .cue(let schedule, _) = event.kind { self.schedule = schedule }
    note(event.kind)
    if let kind = kind(of: event.kind) { tell(kind, at: event.time) }
  }

  private func note(_ kind: PlaybackEvent.Kind) {
    switch kind {
    case .began(_, let step): self.step = schedule.map { ShowStep(step, of: $0) }
    case .note(let note) where note.kind == .log: performer?.log(note.text)
    case .tracking(let isOn):
      authority = isOn ? .tracking : .app
      listen()
    case .gaveBack(let handback): pose = handback.pose.map(DockPosition.init) ?? pose
    case .held: phase = .paused
    case .resumed: phase = .playing
    default: break
    }
  }

  /// What is told of it; nil if nothing is.
  private func kind(of kind: PlaybackEvent.Kind) -> PlayerEvent.Kind? {
    switch kind {
    case .began(_, let step): schedule.map { .began(ShowStep(step, of: $0)) }
    case .skipped(_, let step, _): schedule.map { .skipped(ShowStep(step, of: $0)) }
    case .awaits(let wait): .awaits(wait.description, line: Int(wait.line & 0xFF_FFFF))
    case .event(let event, _, _): .happened(event.description)
    case .note(let note): PlayerEvent.Kind(note)
    case .tracking: .authority(authority)
    case .stretched(let stretch): .delayed(by: .nanoseconds(stretch.length))
    case .refused(let failure): .refused(Report.Failure(failure))
    case .held: .paused
    case .resumed: .resumed
    case .cue, .sent, .wrote, .decided, .located, .counted, .owed, .reclaimed, .replanned,
      .gaveBack:
      nil
    }
  }
}

extension PlayerEvent.Kind {
  /// What is told of `note`; nil if nothing is.
  fileprivate init?(_ note: Note) {
    switch note.kind {
    case .log: self = .log(note.text)
    case .mark, .mode: self = .mark(note.text)
    case .choose: return nil
    }
  }
}
