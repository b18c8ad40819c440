/// A sound that a script plays, as its host found it.
public struct SoundFile: Equatable, Sendable {
  /// The name of its file, from the folder of the script.
  public let name: String
  /// Its length.
  public let wave: WaveFile

  /// Creates a sound.
  public init(name: String, wave: WaveFile) { (self.name, self.wave) = (name, wave) }

  /// The sound of a file called `name` that is in memory.
  public static func reading(
    _ bytes: [UInt8], name: String
  ) -> Result<SoundFile, SoundFailure> {
    do throws(SoundFailure) {
      let wave = try WaveFile(size: UInt64(bytes.count)) { offset, count in
        let start = Int(min(offset, UInt64(bytes.count)))
        return Array(bytes[start..<min(start + count, bytes.count)])
      }
      return .success(SoundFile(name: name, wave: wave))
    } catch {
      return .failure(error)
    }
  }
}

/// The reason why a sound cannot be played.
public enum SoundFailure: Error, Equatable, Sendable {
  /// There is no such file; the names of the files in its folder.
  case notFound(beside: [String])
  /// It lies outside the folder of the script; the name of a file inside that may be meant.
  case outsideRoot(inside: String?)
  /// It is there but cannot be read; the reason.
  case unreadable(String)
  /// Its length is not known.
  case length(WaveFile.Fault)
}

/// Finds the sound that `name` means in the file `importer` (an identity), and reads its length.
public typealias SoundLoader = (
  _ name: String, _ importer: String
) -> Result<SoundFile, SoundFailure>
