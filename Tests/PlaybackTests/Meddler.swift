import DockKit
import FoundationEssentials
import Hardware
import Playback
import Simulation
import Spatial
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A dock that makes trouble, and otherwise does what the dock behind it does.
final class Meddler: DockDriver {
  /// The fault.
  struct Trouble: Sendable {
    /// The calls, from 0, that are refused, and why.
    var refused: Range<Int> = 0..<0
    var error = DockKitError.notSupported
    /// Turns that are refused are carried out all the same.
    var isObeyed = false
    /// Before this call system tracking is switched on from outside.
    var flip: Int?
    /// Motions are never reported as finished.
    var neverFinishes = false
    /// The dock never reports its motion.
    var isSilent = false
    /// This call, from 0, is answered only after so many nanoseconds of the wall.
    var hangs: Int?
    var hangsFor = 0
    /// System tracking needs so many checks to follow its command.
    var reluctance = 0
  }

  let dock: SimulatedDock
  private let trouble: Trouble
  private let state = Mutex((calls: 0, looks: 0, hanging: 0))

  init(_ dock: SimulatedDock, _ trouble: Trouble) {
    self.dock = dock
    self.trouble = trouble
  }

  /// How many calls there were.
  var calls: Int { state.withLock { $0.calls } }

  /// Since when a call hangs, in nanoseconds of `monotonicNow`.
  var hanging: Int { state.withLock { $0.hanging } }

  private func meddle() throws(DockKitError) {
    let call = state.withLock { state in
      defer { state.calls += 1 }
      return state.calls
    }
    if call == trouble.hangs {
      let end = monotonicNow() + trouble.hangsFor
      state.withLock { $0.hanging = end - trouble.hangsFor }
      while monotonicNow() < end { usleep(10_000) }
    }
    if call == trouble.flip { try dock.setSystemTrackingEnabled(true) }
    if trouble.refused.contains(call) { throw trouble.error }
  }

  var identifier: DockAccessory.Identifier { dock.identifier }
  var hardwareModel: String? { dock.hardwareModel }
  var firmwareVersion: String? { dock.firmwareVersion }
  var framingMode: DockAccessory.FramingMode { dock.framingMode }
  var regionOfInterest: CGRect { dock.regionOfInterest }

  var isSystemTrackingEnabled: Bool {
    let isLate = state.withLock { state in
      state.looks -= 1
      return state.looks > 0
    }
    return dock.isSystemTrackingEnabled != isLate
  }

  func setSystemTrackingEnabled(_ isEnabled: Bool) throws(DockKitError) {
    try meddle()
    try dock.setSystemTrackingEnabled(isEnabled)
    state.withLock { $0.looks = trouble.reluctance + 1 }
  }

  func setFramingMode(_ mode: DockAccessory.FramingMode) throws(DockKitError) {
    try meddle()
    try dock.setFramingMode(mode)
  }

  func setRegionOfInterest(_ region: CGRect) throws(DockKitError) {
    try meddle()
    try dock.setRegionOfInterest(region)
  }

  func selectSubject(at unitPoint: CGPoint) throws(DockKitError) {
    try meddle()
    try dock.selectSubject(at: unitPoint)
  }

  func selectSubjects(_ ids: [UUID]) throws(DockKitError) {
    try meddle()
    try dock.selectSubjects(ids)
  }

  func checkTrackingStates() throws(DockKitError) { try dock.checkTrackingStates() }

  nonisolated(nonsending) func nextTrackingState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.TrackingState)? {
    await dock.nextTrackingState(after: previous)
  }

  func checkAccessoryEvents() throws(DockKitError) -> Int { try dock.checkAccessoryEvents() }

  nonisolated(nonsending) func nextAccessoryEvent(
    after previous: Int
  ) async -> (number: Int, event: DockAccessory.AccessoryEvent)? {
    await dock.nextAccessoryEvent(after: previous)
  }

  func checkBatteryStates() throws(DockKitError) -> Int { try dock.checkBatteryStates() }

  nonisolated(nonsending) func nextBatteryState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.BatteryState)? {
    await dock.nextBatteryState(after: previous)
  }

  var isDocked: Bool { dock.isDocked }

  var isTrackingButtonEnabled: Bool { dock.isTrackingButtonEnabled }

  func tellStateChanges(
    _ listener: @escaping @Sendable (DockAccessory.State, Bool) -> Void
  ) {
    dock.tellStateChanges(listener)
  }

  func limits() throws(DockKitError) -> DockAccessory.Limits { try dock.limits() }

  func setLimits(_ limits: DockAccessory.Limits) throws(DockKitError) {
    try meddle()
    try dock.setLimits(limits)
  }

  func setOrientation(
    _ rotation: Vector3D, duration: Duration, relative: Bool
  ) throws(DockKitError) -> DockMotion {
    do {
      try meddle()
    } catch {
      if trouble.isObeyed {
        _ = try dock.setOrientation(rotation, duration: duration, relative: relative)
      }
      throw error
    }
    return try dock.setOrientation(rotation, duration: duration, relative: relative)
  }

  func setAngularVelocity(_ velocity: Vector3D) throws(DockKitError) {
    try meddle()
    try dock.setAngularVelocity(velocity)
  }

  func animate(_ animation: DockAccessory.Animation) throws(DockKitError) -> DockMotion {
    try meddle()
    return try dock.animate(animation)
  }

  func track(
    _ found: [DockDetection], through camera: DockAccessory.CameraInformation
  ) throws(DockKitError) {
    try meddle()
    try dock.track(found, through: camera)
  }

  func state(of motion: DockMotion) -> DockMotion.State {
    let state = dock.state(of: motion)
    return trouble.neverFinishes && state == .finished ? .moving : state
  }

  func fraction(of motion: DockMotion) -> Double { dock.fraction(of: motion) }

  func cancel(_ motion: DockMotion) { dock.cancel(motion) }

  func checkMotionStates() throws(DockKitError) { try dock.checkMotionStates() }

  /// True if the dock never reports its motion.
  var isSilent: Bool { trouble.isSilent }

  func nextMotionState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.MotionState)? {
    guard !trouble.isSilent else {
      try? await Task.sleep(for: .seconds(3600))
      return nil
    }
    return await dock.nextMotionState(after: previous)
  }
}
