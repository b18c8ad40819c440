import Language
import Testing

/// The length of a WAV file is read from its headers, whatever stands in it.
@Suite("WAV files") struct WaveFileTests {
  /// The bytes of a WAV file, of which each part can be wrong.
  struct Wave {
    var (format, channels, rate, bits) = (UInt16(1), UInt16(1), UInt32(8000), UInt16(8))
    var samples = [UInt8](repeating: 128, count: 400)
    var said: UInt32?
    var before: [(id: String, bytes: [UInt8])] = []
    var isExtensible = false
    var largeSize: UInt64?

    var bytes: [UInt8] {
      let frame = channels * ((bits + 7) / 8)
      var header = le(isExtensible ? 0xFFFE : format) + le(channels) + le(rate)
      header += le(rate * UInt32(frame)) + le(frame) + le(bits)
      if isExtensible {
        header += le(UInt16(22)) + le(bits) + le(UInt32(3)) + le(format)
        header += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      }
      var body = Array("WAVE".utf8)
      if let largeSize { body += chunk("ds64", le(0 as UInt64) + le(largeSize) + le(0 as UInt64)) }
      for (id, bytes) in before { body += chunk(id, bytes) }
      body += chunk("fmt ", header) + Array("data".utf8)
      body += le(said ?? UInt32(samples.count)) + samples
      return Array((largeSize == nil ? "RIFF" : "RF64").utf8) + le(UInt32(body.count)) + body
    }

