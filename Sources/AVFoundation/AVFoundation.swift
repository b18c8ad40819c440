// What our DockKit has of AVFoundation, CoreMedia, CoreVideo and simd, for files that import both,
// as apps with a camera do. On Apple platforms the imports find Apple's.

@_exported import class DockKit.AVCaptureDevice
@_exported import class DockKit.AVMetadataFaceObject
@_exported import class DockKit.AVMetadataHumanBodyObject
@_exported import class DockKit.AVMetadataObject
@_exported import class DockKit.CMSampleBuffer
@_exported import class DockKit.CVBuffer
@_exported import struct DockKit.matrix_float3x3
@_exported import typealias DockKit.CVPixelBuffer
