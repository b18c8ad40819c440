// swift-tools-version: 6.2
import PackageDescription

// A package of its own: its programs link only with the fuzzer's flags, which `Fuzzing/run` gives.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "fuzz-parse", targets: ["fuzz-parse"]),
    .executable(name: "fuzz-read", targets: ["fuzz-read"]),
    .executable(name: "fuzz-run", targets: ["fuzz-run"]),
    .executable(name: "fuzz-session", targets: ["fuzz-session"]),
  ],
  dependencies: [.package(name: "dock", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .target(
      name: "Fuzzer",
      dependencies: [
        "CFuzzer", .product(name: "Rehearsal", package: "dock"),
        .product(name: "Session", package: "dock"),
      ]),
    .executableTarget(name: "fuzz-parse", dependencies: ["Fuzzer"]),
    .executableTarget(name: "fuzz-read", dependencies: ["Fuzzer"]),
    .executableTarget(name: "fuzz-run", dependencies: ["Fuzzer"]),
    .executableTarget(name: "fuzz-session", dependencies: ["Fuzzer"]),
  ],
  swiftLanguageModes: [.v6]
)
