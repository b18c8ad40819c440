import Camera

/// Something that a detector has found in a picture.
public struct Detection: Equatable, Sendable {
  /// What was found.
  public enum Kind: Equatable, Sendable {
    /// The face of a person.
    case face
    /// The body of a person, with the head.
    case body
    /// Something else that can be followed.
    case object
  }

  /// What was found.
  public var kind: Kind
  /// Where in the upright picture, with the origin in the upper left corner.
  public var rect: UnitRect
  /// The number that the detector gave it, if any.
  ///
  /// It is handed on and not relied on: detectors give the same number to others.
  public var identifier: Int?
  /// How sure it is that the person speaks, from 0 to 1; nil if unknown.
  public var speaking: Double?
  /// How sure it is that the person looks at the camera, from 0 to 1; nil if unknown.
  public var looking: Double?
  /// The name by which a script speaks of it; nil if nobody knows it.
  public var name: String?

  /// Creates a detection.
  public init(
    _ kind: Kind, _ rect: UnitRect, identifier: Int? = nil, speaking: Double? = nil,
    looking: Double? = nil, named name: String? = nil
  ) {
    self.kind = kind
    self.rect = rect
    self.identifier = identifier
    self.speaking = speaking
    self.looking = looking
    self.name = name
  }
}

/// How many detections and pictures were not used, by the reason.
public struct Rejections: Equatable, Sendable {
  /// Detections with a rectangle or a confidence that is not a finite number.
  public var notFinite = 0
  /// Detections without an area, or with no part of it in the picture.
  public var outside = 0
  /// Detections with the kind and the identifier of another in the same picture.
  public var repeated = 0
  /// Detections beyond `Tracker.mostDetections` in one picture.
  public var tooMany = 0
  /// Pictures whose times are not finite, not after those of the one before, or that were taken
  /// after they arrived.
  public var untimely = 0
  /// Poses that are not finite numbers.
  public var badPoses = 0

  /// Creates counts of 0.
  public init() {}
}
