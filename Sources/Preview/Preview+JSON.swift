import Drawing
import Hardware
import Motion
import Plotting
import Printing
import Schedules
import Simulation
import Vocabulary

extension Preview {
  /// What the page shows, as JSON that can stand in a page.
  ///
  /// Times are seconds, angles degrees and distances metres. Text is as the rest of the tool shows
  /// it: what is invisible in it is written out.
  package var json: TextBuffer {
    var writer = JSONWriter(.compact)
    writer.object { json in
      json.member("dock_preview", 1)
      json.member("title", harmless(title))
      json.member("dock", harmless(dock))
      json.member("command", harmless(command))
      json.member("steps", steps)
      json.array("sources") { json in
        for source in sources {
          json.object {
            $0.member("name", harmless(source.name))
            if let lines = source.lines {
              $0.array("lines") { for line in lines { $0.element(line) } }
            }
          }
        }
      }
      json.array("findings") { json in for finding in findings { finding.write(to: &json) } }
      json.array("events") { json in
        for event in events {
          json.object {
            $0.member("name", harmless(event.name))
            $0.member("policy", event.policy)
            $0.member("option", event.option)
            $0.array("at") { place(event.source, in: sourceNumbers, to: &$0) }
          }
        }
      }
      write(company, to: &json)
      json.array("runs") { json in
        for run in runs {
          let left = run.parent.map { runs[$0] }
          json.object { run.write(to: &$0, leaving: left, sources: sourceNumbers) }
        }
      }
      json.object("ripple") { PageFace.writeRipple(to: &$0) }
      json.array("faces") { json in
        for mood in PageFace.moods(of: runs) { json.object { PageFace.write(mood, to: &$0) } }
      }
      json.array("leftOut") { json in for text in leftOut { json.element(harmless(text)) } }
    }
    return writer.buffer.inPage
  }

  /// The numbers of the sources by their names, from 1.
  private var sourceNumbers: [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, source) in sources.enumerated() where numbers[source.name] == nil {
      numbers[source.name] = index + 1
    }
    return numbers
  }

  private func write(_ company: Company, to json: inout JSONWriter) {
    json.object("sizes") { json in
      for (name, width, height) in Company.sizes {
        let figure = [Number(width), Number(height)]
        switch name {
        case "face": json.array("face") { for side in figure { $0.element(side) } }
        case "body": json.array("body") { for side in figure { $0.element(side) } }
        default: json.array("object") { for side in figure { $0.element(side) } }
        }
      }
    }
    json.array("company") { json in
      for (number, subject) in company.subjects.enumerated() {
        json.object { json in
          json.member("name", harmless(subject.name))
          json.member("person", subject.isPerson)
          json.array("ways") { json in
            for way in company.ways(of: number) { json.array { way.write(to: &$0) } }
          }
        }
      }
    }
    json.array("light") { json in
      for event in company.events {
        guard case .light(let isOn) = event.change else { continue }
        json.array {
          $0.element(Number(nanoseconds: event.time))
          $0.element(isOn)
        }
      }
    }
  }
}

extension Preview.Finding {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.member("error", isError)
      $0.member("code", code)
      $0.member("message", message)
      $0.array("notes") { for note in notes { $0.element(note) } }
      $0.array("at") {
        if line > 0 {
          $0.element(source)
          $0.element(line)
        }
      }
    }
  }
}

extension Company.Way {
  /// Writes since, six numbers of the walk, its start and length, and three words of how it is.
  fileprivate func write(to json: inout JSONWriter) {
    json.element(Number(nanoseconds: since))
    for place in [from, to] {
      json.element(Number(place.bearing))
      json.element(Number(place.distance))
      json.element(Number(place.height))
    }
    json.element(Number(nanoseconds: start))
    json.element(Number(nanoseconds: length))
    json.element(isPresent)
    json.element(isSeated)
    json.element(Number(looking))
    json.element(Number(nanoseconds: speech))
  }
}

extension Preview.Run {
  /// Writes the members of the run, which leaves the run `left`; `sources` has the number of each
  /// source.
  func write(to json: inout JSONWriter, leaving left: Preview.Run?, sources: [String: Int]) {
    json.array("presses") { json in
      for press in presses {
        json.array {
          $0.element(press.event)
          $0.element(Number(nanoseconds: press.time))
        }
      }
    }
    json.member("parent", parent)
    json.member("ending", harmless(ending))
    json.member("length", Number(nanoseconds: trace.end))
    json.member("tracked", trace.beganTracking)
    if let stretch = plot.stretches.first {
      json.array("lanes") { json in
        for lane in stretch.lanes where !lane.bars.isEmpty {
          json.object { json in
            json.member("name", lane.name)
            json.array("bars") { json in
              for bar in lane.bars { json.array { write(bar, sources, to: &$0) } }
            }
          }
        }
      }
      json.array("axes") { json in
        for axis in Axis.allCases {
          guard let plan = stretch.plan[axis] else { continue }
          json.object { write(axis, plan, leaving: left, to: &$0) }
        }
      }
    }
    json.array("taps") { json in for tap in taps { json.element(Number(nanoseconds: tap)) } }
    json.array("blinks") { PageFace.writeBlinks(of: self, to: &$0) }
    json.array("happened") { json in
      for event in trace.events { write(event, to: &json) }
    }
  }

  /// The most letters of a call in a page.
  private static let mostLetters = 90

