/// The names whose declarations could not be read, so that their uses are not reported on top.
struct LostNames {
  /// Their symbols.
  var symbols: Set<UInt32> = []
  /// True if the lost names are not known, for example if a whole file is missing.
  var isEverything = false

  /// True if the declaration of `symbol` may have been lost.
  func contains(_ symbol: UInt32) -> Bool { isEverything || symbols.contains(symbol) }
}
