import Hardware
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The state of a simulated dock after its process has ended, in a file.
///
/// A real dock continues with its last command when its process is gone. The simulated one would be
/// gone with the process; so it writes its state into the file after every call.
public struct DockMemory: Sendable {
  /// Where it is.
  public let path: String

  /// Notes how the dock of `world` stands and turns; one that is as the system leaves it needs no
  /// note.
  func note(_ world: DockWorld) {
    guard !world.isSystemTrackingEnabled else { return forget() }
    // Only a process that is killed has to be survived, not the machine's end: nothing is flushed.
    _ = replaceFile(at: path, with: Array(text(of: world).utf8), flushing: { _ in 0 })
  }

  /// Removes the note.
  func forget() { unlink(path) }

  /// The dock as it was left; nil if it was left as the system wants it.
  var world: DockWorld? {
    let limit = 4096 + DockProfile.greatestSize
    guard let bytes = try? readRegularFile(at: path, limit: limit) else { return nil }
    let line = bytes.prefix { $0 != 0x0A }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 8, words[0] == "dock" else { return nil }
    let profile = Array(bytes.dropFirst(line.count + 1))
    guard let model = DockModel.named(String(words[1])) ?? DockProfile(text: profile)?.model else {
      return nil
    }
    let numbers = words[2...].compactMap { Double($0) }
    guard numbers.count == 6 else { return nil }
    var world = DockWorld(
      model, at: AxisVector(yaw: numbers[0], pitch: numbers[1], roll: numbers[2]),
      isSystemTrackingEnabled: false)
    world.resume(at: AxisVector(yaw: numbers[3], pitch: numbers[4], roll: numbers[5]))
    return world
  }

  private func text(of world: DockWorld) -> String {
    let (pose, speeds) = (world.pose, world.commandedSpeeds)
    return "dock \(world.model.name) \(pose.yaw) \(pose.pitch) \(pose.roll) "
      + "\(speeds.yaw) \(speeds.pitch) \(speeds.roll)\n"
      + (world.model.isBuiltIn ? "" : world.model.profile.text)
  }
}

/// The work that was done for a process that took the motors and was ended by force.
public struct Repair: Equatable, Sendable {
  /// The entry that it left behind.
  public let entry: JournalEntry
  /// True if the dock still turned.
  public let wasMoving: Bool
  /// How it went.
  public let handback: Handback
}

extension StateFolder {
  /// Restores what the last process with this folder has not; nil if it left nothing to do.
  ///
  /// Throws `unreadable` if nobody knows what it left; with `ignoringJournal` that counts as
  /// nothing.
  public func repair(
    ignoringJournal ignoresJournal: Bool = false
  ) throws(Trouble) -> Repair? {
    guard let entry = ignoresJournal ? try? journal.entry() : try journal.entry() else {
      memory.forget()
      return nil
    }
    let memory = memory
    let world = memory.world ?? DockWorld(.stand, isSystemTrackingEnabled: false)
    let stage = Stage(
      Cue(Schedule(model: world.model, files: [])), world, watching: { memory.note($0) })
    let handback = Playback.repair(entry, by: StageDriver(stage.dock, behind: stage.gate))
    if handback.isComplete {
      journal.clear()
      memory.forget()
    }
    return Repair(entry: entry, wasMoving: world.commandedSpeeds != .zero, handback: handback)
  }
}
