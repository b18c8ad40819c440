import ArgumentParser
struct Run: ParsableCommand {
  func run() throws {}
}
