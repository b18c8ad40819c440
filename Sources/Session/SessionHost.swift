import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Simulation

/// A show that was played in real time.
public struct LiveShow: Sendable {
  /// The record of the dock.
  public let run: RunRecord
  /// True if the session should end, too.
  public let endsSession: Bool

  /// Creates the record of a show.
  public init(_ run: RunRecord, endsSession: Bool) {
    self.run = run
    self.endsSession = endsSession
  }
}

/// The meaning of a line that is typed during a show.
public enum Heard: Sendable {
  /// The line is these events.
  case events([HeardEvent])
  /// The line has an error; the message.
  case refused(String)
  /// The line is kept until the end of the show.
  case later
}

/// Why a script could not be saved.
public enum SaveFailure: Error, Equatable, Sendable {
  /// There is such a file already.
  case exists
  /// The system refused; its reason.
  case refused(String)
}

/// The environment of a session: its output and its files.
///
/// A session reaches the outside only through its host, so that a test can be the host.
public protocol SessionHost: AnyObject {
  /// Shows a result.
  func show(_ text: TextBuffer)
  /// Shows a picture, in the best way it can.
  func show(_ picture: SessionPicture)
  /// Shows a message: a diagnostic, or what is wrong with a command.
  func report(_ text: TextBuffer)
  /// How diagnostics are drawn.
  var style: RenderStyle { get }
  /// The script of `bytes`, to be shown as `name`, from which files are found.
  func script(_ bytes: [UInt8], name: String) -> LoadedFile
  /// Finds the file that `name` means in the file with the identity `importer`.
  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure>
  /// Finds the sound that `name` means in the file with the identity `importer`.
  func sound(_ name: String, from importer: String) -> Result<SoundFile, SoundFailure>
  /// Reads the file at `path`.
  func read(_ path: String) throws(FileFailure) -> [UInt8]
  /// Writes `text` to `path`, whole or not at all; a file there is replaced only if `replaces`.
  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure)
  /// Plays `staging` in real time; nil if this host cannot.
  ///
  /// Shows each line that `tell` makes of an event, and passes typed lines to `hear`.
  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) -> LiveShow?
  /// True if lines may be typed while it performs.
  var isListening: Bool { get }
}
