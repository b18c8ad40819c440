// swift-tools-version: 6.2
import PackageDescription

// An app as a package: its logic and its tests build everywhere, its views where SwiftUI is.
let package = Package(
  name: "Robot",
  platforms: [.macOS(.v15), .iOS(.v18)],
  // Without the trait `Tool` the tool is left out, and what it needs is not fetched.
  dependencies: [.package(name: "dock", path: "../..", traits: ["Foundation"])],
  targets: [
    .target(name: "Robot", dependencies: [.product(name: "DockPlayer", package: "dock")]),
    .executableTarget(name: "RobotApp", dependencies: ["Robot"]),
    .testTarget(
      name: "RobotTests",
      dependencies: ["Robot", .product(name: "DockSimulator", package: "dock")]),
  ]
)
