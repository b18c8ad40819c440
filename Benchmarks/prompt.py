"""How long a program with a prompt takes from its start to the echo of a first key.

A terminal of its own; the key is typed as soon as the prompt stands. The program then ends with its
terminal.
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


def first_echo(command, prompt, home):
    """Returns the wall seconds from the start of `command` until its `prompt`, and its echo."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    name = os.ttyname(slave)
    environment = {"PATH": os.environ["PATH"], "HOME": home, "TERM": "xterm", "LANG": "C.UTF-8"}
    # Who leads a session and opens a terminal has it.
    files = [(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1),
             (os.POSIX_SPAWN_DUP2, 0, 2)]
    start = time.perf_counter_ns()
    child = os.posix_spawnp(command[0], command, environment, setsid=True, file_actions=files)
    try:
        os.close(slave)
        wait_for(prompt, master, command)
        prompted = time.perf_counter_ns()
        os.write(master, b"7")
        wait_for("7", master, command)
        echoed = time.perf_counter_ns()
    finally:
        os.close(master)
        os.waitpid(child, 0)
    return (prompted - start) / 1e9, (echoed - start) / 1e9


def wait_for(text, terminal, command):
    """Reads on until `text` has come."""
    written, end = b"", time.monotonic() + PATIENCE
    while text.encode() not in written:
        left = end - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            raise measure.Failure(f"{command[0]} shows no '{text}': {written!r}")
        try:
            written += os.read(terminal, 4096)
        except OSError:
            raise measure.Failure(f"{command[0]} ended: {written!r}") from None
