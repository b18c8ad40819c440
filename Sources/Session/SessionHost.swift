import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Simulation

/// A show that was carried out at the pace of the wall.
public struct LiveShow: Sendable {
  /// What happened to the dock.
  public let run: RunRecord
  /// True if somebody wants the session to end, too.
  public let endsSession: Bool

  /// Creates the record of a show.
  public init(_ run: RunRecord, endsSession: Bool) {
    self.run = run
    self.endsSession = endsSession
  }
}

/// What comes of a line that is typed while a show goes on.
public enum Heard: Sendable {
  /// These events happen.
  case events([HeardEvent])
  /// It is wrong; why, in a line.
  case refused(String)
  /// It is for when the show is over.
  case later
}

/// Why a script could not be saved.
public enum SaveFailure: Error, Equatable, Sendable {
  /// There is such a file already.
  case exists
  /// The system refused; its reason.
  case refused(String)
}

/// Where a session takes place: what it shows goes there, and files come from there.
///
/// A session is pure but for what it asks of its host, so that a test can be one.
public protocol SessionHost: AnyObject {
  /// Shows a result.
  func show(_ text: TextBuffer)
  /// Shows a message: a diagnostic, or what is wrong with a command.
  func report(_ text: TextBuffer)
  /// How diagnostics are drawn.
  var style: RenderStyle { get }
  /// The script of `bytes`, to be shown as `name`, from which files are found.
  func script(_ bytes: [UInt8], name: String) -> LoadedFile
  /// Finds the file that `name` means in the file with the identity `importer`.
  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure>
  /// Reads the file at `path`.
  func read(_ path: String) throws(FileFailure) -> [UInt8]
  /// Writes `text` to `path`, whole or not at all; a file there is replaced only if `replaces`.
  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure)
  /// Carries out `staging` at the pace of the wall; nil if this host cannot.
  ///
  /// Shows each line that `tell` makes of what happens, and lets `hear` have those that are typed.
  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) -> LiveShow?
  /// True if lines may be typed while it performs.
  var isListening: Bool { get }
}
