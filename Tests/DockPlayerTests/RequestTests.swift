import DockKit
import DockPlayer
import DockSimulator
import Spatial
import Testing

/// The queue of the robot-face document, as a value.
@Suite struct ShowQueueTests {
  /// What comes out of a queue, in order.
  private static func order<Element>(_ queue: ShowQueue<Element>) -> [Element] {
    var (queue, order) = (queue, [Element]())
    while let next = queue.removeFirst() { order.append(next) }
    return order
  }

  @Test("queue: sorted by priority low < normal < high < urgent, and then by time")
  func sorted() {
    #expect(ShowPriority.allCases == ShowPriority.allCases.sorted())
    for places in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let all: [(String, ShowPriority)] = [("low", .low), ("one", .normal), ("two", .normal)]
      var queue = ShowQueue<String>()
      for place in places { queue.add(all[place].0, all[place].1, at: .zero) }
      let normal = places.filter { $0 > 0 }.map { all[$0].0 }
      #expect(Self.order(queue) == normal + ["low"])
    }
  }

  @Test("queue: at most 3; a full one loses its first low entry, else its head")
  func full() {
    var queue = ShowQueue<Int>()
    queue.add(1, .normal, at: .zero)
    queue.add(2, .low, at: .zero)
    queue.add(3, .low, at: .zero)
    #expect(queue.add(4, .normal, at: .zero) == (true, [2]))
    #expect(queue.add(5, .normal, at: .zero) == (true, [3]))
    #expect(queue.add(6, .normal, at: .zero) == (true, [1]))
    #expect(Self.order(queue) == [4, 5, 6])
  }

  @Test("queue: none goes for one that matters less")
  func lowInFull() {
    var queue = ShowQueue<Int>()
    for number in 1...3 { queue.add(number, .normal, at: .zero) }
    #expect(queue.add(4, .low, at: .zero) == (false, []))
    #expect(Self.order(queue) == [1, 2, 3])
  }

  @Test("queue: entries older than 5 s are dropped when adding")
  func old() {
    var queue = ShowQueue<Int>()
    queue.add(1, .normal, at: .seconds(1))
    queue.add(2, .low, at: .seconds(4))
    #expect(queue.add(3, .normal, at: .seconds(6)) == (true, []))
    #expect(queue.add(4, .normal, at: .seconds(6.001)) == (true, [1]))
    #expect(Self.order(queue) == [3, 4, 2])
    #expect(queue.add(5, .low, at: .seconds(100)) == (true, [3, 4, 2]))
  }

  @Test("queue: high and above empty it", arguments: [ShowPriority.high, .urgent])
  func emptied(priority: ShowPriority) {
    var queue = ShowQueue<Int>()
    for number in 1...3 { queue.add(number, .normal, at: .zero) }
    #expect(queue.add(4, priority, at: .zero) == (true, [1, 2, 3]))
    #expect(Self.order(queue) == [4])
    // One that is urgent is not given up for one that is less so.
    queue = ShowQueue()
    queue.add(5, .urgent, at: .zero)
    queue.add(6, .high, at: .zero)
    #expect(Self.order(queue) == [5, 6])
  }

  @Test("queue: it never holds more than 3, however it is used")
  func bounded() {
    var (queue, state, admitted, dropped, taken) = (ShowQueue<Int>(), UInt64(7), 0, 0, 0)
    for step in 0..<5000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = Int(state >> 33)
      if draw % 5 == 0 {
        taken += queue.removeFirst() == nil ? 0 : 1
      } else {
        let priority = ShowPriority.allCases[draw / 5 % 4]
        let result = queue.add(step, priority, at: .milliseconds(700 * step))
        admitted += result.isAdmitted ? 1 : 0
        dropped += result.dropped.count
      }
      let entries = queue.entries
      #expect(entries.count <= 3)
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.priority >= $1.priority })
      #expect(admitted == dropped + taken + entries.count)
    }
  }
}

/// Gestures that an app asks for while others play.
@Suite(.serialized) @MainActor struct RequestTests {
  /// Asks for a show that says `name` and turns for a second; false if there is no place for it.
  private func request(
    _ name: String, _ side: String = "right", _ priority: ShowPriority = .normal, on stand: Stand
  ) throws -> Bool {
    let show = try Show("log \"\(name)\"\npan by 20deg \(side) over 1s")
    return stand.player.request(show, priority: priority, on: stand.simulator.accessory)
  }

  /// Asks for such a show, for which there is a place.
  private func admit(
    _ name: String, _ side: String = "right", _ priority: ShowPriority = .normal, on stand: Stand
  ) throws {
    let isTaken = try request(name, side, priority, on: stand)
    #expect(isTaken)
  }

