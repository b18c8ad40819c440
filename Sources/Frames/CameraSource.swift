import Quantities

/// The cameras of a phone as a source of frames, in virtual time.
///
/// As with Twilio's `CameraSource`, a start, a change of the camera and a stop are only asked for:
/// each takes a while, and tells when it is done. What is asked for meanwhile is done after it.
/// Until another camera is selected, frames of the one before go on to come.
package final class CameraSource: VideoSource {
  /// Where a camera is.
  package enum Position: Sendable {
    /// On the side of the screen.
    case front
    /// On the other side.
    case back

    /// How a phone is turned in which the pictures of the camera are upright, in degrees clockwise.
    package var sensor: Int { self == .front ? 270 : 90 }
  }

  /// A camera that produces frames, and their format.
  package struct Capture: Equatable, Sendable {
    /// Which camera it is.
    package let position: Position
    /// The size of the frames, and how many come in a second.
    package let format: VideoFormat

    /// Creates what the camera at `position` produces.
    package init(position: Position, format: VideoFormat) {
      (self.position, self.format) = (position, format)
    }
  }

  /// What is called when something is done: with the camera that produces frames from then on, nil
  /// after a stop, or with why there is none.
  package typealias Completion = (Result<Capture?, VideoFailure>) -> Void

  private enum Change {
    case start(Capture)
    case select(Capture)
    case stop
  }

  package weak var sink: (any VideoSink)?
  /// What shows the user the frames as the camera takes them; nil, as at first, if nothing does.
  package weak var preview: (any VideoSink)?
  /// The camera that produces frames; nil while none does.
  package private(set) var capture: Capture?
  /// The time, in nanoseconds.
  package private(set) var now = 0

  private var device = 0
  private let cameras: [Position: CameraFormats]
  private let delay: Int
  private let take: (Capture, Int) throws -> VideoFrame
  private var changes: [(change: Change, due: Int, completion: Completion)] = []
  private var first = 0
  private var count = 0

  /// Creates a phone with `cameras`, none of which produces frames.
  ///
  /// - Parameters:
  ///   - delay: how long a start, a change and a stop take, in nanoseconds.
  ///   - take: gives the frame that a camera takes at a time in nanoseconds.
  package init(
    _ cameras: [Position: CameraFormats] = [.front: .phone, .back: .phone],
    delay: Int = Milliseconds(300).nanoseconds, take: @escaping (Capture, Int) throws -> VideoFrame
  ) {
    (self.cameras, self.delay, self.take) = (cameras, max(0, delay), take)
  }

  /// Asks for frames of the camera at `position`.
  ///
  /// - Throws: `VideoFailure.noCamera` or `VideoFailure.noSuchFormat`; nothing changes then.
  package func start(
    _ position: Position, format: VideoFormat = .usual,
    completion: @escaping Completion = { _ in }
  ) throws(VideoFailure) {
    ask(for: .start(try found(position, format)), completion)
  }

  /// Asks for frames of another camera, or of the same one in another format.
  ///
  /// - Throws: `VideoFailure.noCamera` or `VideoFailure.noSuchFormat`; nothing changes then.
  package func select(
    _ position: Position, format: VideoFormat = .usual,
    completion: @escaping Completion = { _ in }
  ) throws(VideoFailure) {
    ask(for: .select(try found(position, format)), completion)
  }

  /// Asks for an end of the frames.
  package func stop(completion: @escaping Completion = { _ in }) { ask(for: .stop, completion) }

  /// Takes that the phone is turned by `degrees` clockwise: frames from now on say how they are to
  /// be turned to be upright.
  ///
  /// Who calls it follows the screen as a rule, or else the sensors of the phone, which notice a
  /// turn where the screen stays as it is.
  package func orientationDidChange(to degrees: Int) { device = degrees }

  /// Lets time pass until `time`, in nanoseconds, and delivers the frames that are taken meanwhile.
  ///
  /// A sink that throws gets nothing more.
  package func advance(to time: Int) {
    while true {
      let frame = capture.map { first + Nanoseconds.count(in: count, at: rate(of: $0)) }
      if let next = changes.first, next.due <= min(time, frame ?? .max) {
        changes.removeFirst()
        now = max(now, next.due)
        next.completion(made(next.change))
      } else if let capture, let frame, frame <= time {
        now = max(now, frame)
        count += 1
        deliver(capture, at: frame)
      } else {
        now = max(now, time)
        return
      }
    }
  }

  private func rate(of capture: Capture) -> Int { max(1, capture.format.rate ?? 30) }

  private func found(
    _ position: Position, _ format: VideoFormat
  ) throws(VideoFailure) -> Capture {
    guard let camera = cameras[position] else { throw .noCamera }
    return Capture(position: position, format: try camera.format(for: format))
  }

  private func ask(for change: Change, _ completion: @escaping Completion) {
    changes.append((change, max(now, changes.last?.due ?? 0) + delay, completion))
  }

  private func made(_ change: Change) -> Result<Capture?, VideoFailure> {
    switch change {
    case .start(let wanted):
      guard capture == nil else { return .failure(.isRunning) }
      capture = wanted
    case .select(let wanted):
      guard capture != nil else { return .failure(.notRunning) }
      capture = wanted
    case .stop:
      guard capture != nil else { return .failure(.notRunning) }
      capture = nil
    }
    (first, count) = (now, 0)
    return .success(capture)
  }

  private func deliver(_ capture: Capture, at time: Int) {
    guard sink != nil || preview != nil, var frame = try? take(capture, time) else { return }
    frame.rotation = VideoRotation(device: device, sensor: capture.position.sensor)
    do { try sink?.receive(frame) } catch { sink = nil }
    do { try preview?.receive(frame) } catch { preview = nil }
  }
}
