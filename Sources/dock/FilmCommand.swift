import ArgumentParser
import Film
import Playback
import Plotting
import Quantities
import Rehearsal
import Simulation

/// `dock film`: films what the camera of the phone sees.
struct FilmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "Film what the camera of the phone sees while a script is played.",
    discussion: """
      Plays the script on the model as 'dock run' does, with the same scene, events and faults, \
      and draws what the camera sees: a room, the people and the objects of the scene, and the \
      blur of motion. The same script gives the same bytes. A script that could go on for ever is \
      filmed for five minutes, or as '--for' says.

      A film is a YUV4MPEG2 stream, which ffmpeg, mpv and OpenCV read; '-o -' writes it into a \
      pipe. With '--at' one picture is written instead, as PNG.

      The file may also be a scene: then no script is played, and the system tracker turns the \
      dock. With '--detector', what turns the dock is what a detector has found: after each frame \
      one line is read from standard input, with the boxes of the faces in that frame in pixels, \
      as in '120 80 64 64; 300 90 58 58'. The boxes go into DockKit's 'track', and the next frame \
      shows what comes of it. An empty line is a frame without faces.
      """)

  @Argument(
    help: "The script, schedule, cue sheet or scene; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Where to write the film; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write one picture as PNG: that of this moment, as in '4.2s'.", valueName: "time"),
    transform: Instant.init(reading:))
  var at: Instant?

  @Option(
    help: ArgumentHelp(
      """
      The size of the frames, in pixels, from 16x16 to 4096x4096; else the longer side has 640, \
      and the shape is that of the script's camera at the beginning.
      """, valueName: "size"), transform: FrameSize.init(reading:))
  var size: FrameSize?

  @Option(
    help: ArgumentHelp(
      "Frames a second, from 1 to 240; else as the script's camera at the beginning.",
      valueName: "number"))
  var rate: Int?

  @Option(help: "How the phone is held.")
  var orientation = Orientation.landscapeRight

  @Option(
    help: ArgumentHelp(
      "What to draw over the frames, as in 'boxes,time': \(MarkList.all). (default: none)",
      valueName: "marks"), transform: MarkList.init(reading:))
  var marks = MarkList()

  @Option(
    help: ArgumentHelp(
      "Write a film of each recording of the script into this folder.", valueName: "folder"),
    completion: .directory)
  var recordings: String?

  @Flag(help: "Turn the dock after the boxes that are read from standard input.")
  var detector = false

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  /// How much of a show that could go on for ever is filmed, unless the options say it.
  private static let length = TimeSpan(milliseconds: 300_000)

  /// True if it films a scene without a script.
  private var isScene: Bool { file.hasSuffix(".scene") }

  func validate() throws {
    guard output != nil || recordings != nil else {
      throw ValidationError("write where the film goes, as in '-o show.y4m'")
    }
    if let rate, !(1...240).contains(rate) {
      throw ValidationError("'--rate' is from 1 to 240")
    }
    let isPicture = output?.hasSuffix(".png") ?? false
    if isPicture, at == nil {
      throw ValidationError("a picture is of one moment; write it, as in '--at 2s'")
    }
    if at != nil, !isPicture, output != "-" {
      throw ValidationError("'--at' writes one picture; end the name of the file with '.png'")
    }
    if let output, output != "-", !isPicture, !output.hasSuffix(".y4m"),
      ResultFile.isReplaceable(output)
    {
      throw ValidationError("a film ends with '.y4m', and a picture with '.png'")
    }
    if recordings != nil, isScene || at != nil {
      throw ValidationError("'--recordings' is for films of scripts")
    }
    guard detector else { return }
    guard isScene else {
      throw ValidationError("'--detector' turns the dock, so it films a scene and no script")
    }
    if at != nil { throw ValidationError("'--detector' films from the beginning, without '--at'") }
    if let rate, !(10...30).contains(rate) {
      throw ValidationError("DockKit's 'track' takes 10 to 30 frames a second")
    }
  }

  func run() throws {
    if output == "-", OutputFile.standard.isTerminal {
      Console.say(
        "error: standard output is a terminal, which shows no film; write a file with "
          + "'-o show.y4m'")
      throw ExitStatus.usage
    }
    let filming = isScene ? try sceneFilming() : try scriptFilming()
    if let at, let output { return try filming.writePicture(at: at.nanoseconds, to: output) }
    if let output { try filming.write(to: output) }
    if let recordings { try filming.writeRecordings(into: recordings) }
  }

  // MARK: What is filmed

  private func scriptFilming() throws -> Filming {
    let first = try options.firstCue(of: file, Reporter(color))
    let scene = mishaps.scene(
      joining: try scenes.load(options.bounds, orElse: first.scene, Reporter(color)))
    var events: [PlaybackEvent] = []
    let run = mishaps.rehearse(first.cue, in: scene, options, forAtMost: FilmCommand.length) {
      event in
      if TimePlot.draws(event) { events.append(event) }
    }
    if let at, run.exit == .timeUp, mishaps.length == nil, at.nanoseconds > run.outcome.length {
      Console.say(
        "error: a show that could go on for ever is filmed for \(FilmCommand.length); '--for' says "
          + "another time")
      throw ExitStatus.usage
    }
    let shooting = Shooting(of: run.trace, held: orientation.orientation)
    let plot = TimePlot(of: first.cue, events, run.outcome, run.trace)
    return Filming(
      scene?.company ?? Company(), frames(like: shooting.shot(at: 0), shooting.phone(at: 0)),
      marks.marks,
      from: .run(shooting, length: run.outcome.length, captions: plot.captions))
  }

  private func sceneFilming() throws -> Filming {
    guard !mishaps.isUsed || mishaps.length != nil, scenes.scene == nil else {
      Console.say("error: a film of a scene takes no events, no faults and no other scene")
      throw ExitStatus.usage
    }
    Console.sayUnused(options.compiling, because: "'\(file)' is a scene, which is not compiled")
    let script = Script(scene: try Input(file, options.bounds, Reporter(color)).file)
    var found = script.diagnostics
    let read = script.scene(reporting: &found)
    try Reporter(color).report(found, in: script.sources)
    guard let scene = read else { throw ExitStatus.findings }
    let model = options.profile.model
    let tracker = PersonTracker(of: model, at: .zero)
    var world = DockWorld(model, isSystemTrackingEnabled: !detector)
    world.faults = scene.faults
    world.meet(scene.company, followedBy: tracker)
    world.equip(tracker)
    let end = mishaps.length.map { Milliseconds($0.milliseconds).nanoseconds }
    return Filming(
      scene.company,
      frames(like: Shot(of: world, held: orientation.orientation), world.phone), marks.marks,
      from: .world(
        world, held: orientation.orientation, isDetected: detector,
        end: end ?? scene.company.lastChange + 2_000_000_000))
  }

  private func frames(like shot: Shot, _ phone: PhoneState) -> FrameFormat {
    let rate = rate ?? min(Int(phone.rate), detector ? 30 : 240)
    if let size { return FrameFormat(width: size.width, height: size.height, rate: rate) }
    let isWide = shot.shape >= 1
    let short = Double(640) / (isWide ? shot.shape : 1 / shot.shape)
    let even = max(16, Int(short.rounded() / 2) * 2)
    return FrameFormat(width: isWide ? 640 : even, height: isWide ? even : 640, rate: rate)
  }
}

extension FilmCommand: DockCommand { var profile: ProfileOption { options.profile } }
