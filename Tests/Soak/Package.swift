// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it builds is of use to `make soak` and `make bench` alone.
let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "dock", path: "../..")],
  targets: [
    .executableTarget(
      name: "soak", dependencies: [.product(name: "Rehearsal", package: "dock")]),
    // It shares its scripts and its ruler with the tests, by links.
    .executableTarget(
      name: "programs", dependencies: [.product(name: "Rehearsal", package: "dock")]),
    .executableTarget(
      name: "tracking", dependencies: [.product(name: "DockTracking", package: "dock")]),
  ],
  swiftLanguageModes: [.v6]
)
