/// Phrases of a session, each for one byte: by changing bytes alone the fuzzer would seldom find a
/// second valid entry.
enum Phrases {
  /// The text of `bytes`: behind a first byte of 1 every byte above 127 stands for one of the first
  /// 128 phrases, behind a first byte of 2 for one of the last.
  static func text(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let set = bytes.first, set == 1 || set == 2 else { return Array(bytes) }
    let first = set == 1 ? 0 : max(0, all.count - 128)
    return bytes.dropFirst().flatMap { byte in
      byte < 0x80 ? [byte] : all[(first + Int(byte - 0x80)) % all.count]
    }
  }

  private static let all = (lines.map { $0 + "\n" } + parts).map { Array($0.utf8) }

  private static let lines = [
    "", "}", ")", ";", "pan to 30deg right over 2s", "pan by 5deg left", "tilt to 10deg up over 1s",
    "pan to 20deg left over 1s; tilt by 5deg down", "move to home", "animate yes", "animate kapow",
    "spin pan at 20deg/s right for 2s; stop", "ramp pan to 30deg/s over 1s; wait 1s; stop",
    "pan through 10deg left, 20deg right over 3s", "wait 1s", "tracking off", "tracking on",
    "face happy", "log reach", "let reach = 20deg right", "let reach = random(1deg, 9deg)",
    "let x = reach * 2", "pan to reach over 1s", "gesture nod(depth: angle = 8deg) {",
    "tilt by depth down over 500ms", "nod()", "nod(depth: 3deg)", "gesture nod() { bow() }",
    "function half(way: angle) = way / 2", "pan by half(way: reach)",
    "limit pan to 10deg left .. 40deg right", "limit pan at 15deg/s", "repeat 2 {",
    "for i in 1..3 {", "for p in home, pose(pan: 3deg left) {", "nod() mirrored",
    "tempo 117bpm meter 3", "count taps to 3", "add 1 to taps", "set taps to 0",
    "wait until person for at most 1s", "if person and not (taps >= 2) { nod() } else {",
    "repeat while battery < 20% { wait 1s }",
    "wait 2beats", "wait until next bar", "wait until bar 4", "choose { nod(); 2: wait 1s }",
    "sound \"a.wav\"", "finally { log reach; camera record stop }",
    "camera record { wait 1s }", "pan to person over 1s", "tilt to object", "move to person",
    "choose { if person { nod() } else { wait 1s }; sound \"a.wav\" }", "log taps, person, battery",
    "on tap when taps < 2 and person pausing { finally { log taps }; wait for tap }",
    "nod(depth: 3deg) mirrored at 50%", "use \"moves.dock\" (sway as bow)", "together {", "race {",
    "use \"moves.dock\"", "use \"moves.dock\" (sway)",
    "sway(reach: 3deg)", "on button 1 { pan by 5deg left over 1s }",
    "on button 1 pausing { animate no }", "on tap at most every 2s {", "on tap once {",
    "on zoom by f when f > 1 { tilt by f * 1deg }", "on tap { wait for button 1 }",
    "on battery below 20% replacing { move to home }", "on tracking_button { log elapsed }",
    "on person lost queued { nod() }", "on error ignoring { log 1 }", "wait for button 1",
    "wait for { tap when person { animate yes }; timeout 3s { animate no } }",
    "scene { at 1s tap; at 2s press button 1 }", "scene {", "at 500ms fault refused notSupported",
    "test \"t\" { pan to 3deg; expect pose(pan: 3deg) }", ":undo", ":go", ":preview", ":live",
    ":home", ":reset", ":plot", ":trace", ":pose", ":time", ":limits", ":names", ":scene",
    ":scene day.scene", ":load moves.dock", ":save! a.dock", ":profile flow2pro", ":profile stand",
    ":help", ":press button 1", ":hold button 1", ":release button 1", ":tap", ":undock", ":dock",
    ":background", ":foreground", ":battery 15%", ":turn zoom by 1.5", ":press tracking_button",
    ":person ada at 20deg right", ":ada leaves", ":ada speaks", ":fault stall", ":error",
    ":person ada at 20deg right walks to 40deg left over 3s", "select person", "?pan", "?nod",
    "?reach", "?", "# what comes now",
  ]

  private static let parts = [
    "repeat forever { ", "if reach > 3deg { ", "{ ", " }", "on ", ":press ", "?", "let ", " = ",
    "gesture f() { ", "f()", "wait for ", "pan by ", "1deg ", "over 1s ", "pausing ", "random(",
    "\"", "\u{202E}", "\u{1B}[2J",
  ]
}
