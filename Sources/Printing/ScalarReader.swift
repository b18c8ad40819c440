/// The scalars of bytes that may not be well-formed UTF-8, with where each lies.
public struct ScalarReader: Sequence, IteratorProtocol {
  /// One scalar, or the shortest run of bytes that cannot be one.
  public struct Piece: Equatable, Sendable {
    /// The index of the first byte.
    public let start: Int
    /// The number of bytes, from 1 to 4.
    public let count: Int
    /// The scalar; nil where the bytes are not UTF-8.
    public let scalar: Unicode.Scalar?
  }

  private var bytes: ArraySlice<UInt8>.Iterator
  private var place: Int
  private var parser = Unicode.UTF8.ForwardParser()

  /// Creates a reader of `bytes`; the pieces carry the indices of the slice.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes.makeIterator()
    place = bytes.startIndex
  }

  /// The next piece, or nil at the end.
  public mutating func next() -> Piece? {
    let start = place
    switch parser.parseScalar(from: &bytes) {
    case .valid(let encoded):
      place += encoded.count
      return Piece(start: start, count: encoded.count, scalar: UTF8.decode(encoded))
    case .error(let length):
      place += length
      return Piece(start: start, count: length, scalar: nil)
    case .emptyInput: return nil
    }
  }
}
