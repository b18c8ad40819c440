import Camera
import DockKit
import Hardware
import Motion
import Playback
import Schedules
import Simulation
import Vocabulary

/// Carries out a performance on a simulated dock: the dock's time passes as its timekeeper says,
/// virtual or the wall's, and every call is answered at once.
package final class StageDriver: Driver {
  private let dock: SimulatedDock
  /// What takes the calls of the dock: itself, unless somebody comes in between.
  private let calls: any DockDriver
  private let gate: Gate
  private let journal: (any Journal)?
  private let report: (PlaybackEvent) -> Void
  /// What the dock has sent of its own accord, and the performance has not been told.
  private var sent: [EventKind] = []
  /// When the performance began, by the clock of the dock.
  private let origin: Int

  /// Creates a driver on `dock`, whose time passes as the keeper of `gate` says.
  ///
  /// - Parameter origin: when the performance began, in nanoseconds of the dock; now if nil.
  init(
    _ dock: SimulatedDock, calls: (any DockDriver)? = nil, behind gate: Gate,
    origin: Int? = nil, journal: (any Journal)? = nil,
    reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) {
    (self.dock, self.calls, self.gate) = (dock, calls ?? dock, gate)
    (self.journal, self.report) = (journal, report)
    self.origin = origin ?? dock.now
  }

  package var now: Int { dock.now - origin }

  package var sight: Sight {
    Sight(now: now, isTracking: calls.isSystemTrackingEnabled, isDocked: isDocked)
  }

  package var lastChange: Int? { dock.look { $0.company.lastChange } - origin }

  private var isDocked: Bool {
    do throws(DockKitError) {
      try calls.checkMotionStates()
      return true
    } catch {
      return error != .notConnected
    }
  }

  package func status(of motion: MotionID) -> MotionStatus {
    switch calls.state(of: DockMotion(number: motion.number)) {
    case .moving: .moving
    case .finished: .finished
    case .cancelled: .cancelled
    }
  }

  /// Tells of `event`; the dock keeps what the script notes.
  package func tell(_ event: PlaybackEvent) {
    if case .note(let note) = event.kind { dock.keep(note) }
    report(event)
  }

  package func carryOut(_ action: Action) -> Input {
    switch action {
    case .wait(let time): wait(until: time)
    case .watch(let time): watch(until: time)
    case .awaitResumption: awaitResumption()
    case .call(let call, _): answered { try make(call) }
    case .read(let deadline): .answered(.reading(reading(atRestBy: deadline)))
    case .ask(let question): ask(question)
    case .journal(let entry): answered { try write(entry) }
    }
  }

  private func answered(_ work: () throws -> Answer) -> Input {
    do {
      return .answered(try work())
    } catch {
      return .refused(error)
    }
  }

  private func write(_ entry: JournalEntry?) throws -> Answer {
    try journal?.note(entry)
    return .done
  }
}

// MARK: - Time

extension StageDriver {
  private func wait(until time: Int) -> Input {
    if !sent.isEmpty { return .event(WorldEvent(sent.removeFirst())) }
    let (sum, isBeyond) = origin.addingReportingOverflow(time)
    let (end, arrival) = gate.wait(
      until: isBeyond ? .max : sum, now: dock.now, calls: dock.callCount)
    dock.advance(to: end)
    switch arrival {
    case nil: return .reached
    case .event(let event):
      // A button is one cause, whether it goes down or up: what counts is the press.
      if event.phase != .released { sent += dock.events(sentAfter: event.kind) }
      return .event(event)
    case .exit(.overdue): return .unanswered
    case .exit(let exit): return .interrupted(exit.level)
    }
  }

  /// Waits until `time`, or until the tracker has looked at another picture.
  private func watch(until time: Int) -> Input {
    while true {
      let look = dock.look { world in world.nextLook.map { max($0, world.now) } }
      guard let next = look.map({ $0 - origin }), next < time else { return wait(until: time) }
      let input = wait(until: next)
      guard case .reached = input else { return input }
      let (news, guidance) = dock.look { ($0.trackerNews, $0.guidance) }
      if let news { return .event(WorldEvent(news)) }
      if let guidance { return .answered(.guidance(guidance)) }
    }
  }

  private func awaitResumption() -> Input {
    dock.advance(to: gate.keeper.awaitResumption(now: dock.now))
    return .resumed
  }

  /// Has `question` worked out; if something else comes first, that is what happens at its time.
  private func ask(_ question: Question) -> Input {
    let (answer, time) = gate.keeper.result(of: question.answer, now: dock.now)
    if let answer { return .answered(answer) }
    question.cancel()
    while true {
      switch wait(until: max(now, time - origin)) {
      // The show ends; what else comes meanwhile leads nowhere.
      case .event: continue
      case .reached: return .unanswered
      case let input: return input
      }
    }
  }

  /// The first reading at rest, or the last one before `deadline`; nil if the dock says nothing.
  ///
  /// A deadline that has come asks for one reading, however long that takes.
  private func reading(atRestBy deadline: Int) -> Reading? {
    var latest: Reading?
    let end = deadline > now ? origin + deadline : .max
    // What comes from outside may end a wait for a report before its time.
    for _ in 0..<8 {
      var last = -1
      guard (try? calls.checkMotionStates()) != nil else { return latest }
      while let (number, state) = dock.nextReport(after: last, by: end) {
        let reading = Reading(state)
        (latest, last) = (reading, number)
        if reading.isAtRest || now >= deadline { return latest }
      }
      if now >= deadline { return latest }
    }
    return latest
  }
}

