import Camera
import Diagnosis
import DockKit
import Hardware
import Language
import Quantities
import Rehearsal
import Scheduling
import Simulation
import Spatial

/// A simulated dock behind DockKit, for the tests and the previews of an app.
///
/// While it exists, the phone has that dock: the app finds it at its `DockAccessoryManager`, calls
/// it, and hears from it, as on a phone.
///
///     let simulator = Simulator(scene: try Simulator.Scene("person ada at 20deg right"))
///     let camera = CameraService()
///     await camera.start()
///     await simulator.advance(by: .seconds(3))
///
/// In virtual time nothing happens unless a test says `advance(by:)` or `run(atMost:until:)`: what
/// the app awaits comes when its time has come, and the same calls give the same motion. In real
/// time the dock moves by itself.
public final class Simulator: Sendable {
  /// How the time of the dock passes.
  public enum Time: Hashable, Sendable {
    /// Only when a test says so.
    case virtual
    /// As on the wall, times `speed`; a speed that is not positive and finite is 1.
    case real(speed: Double = 1)
  }

  /// The manager where the app finds the dock.
  public let manager: DockAccessoryManager
  /// The dock as the app sees it, also while the phone is out of it.
  public let accessory: DockAccessory
  /// How the time of the dock passes.
  public let time: Time

  let dock: SimulatedDock
  private let pacemaker: Task<Void, Never>?

  /// Puts a simulated dock of `profile` behind `manager`.
  ///
  /// - Parameters:
  ///   - profile: what the dock can do.
  ///   - scene: what happens around it; its times begin now.
  ///   - time: how the time passes.
  ///   - isDocked: true if the phone is in the dock at the beginning.
  ///   - manager: where the app looks for docks; a dock that was there before leaves.
  public init(
    _ profile: Profile = .stand, scene: Scene = Scene(), time: Time = .virtual,
    isDocked: Bool = true, manager: DockAccessoryManager = .shared
  ) {
    var world = DockWorld(profile.model)
    let tracker = PersonTracker(of: profile.model, at: .zero)
    world.equip(tracker)
    world.meet(scene.company, followedBy: tracker)
    world.expect(scene.inputs.map { ($0.time, $0.input) })
    world.faults = scene.faults
    if !isDocked { world.setDocked(false) }
    let start = ContinuousClock.now
    switch time {
    case .virtual:
      dock = SimulatedDock(world, at: nil)
      pacemaker = nil
    case .real(let speed):
      let speed = speed > 0 && speed.isFinite ? speed : 1
      let dock = SimulatedDock(world) {
        Int(clamping: Double(nanoseconds: ContinuousClock.now - start) * speed)
      }
      self.dock = dock
      pacemaker = Task { [weak dock] in
        while !Task.isCancelled, let dock {
          dock.advance(to: dock.now)
          try? await Task.sleep(for: Simulator.beat)
        }
      }
    }
    (self.manager, self.time) = (manager, time)
    accessory = manager.attach(dock)
  }

  deinit { remove() }

  /// Takes the dock away: the app hears that the phone was taken out, and its streams end.
  public func remove() {
    pacemaker?.cancel()
    dock.setDocked(false)
    manager.remove(accessory)
  }

  /// How often those who wait in real time are looked after.
  private static let beat = Duration.milliseconds(5)
}

extension Simulator {
  /// A manager of its own, for an app whose services are given their manager: so tests with several
  /// docks can run beside each other.
  public static func makeManager() -> DockAccessoryManager { DockAccessoryManager() }
}

// MARK: - Time

extension Simulator {
  /// The time since the dock began.
  public var elapsed: Duration { .nanoseconds(dock.now) }

  /// A clock of the dock's time, for an app that sleeps on a clock it is given.
  public var clock: SimulatorClock { SimulatorClock(dock: dock) }

