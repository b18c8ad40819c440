import FoundationEssentials

extension DockAccessory {
  /// A detection by an app's own tracker.
  public struct Observation: Hashable, Sendable {
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
  public struct CameraInformation: Equatable, Sendable {
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

  /// Turns the dock after an app's own observations; not implemented yet, throws `notSupported`.
  public nonisolated(nonsending) func track(
    _ data: [Observation], cameraInformation: CameraInformation
  ) async throws {
    throw DockKitError.notSupported
  }
}

extension DockAccessory {
  /// What the system tracker sees.
  public struct TrackingState: Sendable, CustomStringConvertible {
    /// When it was seen.
    public let time: Date
    /// The subjects seen.
    public let trackedSubjects: [TrackedSubjectType]

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
  public enum TrackedSubjectType: Hashable, Sendable {
    /// A person.
    case person(TrackedPerson)
    /// A thing.
    case object(TrackedObject)
  }

  /// A person the system tracker sees.
  public struct TrackedPerson: Hashable, Sendable {
    /// The person's number, new in every session.
    public let identifier: UUID
    /// Where the face is, in units of the picture's sides, from the upper left.
    public let rect: CGRect
    /// The rank of attention, 1 first; nil without a rank.
    public let saliencyRank: Int?
    /// The confidence that the person speaks, from 0 to 1.
    public let speakingConfidence: Double?
    /// The confidence that the person looks at the camera, from 0 to 1.
    public let lookingAtCameraConfidence: Double?

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
  public struct TrackedObject: Hashable, Sendable {
    /// The thing's number, new in every session.
    public let identifier: UUID
    /// Where it is, in units of the picture's sides, from the upper left.
    public let rect: CGRect
    /// The rank of attention, 1 first; nil without a rank.
    public let saliencyRank: Int?

    /// Creates a thing.
    package init(identifier: UUID, rect: CGRect, saliencyRank: Int?) {
      self.identifier = identifier
      self.rect = rect
      self.saliencyRank = saliencyRank
    }
  }
}
