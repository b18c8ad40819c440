#!/usr/bin/env python3
"""Stops and ends `dock repl` on real terminals: `test_endings.py PATH-OF-DOCK [TEST...]`."""

import os
import signal
import time
import unittest

from terminal import MORE, PROMPT, Prompt, Screen


class Endings(Prompt):
    """Ctrl-C, Ctrl-Z, signals, closed terminals."""

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
        # Two that come before the tool has seen the first are one for the system; hence again.
        for _ in range(5):
            child.send("spin pan at 80deg/s right for 20s; stop\r")
            child.expect("performing")
            time.sleep(0.5)
            child.sendintr()
            time.sleep(0.02)
            child.sendintr()
            killed = child.expect(["stopped  ", "killed  "])
            child.expect(PROMPT)
            if killed:
                break
        self.assertTrue(killed, "five times no second Ctrl-C killed")
        self.enter(child, ":live off", "live off")
        self.enter(child, "wait 1s", "done")

    # The terminal afterwards

    ENDS = {
        "end of input": (lambda child, tool: child.sendeof(), 0),
        "quit": (lambda child, tool: child.send(":quit\r"), 0),
        "SIGTERM": (lambda child, tool: os.kill(tool, signal.SIGTERM), 128 + signal.SIGTERM),
        "SIGHUP": (lambda child, tool: os.kill(tool, signal.SIGHUP), 128 + signal.SIGHUP),
        "SIGQUIT": (lambda child, tool: os.kill(tool, signal.SIGQUIT), 128 + signal.SIGQUIT),
    }

    def test_the_terminal_is_sane_after_every_end(self):
        for name, (end, code) in self.ENDS.items():
            with self.subTest(name):
                child = self.begin('"$dock" repl')
                if code:
                    child.send("pan to 3")
                    child.expect("pan to 3")
                end(child, self.process_of(child.pid))
                self.assertSane(child, code)

    def test_the_terminal_is_sane_after_an_end_while_moving(self):
        for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
            with self.subTest(number):
                child = self.begin('"$dock" repl --live')
                child.send("pan to 90deg right over 20s\r")
                child.expect("performing")
                os.kill(self.process_of(child.pid), number)
                child.expect("tracking on -> on, stop confirmed")
                self.assertSane(child, 128 + number)
                self.assertNoJournal()

    def test_the_terminal_is_sane_after_interrupts(self):
        child = self.begin('"$dock" repl --live')
        child.send("pan to 3")
        child.expect("pan to 3")
        child.sendintr()
        child.expect(PROMPT)
        child.send("pan to 90deg right over 20s\r")
        child.expect("performing")
        child.sendintr()
        child.expect("stop confirmed")
        child.expect(PROMPT)
        child.sendeof()
        self.assertSane(child, 0)

    def test_a_signal_on_the_screen(self):
        screen = Screen(self)
        screen.type("dock repl")
        screen.wait("tilt 0.0")
        screen.send("pan to 3")
        screen.wait("pan to 3")
        os.kill(screen.process(), signal.SIGTERM)
        screen.wait("Terminated")
        screen.type("echo in the shell")
        screen.wait("\nin the shell")

    def assertNoJournal(self):
        journal = self.home + "/state/dock/journal"
        self.assertFalse(os.path.exists(journal), "something was left undone")

    def test_who_ignores_a_signal_goes_on(self):
        child = self.begin('trap "" HUP; "$dock" repl --live')
        tool = self.process_of(child.pid)
        os.kill(tool, signal.SIGHUP)
        self.enter(child, "pan to 3deg right over 1s", "done  1")
        os.kill(tool, signal.SIGHUP)
        self.enter(child, "log 7", "log   7")
        child.sendeof()
        self.assertSane(child, 0)

    # A terminal that is gone

    def close(self, child):
        """Takes the terminal away, and waits until the tool is over."""
        process = child.pid
        child.ptyproc.fileobj.close()
        child.closed = child.ptyproc.closed = True

        def is_over():
            return os.waitpid(process, os.WNOHANG)[0] == process

        self.until(is_over, "it goes on without a terminal")
        child.terminated = child.ptyproc.terminated = True

    def test_closed_terminal_at_the_prompt(self):
        child = self.start()
        child.send("pan to 3")
        child.expect("pan to 3")
        self.close(child)

    def test_closed_terminal_while_moving(self):
        child = self.start("--live")
        child.send("pan to 90deg right over 20s\r")
        child.expect("performing")
        self.close(child)
        self.assertNoJournal()

    # Ctrl-Z

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
        # The thread that shows it is there from then on.
        screen.type("log 7")
        screen.wait("log +7")
        screen.type("pan to 60deg right over 4s")
        screen.wait("plan +4s.*\n.*performing")
        screen.key("C-z")
        screen.wait("Stopped")
        dock = self.home + "/state/dock/simulated-dock"
        self.assertFalse(os.path.exists(dock), "the motors were not given back")
        screen.type("fg")
        screen.wait("stop confirmed", 20)
        screen.wait("pan 60.0° right tilt 0.0°")


if __name__ == "__main__":
    unittest.main(verbosity=2)
