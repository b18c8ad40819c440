#!/usr/bin/env python3
"""Types at `dock repl` on real terminals: `test_prompt.py PATH-OF-DOCK [TEST...]`."""

import io
import os
import unittest

import pexpect
from terminal import DOCK, MORE, PROMPT, Prompt, Screen


class Typing(Prompt):
    """What is typed, and what is on the screen."""

    # Lines

    def test_entry(self):
        child = self.start()
        self.enter(child, "pan to 30deg right over 2s", "stop confirmed")
        child.sendeof()
        child.expect(pexpect.EOF)
        child.wait()
        self.assertEqual(child.exitstatus, 0)

    def test_continuation(self):
        child = self.start()
        child.send("repeat 2 {\r")
        child.expect(MORE)
        child.send("pan by 5deg left; pan by 5deg right\r")
        child.expect(MORE)
        self.enter(child, "}", "done")

    def test_wide_characters(self):
        child = self.start()
        child.send("let 広い角度 = 20deg right")
        # Back over two wide characters, which are two columns each, and on again.
        child.send("\x01" + "\x06" * 6 + "い" + "\x7f" + "\x05")
        child.send("\r")
        child.expect("named 広い角度 = 20deg")
        child.expect(PROMPT)
        self.enter(child, "pan to 広い角度", "ends at pan 20deg right")

    def test_long_line(self):
        child = self.start()
        child.send("log " + "1" * 300)
        child.send("\x15log 7\r")
        child.expect("log   7")
        child.expect(PROMPT)

    def test_odd_bytes(self):
        child = self.start()
        os.write(child.child_fd, b"log 1\xff\xfe\x1b[99~\x00\x02\r")
        child.expect("error")
        child.expect(PROMPT)
        self.enter(child, "log 7", "log   7")

    def test_a_long_paste(self):
        child = self.start()
        self.paste(child, ["log " + "1" * 200_000])
        child.expect("error")
        child.expect(PROMPT)
        self.enter(child, "log 7", "log   7")

    def test_paste_is_one_entry(self):
        child = self.start()
        lines = ["gesture bow() {", "tilt by 5deg down over 1s", "tilt by 5deg up over 1s", "}"]
        lines += ["bow()", "pan to 3deg right over 1s"]
        self.paste(child, lines)
        child.expect("plan  3s")
        child.expect("named bow")
        child.expect("done  3s")
        child.expect(PROMPT)
        child.send("\x10")
        child.expect("bow\\(\\)")
        child.send("\x15")
        self.enter(child, ":undo", "ends at pan 0deg")
        self.enter(child, ":undo", "nothing to undo")

    def test_an_error_in_a_paste_changes_nothing(self):
        child = self.start()
        self.paste(child, ["pan to 3deg right", "", "pann to 5deg"])
        child.expect("entry:3:1")
        child.expect(PROMPT)
        self.enter(child, ":undo", "nothing to undo")

    def paste(self, child, lines):
        """Pastes `lines` as a terminal does, then ends them."""
        child.send("\x1b[200~" + "\r".join(lines) + "\x1b[201~")
        child.expect_exact(lines[-1][-10:])
        child.send("\r")

    # Completion

    def test_completion_of_a_verb(self):
        child = self.start()
        child.send("anim\t")
        child.expect("animate ")
        self.enter(child, "y\t", "done  1.2s")

    def test_completion_by_position(self):
        child = self.start()
        for typed, shown in [
            ("pan to 30d", "30deg "),
            ("pan to 30deg l", "left "),
            ("tilt to 3deg u", "up "),
            ("roll to 3deg clo", "clockwise "),
            ("pan to 3deg right o", "over "),
            ("pan to 3deg right over 2m", "\r\n2min  2ms"),
            ("spin pan at 2r", "2rad/s "),
            ("pan to 3deg right easing sm", "smooth "),
            ("face hap", "happy "),
            ("on shu", "shutter "),
            (":profile flo", "flow2pro "),
            ("?smo", "?smooth "),
        ]:
            with self.subTest(typed):
                child.send(typed + "\t")
                child.expect_exact(typed)
                word = typed.split(" ")[-1]
                child.expect_exact(shown.removeprefix(word))
                child.send("\x15")
        child.send("animate \t")
        for word in ["kapow", "no", "wakeup", "yes"]:
            child.expect(word)
        child.send("\x15")
        self.enter(child, ":time", "0s of motion in 0 entries")

    def test_completion_of_names_and_files(self):
        with open(self.home + "/moves.dock", "w") as file:
            file.write("gesture sway(reach: angle) { pan by reach left; pan by reach right }\n")
        child = self.start()
        child.send('use "mo\t')
        child.expect("moves.dock")
        self.enter(child, "", "named sway")
        child.send("sw\tre\t")
        child.expect("sway\\(")
        child.expect("reach:")
        self.enter(child, " 5deg)", "done")
        child.send(":pre\t")
        child.expect(":preview ")
        child.send("\x15:load mo\t")
        child.expect("moves.dock")
        child.send("\x15:scene mo\t")
        child.expect("moves.dock")

    # History

    def test_history_over_two_runs(self):
        child = self.start()
        child.send("repeat 2 {\r")
        child.expect(MORE)
        child.send("wait 1s\r")
        child.expect(MORE)
        self.enter(child, "}", "done  2s")
        self.enter(child, "pan to 7deg left", "done")
        child.sendeof()
        child.expect(pexpect.EOF)
        child = self.start()
        child.send("\x10\x10")
        child.expect("repeat 2 {")
        child.send("\r")
        child.expect("done  2s")
        child.expect(PROMPT)
        child.send("\x12" + "7deg")
        child.expect("reverse-i-search")
        child.send("\r")
        child.expect("ends at pan 7deg left")
        mode = os.stat(self.home + "/state/dock/history").st_mode & 0o777
        self.assertEqual(mode, 0o600)

    def test_history_is_bounded(self):
        folder = self.home + "/state/dock"
        os.makedirs(folder)
        with open(folder + "/history", "w") as file:
            for number in range(1500):
                file.write(f"#{1700000000 + number}\nwait {number + 1}ms\n")
        child = self.start()
        child.send("\x10")
        child.expect("wait 1500ms")
        with open(folder + "/history") as file:
            self.assertEqual(sum(line.startswith("wait") for line in file), 1000)

    # The user's own settings

    def test_user_settings(self):
        with open(self.home + "/inputrc", "w") as file:
            file.write('$if dock\n"\\C-t": "pan to 9deg left"\n$endif\n')
            file.write('$if other\n"\\C-t": "wrong"\n$endif\n')
        child = self.start(INPUTRC=self.home + "/inputrc")
        child.send("\x14")
        self.enter(child, "", "ends at pan 9deg left")

    def test_colours(self):
        child = pexpect.spawn(
            DOCK, ["repl"], env={**self.environment, "NO_COLOR": ""}, encoding="utf-8", timeout=15
        )
        self.addCleanup(child.close, True)
        child.expect("\x1b\\[1mpan 0.0° tilt 0.0°\x1b\\[0m \x1b\\[32m◉\x1b\\[0m ")

    def test_no_colours(self):
        written = self.talk_of_everything()
        self.assertNotRegex(written, "\x1b\\[[0-9;]*m")
        self.assertIn("\x1b[", written)

    def test_a_dumb_terminal_gets_no_escapes(self):
        self.assertNotIn("\x1b", self.talk_of_everything(NO_COLOR="", TERM="dumb"))

    def talk_of_everything(self, **environment):
        """All that is written while one types, errs, moves and looks back."""
        child = self.start("--live", **environment)
        child.logfile_read = written = io.StringIO()
        self.enter(child, "pann to 3deg", "did you mean")
        self.enter(child, "pan to 3deg right over 1s", "done  1")
        self.enter(child, "\x10\x10", "1 error")
        self.enter(child, ":plot", "position")
        child.sendeof()
        child.expect(pexpect.EOF)
        return written.getvalue()

    def test_ascii(self):
        child = pexpect.spawn(
            DOCK,
            ["repl"],
            env={**self.environment, "LANG": "C", "LC_ALL": "C"},
            encoding="utf-8",
            timeout=15,
        )
        self.addCleanup(child.close, True)
        child.expect("pan 0.0deg tilt 0.0deg on> ")

    # What happens meanwhile

    def test_a_handler_fires_while_somebody_types(self):
        with open(self.home + "/day.scene", "w") as file:
            file.write("at 2s press button 1\n")
        child = self.start("--live", "--scene", "day.scene")
        self.enter(child, 'on button 1 pausing { log "pressed"; animate yes }', "from now on")
        child.send("pan to 3")
        child.expect("pan to 3")
        child.expect("event button 1 pressed")
        child.expect("log   pressed")
        child.expect("done  1.2s")
        child.expect(PROMPT + "pan to 3")
        child.send("0deg right over 2s\r")
        child.expect("ends at pan 30deg right")

    def test_an_event_on_the_screen(self):
        with open(self.home + "/day.scene", "w") as file:
            file.write("at 2s tap\n")
        screen = Screen(self)
        screen.type("dock repl --quiet --live --scene day.scene")
        screen.wait("tilt 0.0")
        screen.send("pan to 3")
        screen.wait("event tap\npan 0.0° tilt 0.0° ◉ pan to 3\n")
        self.assertEqual(screen.text().count("pan to 3"), 1)

    # A whole screen

    def test_resize(self):
        screen = Screen(self)
        screen.type("dock repl")
        screen.wait("tilt 0.0")
        screen.send("log 1111111111, 2222222222, 3333333333, 4444444444")
        screen.wait("4444444444")
        screen.resize(40, 20)
        screen.send(", 5")
        screen.type("")
        screen.wait("log   1111111111222222222233333333334444\n4444445")


if __name__ == "__main__":
    unittest.main(verbosity=2)
