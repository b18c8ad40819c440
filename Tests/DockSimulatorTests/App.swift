import DockKit
import DockSimulator

/// The camera of the app: what it was asked for.
actor Camera: CameraControl {
  private(set) var pictures = 0
  private(set) var isBack = true
  private(set) var zoom = 1.0
  private(set) var lines: [String] = []
  /// The least zoom of the camera in use.
  private var floor = 1.0
  private let simulator: Simulator

  init(_ simulator: Simulator) { self.simulator = simulator }

  func takePicture() { pictures += 1 }

  func nextCamera() {
    isBack.toggle()
    floor = isBack ? 0.5 : 1
    simulator.flipCamera()
  }

  func zoom(_ direction: ZoomDirection) {
    let step = direction == .increase ? 0.2 : -0.2
    zoom = (min(max(zoom + step, floor), 5) * 10).rounded() / 10
    simulator.zoomCamera(to: zoom)
  }

  func log(_ line: String) { lines.append(line) }
}

/// An app with a camera service, and the simulated dock that it finds.
struct App {
  let simulator: Simulator
  let camera: Camera
  let service: DockService<SimulatorClock>
  private let task: Task<Void, any Error>

  init(_ scene: String = "", profile: Simulator.Profile = .stand, isDocked: Bool = true)
    async throws
  {
    simulator = Simulator(
      profile, scene: try Simulator.Scene(scene), isDocked: isDocked,
      manager: Simulator.makeManager())
    camera = Camera(simulator)
    let service = DockService(simulator.manager, clock: simulator.clock, camera: camera)
    self.service = service
    task = Task { try await service.setUp() }
    await simulator.run(atMost: .milliseconds(100)) {
      await isDocked ? service.status != .disconnected : true
    }
  }

  var isTracking: Bool { simulator.manager.isSystemTrackingEnabled }

  /// Presses and lets go of something, and lets some time pass.
  func press(_ occasion: Simulator.Occasion, then length: Duration = .milliseconds(300)) async {
    await simulator.perform(occasion)
    await simulator.advance(by: length)
  }

  /// The calls that the dock got, without their arguments.
  func count(of call: String) -> Int {
    simulator.trace.split(separator: "\n").count { $0.contains("call      \(call)") }
  }

  func end() async {
    task.cancel()
    simulator.remove()
    _ = try? await task.value
  }
}
