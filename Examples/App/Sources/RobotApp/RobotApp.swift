// The views of the app. They need SwiftUI, so that they are not compiled on Linux: read them as a
// sketch, and `Robot` as what is tested.
#if canImport(SwiftUI)
  import AVFoundation
  import DockPlayer
  import Robot
  import SwiftUI

  @main struct RobotApp: App {
    @State private var robot = Robot()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
      WindowGroup {
        RobotView(robot: robot)
          .task { _ = await AVCaptureDevice.requestAccess(for: .video) }
      }
      .onChange(of: scenePhase) { _, phase in
        if phase == .active {
          robot.player.enterForeground()
        } else {
          robot.player.enterBackground()
        }
      }
    }
  }

  struct RobotView: View {
    let robot: Robot
    @State private var show: Task<Void, Never>?

    var body: some View {
      VStack(spacing: 24) {
        Text(robot.mood.rawValue)
          .font(.system(size: 80))
          .onTapGesture { robot.touch() }
          .onLongPressGesture(
            minimumDuration: Robot.pressLength / .seconds(1), maximumDistance: Robot.pressSlop
          ) {
            robot.press()
          }
        if let step = robot.player.step { Text("\(step.line): \(step.text)") }
        if let hint = robot.hint { Text(hint).foregroundStyle(.secondary) }
        if let message = robot.message { Text(message).foregroundStyle(.red) }
        HStack {
          Button("Hello") { show = Task { await robot.perform(Shows.hello) } }
          Button("Alone") { show = Task { await robot.perform(Shows.alone) } }
          Button("Stop") { show?.cancel() }
        }
      }
      .onDisappear { show?.cancel() }
    }
  }
#else
  /// Nothing to show here: `swift test` tests the logic.
  @main enum RobotApp {
    static func main() { print("The views of this app need SwiftUI.") }
  }
#endif
