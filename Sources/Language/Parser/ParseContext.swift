import Diagnosis

// What the parser keeps beside its tokens and the tree: how deep it is, what may stand where it
// reads, what it has reported, and what it has found.

/// How deep what is read nests.
struct ParseNesting {
  /// How many blocks and brackets are open.
  var depth = 0
  /// How deep they may be.
  var greatestDepth = Budget.nesting
  /// How many round brackets are open; inside them a line end is a space.
  var parens = 0
  /// How many blocks are open around the statements of the test that is being read; 0 outside.
  var testDepth = 0
  /// True while the block of a mode is read.
  var isInMode = false
}

/// What may stand where the parser reads.
struct ParseContext {
  /// True while a condition is read, where `=` is surely meant as `==`.
  var inCondition = false
  /// True while a value is read that the show may read from the world.
  var readsWorld = false
  /// True while the number of an event is read, after which a further event may be joined.
  var inEvent = false
  /// True while the statements of a block are read that are done at once.
  var inBranches = false
}

/// Which reports are made, and which would only repeat others.
struct ParseReports {
  /// True once nesting went too deep: nothing further is read or reported.
  var isHalted = false
  /// True while the rest of a statement is read whose fault has been reported.
  var isMuted = false
  /// True once a block has been reported that is never closed.
  var isUnclosed = false
  /// How the text ends, as far as its first fault tells.
  var ending = Outline.Ending.whole
  /// How many blocks are being read that no word introduces, and where the last of them ended.
  var (bareBlocks, bareEnd) = (0, UInt32.max)
  /// True once a word has been reported that begins a way and stands elsewhere.
  var hasReportedWay = false
  /// The last word that was reported because no statement begins with it.
  var strayWord: SourceSpan?
  /// How many reports were left out because they only repeat others.
  var echoes = 0
}

/// The blocks that are read without their braces.
struct OpenLayouts {
  /// Where the innermost of them ends, and how many there are.
  var (end, count) = (UInt32.max, 0)
  /// Up to where braces have been counted on a line, and how many are open there on it.
  var (countedEnd, openOnLine) = (UInt32.max, 0)
}

/// What a file has that is looked at once all of it is read.
struct ParsedParts {
  /// Its `use` statements.
  var uses: [NodeID] = []
  /// Its `sound` statements.
  var sounds: [NodeID] = []
  /// The names whose declarations could not be read.
  var lost = LostNames()
  /// The declarations found inside blocks; no fault if a brace is missing above.
  var misplaced: [Diagnostic] = []
}
