// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it builds is of use to `oracle.py` alone.
let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "dock", path: "../..")],
  targets: [
    .executableTarget(
      name: "soak", dependencies: [.product(name: "Rehearsal", package: "dock")])
  ],
  swiftLanguageModes: [.v6]
)
