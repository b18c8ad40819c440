import Hardware

/// The phone on the dock, as far as a show asks for it: its face, its eyes and its camera.
///
/// An app conforms to it with what it draws and records; DockKit knows nothing of this.
public protocol Phone: Sendable {
  /// Begins what `call` says; what takes time goes on by itself, and is not waited for.
  ///
  /// Throws if it cannot be done, which is told; the show goes on.
  nonisolated(nonsending) func perform(_ call: PhoneCall) async throws
}
