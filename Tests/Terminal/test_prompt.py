#!/usr/bin/env python3
"""Drives `dock repl` on real terminals: `test_prompt.py PATH-OF-DOCK [TEST...]`.

pexpect gives each test a terminal of its own; tmux draws one where a whole screen, a shell around
the tool, or the size of the window matters.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

import pexpect

DOCK = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "dock"
PROMPT = "pan -?[0-9.]+° tilt -?[0-9.]+° [◉○] (go\\? )?"
MORE = "… "


class Prompt(unittest.TestCase):
    """One terminal, with a home of its own."""

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="dock-terminal-")
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.home,
            "XDG_STATE_HOME": self.home + "/state",
            "INPUTRC": os.devnull,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
        }

    def tearDown(self):
        shutil.rmtree(self.home, ignore_errors=True)

    def start(self, *arguments, **environment):
        child = pexpect.spawn(
            DOCK,
            ["repl", *arguments],
            cwd=self.home,
            env={**self.environment, **environment},
            encoding="utf-8",
            codec_errors="replace",
            timeout=15,
            dimensions=(24, 80),
        )
        child.delaybeforesend = None
        self.addCleanup(child.close, True)
        child.expect(PROMPT)
        return child

    def enter(self, child, line, shown, prompt=PROMPT):
        """Types `line` and waits for what it shows, then for the prompt."""
        child.send(line + "\r")
        child.expect(shown)
        child.expect(prompt)

    def assertSane(self, child):
        """The terminal is as a shell leaves it: lines are edited by it and echoed."""
        flags = termios.tcgetattr(child.child_fd)[3]
        self.assertTrue(flags & termios.ICANON, "it is left raw")
        self.assertTrue(flags & termios.ECHO, "it does not echo")

    def until(self, condition, what):
        """Waits for `condition`, at most 10 s."""
        end = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

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

    def test_paste_is_one_entry(self):
        child = self.start()
        lines = ["gesture bow() {", "tilt by 5deg down over 1s", "tilt by 5deg up over 1s", "}"]
        lines.append("bow()")
        child.send("\x1b[200~" + "\r".join(lines) + "\x1b[201~")
        time.sleep(0.3)
        child.send("\r")
        child.expect("plan  2s")
        child.expect("named bow")
        child.expect("done  2s")
        child.expect(PROMPT)
        child.send("\x10")
        child.expect("bow\\(\\)")

    # Completion

    def test_completion_of_a_verb(self):
        child = self.start()
        child.send("anim\t")
        child.expect("animate ")
        self.enter(child, "y\t", "done  1.2s")

    def test_completion_by_position(self):
        child = self.start()
        child.send("pan to 30d\t")
        child.expect("30deg ")
        child.send("r\tover 2\t")
        child.expect("right ")
        child.send("\x15animate \t")
        for word in ["kapow", "no", "wakeup", "yes"]:
            child.expect(word)

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
        child = self.start()
        self.assertNotIn("\x1b[", child.after)
        child = pexpect.spawn(
            DOCK, ["repl"], env={**self.environment, "NO_COLOR": ""}, encoding="utf-8", timeout=15
        )
        self.addCleanup(child.close, True)
        child.expect("\x1b\\[1mpan 0.0° tilt 0.0°\x1b\\[0m \x1b\\[32m◉\x1b\\[0m ")
        child = self.start(NO_COLOR="", TERM="dumb")
        self.assertNotIn("\x1b[", child.before + child.after)

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

    # Signals

    def test_interrupt_drops_the_line(self):
        child = self.start()
        child.send("pan to 30deg ri")
        child.expect("ri")
        child.sendintr()
        child.expect("\\^C")
        child.expect(PROMPT)
        self.enter(child, ":pose", "pan 0deg, tilt 0deg")

    def test_interrupt_drops_a_whole_entry(self):
        child = self.start()
        child.send("repeat 2 {\r")
        child.expect(MORE)
        child.sendintr()
        child.expect(PROMPT)
        self.enter(child, ":pose", "pan 0deg, tilt 0deg")

    def test_interrupt_stops_the_dock(self):
        child = self.start("--live")
        child.send("pan to 90deg right over 20s\r")
        child.expect("performing")
        time.sleep(1)
        child.sendintr()
        child.expect("stopped")
        child.expect("tracking on -> on, stop confirmed")
        child.expect(PROMPT)
        self.assertNotIn("pan 0.0°", child.after)
        self.enter(child, ":pose", "right, tilt 0deg")
        self.enter(child, ":live off", "live off")
        self.enter(child, "wait 1s", "done")

    def test_second_interrupt_kills(self):
        child = self.start("--live")
        child.send("spin pan at 80deg/s right for 20s; stop\r")
        child.expect("performing")
        time.sleep(1)
        child.sendintr()
        time.sleep(0.002)
        child.sendintr()
        child.expect("killed|stopped")
        child.expect(PROMPT)

    def test_signals_at_the_prompt(self):
        for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
            with self.subTest(number):
                child = self.start()
                child.send("pan to 3")
                child.expect("pan to 3")
                child.kill(number)
                self.until(lambda: not child.isalive(), "it goes on")
                self.assertEqual(child.signalstatus, number)

    def test_the_terminal_is_sane_after_a_signal(self):
        screen = Screen(self)
        screen.type("dock repl")
        screen.wait("tilt 0.0")
        screen.send("pan to 3")
        screen.wait("pan to 3")
        process = screen.process("dock")
        os.kill(process, signal.SIGTERM)
        screen.wait("Terminated")
        screen.type("stty -a | tr ' ;' '\\n' | grep -x -e '-*icanon' -e '-*echo' | tr '\\n' +")
        screen.wait("icanon\\+echo\\+")

    def test_signal_while_moving(self):
        child = self.start("--live")
        child.send("pan to 90deg right over 20s\r")
        child.expect("performing")
        child.kill(signal.SIGTERM)
        child.expect("tracking on -> on, stop confirmed")
        self.until(lambda: not child.isalive(), "it goes on")
        self.assertEqual(child.signalstatus, signal.SIGTERM)
        journal = self.home + "/state/dock/journal"
        self.assertFalse(os.path.exists(journal), "something was left undone")

    def test_closed_terminal(self):
        child = self.start("--live")
        child.send("pan to 90deg right over 20s\r")
        child.expect("performing")
        process = child.pid
        child.ptyproc.fileobj.close()
        child.closed = child.ptyproc.closed = True

        def is_over():
            return os.waitpid(process, os.WNOHANG)[0] == process

        self.until(is_over, "it goes on without a terminal")
        child.terminated = child.ptyproc.terminated = True
        self.assertFalse(os.path.exists(self.home + "/state/dock/journal"))

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

    def test_suspend_at_the_prompt(self):
        screen = Screen(self)
        screen.type("dock repl")
        screen.wait("tilt 0.0")
        screen.send("pan to 30deg ri")
        screen.wait("30deg ri")
        screen.key("C-z")
        screen.wait("Stopped")
        screen.type("echo in the shell")
        screen.wait("\nin the shell")
        screen.type("fg")
        screen.wait("fg\n.*\n?.*30deg ri")
        screen.type("ght")
        screen.wait("ends at pan 30deg right")

    def test_suspend_while_moving(self):
        screen = Screen(self)
        screen.type("dock repl --live")
        screen.wait("tilt 0.0")
        screen.type("pan to 60deg right over 4s")
        screen.wait("performing")
        screen.key("C-z")
        screen.wait("Stopped")
        screen.type("fg")
        screen.wait("stop confirmed", 20)
        screen.wait("pan 60.0° tilt 0.0°")


class Screen:
    """A shell in tmux, seen as its user sees it."""

    def __init__(self, test):
        self.name = "dock-%d-%d" % (os.getpid(), time.monotonic_ns())
        self.socket = test.home + "/tmux"
        self.test = test
        environment = {
            **test.environment,
            "PATH": test.home + "/bin:" + os.environ["PATH"],
            "PS1": "$ ",
            "ENV": "",
        }
        self.environment = environment
        os.makedirs(test.home + "/bin")
        os.symlink(DOCK, test.home + "/bin/dock")
        self.tmux(
            "-f", os.devnull, "new-session", "-d", "-s", self.name, "-x", "100", "-y", "30",
            "-c", test.home, "env", "-i", *(f"{k}={v}" for k, v in environment.items()),
            "bash", "--norc", "--noprofile", "-i",
        )
        test.addCleanup(self.tmux, "kill-server", check=False)
        self.wait("\\$")

    def tmux(self, *words, check=True):
        command = ["tmux", "-u", "-S", self.socket, *words]
        return subprocess.run(
            command, check=check, capture_output=True, encoding="utf-8", env=self.environment
        ).stdout

    def send(self, text):
        self.tmux("send-keys", "-t", self.name, "-l", text)

    def key(self, name):
        self.tmux("send-keys", "-t", self.name, name)

    def type(self, line):
        if line:
            self.send(line)
        self.key("Enter")

    def resize(self, width, height):
        self.tmux("resize-window", "-t", self.name, "-x", str(width), "-y", str(height))
        time.sleep(0.3)

    def text(self):
        return self.tmux("capture-pane", "-p", "-t", self.name)

    def process(self, name):
        shell = self.tmux("display-message", "-p", "-t", self.name, "#{pane_pid}").strip()
        found = subprocess.run(
            ["ps", "--ppid", shell, "-o", "pid=,comm="], capture_output=True, encoding="utf-8"
        ).stdout
        return int(next(line.split()[0] for line in found.splitlines() if name in line))

    def wait(self, pattern, seconds=10):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text()):
            if time.monotonic() > end:
                self.test.fail(f"no '{pattern}' on the screen:\n{self.text()}")
            time.sleep(0.05)


if __name__ == "__main__":
    unittest.main(verbosity=2)