  /// Lets `length` pass, at most about 70 years: everything that is to happen happens in its order,
  /// and the app gets its turn after each of it.
  ///
  /// A task that waits for something else than the dock or its clock is given a tenth of a second
  /// of the wall to come back, and more on a busy machine. In real time it waits until that time
  /// has passed.
  public func advance(by length: Duration) async {
    await dock.admitTasks()
    await pass(length)
  }

  private func pass(_ length: Duration) async {
    let (sum, isBeyond) = dock.now.addingReportingOverflow(max(0, length.wholeNanoseconds))
    let end = isBeyond ? Int.max : sum
    if case .real = time {
      _ = await dock.sleep(until: end)
      return
    }
    while let next = dock.nextWake, next < end, !Task.isCancelled {
      // Something that is overdue must not hold up the time.
      if dock.proceed(to: max(next, dock.now + 1)) { await dock.settle() }
    }
    _ = dock.proceed(to: end)
    await dock.settle()
  }

  /// Lets the time pass in steps of 10 ms until `condition` holds; returns false if it does not
  /// within `limit`.
  @discardableResult
  public func run(
    atMost limit: Duration, until condition: @Sendable () async -> Bool
  ) async -> Bool {
    let end = elapsed + limit
    await dock.admitTasks()
    while true {
      await dock.settle()
      if await condition() { return true }
      guard elapsed < end, !Task.isCancelled else { return false }
      await dock.settle()
      await pass(min(end - elapsed, .milliseconds(10)))
    }
  }
}

// MARK: - What is done to the dock and the phone

extension Simulator {
  /// Something that is done to the dock by hand, or happens to it.
  public enum Occasion: Hashable, Sendable {
    /// The button of this number goes down or up.
    case button(Int, isPressed: Bool)
    /// The shutter is pressed.
    case shutter
    /// The button for the other camera is pressed.
    case flip
    /// The zoom wheel is turned by a factor.
    case zoom(factor: Double)
    /// The button that switches tracking is pressed.
    case trackingButton
    /// The battery has this charge, from 0 to 1.
    case battery(level: Double)
    /// A charger is connected.
    case charging
    /// The phone is put into the dock.
    case dock
    /// The phone is taken out of the dock.
    case undock
    /// The app leaves the screen.
    case background
    /// The app is on the screen again.
    case foreground
    /// The motors are blocked for a second.
    case stall
  }

  /// Lets `occasion` happen now, and gives the app its turn.
  public func perform(_ occasion: Occasion) async {
    occasion.happen(to: dock)
    await dock.settle()
  }

  /// The app has zoomed its camera, to `factor` times; from 0.5 to 10.
  public func zoomCamera(to factor: Double) {
    let factor = factor.isNaN ? 1 : min(max(factor, 0.1), 100)
    dock.perform(.zoom(Int32(Thousandths.count(in: factor).rounded()), over: 0))
  }

  /// The app has changed to the camera on the other side of the phone.
  public func flipCamera() { dock.perform(.flip) }

  /// The phone is turned in its dock; it lies on its right side at the beginning.
  ///
  /// An orientation that is no way to stand in a dock changes nothing.
  public func turnPhone(to orientation: DockAccessory.CameraOrientation) {
    switch orientation {
    case .portrait: dock.turnPhone(to: .portrait)
    case .portraitUpsideDown: dock.turnPhone(to: .portraitUpsideDown)
    case .landscapeRight: dock.turnPhone(to: .landscapeRight)
    case .landscapeLeft: dock.turnPhone(to: .landscapeLeft)
    case .unknown, .faceUp, .faceDown, .corrected: break
    }
  }
}

// MARK: - What can be seen

extension Simulator {
  /// Where the motors stand, in radians: x is tilt, y is pan.
  public var position: Vector3D { dock.motionState.angularPositions }

  /// How fast the motors turn, in radians a second: x is tilt, y is pan.
  public var velocity: Vector3D { dock.motionState.angularVelocities }

  /// Everything that happened to the dock so far, one line each: calls, motion, events.
  public var trace: String { dock.trace.text }

  /// Drops the past from `trace`, which otherwise grows by some bytes a motion: for a preview that
  /// runs for hours.
  public func forget() { dock.forget() }

