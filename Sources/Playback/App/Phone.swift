import Hardware

/// The phone on the dock, as far as a show asks for it: its face, its eyes and its camera.
///
/// An app conforms to it with what it draws and records; DockKit knows nothing of this.
public protocol Phone: Sendable {
  /// Begins `call`; a call that takes time continues by itself.
  ///
  /// Throws if it cannot be done, which is reported; the show continues.
  nonisolated(nonsending) func perform(_ call: PhoneCall) async throws
}
