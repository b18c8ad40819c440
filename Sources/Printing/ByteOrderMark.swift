extension Collection where Element == UInt8 {
  /// The text without the byte order mark of UTF-8, with which some editors begin a file.
  public var withoutByteOrderMark: SubSequence {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}
