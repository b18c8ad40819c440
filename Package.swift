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

/// What each target may import, in the order of the straight line; nothing else says it again.
///
/// `DockKit`, `Spatial` and `AVFoundation` are Apple's on Apple platforms and ours elsewhere; nobody
/// else notices.
let imports: KeyValuePairs<String, [String]> = [
  "Vocabulary": [],
  "Quantities": [],
  "Printing": ["Quantities"],
  "Diagnosis": ["Quantities", "Printing"],
  "Language": ["Diagnosis", "Quantities", "Vocabulary"],
  "Motion": ["Quantities", "Vocabulary"],
  "Hardware": ["Vocabulary"],
  "Schedules": ["Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary", "Printing"],
  "Scheduling": [
    "Language", "Schedules", "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary",
    "Printing",
  ],
  "Spatial": [],
  "Camera": ["Quantities"],
  "Tracking": ["Camera", "Motion", "Spatial"],
  "DockKit": ["Spatial"],
  "AVFoundation": ["DockKit"],
  "Simulation": [
    "Camera", "DockKit", "Spatial", "Hardware", "Quantities", "Vocabulary", "Printing",
  ],
  "Playback": [
    "Tracking", "Camera", "DockKit", "Spatial", "Schedules", "Motion", "Hardware", "Quantities",
    "Vocabulary", "Printing",
  ],
  "Rehearsal": [
    "Playback", "Simulation", "Tracking", "Camera", "DockKit", "Scheduling", "Language",
    "Schedules", "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary", "Printing",
  ],
  "DockSimulator": [
    "Rehearsal", "Simulation", "Playback", "Scheduling", "Camera", "DockKit", "Spatial", "Language",
    "Diagnosis", "Hardware", "Quantities",
  ],
  "DockPlayer": [
    "Playback", "Tracking", "Camera", "DockKit", "Spatial", "Scheduling", "Language", "Schedules",
    "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary", "Printing",
  ],
  "Frames": ["Tracking", "Camera", "Hardware", "Quantities", "Printing"],
  "Drawing": ["Quantities", "Printing"],
  "Face": ["Drawing", "Hardware", "Quantities", "Vocabulary"],
  "Film": ["Frames", "Drawing", "Simulation", "DockKit", "Camera", "Hardware", "Quantities"],
  "Plotting": [
    "Drawing", "Playback", "Simulation", "Schedules", "Motion", "Hardware", "Quantities",
    "Vocabulary", "Printing",
  ],
  "Preview": [
    "Plotting", "Face", "Drawing", "Rehearsal", "Playback", "Simulation", "DockKit", "Schedules",
    "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary", "Printing",
  ],
  "Reasons": [
    "Playback", "Simulation", "Schedules", "Motion", "Hardware", "Quantities", "Vocabulary",
    "Printing",
  ],
  "Session": [
    "Reasons", "Plotting", "Drawing", "Rehearsal", "Playback", "Simulation", "Scheduling",
    "Language", "Schedules", "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary",
    "Printing",
  ],
  "Serving": ["Playback"],
  "CQuit": [],
  "CReadline": [],
  "Terminal": ["CReadline", "Quantities"],
  "dock": [
    "Film", "Frames", "Camera", "DockKit", "Serving", "Preview", "Reasons", "Plotting", "Face",
    "Drawing", "Session", "Rehearsal", "Playback", "Simulation", "Scheduling", "Language",
    "Schedules", "Diagnosis", "Motion", "Hardware", "Quantities", "Vocabulary", "Terminal",
    "Printing", "CQuit",
  ],
]

#if canImport(Darwin)
  let isApple = true
#else
  let isApple = false
#endif

/// The targets that are Apple's own on Apple platforms.
let appleShaped = ["Spatial", "DockKit", "AVFoundation"]

/// What the target `name` may import, without what Apple brings.
func dependencies(of name: String) -> [Target.Dependency] {
  let imported = imports.first { $0.key == name }?.value ?? []
  return imported.filter { !isApple || !appleShaped.contains($0) }.map { .byName(name: $0) }
}

