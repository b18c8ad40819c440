"""What the tests of `dock repl` on real terminals share.

pexpect gives each test a terminal of its own; tmux draws one where a whole screen, a shell around
the tool, or the size of the window matters.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import pexpect

DOCK = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "dock"
PROMPT = "pan [0-9.]+°( left| right)? tilt [0-9.]+°( up| down)? [◉○] (go\\? )?"
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

    def begin(self, line, **environment):
        """A shell that runs `line`, in which "$dock" is the tool, and writes down what came of it
        and how the terminal was before and after."""
        self.written = io.StringIO()
        child = pexpect.spawn(
            "/bin/bash",
            ["-c", f"ulimit -c 0; stty -g >before; {line}; echo $? >code; stty -g >after"],
            cwd=self.home,
            env={**self.environment, **environment, "dock": DOCK},
            encoding="utf-8",
            codec_errors="replace",
            timeout=15,
            dimensions=(24, 80),
        )
        child.delaybeforesend = None
        child.logfile_read = self.written
        self.addCleanup(child.close, True)
        child.expect(PROMPT)
        return child

    def assertSane(self, child, code):
        """The tool has ended with `code`, and the terminal is as it was before, to the last flag;
        what is pasted is not bracketed any more."""
        child.expect(pexpect.EOF)
        child.wait()
        ways = [self.text_of(name) for name in ["before", "after"]]
        self.assertEqual(ways[0], ways[1])
        self.assertEqual(self.text_of("code"), f"{code}\n")
        written = self.written.getvalue()
        self.assertGreater(written.rfind("\x1b[?2004l"), written.rfind("\x1b[?2004h"))

    def text_of(self, name):
        with open(f"{self.home}/{name}") as file:
            return file.read()

    def process_of(self, shell):
        """The process of the tool that `shell` has begun."""
        found = subprocess.run(
            ["ps", "--ppid", str(shell), "-o", "pid=,comm="], capture_output=True, encoding="utf-8"
        ).stdout
        return int(next(line.split()[0] for line in found.splitlines() if "dock" in line))

    def until(self, condition, what):
        """Waits for `condition`, at most 10 s."""
        end = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)


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

    def process(self):
        """The process of the tool."""
        shell = self.tmux("display-message", "-p", "-t", self.name, "#{pane_pid}").strip()
        return self.test.process_of(shell)

    def wait(self, pattern, seconds=10):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text()):
            if time.monotonic() > end:
                self.test.fail(f"no '{pattern}' on the screen:\n{self.text()}")
            time.sleep(0.05)
