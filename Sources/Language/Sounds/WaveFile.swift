import Quantities

/// The length of a WAV file, as its headers give it.
///
/// The samples are PCM or floating-point numbers, at any rate and of any number of channels. They
/// are not read.
public struct WaveFile: Equatable, Sendable {
  /// How many samples each channel has, at least 1.
  public let frames: UInt64
  /// How many samples a channel has in a second, at least 1.
  public let rate: UInt32

  /// The greatest length, in seconds.
  private static let greatestLength: UInt64 = 1_000_000
  /// How many chunks may stand before the samples.
  private static let greatestChunkCount = 256

  /// Why the length of a file is not known.
  public enum Fault: Error, Equatable, Sendable {
    /// It is no WAV file; the name of its format, if that is known.
    case otherFormat(String?)
    /// The samples are compressed; the number of the method.
    case compressed(UInt16)
    /// Its header does not say how many samples there are, as if it had been written to a pipe.
    case sizeUnknown
    /// It has fewer bytes of samples than its header says.
    case cutOff(has: UInt64, expected: UInt64)
    /// It has no samples.
    case empty
    /// It lasts longer than a wait may.
    case tooLong
    /// A header is wrong; in what.
    case malformed(String)
  }

  /// Creates the length of `frames` samples at `rate` a second; nil if that is nothing, or longer
  /// than a wait may be.
  public init?(frames: UInt64, rate: UInt32) {
    guard frames > 0, rate > 0, frames / UInt64(rate) < WaveFile.greatestLength else { return nil }
    (self.frames, self.rate) = (frames, rate)
  }

  /// The nearest whole nanoseconds to the length, and by how many nanoseconds the length is longer.
  public var nanoseconds: (whole: Int64, remainder: Double) {
    let rate = UInt64(rate)
    let fine = frames % rate * UInt64(Nanoseconds.second)
    let rounded = (fine + rate / 2) / rate
    let remainder = (Double(fine) - Double(rounded * rate)) / Double(rate)
    return (Int64(frames / rate) * Int64(Nanoseconds.second) + Int64(rounded), remainder)
  }

  /// Reads the headers of a file of `size` bytes, and nothing else of it.
  ///
  /// - Parameter read: gives so many bytes from an offset on, fewer if the file ends before that.
  /// - Throws: what `read` throws, or `SoundFailure.length`.
  public init(
    size: UInt64, reading read: (_ offset: UInt64, _ count: Int) throws(SoundFailure) -> [UInt8]
  ) throws(SoundFailure) {
    let first = HeaderBytes(try read(0, 12))
    let isLarge = first.word(at: 0) == "RF64"
    guard isLarge || first.word(at: 0) == "RIFF", first.word(at: 8) == "WAVE" else {
      throw .length(.otherFormat(first.nameOfFormat))
    }
    var (offset, largeSize): (UInt64, UInt64?) = (12, nil)
    var format: WaveFormat?
    for _ in 0..<WaveFile.greatestChunkCount {
      let header = HeaderBytes(try read(offset, 8))
      guard let id = header.word(at: 0), let length = header.number32(at: 4) else {
        throw .length(.malformed("it has no 'data' chunk"))
      }
      offset += 8
      if id == "ds64", isLarge { largeSize = HeaderBytes(try read(offset, 16)).number64(at: 8) }
      if id == "fmt ", format == nil {
        format = try WaveFormat(HeaderBytes(try read(offset, Int(min(length, 40)))))
      }
      if id == "data" {
        guard let format else { throw .length(.malformed("its 'data' chunk has no format")) }
        self = try WaveFile(
          format, saying: length == .max ? largeSize : UInt64(length),
          of: size > offset ? size - offset : 0)
        return
      }
      // Chunks begin at even places.
      offset += UInt64(length) + UInt64(length & 1)
    }
    throw .length(.malformed("it has too many chunks before its samples"))
  }