/// A library target of the line.
func library(
  _ name: String, without excluded: [String] = [], embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies(of: name), exclude: excluded,
    resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

/// The files that the page of a preview is made of.
let pageParts = [
  "page.html", "page.css", "elements.js", "motion.js", "world.js", "face.js", "space.js",
  "picture.js", "chart.js", "plot.js", "source.js", "branches.js", "player.js", "page.js",
  "live.js",
]

/// The tests `name` of `target`; they may import it, what it may import itself, and `others`.
func tests(_ name: String, of target: String, and others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name, dependencies: [.byName(name: target)] + dependencies(of: target) + others,
    swiftSettings: strict)
}

/// An app that says `traits: []` of this package does not fetch it.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"]))

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

/// What builds the pages of the libraries; only who asks for these fetches it.
let documentation: [Package.Dependency] =
  Context.environment["DOCK_DOCUMENTATION"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
  name: "dock",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "dock", targets: ["dock"]),
    .library(name: "Rehearsal", targets: ["Rehearsal"]),
    .library(name: "Session", targets: ["Session"]),
    .library(name: "DockPlayer", targets: ["DockPlayer"] + (isApple ? [] : appleShaped)),
    .library(name: "DockSimulator", targets: ["DockSimulator"] + (isApple ? [] : appleShaped)),
    .library(name: "DockTracking", targets: ["Tracking", "Camera", "Motion"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The command line tool, which parses arguments."),
    .trait(
      name: "Foundation",
      description: "CGRect, Progress and the like are Foundation's own, for who imports both."),
    .default(enabledTraits: ["Tool"]),
  ],
  dependencies: documentation + [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: (isApple ? [] : appleShaped.map { library($0) }) + [
    library("Vocabulary"),
    library("Quantities"),
    library("Printing"),
    library("Diagnosis"),
    library("Language"),
    library("Motion"),
    library("Hardware"),
    library("Schedules", without: ["Schemas"]),
    library("Scheduling"),
    library("Camera"),
    library("Tracking"),
    library("Simulation"),
    library("Playback"),
    library("Rehearsal"),
    library("DockPlayer"),
    library("DockSimulator"),
    library("Frames"),
    library("Drawing"),
    library("Face"),
    library("Film"),
    library("Plotting"),
    library("Preview", embedding: pageParts.map { "Page/\($0)" }),
    library("Serving"),
    library("Reasons"),
    library("Session"),
    .target(name: "CQuit"),
    .target(
      name: "CReadline", cSettings: readlineSettings, linkerSettings: readlineArchives),
    library("Terminal"),
    .executableTarget(
      name: "dock", dependencies: dependencies(of: "dock") + [argumentParser],
      swiftSettings: strict),
    tests("QuantitiesTests", of: "Quantities"),
    tests("PrintingTests", of: "Printing"),
    tests("LanguageTests", of: "Language", and: ["Printing"]),
    tests("MotionTests", of: "Motion"),
    tests("SchedulingTests", of: "Scheduling"),
    tests("CameraTests", of: "Camera"),
    tests("TrackingTests", of: "Tracking"),
    tests("SimulationTests", of: "Simulation"),
    tests("PlaybackTests", of: "Rehearsal", and: isApple ? [] : ["Spatial"]),
    tests(
      "DockPlayerTests", of: "DockPlayer", and: ["DockSimulator", "Rehearsal", "Simulation"]),
    tests("DockSimulatorTests", of: "DockSimulator", and: isApple ? [] : ["AVFoundation"]),
    tests("FramesTests", of: "Frames", and: ["Motion"]),
    tests("DrawingTests", of: "Drawing"),
    tests("FilmTests", of: "Film"),
    tests("FaceTests", of: "Face", and: ["Printing"]),
    tests(
      "PlottingTests", of: "Plotting", and: ["Rehearsal", "Scheduling", "Language", "Diagnosis"]),
    tests(
      "ReasonsTests", of: "Reasons", and: ["Rehearsal", "Scheduling", "Language", "Diagnosis"]),
    tests("PreviewTests", of: "Preview", and: ["Scheduling", "Language"]),
    tests("GoldenTests", of: "Rehearsal", and: ["Plotting", "Face", "Drawing"]),
    tests("ServingTests", of: "Serving"),
    tests("SessionTests", of: "Session"),
    tests("ToolTests", of: "dock", and: [argumentParser]),
    tests("TidyTests", of: "Language"),
    tests("DocsTests", of: "dock"),
  ],
  swiftLanguageModes: [.v6]
)
