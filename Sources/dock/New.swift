import ArgumentParser
struct New: ParsableCommand {
  func run() throws {}
}
