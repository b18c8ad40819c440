import ArgumentParser

@main
struct Dock: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "dock")
}
