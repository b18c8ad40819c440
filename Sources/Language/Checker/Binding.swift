/// The meaning of a visible name.
struct Binding {
  enum Kind: UInt8 {
    case none
    case value, callable, builtin
    /// A value that only the show knows: a word of the language, or a count.
    case reading, count
  }

  var kind = Kind.none
  var type = Type.broken
  /// Of a value, true if it is among the values of the files.
  var isGlobal = false
  /// The place in its frame, the index of the callable, or the number of the function.
  var index: UInt32 = 0
  /// Where it was declared.
  var start: UInt32 = 0

  /// Where its value lives.
  var place: Place { Place(isGlobal: isGlobal, isPose: type.kind == .pose, index: index) }
}

/// The names visible at one place of one file.
///
/// No name ever hides another, so a name has at most one meaning at a time: the meanings stand in a
/// plain array by symbol, and leaving a block takes back what it declared.
struct Scope {
  private var bindings: [Binding]
  private var declared: [UInt32] = []

  init(symbols: Int) { bindings = Array(repeating: Binding(), count: symbols) }

  @inline(__always)
  subscript(symbol: UInt32) -> Binding {
    Int(symbol) < bindings.count ? bindings[Int(symbol)] : Binding()
  }

  mutating func declare(_ symbol: UInt32, _ binding: Binding) {
    if Int(symbol) >= bindings.count {
      bindings.append(
        contentsOf: repeatElement(Binding(), count: Int(symbol) + 1 - bindings.count))
    }
    bindings[Int(symbol)] = binding
    declared.append(symbol)
  }

  /// How many names are declared; give it to `leave`.
  @inline(__always)
  var mark: Int { declared.count }

  /// Removes the names declared since `mark`.
  @inline(__always)
  mutating func leave(to mark: Int) {
    while declared.count > mark { bindings[Int(declared.removeLast())] = Binding() }
  }

  /// The symbols of the visible names, in the order of their declaration.
  var visible: [UInt32] { declared }
}