  /// Writes start, end, text, ink, whether it is a band, its source and line, and then the words,
  /// source and line of each call around it; the number of no source is 0.
  private func write(
    _ bar: Stretch.Bar, _ sources: [String: Int], to json: inout JSONWriter
  ) {
    json.element(Number(bar.start))
    json.element(Number(bar.end))
    json.element(harmless(bar.text))
    json.element(bar.ink.rawValue)
    json.element(bar.isBand)
    place(bar.source, in: sources, to: &json, orElse: 0)
    for call in bar.calls {
      json.element(harmless(String(call.words.prefix(Preview.Run.mostLetters))))
      place(call.source, in: sources, to: &json, orElse: 0)
    }
  }

  private func write(
    _ axis: Axis, _ plan: AxisCurve, leaving left: Preview.Run?, to json: inout JSONWriter
  ) {
    json.member("name", axis.scriptName)
    json.member("positive", axis.word(isNegative: false))
    json.member("negative", axis.word(isNegative: true))
    json.array("limits") { json in
      for (start, limits) in plan.limits {
        json.array {
          $0.element(Number(start))
          $0.element(Number(limits.lower))
          $0.element(Number(limits.upper))
          $0.element(Number(limits.speed))
          $0.element(Number(limits.acceleration))
          $0.element(Number(limits.jerk))
        }
      }
    }
    json.array("unknown") { json in
      for time in plan.unknown {
        json.array {
          $0.element(Number(time.from))
          $0.element(Number(time.to))
          $0.element(harmless(time.words))
          $0.element(harmless(time.note))
        }
      }
    }
    writeCurves(of: axis, leaving: left, to: &json)
    guard let tightest = plot.nearest(to: axis) else { return }
    json.array("nearest") {
      $0.element(Number(tightest.time))
      $0.element(tightest.quantity)
      $0.element(Number(tightest.value))
      $0.element(tightest.percent)
      $0.element(harmless(tightest.words))
    }
  }

  /// Writes what was planned for `axis` and what it did, each piece once: how much of both is that
  /// of the run `left`, how much of what was done is what was planned, and the rest.
  private func writeCurves(of axis: Axis, leaving left: Preview.Run?, to json: inout JSONWriter) {
    let (plan, done) = (planned(axis), done(axis))
    let planAsLeft = left.map { plan.alikeAtStart($0.planned(axis)) } ?? 0
    let doneAsLeft = left.map { done.alikeAtStart($0.done(axis)) } ?? 0
    let asPlanned = plan.alikeAtStart(done)
    json.array("as_left") {
      $0.element(planAsLeft)
      $0.element(doneAsLeft)
    }
    json.array("plan") { plan.dropFirst(planAsLeft).write(to: &$0) }
    json.member("as_planned", asPlanned)
    json.array("done") { done.dropFirst(max(doneAsLeft, asPlanned)).write(to: &$0) }
  }

  /// What was planned for `axis`, as the page holds it.
  private func planned(_ axis: Axis) -> [CurvePiece] {
    leavesOutPlan ? [] : plot.stretches.first?.plan[axis]?.pieces.inPage ?? []
  }

  /// What `axis` did, as the page holds it.
  private func done(_ axis: Axis) -> [CurvePiece] {
    plot.stretches.first?.other[axis]?.pieces.inPage ?? []
  }

  /// The most pieces of all curves of a run in a page.
  private static let mostPieces = 80_000

  /// True if there are so many pieces that a page holds only what was done.
  var leavesOutPlan: Bool {
    guard let stretch = plot.stretches.first else { return false }
    let counts = Axis.allCases.map { axis in
      let plan = (stretch.plan[axis]?.pieces ?? []).inPage
      let done = (stretch.other[axis]?.pieces ?? []).inPage
      return plan.count + done.count - plan.alikeAtStart(done)
    }
    return counts.reduce(0, +) > Preview.Run.mostPieces
  }
}

/// Writes the number of the source and the line of `source`, as `hello.dock:3`; of none, `none` for
/// both, or nothing.
private func place(
  _ source: String, in numbers: [String: Int], to json: inout JSONWriter, orElse none: Int? = nil
) {
  let colon = source.lastIndex(of: ":")
  let number = colon.flatMap { numbers[String(source[..<$0])] }
  let line = colon.flatMap { Int(source[source.index(after: $0)...]) }
  for value in [number, line] {
    if number != nil, line != nil, let value {
      json.element(value)
    } else if let none {
      json.element(none)
    }
  }
}

/// `text` as a single line in which nothing invisible is left.
func harmless(_ text: String) -> String {
  var buffer = TextBuffer()
  buffer.write(sanitizedLine: text)
  return buffer.text
}

/// The text of `bytes` as a single line in which nothing invisible is left.
func harmless(_ bytes: ArraySlice<UInt8>) -> String {
  var buffer = TextBuffer()
  buffer.write(sanitizedBytes: bytes)
  return buffer.text
}

extension TextBuffer {
  /// JSON in which nothing can end the element it stands in.
  var inPage: TextBuffer {
    var text = TextBuffer(capacity: count)
    for byte in bytes {
      // These occur only within strings.
      switch byte {
      case UInt8(ascii: "<"): text.write("\\u003c")
      case UInt8(ascii: ">"): text.write("\\u003e")
      case UInt8(ascii: "&"): text.write("\\u0026")
      default: text.write(byte: byte)
      }
    }
    return text
  }
}
