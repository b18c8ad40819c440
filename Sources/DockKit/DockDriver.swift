import FoundationEssentials
import Spatial

/// The implementation of a `DockAccessory`: a simulated dock, or a recorder of calls.
///
/// Every call answers at once, for DockKit's own calls answer when the dock has *taken* a command;
/// only waiting for the next motion state takes the driver's time.
package protocol DockDriver: AnyObject, Sendable {
  /// The dock's name and kind.
  var identifier: DockAccessory.Identifier { get }
  /// The maker's name of the hardware.
  var hardwareModel: String? { get }
  /// The firmware's version, major.minor.revision.
  var firmwareVersion: String? { get }

  /// True if the system tracker has the motors.
  var isSystemTrackingEnabled: Bool { get }
  /// Gives the motors to the system tracker or takes them from it.
  func setSystemTrackingEnabled(_ isEnabled: Bool) throws(DockKitError)

  /// The present framing mode.
  var framingMode: DockAccessory.FramingMode { get }
  /// The present region of interest.
  var regionOfInterest: CGRect { get }
  /// Changes how subjects are framed.
  func setFramingMode(_ mode: DockAccessory.FramingMode) throws(DockKitError)
  /// Changes the region of interest.
  func setRegionOfInterest(_ region: CGRect) throws(DockKitError)
  /// Follows what is seen at a point.
  func selectSubject(at unitPoint: CGPoint) throws(DockKitError)
  /// Follows the subjects of these identifiers; none of them returns the choice to the system.
  func selectSubjects(_ ids: [UUID]) throws(DockKitError)

  /// The present limits of the axes the dock has.
  func limits() throws(DockKitError) -> DockAccessory.Limits
  /// Narrows the limits until system tracking goes on.
  func setLimits(_ limits: DockAccessory.Limits) throws(DockKitError)
  /// Turns to a pose.
  func setOrientation(
    _ rotation: Vector3D, duration: Duration, relative: Bool
  ) throws(DockKitError) -> DockMotion
  /// Turns at a speed.
  func setAngularVelocity(_ velocity: Vector3D) throws(DockKitError)
  /// Plays a built-in animation.
  func animate(_ animation: DockAccessory.Animation) throws(DockKitError) -> DockMotion

  /// Turns after what an app has found in a picture.
  func track(
    _ found: [DockDetection], through camera: DockAccessory.CameraInformation
  ) throws(DockKitError)

  /// Whether a motion is under way, finished or cancelled.
  func state(of motion: DockMotion) -> DockMotion.State
  /// The share of a motion's time that has passed.
  func fraction(of motion: DockMotion) -> Double
  /// Cancels a motion.
  func cancel(_ motion: DockMotion)
  #if Foundation
    /// Tells `report` the share of a motion's time that has passed, whenever time has passed, until
    /// the motion is over.
    func reportProgress(
      of motion: DockMotion, to report: @escaping @Sendable (_ fraction: Double) -> Void)
  #endif

  /// Throws if the dock cannot report its motion.
  func checkMotionStates() throws(DockKitError)
  /// Waits for the first report after number `previous`, or nil if no more will come.
  nonisolated(nonsending) func nextMotionState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.MotionState)?

  /// Throws if the dock cannot say whom it sees.
  func checkTrackingStates() throws(DockKitError)
  /// Waits for the first tracking state after number `previous`, or nil if no more will come.
  nonisolated(nonsending) func nextTrackingState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.TrackingState)?

  /// The number before that of the first event for who listens from now on; throws if there are no
  /// events.
  func checkAccessoryEvents() throws(DockKitError) -> Int
  /// Waits for the first event after number `previous`, or nil if no more will come.
  nonisolated(nonsending) func nextAccessoryEvent(
    after previous: Int
  ) async -> (number: Int, event: DockAccessory.AccessoryEvent)?

  /// The number before that of the present state of the batteries; throws if nothing is known of
  /// them.
  func checkBatteryStates() throws(DockKitError) -> Int
  /// Waits for the first battery state after number `previous`, or nil if no more will come.
  nonisolated(nonsending) func nextBatteryState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.BatteryState)?

  /// True if the phone is in the dock.
  var isDocked: Bool { get }
  /// True if the dock's own tracking button is on.
  var isTrackingButtonEnabled: Bool { get }
  /// Tells `listener`, and nobody before it, of each later change of the dock's state, in order:
  /// the phone was put in or taken out, or the tracking button was pressed.
  func tellStateChanges(
    _ listener:
      @escaping @Sendable (
        _ state: DockAccessory.State, _ trackingButtonEnabled: Bool
      ) -> Void)
}

/// The number a driver gives to a motion that can be awaited.
package struct DockMotion: Hashable, Sendable {
  /// The life of a motion.
  package enum State: Hashable, Sendable {
    /// Under way.
    case moving
    /// Finished.
    case finished
    /// Cancelled or replaced before its end.
    case cancelled
  }

  /// The number.
  package let number: Int

  /// Creates the name of motion `number`.
  package init(number: Int) { self.number = number }
}