  /// The faces and objects that a detector of the app would find in the picture now, with the
  /// origin in the lower left, as `track` takes them with `CameraOrientation.corrected`.
  public var observations: [DockAccessory.Observation] {
    dock.seen.map { seen in
      let rect = seen.rect.lowerLeft
      return DockAccessory.Observation(
        identifier: seen.subject ?? 0, type: seen.isPerson ? .humanFace : .object,
        rect: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
    }
  }

  /// The same as the camera itself reports them, with the origin in the upper left.
  public var metadataObjects: [AVMetadataObject] {
    dock.seen.map { seen in
      let bounds = CGRect(
        x: seen.rect.x, y: seen.rect.y, width: seen.rect.width, height: seen.rect.height)
      return seen.isPerson
        ? AVMetadataFaceObject(faceID: seen.subject ?? 0, bounds: bounds)
        : AVMetadataObject(type: .salientObject, bounds: bounds)
    }
  }
}

extension Simulator {
  /// What a dock can do.
  public struct Profile: Hashable, Sendable {
    let model: DockModel

    /// A table-top stand.
    public static let stand = Profile(model: .stand)
    /// A hand gimbal, as users of the Insta360 Flow 2 Pro have measured it.
    public static let flow2pro = Profile(model: .flow2pro)
    /// All that are known.
    public static let all = DockModel.all.map(Profile.init)

    /// The name, as `dock --profile` takes it.
    public var name: String { model.name }

    /// The profile called `name`; nil if there is none.
    public init?(named name: String) {
      guard let model = DockModel.named(name) else { return nil }
      self.init(model: model)
    }

    /// Reads the description of a dock of your own: the text of a `.profile` file, as
    /// `dock profile new` writes one.
    ///
    /// Throws a `DescriptionError` with everything that is wrong with it, and where.
    public init(_ text: String) throws(DescriptionError) {
      let file = LoadedFile(identity: "profile", name: "profile", bytes: Array(text.utf8))
      let profile = DockProfile(file)
      guard let model = profile.model else {
        throw DescriptionError(
          problems: profile.diagnostics.all.map { $0.short(in: profile.sources) })
      }
      self.init(model: model)
    }

    init(model: DockModel) { self.model = model }

    /// True if both are the same dock.
    public static func == (left: Profile, right: Profile) -> Bool { left.model == right.model }

    /// Feeds the name to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension Simulator {
  /// Why a scene or a profile makes no sense.
  public struct DescriptionError: Error, Equatable, CustomStringConvertible {
    /// Everything that is wrong, with its place.
    public let problems: [String]

    /// Everything that is wrong, one line each.
    public var description: String { problems.joined(separator: "\n") }
  }
}

extension Simulator.Occasion {
  /// What is done to the dock by hand; nil if it is none of that.
  var input: DockInput? {
    switch self {
    case .button(let number, let isPressed): .button(number, isPressed: isPressed)
    case .shutter: .shutter
    case .flip: .flip
    case .zoom(let factor): .zoom(factor)
    case .trackingButton: .trackingButton
    case .battery(let level): .battery(level)
    case .charging: .charging
    case .dock, .undock, .background, .foreground, .stall: nil
    }
  }

  /// What happens to the dock from outside; nil if it is none of that.
  var fault: Fault.Kind? {
    switch self {
    case .dock: .docked
    case .undock: .undocked
    case .background: .background
    case .foreground: .foreground
    case .stall: .stall
    default: nil
    }
  }

  fileprivate func happen(to dock: SimulatedDock) {
    if let input { dock.receive(input) }
    if let fault { dock.meetNow(fault) }
  }
}

extension Double {
  /// The nanoseconds of `duration`.
  fileprivate init(nanoseconds duration: Duration) {
    self = Double(duration.wholeNanoseconds)
  }
}

extension Int {
  /// The whole number nearest to `value` that fits.
  fileprivate init(clamping value: Double) { self = Int(Swift.min(Swift.max(value, 0), 9e18)) }
}
