import DockKit
import Playback
import Schedules

/// Hears what the dock sends during a show, and tells the show.
///
/// It does so beside the main actor, which may be busy.
struct Hearing: Sendable {
  private let tasks: [Task<Void, Never>]

  /// Listens to `accessory` from now on, for the show of `controls`.
  init(
    _ accessory: DockAccessory, of manager: DockAccessoryManager, for controls: ShowControls
  ) {
    @Sendable func tell(_ event: ScriptEvent) { controls.bring(event.worldEvent) }
    let docking = Task.detached {
      var senses: [Task<Void, Never>] = Hearing.senses(of: accessory, tell)
      defer { for sense in senses { sense.cancel() } }
      guard let changes = try? manager.accessoryStateChanges else { return }
      // The first one is how it stands.
      var last: DockAccessory.StateChange?
      for await change in changes where change.accessory == nil || change.accessory == accessory {
        defer { last = change }
        guard let last else { continue }
        if change.state != last.state {
          tell(change.state == .docked ? .dock : .undock)
          for sense in senses { sense.cancel() }
          senses = change.state == .docked ? Hearing.senses(of: accessory, tell) : []
        } else if change.trackingButtonEnabled != last.trackingButtonEnabled {
          tell(.trackingButton)
        }
      }
    }
    tasks = [docking]
  }

  /// Hears nothing from now on.
  func end() { for task in tasks { task.cancel() } }

  /// Listens to buttons and the battery, as long as the phone is in the dock.
  private static func senses(
    of accessory: DockAccessory, _ tell: @escaping @Sendable (ScriptEvent) -> Void
  ) -> [Task<Void, Never>] {
    let buttons = Task.detached {
      guard let events = try? accessory.accessoryEvents else { return }
      for await event in events { tell(ScriptEvent(event)) }
    }
    let batteries = Task.detached {
      guard let states = try? accessory.batteryStates else { return }
      var known: [String: DockAccessory.BatteryState] = [:]
      for await state in states {
        if let before = known.updateValue(state, forKey: state.name) {
          if state.batteryLevel != before.batteryLevel {
            tell(.battery(level: state.batteryLevel, before: before.batteryLevel))
          }
          if state.chargeState == .charging, before.chargeState != .charging { tell(.charging) }
        }
      }
    }
    return [buttons, batteries]
  }
}
