import FoundationEssentials

extension DockAccessory {
  /// A detection by an app's own tracker.
  public struct Observation: Sendable {
    /// A kind of subject.
    public enum ObservationType: Hashable, Sendable {
      /// A face.
      case humanFace
      /// A body.
      case humanBody
      /// Anything else.
      case object
    }

    /// The number of the subject, the same from picture to picture.
    public let identifier: Int
    /// The kind of subject.
    public let type: ObservationType
    /// Where it is, in units of the picture's sides, from the *lower* left.
    public let rect: CGRect
    /// Which way a face looks; negative is left.
    public let faceYawAngle: Measurement<UnitAngle>?

    /// Creates an observation.
    public init(
      identifier: Int, type: ObservationType, rect: CGRect,
      faceYawAngle: Measurement<UnitAngle>? = nil
    ) {
      self.identifier = identifier
      self.type = type
      self.rect = rect
      self.faceYawAngle = faceYawAngle
    }
  }

  /// The orientation of the camera.
  public enum CameraOrientation: Hashable, Sendable {
    /// Unknown orientation.
    case unknown
    /// Portrait.
    case portrait
    /// Portrait, upside down.
    case portraitUpsideDown
    /// Landscape, on the right side.
    case landscapeRight
    /// Landscape, on the left side.
    case landscapeLeft
    /// Lying on its back.
    case faceUp
    /// Lying on its screen.
    case faceDown
    /// Coordinates are relative to the screen's lower left already.
    case corrected
  }

  /// The camera that observations were made with.
  public struct CameraInformation: Sendable {
    /// The kind of camera.
    public let captureDevice: AVCaptureDevice.DeviceType
    /// The side of the phone it is on.
    public let cameraPosition: AVCaptureDevice.Position
    /// How it is held.
    public let orientation: CameraOrientation
    /// Its intrinsics.
    public let cameraIntrinsics: matrix_float3x3?
    /// The size of the picture the intrinsics are for.
    public let referenceDimensions: CGSize?

    /// Creates the description of a camera.
    public init(
      captureDevice: AVCaptureDevice.DeviceType, cameraPosition: AVCaptureDevice.Position,
      orientation: CameraOrientation, cameraIntrinsics: matrix_float3x3?,
      referenceDimensions: CGSize?
    ) {
      self.captureDevice = captureDevice
      self.cameraPosition = cameraPosition
      self.orientation = orientation
      self.cameraIntrinsics = cameraIntrinsics
      self.referenceDimensions = referenceDimensions
    }
  }
}

extension DockAccessory {
  /// Turns the dock after what an app has found in a picture by itself, 10 to 30 times a second.
  ///
  /// A box that reaches beyond the picture counts as far as it is inside; what was found more than
  /// 0.3 s ago is no longer followed, and an empty list says that nobody was found. Throws
  /// `notConnected`, `notSupported` while system tracking is on, `invalidParameter` for a box that
  /// is not finite, empty or outside of the picture, and for a camera of no size or focal length,
  /// and `frameRateTooLow` or `frameRateTooHigh` if the last calls came at another rate.
  public func track(
    _ data: [Observation], cameraInformation: CameraInformation
  ) async throws {
    try driver.track(data.map(DockDetection.init), through: cameraInformation)
  }

  /// As without `image`, which a simulated dock does not look at.
  public func track(
    _ data: [Observation], cameraInformation: CameraInformation, image: CVPixelBuffer
  ) async throws {
    try driver.track(data.map(DockDetection.init), through: cameraInformation)
  }

  /// As `track` of observations, for what the camera itself has found.
  public func track(
    _ metadata: [AVMetadataObject], cameraInformation: CameraInformation
  ) async throws {
    try driver.track(metadata.map(DockDetection.init), through: cameraInformation)
  }

  /// As without `image`, which a simulated dock does not look at.
  public func track(
    _ metadata: [AVMetadataObject], cameraInformation: CameraInformation, image: CVPixelBuffer
  ) async throws {
    try driver.track(metadata.map(DockDetection.init), through: cameraInformation)
  }
}

/// Something that an app has found in a picture, as its driver gets it.
package struct DockDetection: Sendable {
  /// What it is.
  package let type: DockAccessory.Observation.ObservationType
  /// The number that the app has given it.
  package let identifier: Int
  /// Where it is, in units of the picture's sides.
  package let rect: CGRect
  /// True if `rect` is measured from the lower left, false if from the upper left.
  package let isFromLowerLeft: Bool

  /// Creates what the observation says.
  package init(_ observation: DockAccessory.Observation) {
    (type, identifier) = (observation.type, observation.identifier)
    (rect, isFromLowerLeft) = (observation.rect, true)
  }

  init(_ object: AVMetadataObject) {
    switch object.type {
    case .face: type = .humanFace
    case .humanBody: type = .humanBody
    default: type = .object
    }
    (identifier, rect, isFromLowerLeft) = (object.number, object.bounds, false)
  }
}

extension DockAccessory {
  /// What the system tracker sees.
  public struct TrackingState: Sendable, CustomStringConvertible {
    /// When it was seen.
    public var time: Date
    /// The subjects seen.
    public var trackedSubjects: [TrackedSubjectType]

    /// Creates what was seen at `time`.
    package init(time: Date, trackedSubjects: [TrackedSubjectType]) {
      self.time = time
      self.trackedSubjects = trackedSubjects
    }

    /// The number of subjects and the time, for people who debug.
    public var description: String {
      "\(trackedSubjects.count) subjects at \(time.timeIntervalSince1970) s"
    }
  }

  /// A subject of either kind.
  public enum TrackedSubjectType: Equatable, Sendable {
    /// A person.
    case person(TrackedPerson)
    /// A thing.
    case object(TrackedObject)
  }

  /// A person the system tracker sees.
  public struct TrackedPerson: Equatable, Sendable {
    /// The person's number, new in every session.
    public var identifier: UUID
    /// Where the face is, in units of the picture's sides, from the upper left.
    public var rect: CGRect
    /// The rank of attention, 1 first; nil without a rank.
    public var saliencyRank: Int?
    /// The confidence that the person speaks, from 0 to 1.
    public var speakingConfidence: Double?
    /// The confidence that the person looks at the camera, from 0 to 1.
    public var lookingAtCameraConfidence: Double?

    /// Creates a person.
    package init(
      identifier: UUID, rect: CGRect, saliencyRank: Int?, speakingConfidence: Double?,
      lookingAtCameraConfidence: Double?
    ) {
      self.identifier = identifier
      self.rect = rect
      self.saliencyRank = saliencyRank
      self.speakingConfidence = speakingConfidence
      self.lookingAtCameraConfidence = lookingAtCameraConfidence
    }
  }

  /// A thing the system tracker sees.
  public struct TrackedObject: Equatable, Sendable {
    /// The thing's number, new in every session.
    public var identifier: UUID
    /// Where it is, in units of the picture's sides, from the upper left.
    public var rect: CGRect
    /// The rank of attention, 1 first; nil without a rank.
    public var saliencyRank: Int?

    /// Creates a thing.
    package init(identifier: UUID, rect: CGRect, saliencyRank: Int?) {
      self.identifier = identifier
      self.rect = rect
      self.saliencyRank = saliencyRank
    }
  }
}
