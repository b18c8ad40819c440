import Diagnosis

/// A file that a script uses, as its host found it.
public struct LoadedFile: Sendable {
  /// What makes two names the same file, such as its resolved path; never shown.
  public let identity: String
  /// The name to show.
  public let name: String
  /// Its text.
  public let bytes: [UInt8]

  /// Creates a loaded file.
  public init(identity: String, name: String, bytes: [UInt8]) {
    self.identity = identity
    self.name = name
    self.bytes = bytes
  }
}

/// The reason why a used file cannot be loaded.
public enum LoadFailure: Error, Sendable {
  /// There is no such file.
  case notFound
  /// It lies outside the folder of the script.
  case outsideRoot
  /// It is there but cannot be read; the reason.
  case unreadable(String)
  /// It is larger than sources may be, in bytes.
  case tooLarge(Int)
}

/// Finds the file that `name` means when it is used in `importer` (an identity; nil for the
/// script).
public typealias Loader = (_ name: String, _ importer: String) -> Result<LoadedFile, LoadFailure>

/// Text before a script that belongs to it, as at a prompt.
public struct ScriptContext: Sendable {
  /// Statements that stand before the first of the script.
  public var before: LoadedFile
  /// Statements that stand in the midst of it, if any.
  public var amid: LoadedFile?
  /// The number of statements of the script before those in its midst.
  public var place: Int

  /// Creates a context.
  public init(before: LoadedFile, amid: LoadedFile? = nil, place: Int = 0) {
    self.before = before
    self.amid = amid
    self.place = place
  }
}

/// Reads a script and every file it uses.
///
/// Always gives a program; what could not be read is reported and left out of it.
///
/// - Parameters:
///   - script: the script itself.
///   - context: what was said before it; nil if it stands alone.
///   - loading: finds the files of `use` statements.
///   - sounds: finds the files of `sound` statements.
///   - diagnostics: where problems are reported.
public func parse(
  _ script: LoadedFile, in context: ScriptContext? = nil, loading: @escaping Loader,
  sounds: @escaping SoundLoader = { _, _ in .failure(.notFound(beside: [])) },
  reporting diagnostics: inout Diagnostics
) -> Program {
  var reader = ProgramReader(expecting: script.bytes.count, reporter: diagnostics)
  reader.read(script, in: context, with: Loaders(files: loading, sounds: sounds))
  diagnostics = reader.reporter
  return reader.program
}

/// Reads a scene of its own file: a program that is nothing but the scene.
///
/// Always gives a program; what could not be read is reported and left out of it.
public func parseScene(
  _ file: LoadedFile, reporting diagnostics: inout Diagnostics
) -> Program {
  var reader = ProgramReader(
    expecting: file.bytes.count, isScene: true, reporter: diagnostics)
  reader.read(
    file, in: nil,
    with: Loaders(
      files: { _, _ in .failure(.notFound) },
      sounds: { _, _ in .failure(.notFound(beside: [])) }))
  diagnostics = reader.reporter
  return reader.program
}

/// What finds the files that a script names.
private struct Loaders {
  let files: Loader
  let sounds: SoundLoader
}

/// Reads the files of a program one after the other, each once.
private struct ProgramReader {
  let tree: Tree
  let symbols = SymbolTable()
  var sources = SourceMap()
  var files: [NodeID] = []
  var uses: [NodeID: Int] = [:]
  var sounds: [NodeID: SoundFile] = [:]
  var lost = LostNames()
  var broken: Set<Int> = []
  var reporter: Diagnostics
  /// Which file each of `files` is.
  private var identities: [String] = []
  private var chain: [String] = []
  /// True if what is read is a scene rather than a script.
  private let isScene: Bool
  /// True if it was entered among earlier entries.
  private var isEntered = false

  init(expecting bytes: Int, isScene: Bool = false, reporter: Diagnostics) {
    tree = Tree(expecting: bytes)
    self.isScene = isScene
    _ = tree.add(Node(kind: .program, start: 0))
    self.reporter = reporter
  }

  /// All that was read.
  var program: Program {
    Program(
      memory: ProgramMemory(tree: tree, symbols: symbols), sources: sources, files: files,
      uses: uses, sounds: sounds, lost: lost, broken: broken, isEntered: isEntered)
  }

