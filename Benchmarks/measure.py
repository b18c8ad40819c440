"""Interleaved, repeated measurement of whole commands."""
import os
import statistics
import subprocess
import sys

LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launch.py")


class Failure(Exception):
    """A command that ought to have worked did not."""


class Samples:
    """What the runs of one command took."""

    def __init__(self):
        self.walls = []
        self.processors = []
        self.peaks = []

    @property
    def seconds(self):
        """The median wall time."""
        return statistics.median(self.walls)

    @property
    def processor_seconds(self):
        """The median time of the processor, which hardly depends on what else the machine does."""
        return statistics.median(self.processors)

    @property
    def mebibytes(self):
        """The greatest peak of resident memory."""
        return max(self.peaks)


def once(command, output, expected=0):
    """Runs `command`, which is to end with `expected`, with its standard output in `output`.

    Returns wall seconds, processor seconds and peak MiB.
    """
    words = [sys.executable, "-I", "-S", LAUNCHER, output, *command]
    said = subprocess.run(words, capture_output=True, text=True)
    if said.returncode != 0:
        raise Failure(f"cannot start {command[0]}: {said.stderr.strip().splitlines()[-1:]}")
    wall, processor, peak, code = map(int, said.stdout.split())
    if code != expected:
        with open(output + ".err", errors="replace") as errors:
            reason = errors.readline().strip() or "it said nothing"
        raise Failure(f"{' '.join(command[:3])} … ended with {code}: {reason}")
    return wall / 1e9, processor / 1e9, peak / 1024


def rounds(count, commands, scratch, failing=()):
    """Runs every command of the table `count` times, in turns, so that all share the weather.

    Those named in `failing` are to end with findings, that is 1.
    """
    samples = {name: Samples() for name in commands}
    for _ in range(count):
        for name, command in commands.items():
            wall, processor, peak = once(
                command, output_of(name, scratch), int(name in failing))
            samples[name].walls.append(wall)
            samples[name].processors.append(processor)
            samples[name].peaks.append(peak)
    return samples


def output_of(name, scratch):
    """Where the last output of the command called `name` lies."""
    return os.path.join(scratch, name.replace(" ", "-") + ".out")


def count_lines(path):
    """The number of lines in the file at `path`."""
    with open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
