// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
  import Glibc
#endif

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

// GNU readline edits the lines of the prompt where it is installed; elsewhere they are read plainly.
// Its archives are linked by their full names, so that the tool needs no library beside it.
#if canImport(Glibc)
  let hasReadline = ["readline.h", "history.h"].allSatisfy {
    access("/usr/include/readline/\($0)", R_OK) == 0
  }
#else
  let hasReadline = false
#endif
let readlineSettings: [CSetting] = hasReadline ? [.define("HAS_READLINE")] : []
let readlineArchives: [LinkerSetting] =
  hasReadline ? [.linkedLibrary(":libreadline.a"), .linkedLibrary(":libtinfo.a")] : []

let package = Package(
  name: "dock",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "dock", targets: ["dock"]),
    .library(name: "Rehearsal", targets: ["Rehearsal"]),
    .library(name: "Session", targets: ["Session"]),
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
    stage(
      "Session",
      [
        "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Rehearsal",
        "Printing",
      ]),
    .target(
      name: "CReadline", cSettings: readlineSettings, linkerSettings: readlineArchives),
    stage("Terminal", ["CReadline"]),
    .executableTarget(
      name: "dock",
      dependencies: [
        "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Rehearsal",
        "Session", "Terminal", "Printing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
      "SessionTests",
      [
        "Session", "Rehearsal", "Playback", "Simulation", "Scheduling", "Language", "Motion",
        "Hardware", "Printing",
      ]),
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
