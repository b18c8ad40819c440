import Quantities
import Simulation
import Vocabulary

/// What happens around the dock in a run, and when.
///
/// It depends on nothing that the script does. Times are nanoseconds from the beginning of the run,
/// places degrees and metres as seen from the dock at home.
public struct Scene: Equatable, Sendable {
  /// A person or an object.
  public typealias Subject = Company.Subject

  /// Where a subject is.
  public typealias Place = Company.Place

  /// Something that happens.
  public enum Occurrence: Equatable, Sendable {
    /// The subject with this number is to be seen from now on.
    case arrives(Int, Place)
    /// It begins to speak.
    case speaks(Int)
    /// It walks to a place, for so many nanoseconds.
    case walks(Int, to: Place, over: Int)
    /// It sits down.
    case sits(Int)
    /// It stands up.
    case stands(Int)
    /// It looks at the camera, of which the phone is so sure, from 0 to 1.
    case looks(Int, atCamera: Double)
    /// It is not to be seen any more.
    case leaves(Int)
    /// The light goes on or off.
    case light(isOn: Bool)
    /// The button of this number goes down or up.
    case button(Int, isPressed: Bool)
    /// The wheel is turned by a factor.
    case zoom(Double)
    /// The battery has this charge, from 0 to 1.
    case battery(Double)
    /// An event that needs nothing but its word.
    case event(EventKind)
    /// Something goes wrong with the dock.
    case fault(Fault.Kind)
  }

  /// Something that happens at a time.
  public struct Event: Equatable, Sendable {
    /// When, in nanoseconds.
    public let time: Int
    /// What.
    public let occurrence: Occurrence

    /// Creates an event at `time`, in nanoseconds.
    public init(time: Int, occurrence: Occurrence) {
      (self.time, self.occurrence) = (time, occurrence)
    }
  }

  /// How many things may happen in a scene.
  public static let limit = 200_000
  /// The latest time at which anything may happen, in seconds: four hours.
  public static let length = 14_400.0
  /// How long a button is down that is pressed, in nanoseconds.
  public static let press = Milliseconds(100).nanoseconds

  /// The seed of its random numbers.
  public let seed: UInt64
  /// Who and what there is, in the order of the text.
  public let subjects: [Subject]
  /// What happens, in the order of the times; at one time in the order of the text.
  public let events: [Event]

  /// The same scene in which `events` happen, in order.
  public func with(_ events: [Event]) -> Scene {
    Scene(seed: seed, subjects: subjects, events: events)
  }
}