  /// Counts the samples of a chunk that says it has `said` bytes, nil if it does not say, where the
  /// file has `rest` bytes more.
  private init(_ format: WaveFormat, saying said: UInt64?, of rest: UInt64) throws(SoundFailure) {
    guard let said, said > 0 || rest == 0 else { throw .length(.sizeUnknown) }
    guard said <= rest else { throw .length(.cutOff(has: rest, expected: said)) }
    let frames = said / UInt64(format.frameSize)
    guard frames > 0 else { throw .length(.empty) }
    guard let file = WaveFile(frames: frames, rate: format.rate) else { throw .length(.tooLong) }
    self = file
  }
}

/// The format of the samples of a WAV file.
private struct WaveFormat {
  /// How many samples a channel has in a second.
  let rate: UInt32
  /// How many bytes the samples of one instant take.
  let frameSize: Int

  /// The number of PCM, of floating-point numbers, and of a format that stands further on.
  private static let (pcm, float, extensible): (UInt16, UInt16, UInt16) = (1, 3, 0xFFFE)
  /// What stands behind the number of a format that stands further on.
  private static let suffix: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  /// Reads the chunk of `header`, of which 40 bytes are enough.
  init(_ header: HeaderBytes) throws(SoundFailure) {
    guard var number = header.number16(at: 0), let channels = header.number16(at: 2),
      let rate = header.number32(at: 4), let frameSize = header.number16(at: 12),
      let bits = header.number16(at: 14)
    else { throw .length(.malformed("its 'fmt ' chunk is too short")) }
    if number == WaveFormat.extensible {
      guard let real = header.number16(at: 24), header.bytes(from: 26) == WaveFormat.suffix else {
        throw .length(.compressed(number))
      }
      number = real
    }
    guard number == WaveFormat.pcm || number == WaveFormat.float else {
      throw .length(.compressed(number))
    }
    guard channels > 0 else { throw .length(.malformed("it has no channels")) }
    guard rate > 0 else { throw .length(.malformed("its rate is 0")) }
    guard (1...64).contains(bits), Int(frameSize) == Int(channels) * ((Int(bits) + 7) / 8) else {
      throw .length(.malformed("its samples do not have the size that its channels need"))
    }
    (self.rate, self.frameSize) = (rate, Int(frameSize))
  }
}

/// Bytes of a header, in which the least byte of a number stands first.
private struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The four letters at `place`; nil if there are fewer.
  func word(at place: Int) -> String? {
    guard place + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  /// The bytes from `place` on.
  func bytes(from place: Int) -> [UInt8] { Array(bytes.dropFirst(place)) }

  func number16(at place: Int) -> UInt16? { number(at: place, 2).map { UInt16($0) } }
  func number32(at place: Int) -> UInt32? { number(at: place, 4).map { UInt32($0) } }
  func number64(at place: Int) -> UInt64? { number(at: place, 8) }

  private func number(at place: Int, _ size: Int) -> UInt64? {
    guard place + size <= bytes.count else { return nil }
    return bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The name of the format of a file that begins so and is no WAV file; nil if it is not known.
  var nameOfFormat: String? {
    if bytes.starts(with: Array("ID3".utf8)) { return "an MP3 file" }
    if word(at: 4) == "ftyp" { return "an MPEG-4 file" }
    switch word(at: 0) {
    case "fLaC": return "a FLAC file"
    case "OggS": return "an Ogg file"
    case "FORM": return "an AIFF file"
    case "caff": return "a CAF file"
    case "RIFX": return "a WAV file with its bytes in the other order"
    case "RIFF": return "a RIFF file without sound"
    default: break
    }
    guard let start = number(at: 0, 2) else { return nil }
    // An MPEG frame begins with 11 bits that are set; AAC has no layer.
    guard start & 0xE0FF == 0xE0FF else { return nil }
    return start & 0x0600 == 0 ? "an AAC file" : "an MP3 file"
  }
}
