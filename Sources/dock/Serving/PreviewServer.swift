import Diagnosis
import Preview
import Printing
import Quantities
import Serving
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Serves the page of a preview, and makes it anew whenever a file of it is saved.
///
/// The motors of no dock are in reach of this: it shows what the model does.
struct PreviewServer {
  let maker: PreviewMaker
  let server: LoopbackServer
  let color: Coloring
  private let feed = Feed()
  private let shown = Shown()
  private var watch = FileWatch()

  /// What is shown now; requests read it while it is made anew.
  private final class Shown: Sendable {
    /// The last preview that could be made; nil before the first.
    let last = Mutex<(preview: Preview, show: PreviewShow)?>(nil)
    /// The page that is shown before the first.
    let waitingPage = Mutex<[UInt8]>([])
  }

  /// How often the files are looked at, in microseconds.
  private static let pause: UInt32 = 20_000
  /// After how many looks the files are read again in which there are errors: what they use, and
  /// was missing, may be there.
  private static let secondLook = 50

  init(_ maker: PreviewMaker, _ server: LoopbackServer, _ color: Coloring) {
    (self.maker, self.server, self.color) = (maker, server, color)
  }

  /// Serves until somebody ends it.
  mutating func run(opening opens: Bool) throws {
    watch.watch(maker.files)
    var isGood = remake(isFirst: true)
    guard server.start(answer) else {
      Console.say("error: the system has no thread left")
      throw ExitStatus.usage
    }
    Console.say("the preview is at \(server.address)")
    Console.say("it follows the files as they are saved; Ctrl-C ends it")
    if opens { Browser.open(server.address) }
    EndOfServing.begin()
    var looks = 0
    while !EndOfServing.hasCome {
      usleep(PreviewServer.pause)
      looks += 1
      if looks % PreviewServer.secondLook == 0 { feed.clean() }
      let isDue = !isGood && looks % PreviewServer.secondLook == 0
      if watch.hasChanged() || isDue { isGood = remake(isNews: !isDue) }
    }
    feed.end()
  }

  // MARK: - Making

  /// Makes the page anew and tells it to all who look at it; answers false if there are errors.
  ///
  /// What was there stays in sight then, with a word that it is old, and what was found.
  private mutating func remake(isNews: Bool = true, isFirst: Bool = false) -> Bool {
    let made = maker.make(isExplored: false)
    if isFirst { maker.sayUnused(made) }
    watch.watch(made.files)
    switch made.result {
    case .success(let result):
      Console.show(made.found, in: made.sources, color)
      shown.last.withLock { $0 = result }
      feed.tell("show", result.preview.json.bytes)
      return true
    case .failure:
      guard isNews else { return false }
      Console.show(made.found, in: made.sources, color)
      feed.tell("stale", Preview.stale(made.found, in: made.sources).bytes)
      let page = Preview.waitingPage(made.found, in: made.sources).bytes
      shown.waitingPage.withLock { $0 = page }
      return false
    }
  }

  // MARK: - Answering

  private func answer(_ request: Request) -> LoopbackServer.Reply {
    switch (request.method, request.path) {
    case ("GET", "/"):
      let page = shown.last.withLock { $0 }?.preview.servedPage.bytes
      return .response(
        Response("text/html; charset=utf-8", page ?? shown.waitingPage.withLock { $0 }))
    case ("GET", "/feed"): return .feed(feed)
    case ("POST", "/press"): return .response(press(request.body))
    default: return .response(Response(.notFound, "there is nothing here"))
    }
  }

  /// Performs the show with the presses in `body`: `EVENT@SECONDS`, with spaces between them.
  private func press(_ body: [UInt8]) -> Response {
    guard let now = shown.last.withLock({ $0 }) else {
      return Response(.badRequest, "there is no show")
    }
    var presses: [Preview.Press] = []
    for word in String(decoding: body, as: UTF8.self).split(separator: " ") {
      let parts = word.split(separator: "@", maxSplits: 1)
      guard parts.count == 2, let event = Int(parts[0]), let time = Double(parts[1]),
        now.preview.events.indices.contains(event), (0...PreviewServer.latest).contains(time),
        presses.count < PreviewServer.mostPresses
      else { return Response(.badRequest, "this is not a list of presses") }
      presses.append(Preview.Press(event: event, time: Int(Nanoseconds.count(in: time).rounded())))
    }
    let pressed = now.preview.pressing(presses, in: now.show)
    let start = Array("{\"run\": \(pressed.runs.count - 1), \"data\": ".utf8)
    return Response("application/json", start + pressed.json.bytes + Array("}".utf8))
  }

  /// The latest time of a press, in seconds.
  private static let latest = 1e6
  /// The most presses that follow each other.
  private static let mostPresses = 64
}

/// The end that somebody wants, by one of the signals that end a process.
private enum EndOfServing {
  private static let isWanted = Atomic<Bool>(false)

  static var hasCome: Bool { isWanted.load(ordering: .sequentiallyConsistent) }

  static func begin() {
    for number in EndingSignal.all {
      signal(number) { _ in EndOfServing.isWanted.store(true, ordering: .sequentiallyConsistent) }
    }
  }
}

/// The browser of the desktop.
private enum Browser {
  /// Opens `address` in it, if there is one.
  static func open(_ address: String) {
    #if canImport(Darwin)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    var child = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
    defer { for word in words { free(word) } }
    guard posix_spawnp(&child, opener, nil, nil, words, environ) == 0 else {
      return Console.say("there is no '\(opener)' here; open the address yourself")
    }
  }
}
