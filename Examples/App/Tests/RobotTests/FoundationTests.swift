import DockKit
import DockSimulator
import Foundation
import Spatial
import Testing

/// A file that imports Foundation, too, finds one `CGRect`, one `Progress`, one `Measurement`.
@Suite struct FoundationTests {
  let simulator = Simulator(manager: Simulator.makeManager())

  @Test func progressIsFoundationsOwn() async throws {
    try await simulator.manager.setSystemTrackingEnabled(false)
    let progress: Foundation.Progress = try await simulator.accessory.setOrientation(
      Vector3D(x: 0, y: 0.5, z: 0), duration: .seconds(2))
    #expect(progress.fractionCompleted == 0 && !progress.isFinished)
    await simulator.advance(by: .milliseconds(500))
    #expect(abs(progress.fractionCompleted - 0.25) < 0.01)
    await simulator.advance(by: .seconds(2))
    #expect(progress.fractionCompleted == 1 && progress.isFinished && !progress.isCancelled)
  }

  @Test func aCancelledMotionStays() async throws {
    try await simulator.manager.setSystemTrackingEnabled(false)
    let progress = try await simulator.accessory.setOrientation(
      Vector3D(x: 0, y: 0.5, z: 0), duration: .seconds(2))
    await simulator.advance(by: .seconds(1))
    progress.cancel()
    await simulator.advance(by: .seconds(1))
    #expect(progress.isCancelled && !progress.isFinished)
    #expect(abs(progress.fractionCompleted - 0.5) < 0.01)
  }

  @Test func rectanglesAreFoundationsOwn() async throws {
    let region = NSRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    try await simulator.accessory.setRegionOfInterest(region)
    #expect(
      simulator.accessory.regionOfInterest == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    #expect(simulator.accessory.regionOfInterest.midX == 0.5)
  }
}
