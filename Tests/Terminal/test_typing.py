"""What is typed at `dock repl --live` while the dock moves."""

import time
import unittest

from terminal import PROMPT, Prompt, Screen


class Typing(Prompt):
    def test_an_event_happens_amid_the_motion(self):
        child = self.start("--live", "--quiet")
        self.enter(child, 'on button 1 pausing { log "pressed"; animate yes }', "from now on")
        child.send("pan to 30deg right over 3s\r")
        child.expect("performing")
        child.send(":press button 1\r")
        child.expect("event button 1 pressed, at [0-2]")
        child.expect("log   pressed")
        child.expect(r"done  [4-9][.0-9]*s \(planned 3s\), on button 1 \(1 done\), moved pan 30deg")
        child.expect(PROMPT)
        self.enter(child, ":pose", "pan 30deg right")

    def test_what_is_no_event_is_for_afterwards(self):
        child = self.start("--live", "--quiet")
        child.send("pan to 30deg right over 2s\r")
        child.expect("performing")
        child.send("log 7\r:press buton 1\r:background\rlog 8")
        child.expect("error: expected what is pressed, found 'buton'")
        for shown in ["done  2s", "log 7", "log   7", ":background", "event background", PROMPT]:
            child.expect(shown)
        child.expect("log 8")
        self.enter(child, "", "log   8")

    def test_the_dock_is_lifted_amid_the_motion(self):
        child = self.start("--live", "--quiet")
        child.send("pan to 30deg right over 20s\r")
        child.expect("performing")
        child.send(":undock\r")
        child.expect("the phone left the dock, and the show needs its motors")
        child.expect(PROMPT)
        self.enter(child, "pan to 0deg", "the phone is out of the dock")

    def test_a_script_waits_for_what_is_typed(self):
        child = self.start("--live", "--quiet")
        child.send("wait for shutter; pan to 10deg right over 1s\r")
        child.expect("then waits for shutter")
        time.sleep(0.5)
        child.send(":press shutter\r")
        child.expect("moved pan 10deg right")
        child.expect(PROMPT)
        child.send("wait for shutter\r")
        child.expect("then waits for shutter")
        time.sleep(0.5)
        child.send("\x03")
        child.expect("stopped")
        child.expect(PROMPT)

    def test_what_is_typed_stays_on_the_screen(self):
        screen = Screen(self)
        screen.type("for i in $(seq 40); do echo; done; dock repl --live --quiet")
        screen.wait("◉ *\\n*$")
        screen.type("on tap { log 7 }")
        screen.wait("from now on.*\n.*◉")
        screen.type("pan to 30deg right over 4s")
        screen.wait("performing")
        screen.send(":ta")
        time.sleep(0.5)
        screen.wait("performing\n:ta *\n*$")
        screen.send("p")
        screen.key("Enter")
        screen.wait(":tap\nevent tap, at .*\nlog   7\n.*performing\n*$")
        screen.send("log 8")
        screen.wait("performing\nlog 8 *\n*$")
        screen.wait("takes pan\n:tap\nevent tap, at .*\nlog   7\ndone  4.*\n.*◉ log 8\n*$")


if __name__ == "__main__":
    unittest.main()