    private func chunk(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(id.utf8) + le(UInt32(bytes.count)) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    private func le(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
      (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// Why `bytes` have no length; nil if they have one.
  private func fault(_ bytes: [UInt8]) -> WaveFile.Fault? {
    guard case .failure(.length(let fault)) = SoundFile.reading(bytes, name: "a.wav") else {
      return nil
    }
    return fault
  }

  private func frames(_ bytes: [UInt8]) -> UInt64? {
    try? SoundFile.reading(bytes, name: "a.wav").get().wave.frames
  }

  @Test("of every kind of plain samples have the length of their samples")
  func kinds() {
    for (format, bits) in [(1, 8), (1, 12), (1, 16), (1, 24), (1, 32), (3, 32), (3, 64)] {
      for channels in [1, 2, 6] {
        for isExtensible in [false, true] {
          var wave = Wave()
          (wave.format, wave.bits) = (UInt16(format), UInt16(bits))
          (wave.channels, wave.isExtensible) = (UInt16(channels), isExtensible)
          let frame = channels * ((bits + 7) / 8)
          wave.samples = [UInt8](repeating: 0, count: 37 * frame)
          #expect(frames(wave.bytes) == 37, "\(format) \(bits) \(channels)")
        }
      }
    }
  }

  @Test("may have other chunks before their samples, also of odd lengths, and 64-bit sizes")
  func chunks() {
    var wave = Wave()
    wave.before = [("LIST", [1, 2, 3]), ("fact", [0, 0, 0, 0]), ("junk", [])]
    #expect(frames(wave.bytes) == 400)
    wave.largeSize = 400
    wave.said = .max
    #expect(frames(wave.bytes) == 400)
  }

  @Test("whose length is not known are refused with the reason")
  func faults() {
    var wave = Wave()
    for said: UInt32 in [0, .max] {
      wave.said = said
      #expect(fault(wave.bytes) == .sizeUnknown)
    }
    wave.said = 500
    #expect(fault(wave.bytes) == .cutOff(has: 400, expected: 500))
    wave = Wave()
    wave.samples = []
    #expect(fault(wave.bytes) == .empty)
    wave = Wave()
    wave.format = 0x55
    #expect(fault(wave.bytes) == .compressed(0x55))
    wave.isExtensible = true
    #expect(fault(wave.bytes) == .compressed(0x55))
    wave = Wave()
    wave.rate = 0
    #expect(fault(wave.bytes) == .malformed("its rate is 0"))
    wave = Wave()
    wave.channels = 0
    #expect(fault(wave.bytes) == .malformed("it has no channels"))
    #expect(WaveFile(frames: 1_000_000, rate: 1) == nil)
    let formats = [
      "ID3\u{4}": "an MP3 file", "fLaC": "a FLAC file", "OggS": "an Ogg file",
      "\0\0\0 ftypM4A ": "an MPEG-4 file", "FORM\0\0\0\0AIFF": "an AIFF file",
      "RIFF\0\0\0\0AVI ": "a RIFF file without sound",
    ]
    for (beginning, name) in formats {
      #expect(fault(Array(beginning.utf8)) == .otherFormat(name), "\(name)")
    }
    #expect(fault([0xFF, 0xFB, 0x90, 0x64]) == .otherFormat("an MP3 file"))
    #expect(fault([0xFF, 0xF1, 0x50, 0x80]) == .otherFormat("an AAC file"))
    for bytes in [[], [0xFF], Array("# a text".utf8)] {
      #expect(fault(bytes) == .otherFormat(nil))
    }
  }

  @Test("last whole nanoseconds and a rest of which half a nanosecond is the most")
  func nanoseconds() throws {
    let third = try #require(WaveFile(frames: 1, rate: 3)).nanoseconds
    #expect(third.whole == 333_333_333)
    #expect(abs(third.remainder - 1.0 / 3) < 1e-9)
    var random = SplitMix64(7)
    for _ in 0..<1000 {
      let rate = UInt32(1 + random.below(400_000))
      let frames = UInt64(1 + random.below(Int(rate) * 1000))
      let (whole, remainder) = try #require(WaveFile(frames: frames, rate: rate)).nanoseconds
      #expect(abs(remainder) <= 0.5)
      let exact = Double(frames) / Double(rate) * 1e9
      #expect(abs(Double(whole) + remainder - exact) < 1e-3)
    }
  }

  /// Reads `bytes` as the beginning of a file of `size` bytes, and notes which were asked for.
  private func read(_ bytes: [UInt8], size: UInt64) -> [Range<UInt64>] {
    var asked: [Range<UInt64>] = []
    _ = try? WaveFile(size: size) { offset, count throws(SoundFailure) in
      asked.append(offset..<offset + UInt64(count))
      let start = Int(min(offset, UInt64(bytes.count)))
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
    return asked
  }

  @Test("that are broken at random are read without a trap, and only their headers")
  func broken() {
    var random = SplitMix64(11)
    for _ in 0..<20_000 {
      var wave = Wave()
      wave.isExtensible = random.once(in: 2)
      if random.once(in: 4) { wave.largeSize = random.next() >> UInt64(random.below(64)) }
      if random.once(in: 2) { wave.before = [("LIST", [1, 2, 3])] }
      var bytes = wave.bytes
      if random.once(in: 3) {
        bytes = (0..<random.below(100)).map { _ in UInt8(random.below(256)) }
      }
      for _ in 0..<random.below(4) where !bytes.isEmpty {
        bytes[random.below(min(bytes.count, 90))] = UInt8(random.below(256))
      }
      if random.once(in: 2) { bytes = Array(bytes.prefix(random.below(bytes.count + 1))) }
      let sizes = [UInt64(bytes.count), 0, .max, random.next()]
      let asked = read(bytes, size: sizes[random.below(4)])
      #expect(asked.count <= 2 + 2 * 256)
      #expect(asked.allSatisfy { $0.count <= 40 })
    }
  }

  @Test("have no byte of their samples read")
  func samples() {
    var wave = Wave()
    wave.before = [("LIST", [UInt8](repeating: 1, count: 1000))]
    let bytes = wave.bytes
    let first = UInt64(bytes.count - wave.samples.count)
    let asked = read(bytes, size: UInt64(bytes.count))
    #expect(asked.allSatisfy { $0.upperBound <= first })
    #expect(asked.reduce(0) { $0 + $1.count } < 100)
  }
}
