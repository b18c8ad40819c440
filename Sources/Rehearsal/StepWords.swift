import Hardware
import Motion
import Printing
import Schedules
import Vocabulary

extension Schedule {
  /// What `step` does in the words of scripts, as in `tilt to 10deg up over 1s`.
  public func words(for step: Step) -> String {
    switch step.kind {
    case .take: "take the motors from the tracker"
    case .giveBack: "give the motors back"
    case .move: "\(targets(of: step, "to", "deg")) over \(seconds(step.length))\(easing(of: step))"
    case .through: through(step)
    case .ramp: "ramp \(targets(of: step, "to", "deg/s")) over \(seconds(step.length))"
    case .cut: "\(targets(of: step, "to", "deg")) over \(seconds(step.length)), cut short"
    case .warp: "\(targets(of: step, "to", "deg")) over \(seconds(step.length)), paused"
    case .wait: "wait \(seconds(step.length))"
    case .animate: "animate \(word(step.extra, ["wakeup", "yes", "no", "kapow"]))"
    case .limit: limits(of: step)
    case .tracking: "tracking \(step.extra == 0 ? "off" : "on")"
    case .frame: "frame \(word(step.extra, ["automatic", "center", "left", "right"]))"
    case .region: "region"
    case .select: step.extra == Step.none ? "select nobody" : "select"
    case .log: "log \(step.extra < texts.count ? texts[Int(step.extra)] : "")"
    case .subject: words("select", for: subject(of: step))
    case .phone: words(for: phoneCall(of: step))
    }
  }

  private func words(for call: PhoneCall) -> String {
    let over = call.length > 0 ? " over \(seconds(call.length))" : ""
    switch call {
    case .restlessFace(let pause, _):
      return "face random every \(seconds(pause.lowerBound)) .. \(seconds(pause.upperBound))"
    case .follow(let subject): return words("eyes follow", for: subject)
    case .nextFace: return "face next" + over
    case .sameFace: return "face same" + over
    case .face(let mood, _): return "face \(mood.rawValue)" + over
    case .zoom(let value, _): return "camera zoom \(decimal(thousandths: Int(value)))x" + over
    case .zoomBy(let value, _): return "camera zoom by \(decimal(thousandths: Int(value)))x" + over
    case .format(let size, let rate):
      return "camera format \(size)" + (rate.map { " at \($0)fps" } ?? "")
    default: return "\(call.track.rawValue) \(call.words)"
    }
  }

  private func words(_ verb: String, for subject: PhoneCall.Subject) -> String {
    "\(verb) \(subject.words)" + (subject.name.map { " \($0)" } ?? "")
  }

  private func targets(of step: Step, _ preposition: String, _ unit: String) -> String {
    let parts = Axis.allCases.filter { step.axes.contains($0) }.map { axis in
      "\(axis.scriptName) \(preposition) \(axis.directed(step.to[axis], unit))"
    }
    return parts.joined(separator: ", ")
  }

  /// What the limits of `step` are, for the axes where they are not the dock's own.
  private func limits(of step: Step) -> String {
    guard step.extra < limits.count, let own = limits.first else { return "limit" }
    let set = limits[Int(step.extra)]
    let parts = Axis.allCases.compactMap { axis in
      set[axis].flatMap { $0 == own[axis] ? nil : words(for: $0, of: axis) }
    }
    return parts.isEmpty ? "limits of the dock" : "limit " + parts.joined(separator: ", ")
  }

  private func words(for limit: Limit, of axis: Axis) -> String {
    let ends = [limit.lower, limit.upper].compactMap { $0.map { axis.directed($0, "deg") } }
    let range = ends.isEmpty ? "" : " to " + ends.joined(separator: " .. ")
    return "\(axis.scriptName)\(range) at \(decimal(thousandths: Int(limit.speed)))deg/s"
  }

  private func through(_ step: Step) -> String {
    let count = step.extra < throughs.count ? throughs[Int(step.extra)].points.count : 0
    return "move through \(count) poses over \(seconds(step.length))"
  }

  private func easing(of step: Step) -> String {
    guard step.easing > 0, step.easing < easings.count else { return "" }
    return easings[Int(step.easing)].name.map { " easing \($0.rawValue)" } ?? ""
  }

  private func word(_ index: UInt32, _ words: [String]) -> String {
    index < words.count ? words[Int(index)] : words[0]
  }

  private func seconds(_ milliseconds: Int32) -> String {
    decimal(thousandths: Int(milliseconds)) + "s"
  }
}

/// The nearest whole number of thousandths of `value`; 0 for what is no number.
public func thousandths(_ value: Double) -> Int {
  let scaled = value * 1000
  return abs(scaled) < 0x1p53 ? Int(scaled + (scaled < 0 ? -0.5 : 0.5)) : 0
}
