import Hardware
import Simulation
import Testing
import Vocabulary

/// What the firmware of a dock sends of its own accord, the simulated dock sends, too.
@Suite struct QuirkTests {
  @Test(arguments: DockModel.all)
  func theSimulatedDockHasTheHabitsOfItsModel(model: DockModel) {
    for quirk in model.quirks {
      for cause in quirk.causes {
        let dock = SimulatedDock(DockWorld(model))
        #expect(dock.events(sentAfter: cause).contains(quirk.event))
        #expect(dock.trace.text.contains("firmware  \(quirk.event.rawValue)\n"))
      }
    }
  }

  @Test(arguments: DockModel.all)
  func aPhoneThatIsOutOfTheDockIsSentNothing(model: DockModel) {
    let dock = SimulatedDock(DockWorld(model))
    dock.setDocked(false)
    for quirk in model.quirks {
      for cause in quirk.causes { #expect(dock.events(sentAfter: cause).isEmpty) }
    }
  }

  @Test func rowsSayWhenAndWhoHasSeenIt() {
    for quirk in DockModel.all.flatMap(\.quirks) {
      #expect(!quirk.causes.isEmpty && !quirk.occasion.isEmpty && !quirk.source.isEmpty)
    }
  }
}
