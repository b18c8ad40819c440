import DockKit
import DockSimulator
import Testing

/// Scenes as text and as values.
@Suite struct SceneTests {
  @Test func textAndValuesAreTheSameScene() throws {
    let text = try Simulator.Scene(
      """
      seed 7
      person ada at 20deg right, 3deg up, 1.8m away
      object ball at 10deg left
      at 1s ada speaks; at 2s ada walks to 30deg left over 4s; at 7s ada looks away
      at 7.5s ada sits; at 8s ada stands; at 9s light off; at 10s light on; at 11s ada leaves
      at 12s press button 1; at 13s turn zoom by 2; at 14s battery 18%; at 15s charging
      at 16s undock; at 18s dock; at 19s press tracking_button; at 20s background
      at 21s foreground; at 22s fault stall; at 23s press shutter; at 24s press flip
      """)
    let place = Simulator.Scene.Place(right: 20, up: 3, away: 1.8)
    let values = try Simulator.Scene(
      [
        .init(at: .zero, .person("ada", .arrives(place))),
        .init(at: .zero, .object("ball", .arrives(.init(right: -10)))),
        .init(at: .seconds(1), .person("ada", .speaks)),
        .init(at: .seconds(2), .person("ada", .walks(to: .init(right: -30), over: .seconds(4)))),
        .init(at: .seconds(7), .person("ada", .looks(atCamera: 0))),
        .init(at: .milliseconds(7500), .person("ada", .sits)),
        .init(at: .seconds(8), .person("ada", .stands)),
        .init(at: .seconds(9), .light(isOn: false)), .init(at: .seconds(10), .light(isOn: true)),
        // The order of the list is not that of the times.
        .init(at: .seconds(12), .dock(.button(1, isPressed: true))),
        .init(at: .milliseconds(12_100), .dock(.button(1, isPressed: false))),
        .init(at: .seconds(11), .person("ada", .leaves)),
        .init(at: .seconds(13), .dock(.zoom(factor: 2))),
        .init(at: .seconds(14), .dock(.battery(level: 0.18))),
        .init(at: .seconds(15), .dock(.charging)), .init(at: .seconds(16), .dock(.undock)),
        .init(at: .seconds(18), .dock(.dock)), .init(at: .seconds(19), .dock(.trackingButton)),
        .init(at: .seconds(20), .dock(.background)), .init(at: .seconds(21), .dock(.foreground)),
        .init(at: .seconds(22), .dock(.stall)), .init(at: .seconds(23), .dock(.shutter)),
        .init(at: .seconds(24), .dock(.flip)),
      ], seed: 7)
    #expect(text == values)
    #expect(values != Simulator.Scene())
  }

  @Test(arguments: [
    "person ada at 20 right", "at 1s ada speaks", "person ada at 400deg right", "pan to 20deg",
    "person ada; at 1s ada leaves; at 2s ada sits", "at 1s", "\u{0}",
  ])
  func aTextThatIsNoSceneIsRefused(text: String) throws {
    let error = try #require(throws: Simulator.DescriptionError.self) { try Simulator.Scene(text) }
    #expect(!error.problems.isEmpty)
    #expect(error.problems.allSatisfy { $0.hasPrefix("scene:") && $0.contains("error[D") })
  }

  @Test(
    arguments: [
      [.init(at: .seconds(-1), .light(isOn: true))],
      [.init(at: .zero, .person("ada", .speaks))],
      [.init(at: .zero, .person("ada", .leaves))],
      [.init(at: .zero, .person("ada", .arrives())), .init(at: .zero, .person("ada", .arrives()))],
      [.init(at: .zero, .person("ada", .arrives(.init(right: .nan))))],
      [.init(at: .zero, .person("ada", .arrives(.init(right: .infinity))))],
      [.init(at: .zero, .person("ada", .arrives(.init(up: 91))))],
      [.init(at: .zero, .person("ada", .arrives(.init(away: 0))))],
      [
        .init(at: .zero, .person("ada", .arrives())),
        .init(at: .zero, .person("ada", .walks(to: .init(right: 1), over: .zero))),
      ],
      [.init(at: .zero, .object("ball", .arrives())), .init(at: .zero, .person("ball", .speaks))],
      [.init(at: .zero, .dock(.battery(level: 1.1)))],
      [.init(at: .zero, .dock(.battery(level: .nan)))],
      [.init(at: .zero, .dock(.zoom(factor: .nan)))],
      // Who leaves before coming is not there.
      [
        .init(at: .seconds(2), .person("ada", .arrives())),
        .init(at: .seconds(1), .person("ada", .leaves)),
      ],
    ] as [[Simulator.Scene.Event]])
  func valuesThatAreNoSceneAreRefused(events: [Simulator.Scene.Event]) throws {
    let error = try #require(throws: Simulator.DescriptionError.self) {
      try Simulator.Scene(events)
    }
    #expect(error.problems.count == 1)
  }

  @Test func profilesHaveNames() {
    #expect(Simulator.Profile(named: "flow2pro") == .flow2pro)
    #expect(Simulator.Profile(named: "nothing") == nil)
    #expect(Simulator.Profile.all.map(\.name).contains("stand"))
  }
}
