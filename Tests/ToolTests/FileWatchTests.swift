import Foundation
import Testing

@testable import dock

@Suite struct FileWatchTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }

  private func expect(
    _ watch: inout FileWatch, changed: Bool, at place: SourceLocation = #_sourceLocation
  ) {
    let isChanged = watch.hasChanged()
    #expect(isChanged == changed, sourceLocation: place)
  }

  @Test func aChangeIsNoticedOnce() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try write("one", "a")
    var watch = FileWatch()
    watch.watch([path])
    expect(&watch, changed: false)
    _ = try write("three", "a")
    expect(&watch, changed: true)
    expect(&watch, changed: false)
    try FileManager.default.removeItem(atPath: path)
    expect(&watch, changed: true)
    expect(&watch, changed: false)
    _ = try write("three", "a")
    expect(&watch, changed: true)
  }

  /// A file may be saved while it is read; it is watched again only after that.
  @Test func whatIsSavedMeanwhileIsNotMissed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, missing) = (try write("one", "a"), folder.appending(path: "b").path)
    var watch = FileWatch()
    watch.watch([path, missing])
    _ = try write("three", "a")
    watch.watch([path, missing])
    expect(&watch, changed: true)
    _ = try write("two", "b")
    watch.watch([path, missing])
    expect(&watch, changed: true)
    // What is no longer watched is no news.
    _ = try write("four", "b")
    watch.watch([path])
    expect(&watch, changed: false)
  }
}
