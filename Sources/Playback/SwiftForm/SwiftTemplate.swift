/// The parts of a Swift file that are the same for every show, without those that it does not use.
enum SwiftTemplate {
  /// A kind of call.
  enum Branch: CaseIterable {
    case tracking, velocity, orientation, animate, limits, frame, region, select, tell, owe

    /// How its calls are written.
    fileprivate var cases: [String] {
      switch self {
      case .tracking: ["tracking(Bool)", "trackingAsBefore"]
      case .velocity: ["velocity(yaw: Double, pitch: Double, roll: Double = 0)"]
      case .orientation:
        ["orientation(yaw: Double, pitch: Double, roll: Double = 0, milliseconds: Int)"]
      case .animate: ["animate(DockAccessory.Animation)"]
      case .limits: ["limits(yaw: Limit?, pitch: Limit?, roll: Limit?)"]
      case .frame: ["frame(DockAccessory.FramingMode)"]
      case .region: ["region(x: Double, y: Double, width: Double, height: Double)"]
      case .select: ["select(x: Double, y: Double)", "selectNobody"]
      case .tell: ["tell(String)"]
      case .owe: ["owe(Int, String)", "due(Int)", "paid(Int)"]
      }
    }

    /// How its calls are made.
    fileprivate var arms: String {
      switch self {
      case .tracking:
        """
        case .tracking(let isOn):
          if !isOn { hasMotors = true }
          try await setTracking(isOn, manager, clock)
          hasMotors = !isOn
          // What that took, the rest of the show is late.
          start = start.advanced(by: planned.duration(to: clock.now))
        case .trackingAsBefore:
          try await setTracking(wasTracking, manager, clock)
          // Nobody else stops the motors if a call of the show was lost.
          hasMotors = !wasTracking
        """
      case .velocity:
        """
        case .velocity(let yaw, let pitch, let roll):
          try await takeBack(manager, clock)
          try await accessory.setAngularVelocity(vector(yaw, pitch, roll))
          isOver = { true }
        """
      case .orientation:
        """
        case .orientation(let yaw, let pitch, let roll, let milliseconds):
          try await takeBack(manager, clock)
          let progress = try await accessory.setOrientation(
            vector(yaw, pitch, roll), duration: .milliseconds(milliseconds))
          isOver = { progress.isFinished || progress.isCancelled }
        """
      case .animate:
        """
        case .animate(let animation):
          try await takeBack(manager, clock)
          let progress = try await accessory.animate(motion: animation)
          isOver = { progress.isFinished || progress.isCancelled }
        """
      case .limits:
        """
        case .limits(let yaw, let pitch, let roll):
          let limits = DockAccessory.Limits(
            yaw: try limit(yaw), pitch: try limit(pitch), roll: try limit(roll))
          try accessory.setLimits(limits)
        """
      case .frame: "case .frame(let mode): try await accessory.setFramingMode(mode)"
      case .region:
        """
        case .region(let x, let y, let width, let height):
          try await accessory.setRegionOfInterest(
            CGRect(x: x, y: y, width: width, height: height))
        """
      case .select:
        """
        case .select(let x, let y):
          do {
            try await accessory.selectSubject(at: CGPoint(x: x, y: y))
          } catch DockKitError.noSubjectFound {
            // The show goes on without a subject.
          }
        case .selectNobody: try await accessory.selectSubjects([])
        """
      case .tell:
        """
        case .tell(let words):
          tell(words)
        """
      case .owe:
        """
        case .owe(let number, let words):
          owed.append((number, words, isDue: false))
        case .due(let number):
          for index in owed.indices where owed[index].number == number { owed[index].isDue = true }
        case .paid(let number):
          owed.removeAll { $0.number == number }
        """
      }
    }

    /// True of calls that need not wait until a motion of the dock is over.
    fileprivate var goesBesideMotions: Bool {
      switch self {
      case .frame, .region, .select, .tell, .owe: true
      case .tracking, .velocity, .orientation, .animate, .limits: false
      }
    }
  }

  /// All of the file behind its table: how it makes the calls of the kinds `used`.
  static func player(_ used: Set<Branch>) -> String {
    let used = Branch.allCases.filter(used.contains)
    let cases = used.flatMap(\.cases).map { "    case \($0)\n" }.joined()
    var arms = used.flatMap { $0.arms.split(separator: "\n") }.map { "        \($0)\n" }.joined()
    let (hasLimits, owes) = (used.contains(.limits), used.contains(.owe))
    if owes, let tell = arms.firstRange(of: "          tell(words)\n") {
      arms.replaceSubrange(tell, with: "          tell(words)\n" + settling)
    }
    let beside = used.filter(\.goesBesideMotions).flatMap(\.cases)
      .map { "." + $0.prefix { $0 != "(" } }
    return "  private enum Call {\n" + cases
      + (beside.isEmpty ? "" : waits(exceptFor: beside))
      + "  }\n\n" + (hasLimits ? limitType : "") + (owes ? owedType : "")
      + beginning + (hasLimits ? "    let limits = try? accessory.limits\n" : "")
      + start + (owes ? "    var owed: [Owed] = []\n" : "")
      + loop(mayGoBeside: !beside.isEmpty) + arms
      + ending + (hasLimits ? restoring : "")
      + rest + (owes ? telling : "") + failing + functions
      + (owes ? owedFunction : "") + (hasLimits ? limitFunction : "") + "}\n"
  }

