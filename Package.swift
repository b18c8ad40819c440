// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A library target of the straight line: its name and what it may import, nothing else.
func stage(
  _ name: String, _ imports: [Target.Dependency] = [], without excluded: [String] = []
) -> Target {
  .target(name: name, dependencies: imports, exclude: excluded, swiftSettings: strict)
}

/// The tests of one target; they may look at whatever the target itself may look at.
func tests(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: imports, swiftSettings: strict)
}

// `DockKit` and `Spatial` are Apple's on Apple platforms and ours elsewhere; nobody else notices.
#if canImport(Darwin)
  let appleShaped: [Target] = []
  let dockKit: [Target.Dependency] = []
#else
  let appleShaped: [Target] = [stage("Spatial"), stage("DockKit", ["Spatial"])]
  let dockKit: [Target.Dependency] = ["DockKit", "Spatial"]
#endif

let package = Package(
  name: "dock",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "dock", targets: ["dock"]),
    .library(name: "Rehearsal", targets: ["Rehearsal"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: appleShaped + [
    stage("Printing"),
    stage("Language", ["Printing"]),
    stage("Motion"),
    stage("Hardware"),
    stage(
      "Scheduling", ["Language", "Motion", "Hardware", "Printing"], without: ["Schemas"]),
    stage("Simulation", dockKit + ["Hardware", "Printing"]),
    stage("Playback", dockKit + ["Scheduling", "Motion", "Hardware", "Printing"]),
    stage(
      "Rehearsal",
      dockKit + [
        "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Printing",
      ]),
    .executableTarget(
      name: "dock",
      dependencies: [
        "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Rehearsal",
        "Printing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    tests("PrintingTests", ["Printing"]),
    tests("LanguageTests", ["Language", "Printing"]),
    tests("MotionTests", ["Motion"]),
    tests("SchedulingTests", ["Scheduling", "Language", "Motion", "Hardware", "Printing"]),
    tests("SimulationTests", dockKit + ["Simulation", "Hardware", "Printing"]),
    tests(
      "PlaybackTests",
      dockKit + [
        "Rehearsal", "Playback", "Scheduling", "Language", "Simulation", "Motion", "Hardware",
        "Printing",
      ]),
    tests(
      "GoldenTests",
      ["Rehearsal", "Language", "Scheduling", "Simulation", "Playback", "Hardware", "Printing"]),
    tests(
      "ToolTests",
      [
        "dock", "Rehearsal", "Scheduling", "Language", "Motion", "Printing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests("TidyTests", ["Language", "Printing"]),
    tests(
      "DocsTests",
      [
        "dock", "Rehearsal", "Playback", "Simulation", "Scheduling", "Language", "Motion",
        "Hardware", "Printing",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
