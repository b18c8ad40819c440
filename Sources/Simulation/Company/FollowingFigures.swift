import Camera
import Vocabulary

/// Whom a show follows with the tracker while it has the motors.
public struct Wanted: Equatable, Sendable {
  /// The numbers of all who may be followed.
  public let subjects: [Int]
  /// The numbers of those who are selected at first; if it is empty, the tracker chooses.
  public let first: [Int]

  /// True if only somebody who speaks is meant.
  public let isSpeaker: Bool

  /// Creates the wish to follow one of `subjects`, `first` before others.
  public init(subjects: [Int], first: [Int], isSpeaker: Bool = false) {
    (self.subjects, self.first, self.isSpeaker) = (subjects, first, isSpeaker)
  }
}

/// How well a dock has followed subjects, from the first picture in which it saw one, while
/// somebody was there whom it could follow.
public struct FollowingFigures: Equatable, Sendable {
  /// The error up to which a subject is framed, in degrees: a twentieth of the width of a usual
  /// picture.
  public static let framed = 3.25

  /// How long somebody was there to be followed, in nanoseconds.
  public private(set) var length = 0
  /// How long the subject was framed, in nanoseconds.
  public private(set) var framed = 0
  /// How long nobody was followed although somebody was there, in nanoseconds.
  public private(set) var lost = 0
  /// How often the dock has gone from one subject to another.
  public private(set) var changes = 0
  /// The sum of the squares of the errors, in degrees squared times nanoseconds, and its time.
  private var squares = (sum: 0.0, time: 0)
  private var subjects: [Int] = []

  /// The root of the mean square of the errors while somebody was followed, in degrees; nil if
  /// nobody was.
  public var error: Double? {
    squares.time > 0 ? (squares.sum / Double(squares.time)).squareRoot() : nil
  }

  /// Adds a picture that stands for `period` nanoseconds; `error` degrees are nil if nobody is
  /// followed who is there, and if `isAnybodyThere` is false, there is nobody to be followed.
  mutating func add(
    _ following: Following, error: Double?, isAnybodyThere: Bool, for period: Int
  ) {
    guard following.phase != .idle, isAnybodyThere else { return }
    length += period
    guard following.phase == .follows, let error else {
      lost += period
      return
    }
    squares = (squares.sum + error * error * Double(period), squares.time + period)
    if error <= FollowingFigures.framed { framed += period }
    guard !following.subjects.isEmpty else { return }
    if !subjects.isEmpty, subjects != following.subjects { changes += 1 }
    subjects = following.subjects
  }

  /// True if both have followed the same, as well.
  public static func == (left: FollowingFigures, right: FollowingFigures) -> Bool {
    left.length == right.length && left.framed == right.framed && left.lost == right.lost
      && left.changes == right.changes && left.squares == right.squares
      && left.subjects == right.subjects
  }
}

extension DockWorld {
  /// How well the dock has followed subjects; nil if it never saw one.
  public var followingFigures: FollowingFigures? {
    watch.flatMap { $0.figures.length > 0 ? $0.figures : nil }
  }

  /// What the picture of this instant has brought under system tracking; nil if nothing.
  public var trackerNews: EventKind? {
    guard isSystemTrackingEnabled, let news = watch?.framing.news, news.time == now else {
      return nil
    }
    return news.kind == .lost ? .lost : .settled
  }

  /// True if a show follows somebody with the tracker, and sees the subject or saw it a moment ago.
  public var isFollowingForShow: Bool {
    watch?.wanted != nil && watch?.framing.isFollowing == true
  }

  /// True if the subject has come to its place in the picture.
  public var isSettled: Bool { watch?.framing.isSettled ?? false }

  /// The speeds at which the tracker would turn the dock, in degrees a second.
  public var trackerSpeeds: AxisVector { watch?.following.speeds ?? .zero }

  /// When the next picture is looked at, in nanoseconds; nil if none will be that may bring
  /// anything new, because nobody has moved for half a minute.
  public var nextLook: Int? {
    guard let next = nextPicture, let company = watch?.company else { return nil }
    let (end, isBeyond) = company.lastChange.addingReportingOverflow(30_000_000_000)
    return isBeyond || next <= end ? next : nil
  }
}