  private static let restoring = """
          // A dock that tracks has forgotten the limits of the show.
          if let limits, !manager.isSystemTrackingEnabled { try? accessory.setLimits(limits) }

    """

  private static let limitType = """
      private typealias Limit = (lower: Double, upper: Double, speed: Double)


    """

  private static let beginning = """
      /// Plays the show on `accessory`, from where it stands.
      ///
      /// Ends with motors that stand and with system tracking as it was, also if the task is
      /// cancelled, the dock leaves or a call fails; that is thrown afterwards.
      ///
      /// - Parameters:
      ///   - clock: counts the times of the calls.
      ///   - tell: is told in words what the app has to do itself, such as to change a face.
      static func play(
        on accessory: DockAccessory, manager: DockAccessoryManager = .shared,
        clock: some Clock<Duration> = ContinuousClock(), tell: @Sendable (String) -> Void = { _ in }
      ) async throws {
        let wasTracking = manager.isSystemTrackingEnabled

    """

  /// The property of a call that says whether it waits for motions: all do but the cases `beside`.
  private static func waits(exceptFor beside: [String]) -> String {
    """

        /// Whether the call waits until a motion of the dock is over.
        var waits: Bool {
          switch self {
          case \(beside.joined(separator: ", ")): false
          default: true
          }
        }

    """
  }

  private static let owedType = """
      /// What is told when a block of the show is left, or when the show ends before.
      private typealias Owed = (number: Int, words: String, isDue: Bool)


    """

  /// What is told has been paid.
  private static let settling = """
              if let paid = owed.firstIndex(where: { $0.isDue && $0.words == words }) {
                owed.remove(at: paid)
              }

    """

  private static let telling = """
        for words in inOrder(owed) { tell(words) }

    """

  private static let owedFunction = """

      /// What is still owed: what is due, and then of each block, the last first.
      private static func inOrder(_ owed: [Owed]) -> [String] {
        var (due, rest) = (owed.filter(\\.isDue), owed.filter { !$0.isDue })
        while let last = rest.last {
          due += rest.filter { $0.number == last.number }
          rest.removeAll { $0.number == last.number }
        }
        return due.map(\\.words)
      }

    """

  private static let start = """
        var (start, hasMotors) = (clock.now, false)

    """

  /// The way through the table; some of its calls may go beside motions, or none.
  private static func loop(mayGoBeside: Bool) -> String {
    """
        var isOver: () -> Bool = { true }
        var failure: (any Error)?
        do {
          for (time, call) in calls {
            let planned = start.advanced(by: .milliseconds(time))
            try await clock.sleep(until: planned, tolerance: nil)
            // A dock may be a little late with a motion of its own; some never say that it is over.
            for _ in 0..<14 where \(mayGoBeside ? "call.waits && " : "")!isOver() {
              try await clock.sleep(for: .milliseconds(50))
            }
            switch call {

    """
  }

  private static let ending = """
            }
          }
        } catch {
          failure = error
        }
        // A task of its own: it is not cancelled with the show.
        await Task { [hasMotors] in
          if hasMotors { await stop(accessory, manager, clock) }

    """

  private static let rest = """
          for _ in 0..<3 where manager.isSystemTrackingEnabled != wasTracking {
            try? await setTracking(wasTracking, manager, clock)
          }
        }.value

    """

  private static let failing = """
        if let failure { throw failure }
      }

    """

  private static let functions = """

      /// Makes the motors stand, and waits for as long as they may need to brake.
      ///
      /// It tells them twice, because a call may be lost.
      private static func stop(
        _ accessory: DockAccessory, _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
      ) async {
        var told = 0
        for _ in 0..<5 where told < 2 {
          do {
            try await takeBack(manager, clock)
            try await accessory.setAngularVelocity(Vector3D())
            told += 1
          } catch {}
          try? await clock.sleep(for: .milliseconds(100))
        }
        try? await clock.sleep(for: .milliseconds(400))
      }

      /// Takes the motors again if system tracking was switched on from outside.
      private static func takeBack(
        _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
      ) async throws {
        if manager.isSystemTrackingEnabled { try await setTracking(false, manager, clock) }
      }

      /// Switches system tracking, and waits until the dock has done so.
      private static func setTracking(
        _ isOn: Bool, _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
      ) async throws {
        for _ in 0..<3 where manager.isSystemTrackingEnabled != isOn {
          try await manager.setSystemTrackingEnabled(isOn)
          for _ in 0..<12 where manager.isSystemTrackingEnabled != isOn {
            try await clock.sleep(for: .milliseconds(50))
          }
        }
        guard manager.isSystemTrackingEnabled == isOn else { throw DockKitError.notSupported }
      }

      /// Angles in degrees as DockKit has them: pitch, yaw and roll in radians.
      private static func vector(_ yaw: Double, _ pitch: Double, _ roll: Double) -> Vector3D {
        let degree = Double.pi / 180
        return Vector3D(x: pitch * degree, y: yaw * degree, z: roll * degree)
      }

    """

  private static let limitFunction = """

      private static func limit(_ limit: Limit?) throws -> DockAccessory.Limits.Limit? {
        let degree = Double.pi / 180
        return try limit.map {
          try DockAccessory.Limits.Limit(
            positionRange: $0.lower * degree..<$0.upper * degree, maximumSpeed: $0.speed * degree)
        }
      }

    """
}
