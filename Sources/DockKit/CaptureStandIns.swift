// The few types of AVFoundation, CoreVideo and simd that DockKit's signatures mention, no more of
// each than an app needs that tracks by itself.

/// A camera of the phone, as far as DockKit asks for it.
public final class AVCaptureDevice: Sendable {
  /// The kind of camera.
  public let deviceType: DeviceType
  /// The side of the phone it is on.
  public let position: Position

  /// Creates a camera; an app gets those of its phone.
  public init(deviceType: DeviceType, position: Position) {
    (self.deviceType, self.position) = (deviceType, position)
  }

  /// A kind of camera.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of camera of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The camera every phone has.
    public static let builtInWideAngleCamera = DeviceType(
      rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
  }

  /// The side of the phone a camera is on.
  public enum Position: Int, Hashable, Sendable {
    /// Neither side is known.
    case unspecified
    /// The side away from the screen.
    case back
    /// The side of the screen.
    case front
  }
}

/// Something that the camera itself has found in a picture.
open class AVMetadataObject: @unchecked Sendable {
  /// A kind of thing that cameras find.
  public struct ObjectType: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A face.
    public static let face = ObjectType(rawValue: "face")
    /// The body of a person.
    public static let humanBody = ObjectType(rawValue: "humanBody")
    /// Whatever else draws attention.
    public static let salientObject = ObjectType(rawValue: "salientObject")
  }

  /// What it is.
  public let type: ObjectType
  /// Where it is, in units of the picture's sides, from the upper left.
  public let bounds: CGRect

  /// Creates something of a kind at a place; an app gets them from its camera.
  public init(type: ObjectType, bounds: CGRect) { (self.type, self.bounds) = (type, bounds) }

  /// The number that the camera has given it; 0 for none.
  var number: Int { 0 }
}

/// A face that the camera has found.
public final class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {
  /// The number of the face, the same from picture to picture.
  public let faceID: Int

  /// Creates a face at a place.
  public init(faceID: Int, bounds: CGRect) {
    self.faceID = faceID
    super.init(type: .face, bounds: bounds)
  }

  override var number: Int { faceID }
}

/// The body of a person that the camera has found.
public final class AVMetadataHumanBodyObject: AVMetadataObject, @unchecked Sendable {
  /// The number of the body, the same from picture to picture.
  public let bodyID: Int

  /// Creates a body at a place.
  public init(bodyID: Int, bounds: CGRect) {
    self.bodyID = bodyID
    super.init(type: .humanBody, bounds: bounds)
  }

  override var number: Int { bodyID }
}

/// A picture in memory, as far as its size.
open class CVBuffer {
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int

  /// Creates a picture of a size in pixels.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// A picture of pixels.
public typealias CVPixelBuffer = CVBuffer

/// A picture as the camera hands it out.
open class CMSampleBuffer {
  /// The picture itself; nil if there is none.
  public let imageBuffer: CVPixelBuffer?

  /// Creates a picture; an app gets them from its camera.
  public init(imageBuffer: CVPixelBuffer?) { self.imageBuffer = imageBuffer }
}

/// A matrix of three columns, as a camera's intrinsics are.
public struct matrix_float3x3: Equatable, Sendable {
  /// The columns, left to right.
  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// Creates a matrix of its columns.
  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) { self.columns = columns }

  /// True if all columns are equal.
  public static func == (left: matrix_float3x3, right: matrix_float3x3) -> Bool {
    left.columns == right.columns
  }
}
