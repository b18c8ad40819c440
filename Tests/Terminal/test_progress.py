#!/usr/bin/env python3
"""Watches long work on real terminals: `test_progress.py PATH-OF-DOCK [TEST...]`."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import pexpect

from terminal import DOCK

CLEAR = "\r\x1b[K"
DRAWN = re.compile(r"\r\x1b\[K([^\r\n\x1b]+; Ctrl-C stops it|[^\r\n\x1b]{10,})\r(?!\n)")


class Progress(unittest.TestCase):
    """What is drawn on standard error while something takes long."""

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="dock-progress-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        moves = "pan by 20deg right over 1s\ntilt by 5deg up over 700ms\n" \
                "tilt by 5deg down over 700ms\npan by 20deg left over 1s\n"
        self.script("long.dock", "repeat 600 {\n" + moves + "}\n")
        self.script("endless.dock", "repeat forever {\n" + moves + "}\n")

    def script(self, name, text):
        with open(os.path.join(self.home, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_on_terminal(self, line, columns=80, **environment):
        """What the terminal got of a shell's `line`, in which "$dock" is the tool, and how long it
        took."""
        began = time.monotonic()
        child = pexpect.spawn(
            "/bin/bash", ["-c", line], cwd=self.home, encoding="utf-8", timeout=120,
            env={"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "xterm-256color",
                 "LANG": "C.UTF-8", "dock": DOCK, **environment},
            dimensions=(24, columns))
        self.addCleanup(child.close, True)
        child.expect(pexpect.EOF)
        return child.before, time.monotonic() - began

    def drawn(self, shown):
        return [match.group(1) for match in DRAWN.finditer(shown)]

    def assert_gone(self, shown):
        """The last line that was drawn is cleared before anything else."""
        last = list(DRAWN.finditer(shown))[-1]
        self.assertTrue(shown[last.end():].startswith(CLEAR), repr(shown[last.end():][:80]))

    def test_a_sweep_says_how_far_it_is(self):
        shown, took = self.run_on_terminal('"$dock" sweep long.dock')
        lines = self.drawn(shown)
        self.assertGreater(len(lines), 1, repr(shown[:400]))
        self.assertRegex(lines[0], r"^sweep long.dock: \d+ cases, \d+ %; Ctrl-C stops it$")
        shares = [int(re.search(r"(\d+) %", line).group(1)) for line in lines]
        self.assertEqual(shares, sorted(shares))
        self.assertLessEqual(len(lines), took * 10 + 2)
        self.assert_gone(shown)
        self.assertRegex(shown, r"ok    long.dock: ")

    def test_a_line_is_never_wider_than_the_terminal(self):
        shown, _ = self.run_on_terminal('"$dock" sweep long.dock', columns=24)
        lines = self.drawn(shown)
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertLess(len(line), 24)

    def test_nothing_is_drawn_into_a_pipe(self):
        shown, _ = self.run_on_terminal('"$dock" sweep long.dock 2>errors')
        self.assertEqual(self.drawn(shown), [])
        self.assertNotIn("\x1b", shown)
        self.assertEqual(os.path.getsize(os.path.join(self.home, "errors")), 0)

    def test_nothing_is_drawn_on_a_dumb_terminal(self):
        shown, _ = self.run_on_terminal('"$dock" sweep long.dock', TERM="dumb")
        self.assertNotIn("\x1b", shown)

    def test_a_long_run_says_how_far_it_is(self):
        shown, _ = self.run_on_terminal('"$dock" run endless.dock --for 24h >steps')
        lines = self.drawn(shown)
        self.assertGreater(len(lines), 0, repr(shown[:400]))
        self.assertRegex(lines[0], r"^played [0-9:]+ of at most 24:00:00; Ctrl-C stops it$")
        self.assert_gone(shown)

    def test_a_long_preview_says_how_far_it_is(self):
        shown, _ = self.run_on_terminal(
            '"$dock" preview endless.dock --for 20h --max-length 21h -o page.html')
        lines = self.drawn(shown)
        self.assertGreater(len(lines), 1, repr(shown[:400]))
        self.assertRegex(lines[0], r"^played [\d:]+ of at most 20:00:00; Ctrl-C stops it$")
        self.assert_gone(shown)

    def test_a_terminal_that_takes_nothing_holds_up_nothing(self):
        """Ctrl-S stops the terminal; the work is done all the same."""
        child = pexpect.spawn(
            "/bin/bash", ["-c", '"$dock" sweep long.dock >result; echo done >end'], cwd=self.home,
            env={"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "xterm-256color",
                 "LANG": "C.UTF-8", "dock": DOCK}, encoding="utf-8", timeout=60)
        self.addCleanup(child.close, True)
        child.expect("sweep long.dock: ")
        # Nobody reads it from here on.
        end = time.monotonic() + 100
        while not os.path.exists(os.path.join(self.home, "end")) and time.monotonic() < end:
            time.sleep(0.2)
        self.assertTrue(os.path.exists(os.path.join(self.home, "end")))


if __name__ == "__main__":
    unittest.main()