  /// What shows logged, how many ended, and whether each was safe, while `length` passes.
  private static func play(
    for length: Duration, on stand: Stand, _ ask: @MainActor (Player) async throws -> Void
  ) async throws -> (lines: [String], endings: [Report]) {
    let events = stand.player.events
    try await ask(stand.player)
    await stand.simulator.advance(by: length)
    stand.player.stop()
    await stand.finish()
    try await stand.player.play(Show("log \"end\""), on: stand.simulator.accessory)
    var (lines, endings): ([String], [Report]) = ([], [])
    for await event in events {
      if case .log(let line) = event.kind {
        if line == "end" { break }
        lines.append(line)
      }
      if case .ended(let report) = event.kind { endings.append(report) }
    }
    return (lines, endings)
  }

  @Test("runner: requests are played one after the other, those that matter first")
  func inOrder() async throws {
    let stand = try Stand()
    let played = try await Self.play(for: .seconds(10), on: stand) { _ in
      try admit("first", on: stand)
      try admit("little", "right", .low, on: stand)
      try admit("second", on: stand)
    }
    #expect(played.lines == ["first", "second", "little"])
    #expect(played.endings.allSatisfy { $0.ending == .finished && $0.isSafe })
    #expect(stand.isGivenBack)
  }

  @Test(
    "runner: high and above cancel the running action, whose motion ends at zero before the next",
    arguments: [ShowPriority.high, .urgent])
  func cancels(priority: ShowPriority) async throws {
    let stand = try Stand()
    let played = try await Self.play(for: .seconds(5), on: stand) { player in
      let long = try Show("log \"long\"; pan by 60deg right over 4s; pan by 60deg left over 4s")
      player.request(long, on: stand.simulator.accessory)
      await stand.simulator.advance(by: .seconds(1))
      #expect(abs(stand.simulator.velocity.y) > 0.1)
      try admit("waits", on: stand)
      try admit("now", "left", priority, on: stand)
    }
    #expect(played.lines == ["long", "now"])
    #expect(played.endings.map(\.ending) == [.stopped, .finished])
    #expect(played.endings.allSatisfy { $0.isSafe })
    // No step of the first show follows: the motors stop and are given back, then the next begins.
    let calls = stand.simulator.trace.split(separator: "\n").filter { $0.contains("  call  ") }
    let begins = calls.indices.filter { calls[$0].contains("setSystemTrackingEnabled off") }
    #expect(begins.count == 2, "\(calls)")
    let before = calls[..<(begins.last ?? 0)].suffix(2)
    #expect(before.first?.contains("Velocity yaw 0 pitch 0 roll 0") == true, "\(before)")
    #expect(before.last?.contains("setSystemTrackingEnabled on") == true, "\(before)")
  }

  @Test("runner: the motors stand when the next show begins")
  func standsBetween() async throws {
    let stand = try Stand()
    let spin = try Show("spin pan at 30deg/s right for 5s\nstop pan")
    stand.player.request(spin, on: stand.simulator.accessory)
    await stand.simulator.advance(by: .seconds(2))
    #expect(stand.simulator.velocity.y > 0.5)
    try admit("next", "left", .urgent, on: stand)
    // The one that follows begins to move only after the dock has stood.
    var (rest, speeds) = (false, [Double]())
    for _ in 0..<400 {
      await stand.simulator.advance(by: .milliseconds(10))
      let speed = stand.simulator.velocity.y
      rest = rest || speed == 0
      if !rest { #expect(speed > 0) }
      speeds.append(speed)
    }
    #expect(rest && speeds.contains { $0 < -0.1 } && stand.isGivenBack)
    #expect(speeds.drop { $0 > 0 }.allSatisfy { $0 <= 0 })
  }

  @Test("runner: to stop drops what waits; in the background nothing is taken")
  func stopDrops() async throws {
    let stand = try Stand()
    let played = try await Self.play(for: .seconds(5), on: stand) { player in
      try admit("first", on: stand)
      try admit("second", on: stand)
      await stand.simulator.advance(by: .milliseconds(500))
      player.stop()
      await stand.simulator.advance(by: .seconds(2))
      #expect(player.phase == .ended)
      player.enterBackground()
      let isTaken = try request("third", "right", .urgent, on: stand)
      #expect(!isTaken)
      player.enterForeground()
    }
    #expect(played.lines == ["first"])
    #expect(stand.isGivenBack)
  }

  @Test("runner: a full queue says so")
  func fullQueue() async throws {
    let stand = try Stand()
    let played = try await Self.play(for: .seconds(12), on: stand) { _ in
      for name in ["0", "1", "2", "3"] { try admit(name, on: stand) }
      let isTaken = try request("low", "right", .low, on: stand)
      #expect(!isTaken)
      try admit("4", on: stand)
    }
    #expect(played.lines == ["0", "2", "3", "4"])
  }
}