  /// Reads the script, first its context, so that the names of the context are known.
  mutating func read(_ script: LoadedFile, in context: ScriptContext?, with loaders: Loaders) {
    let index = open(script)
    isEntered = context != nil
    let before = context.map { read($0.before, with: loaders) }
    let amid = context?.amid.map { read($0, with: loaders) }
    finish(index, with: loaders)
    let file = files[index]
    if let amid {
      tree.move(statementsOf: files[amid], into: file, behind: context?.place ?? 0)
    }
    if let before { tree.move(statementsOf: files[before], into: file, behind: 0) }
  }

  /// Reads `file`, then the files it uses; gives its index.
  private mutating func read(_ file: LoadedFile, with loaders: Loaders) -> Int {
    let index = open(file)
    finish(index, with: loaders)
    return index
  }

  private mutating func open(_ file: LoadedFile) -> Int {
    let index = sources.add(name: file.name, bytes: file.bytes)
    identities.append(file.identity)
    files.append(.none)
    return index
  }

  private mutating func finish(_ index: Int, with loaders: Loaders) {
    let identity = identities[index]
    chain.append(identity)
    let found = parseFile(index)
    for sound in found.sounds { find(SoundStatement(tree.view(sound)), in: index, with: loaders) }
    for use in found.uses { follow(use, from: identity, with: loaders) }
    chain.removeLast()
  }

  private mutating func parseFile(_ index: Int) -> (uses: [NodeID], sounds: [NodeID]) {
    let source = sources.files[index]
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: reporter)
      lexer.screen()
      var parser = Parser(lexer, tree: tree)
      files[index] = isScene ? parser.sceneFile() : parser.file()
      tree.strings.append(contentsOf: parser.lexer.strings)
      if !parser.lexer.reporter.isEqual(to: reporter) { broken.insert(index) }
      reporter = parser.lexer.reporter
      lost.symbols.formUnion(parser.found.lost.symbols)
      // A string that is not closed may have swallowed any name.
      let isLost = parser.found.lost.isEverything || parser.lexer.hasOpenString
      lost.isEverything = lost.isEverything || isLost
      return (parser.found.uses, parser.found.sounds)
    }
  }

  private mutating func follow(_ use: NodeID, from importer: String, with loaders: Loaders) {
    let literal = UseStatement(tree.view(use)).file
    let name = tree.strings[literal.index]
    let span = SourceSpan(literal.start, literal.start + UInt32(name.utf8.count) + 2)
    if let diagnostic = follow(use, name, from: importer, with: loaders, at: span) {
      reporter.report(diagnostic)
      lose(use)
    }
  }

  /// Reads the file that `use` names; gives the report of why it cannot be used.
  private mutating func follow(
    _ use: NodeID, _ name: String, from importer: String, with loaders: Loaders, at span: SourceSpan
  ) -> Diagnostic? {
    if sources.files.count >= Budget.files || chain.count >= Budget.useDepth {
      return .tooManyImports(isChain: chain.count >= Budget.useDepth, at: span)
    }
    switch loaders.files(name, importer) {
    case .failure(let failure): return .cannotUse(name, failure, at: span)
    case .success(let file):
      if chain.contains(file.identity) {
        return .importCycle(name, isSelf: chain.last == file.identity, at: span)
      } else if let index = identities.firstIndex(of: file.identity) {
        uses[use] = index
      } else if sources.files.reduce(file.bytes.count, { $0 + $1.bytes.count + 1 })
        >= SourceMap.capacity
      {
        return .cannotUse(name, .tooLarge(file.bytes.count), at: span)
      } else {
        uses[use] = read(file, with: loaders)
      }
    }
    return nil
  }

  /// Finds the file of `sound`, which stands in the file number `index`.
  private mutating func find(_ sound: SoundStatement, in index: Int, with loaders: Loaders) {
    let name = tree.strings[sound.file.index]
    switch loaders.sounds(name, identities[index]) {
    case .success(let file): sounds[sound.id] = file
    case .failure(let failure):
      let source = sources.files[index]
      let end = source.bytes.withUnsafeBufferPointer { bytes in
        var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
        return lexer.endOfToken(at: sound.file.start)
      }
      reporter.report(.cannotPlay(name, failure, at: SourceSpan(sound.file.start, end)))
    }
  }

  /// Remembers the names that `use` would have imported; without a list, that any name may be lost.
  private mutating func lose(_ use: NodeID) {
    let labels = UseStatement(tree.view(use)).names
    if labels.isEmpty { lost.isEverything = true }
    for label in labels { lost.symbols.insert(label.symbol) }
  }
}