// MARK: - Calls

extension StageDriver {
  private func make(_ call: DockCall) throws -> Answer {
    switch call {
    case .tracking(let isOn): try calls.setSystemTrackingEnabled(isOn)
    case .velocity(let velocity): try calls.setAngularVelocity(velocity)
    case .orientation(let rotation, let duration):
      let motion = try calls.setOrientation(rotation, duration: duration, relative: false)
      return .motion(MotionID(number: motion.number))
    case .animation(let animation):
      return .motion(MotionID(number: try calls.animate(animation).number))
    case .readLimits: return .limits(try calls.limits())
    case .limits(let limits): try calls.setLimits(limits)
    case .frame(let mode): try calls.setFramingMode(mode)
    case .region(let region): try calls.setRegionOfInterest(region)
    case .select(let point?): try calls.selectSubject(at: point)
    case .select(nil): try calls.selectSubjects([])
    case .selectSubject(let subject):
      guard let identifier = dock.identifier(ofFirst: subject.isMeant) else {
        throw DockKitError.noSubjectFound
      }
      try calls.selectSubjects([identifier])
    case .follow(let subject): dock.follow(subject)
    case .locate(let subject):
      return .location(dock.look { $0.state(of: subject) })
    case .phone(let call): dock.perform(call)
    }
    return .done
  }
}

extension SimulatedDock {
  /// Lets the tracker look for `subject`; nil ends that.
  fileprivate func follow(_ subject: PhoneCall.Subject?) {
    guard let subject else { return follow(nil as Wanted?) }
    let known = look { $0.company.subjects }
    let meant = known.indices.filter { number in
      known[number].isPerson == subject.isPerson
        && (subject.name ?? known[number].name) == known[number].name
    }
    // Of several the largest in the picture, or whoever comes.
    let largest = subject.isSpeaker ? nil : number(ofFirst: subject.isMeant)
    let first = subject.name == nil ? largest.map { [$0] } ?? [] : meant
    follow(Wanted(subjects: meant, first: first, isSpeaker: subject.isSpeaker))
  }
}

/// What a dock of `model` at `pose`, in millidegrees, knows of each of `company` and of those whom
/// scripts mean without a name.
public func states(
  of company: Company, seenBy model: DockModel, at pose: PerAxis<Int32>
) -> [WorldSubject: WorldState.Subject] {
  let place = AxisVector(millidegrees: pose)
  var world = DockWorld(model, at: place, trackerAim: place)
  world.meet(company, followedBy: PersonTracker(of: model, at: place))
  var subjects: [WorldSubject] = [.person(nil), .object(nil), .speaker]
  subjects += company.subjects.map { $0.isPerson ? .person($0.name) : .object($0.name) }
  return subjects.reduce(into: [:]) { states, subject in
    states[subject] = world.state(of: subject)
  }
}

extension DockWorld {
  /// What the tracker makes of the present picture for a show; nil while it has the motors itself.
  fileprivate var guidance: Guidance? {
    if isSystemTrackingEnabled { return nil }
    return Guidance(
      speeds: isFollowingForShow ? PerAxis(trackerSpeeds) : PerAxis(all: 0),
      pose: PerAxis(pose), isFollowing: isFollowingForShow, isSettled: isSettled)
  }

  /// What is known of `subject`; nil if it is not there.
  fileprivate func state(of subject: WorldSubject) -> WorldState.Subject? {
    whereabouts(of: subject.isMeant(_:isSpeaking:)).map {
      WorldState.Subject($0.pose, looking: $0.looking)
    }
  }
}

extension PhoneCall.Subject {
  /// True if it means a person.
  fileprivate var isPerson: Bool { if case .object = self { false } else { true } }

  /// True if it means whoever speaks.
  fileprivate var isSpeaker: Bool { if case .speaker = self { true } else { false } }

  /// True if it means `subject`, as it is seen.
  fileprivate func isMeant(_ subject: Company.Subject, _ seen: Seen) -> Bool {
    isMeant(subject, isSpeaking: seen.isSpeaking)
  }

  /// True if it means `subject`.
  fileprivate func isMeant(_ subject: Company.Subject, isSpeaking: Bool) -> Bool {
    switch self {
    case .speaker: isSpeaking
    case .person(let name): subject.isPerson && (name ?? subject.name) == subject.name
    case .object(let name): !subject.isPerson && (name ?? subject.name) == subject.name
    }
  }
}

extension Moment {
  /// The present moment of `dock`.
  init(of dock: SimulatedDock) {
    self = dock.look { world in
      Moment(
        time: world.now, pose: PerAxis(world.pose), speeds: PerAxis(world.speeds),
        isTracking: world.isSystemTrackingEnabled)
    }
  }
}

extension PerAxis<Double> {
  fileprivate init(_ vector: AxisVector) {
    self.init(yaw: vector.yaw, pitch: vector.pitch, roll: vector.roll)
  }
}
