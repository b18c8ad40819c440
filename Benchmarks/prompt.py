"""How long programs with a prompt let somebody wait.

Each has a terminal of its own, on which the next key is typed as soon as what came before stands
there. The program ends with its terminal.
"""
import fcntl
import os
import pty
import select
import struct
import termios
import time

import measure

PATIENCE = 20


class Talk:
    """A program on a terminal of its own."""

    def __init__(self, command, home):
        self.command = command
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        name = os.ttyname(slave)
        environment = {"PATH": os.environ["PATH"], "HOME": home, "TERM": "xterm", "LANG": "C.UTF-8",
                       "NO_COLOR": "1", "PS1": "$ "}
        # Who leads a session and opens a terminal has it.
        files = [(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1),
                 (os.POSIX_SPAWN_DUP2, 0, 2)]
        self.start = time.perf_counter()
        self.child = os.posix_spawnp(
            command[0], command, environment, setsid=True, file_actions=files)
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.master)
        os.waitpid(self.child, 0)

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, text):
        """Reads on until `text` has come."""
        written, end = b"", time.monotonic() + PATIENCE
        while text.encode() not in written:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.master], [], [], left)[0]:
                raise measure.Failure(f"{self.command[0]} shows no '{text}': {written[-200:]!r}")
            try:
                written += os.read(self.master, 4096)
            except OSError:
                raise measure.Failure(f"{self.command[0]} ended: {written[-200:]!r}") from None


def first_echo(command, prompt, home):
    """Returns the seconds from the start of `command` until it echoes a key behind its `prompt`."""
    with Talk(command, home) as talk:
        talk.wait_for(prompt)
        talk.type("7")
        talk.wait_for("7")
        return time.perf_counter() - talk.start


def completions(command, prompt, home, script, words, count):
    """Returns what each of `count` completions of `words` took, in seconds, after `script`."""
    times = []
    with Talk(command, home) as talk:
        talk.wait_for(prompt)
        talk.type(f":load {script}\r")
        talk.wait_for(prompt)
        for number in range(count):
            typed, rest = words[number % len(words)]
            talk.type(typed)
            talk.wait_for(typed[-1])
            start = time.perf_counter()
            talk.type("\t")
            talk.wait_for(rest)
            times.append(time.perf_counter() - start)
            talk.type("n\x15")
    return times
