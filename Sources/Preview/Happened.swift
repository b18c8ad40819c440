import DockKit
import Hardware
import Playback
import Printing
import Simulation
import Vocabulary

extension Preview.Run {
  /// Writes what `event` changes about the phone, its picture, or who has the motors: the time, a
  /// word and values; nothing of what the page does not show.
  func write(_ event: Trace.Event, to json: inout JSONWriter) {
    func element(_ word: String, _ values: [any JSONScalar] = []) {
      json.array { json in
        json.element(Number(nanoseconds: event.time))
        json.element(word)
        for value in values { write(value, to: &json) }
      }
    }
    switch event.kind {
    case .tracking(let isOn): element("tracking", [isOn])
    case .docked(let isDocked): element("docked", [isDocked])
    case .foreground(let isOnScreen): element("foreground", [isOnScreen])
    case .fault(let fault): element("fault", [fault.name])
    case .note(let note): element(note.kind.rawValue, [harmless(note.text)])
    case .tracker(let phase, let names):
      element("tracker", ["\(phase)"] + names.map { harmless($0) })
    case .phone(let call): write(call, with: element)
    case .call(.setFramingMode(let mode), nil): element("framing", ["\(mode)"])
    case .call(.setRegionOfInterest(let region), nil):
      element("region", [region.minX, region.minY, region.width, region.height].map { Number($0) })
    case .call, .quirk: break
    }
  }

  private func write(_ value: any JSONScalar, to json: inout JSONWriter) { json.element(value) }

  private func write(_ call: PhoneCall, with element: (String, [any JSONScalar]) -> Void) {
    switch call {
    case .face(let mood, let length, let easing):
      element("face", [mood.rawValue, Int(length), easing == .spring])
    case .look(let gaze): element("look", [gaze.rawValue])
    case .follow(let subject):
      element("follow", [subject.words] + (subject.name.map { [harmless($0)] } ?? []))
    case .blink: element("blink", [])
    case .flip: element("flip", [])
    case .photo: element("photo", [])
    case .record(let change): element("record", [change == .start])
    case .zoom(let value, let length): element("zoom", [Int(value), Int(length)])
    case .format(let size, _), .crop(let size):
      if case .crop = call {
        element("crop", [Int(size.width), Int(size.height)])
      } else {
        element("format", [Int(size.width), Int(size.height)])
      }
    case .sound(let sound):
      element(
        "sound",
        [Int(sound.number), Int(sound.from), Int(sound.length), harmless(sound.file)])
    case .endSound(let number, _): element("silence", [Int(number)])
    // The others are reported as what has come of them.
    case .nextFace, .sameFace, .holdFace, .restlessFace, .zoomBy, .holdZoom: break
    }
  }
}
