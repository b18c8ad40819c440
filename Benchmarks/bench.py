#!/usr/bin/env python3
"""Measures dock against its peers on the same work, in one run, and prints one table.

A ratio is the peer's figure over ours: more is better. Times are medians of interleaved rounds
of whole processes; text goes to a scratch file, so everyone pays for writing it. The times of a
shared machine are worth little; the ratios of one run are worth quoting.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import measure
import prompt
import workloads

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PEERS = {"lua5.4": "lua5.4", "luac5.4": "lua5.4", "luajit": "luajit"}
# What Klipper's batch mode takes for a move on a machine of this kind, start-up subtracted: a
# constant measured once and quoted, not measured here.
KLIPPER_MICROSECONDS = 53
STARTS = 100
PROMPTS = 50
# How long somebody may look at a terminal before the first key is echoed, in seconds.
FIRST_ECHO = 0.03
COMPLETION = 0.005
PROMPT = "\N{FISHEYE} "
# How many times faster than a call of the ruckig package a plan, or a state of it, has to be.
PLANNING = {
    "one axis, rest to rest": 5, "one axis, from any state": 2.5,
    "one axis, any state to any state": 2.5, "three axes, rest to rest": 2,
    "three axes, from any state": 2, "three axes, any state to any state": 2,
    "a state of one axis": 25,
}


class Bench:
    """One run: where things are, what was asked for, and the rows so far."""

    def __init__(self, dock, count, scratch):
        self.dock, self.count, self.scratch = dock, count, scratch
        self.peers = {name for name in PEERS if shutil.which(name)}
        self.missed = self.failed = 0

    def path(self, name):
        return os.path.join(self.scratch, name)

    def rounds(self, commands, count=None, failing=()):
        """Measures `commands`; a peer that is not installed is left out."""
        there = {name: command for name, command in commands.items()
                 if command[0] not in PEERS or command[0] in self.peers}
        return measure.rounds(count or self.count, there, self.scratch, failing)

    def row(self, group, what, ours, peer, ratio, target, met):
        self.missed += not met
        print(f"{group:<9} {what:<44} {ours:>12} {peer:>12} {ratio:>8} {target:>9}  "
              f"{'met' if met else 'MISSED'}", flush=True)

    def faster(self, group, what, ours, samples, peer, target, shown="s"):
        """A row that wants the peer's median to be at least `target` times ours."""
        if peer not in samples:
            print(f"{group:<9} {what:<44} {'':>12} {'missing':>12}", flush=True)
            return
        mine, theirs = samples[ours].seconds, samples[peer].seconds
        self.row(group, what, time(mine, shown), time(theirs, shown),
                 f"{theirs / mine:.2f}", f">= {target}", theirs >= target * mine)

    def below(self, group, what, value, limit, text):
        """A row that wants `value` to stay within `limit`."""
        self.row(group, what, text(value), text(limit), f"{limit / value:.2f}", ">= 1",
                 value <= limit)


def time(seconds, unit):
    return f"{seconds:.3f} s" if unit == "s" else f"{seconds * 1e3:.2f} ms"


def mebibytes(value):
    return f"{value:.1f} MiB"


def emit(bench):
    """A million computed steps, compiled and printed."""
    samples = bench.rounds({
        "dock": [bench.dock, "compile", "--max-steps", "2000000", "--max-length", "24h",
                 os.path.join(HERE, "emit.dock")],
        "luajit": ["luajit", os.path.join(HERE, "emit.lua")],
        "lua5.4": ["lua5.4", os.path.join(HERE, "emit.lua")],
    })
    for name in samples:
        lines = measure.count_lines(measure.output_of(name, bench.scratch))
        if lines < 1_000_000:
            raise measure.Failure(f"{name} printed {lines} lines, not a million")
    bench.faster("emit", "1,000,000 steps as text, LuaJIT", "dock", samples, "luajit", 2)
    bench.faster("emit", "1,000,000 steps as text, Lua 5.4", "dock", samples, "lua5.4", 3)
    bench.below("emit", "peak memory", samples["dock"].mebibytes, 100, mebibytes)


def parse(bench):
    """A million lines, read and checked, as `luac -p` does: what they do is another matter."""
    for kind, count, dock, lua in (
        ("flat", 1_000_000, workloads.flat_dock, workloads.flat_lua),
        ("mixed", 100_000, workloads.mixed_dock, workloads.mixed_lua),
    ):
        ours, theirs = bench.path(f"{kind}.dock"), bench.path(f"{kind}.lua")
        dock(ours, count)
        lua(theirs, count)
        samples = bench.rounds({
            "dock": check(bench, ours),
            "luac5.4": ["luac5.4", "-p", theirs],
        })
        bench.faster("parse", f"{kind}, check --static, luac -p", "dock", samples, "luac5.4", 2)
        size = os.path.getsize(ours) / (1 << 20)
        bench.below("parse", f"{kind}, peak of check --static, 5 x source",
                    samples["dock"].mebibytes, 5 * size, mebibytes)
        os.remove(ours)
        os.remove(theirs)


def linear(bench):
    """Ten times the lines take ten times the time."""
    before = None
    for count in (100_000, 1_000_000, 10_000_000):
        path = bench.path("lines.dock")
        workloads.flat_dock(path, count)
        samples = bench.rounds({"dock": check(bench, path)}, min(bench.count, 3))
        os.remove(path)
        nanoseconds = samples["dock"].seconds / count * 1e9
        bench.below("linear", f"{count:,} lines, ns a line, 1.3 x the last",
                    nanoseconds, 1.3 * (before or nanoseconds), lambda value: f"{value:.0f} ns")
        before = nanoseconds


def moves(bench):
    """Random moves from source to printed schedule, start-up subtracted."""
    count = 20_000
    path, single = bench.path("moves.dock"), bench.path("single.dock")
    workloads.flat_dock(path, count)
    workloads.flat_dock(single, 1)
    long = ["--max-length", "24h"]
    samples = bench.rounds({
        "all": [bench.dock, "compile", *long, path],
        "one": [bench.dock, "compile", *long, single],
    })
    each = (samples["all"].seconds - samples["one"].seconds) / count * 1e6
    ratio = KLIPPER_MICROSECONDS / each
    bench.row("moves", "20,000 moves, us a move, Klipper (quoted)", f"{each:.3f} us",
              f"{KLIPPER_MICROSECONDS} us", f"{ratio:.0f}", ">= 100", ratio >= 100)
    planning(bench)


def planning(bench):
    """The planner alone, against calls of the ruckig package."""
    said = subprocess.run([os.path.join(HERE, "planning")], capture_output=True, text=True)
    if said.returncode != 0:
        raise measure.Failure(f"planning: {(said.stderr.strip().splitlines() or ['?'])[-1]}")
    for line in said.stdout.splitlines():
        what, ours, theirs = line.split("\t")
        target = PLANNING[what]
        ratio = float(theirs) / float(ours)
        bench.row("moves", f"{what}, ruckig", f"{ours} ns", f"{theirs} ns", f"{ratio:.2f}",
                  f">= {target}", ratio >= target)


def tracking(bench):
    """How well a dock follows, beside a proportional controller, and how well it knows people
    again, beside SORT and OC-SORT on the same boxes. The figures are the same on every machine."""
    said = subprocess.run(
        [os.path.join(ROOT, "Tests", "Soak", "tracker"), "--compare", "--scenes", "60",
         "--identities", "30"], capture_output=True, text=True)
    if said.returncode != 0:
        raise measure.Failure(f"tracking: {(said.stderr.strip().splitlines() or ['?'])[-1]}")
    for line in said.stdout.splitlines():
        what, ours, theirs, ratio = line.split("\t")
        bench.row("tracking", what, ours, theirs, f"{float(ratio):.2f}", ">= 1", float(ratio) >= 1)


def film(bench):
    """The processor time of a frame with two people and a ball, the start of the tool included."""
    script, scene = bench.path("film.dock"), bench.path("film.scene")
    with open(script, "w", encoding="ascii") as file:
        file.write("tracking off\nwait 10s\n")
    with open(scene, "w", encoding="ascii") as file:
        file.write("at 0s person ada at 1.6m away\n"
                   "at 0s person bob at 22deg left, 2.6m away\n"
                   "at 0s object ball at 20deg right, 1.5m away\n"
                   "at 1s ada walks to 30deg left over 3s\n")
    samples = bench.rounds({"dock": [
        bench.dock, "film", script, "--scene", scene, "--size", "640x360", "-o", "-"]})
    bench.below("film", "a frame of 640x360, 60 a second",
                samples["dock"].processor_seconds / 301, 1 / 60, lambda value: time(value, "ms"))


def start(bench):
    """Whole processes, from nothing to done."""
    hello, script = bench.path("hello"), bench.path("everyday.dock")
    subprocess.run(["swiftc", "-O", "-static-stdlib", "-Xlinker", "-s", "-o", hello,
                    os.path.join(HERE, "hello.swift")], check=True, stdout=sys.stderr)
    workloads.everyday(script, 200)
    samples = bench.rounds({
        "check": [bench.dock, "check", script],
        "run": [bench.dock, "run", os.path.join(ROOT, "Examples", "01-hello.dock")],
        "hello": [hello],
    }, STARTS)
    floor = samples["hello"].seconds
    for name, what, times in (("check", "check of 200 lines, static hello", 2),
                              ("run", "run 01-hello.dock, static hello", 3)):
        bench.below("start", f"{what} x {times}", samples[name].seconds, times * floor,
                    lambda value: time(value, "ms"))


def simulate(bench):
    """An hour on the model."""
    path = bench.path("hour.dock")
    workloads.hour(path, 10_000)
    samples = bench.rounds({"dock": [bench.dock, "run", "--quiet", path]})
    speed = 3600 / samples["dock"].seconds
    bench.row("simulate", "one hour, 10,000 moves, times real time",
              time(samples["dock"].seconds, "s"), "3600 s", f"{speed:,.0f}", ">= 50000",
              speed >= 50_000)


def verify(bench):
    """A schedule of 100,000 moves of two axes: every piece of them held to every limit.

    A schedule that lacks its last line is read like the whole one, and then not verified: what the
    whole one takes more is verification. In processor time, which is what is left of a difference
    on a machine that does other things.
    """
    script, whole, cut = map(bench.path, ("verify.dock", "verify.schedule", "cut.schedule"))
    workloads.pairs_dock(script, 100_000)
    subprocess.run([bench.dock, "compile", "--max-length", "240h", script, "-o", whole],
                   check=True, stdout=sys.stderr, stderr=subprocess.DEVNULL)
    with open(whole) as source, open(cut, "w") as target:
        target.writelines(source.readlines()[:-1])
    samples = bench.rounds({
        "whole": [bench.dock, "check", whole],
        "read": [bench.dock, "check", "--format", "short", cut],
    }, 3 * bench.count, failing=("read",))
    seconds = samples["whole"].processor_seconds - samples["read"].processor_seconds
    bench.below("verify", "100,000 moves of two axes, verified", seconds, 0.1,
                lambda value: time(value, "ms"))


def repl(bench):
    """From nothing to the echo of a first key on a terminal, among others who have a prompt; then
    completion among many names, and the memory of long sessions."""
    commands = {
        "dock": ([bench.dock, "repl"], PROMPT),
        "python": ([sys.executable, "-I", "-i"], ">>> "),
        "bash": (["bash", "--norc", "--noprofile", "-i"], "$ "),
        "lua5.4": (["lua5.4", "-i"], "> "),
    }
    times = {name: [] for name in commands if name not in PEERS or name in bench.peers}
    for _ in range(PROMPTS):
        for name in times:
            times[name].append(prompt.first_echo(*commands[name], bench.scratch))
    medians = {name: statistics.median(all) for name, all in times.items()}
    bench.below("repl", "start to first echo", medians.pop("dock"), FIRST_ECHO,
                lambda value: time(value, "ms"))
    for name, seconds in medians.items():
        what = f"start to first echo, {name}"
        print(f"{'repl':<9} {what:<44} {'':>12} {time(seconds, 'ms'):>12}", flush=True)
    names = bench.path("names.dock")
    workloads.names(names, 10_000)
    words = [("log reach_01234", "_way"), ("pan to reach_0177", "reach_01779_way"),
             ("tilt to reach_", "possibilities? (y or n)")]
    seconds = prompt.completions(
        [bench.dock, "repl"], PROMPT, bench.scratch, names, words, PROMPTS)
    bench.below("repl", "completion among 10,000 names", statistics.median(seconds), COMPLETION,
                lambda value: time(value, "ms"))
    memory(bench)


def memory(bench):
    """A session of many entries holds no more than one of few."""
    peaks = []
    for count in (1_000, 10_000):
        path = bench.path("session")
        workloads.session(path, count)
        peaks.append(max(
            measure.once(["sh", "-c", 'exec "$0" repl <"$1"', bench.dock, path],
                         bench.path("session.out"))[2] for _ in range(min(bench.count, 3))))
    bench.below("repl", "peak of 10,000 entries, 1.1 x 1,000", peaks[1], 1.1 * peaks[0], mebibytes)


def check(bench, path):
    """The command that reads and checks a source of any size."""
    return [bench.dock, "check", "--static", "--max-source", "1GiB", path]


GROUPS = {group.__name__: group
          for group in (emit, parse, linear, moves, tracking, film, verify, start, simulate, repl)}


def install_peers():
    """Installs what is missing where we may; says what it does and what stays missing."""
    wanted = sorted({package for name, package in PEERS.items() if not shutil.which(name)})
    if not wanted:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"bench: installing {' '.join(wanted)} with apt-get", file=sys.stderr)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "-qq", "update"], **quiet)
        for package in wanted:
            subprocess.run(["apt-get", "-qq", "-y", "--no-install-recommends", "install", package],
                           env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, **quiet)
    for name, package in PEERS.items():
        if not shutil.which(name):
            print(f"bench: {name} is missing; install {package}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dock", default=os.path.join(ROOT, ".build-static/release/dock"),
                        help="the binary to measure (default: the one `make release` builds)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each group (5)")
    parser.add_argument("--only", choices=GROUPS, action="append", help="measure this group only")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if not os.access(options.dock, os.X_OK):
        parser.error(f"no binary at {options.dock}: run `make release`")
    install_peers()
    print(f"{'group':<9} {'what':<44} {'ours':>12} {'peer, limit':>12} {'ratio':>8} {'target':>9}")
    with tempfile.TemporaryDirectory(prefix="dock-bench-") as scratch:
        bench = Bench(os.path.abspath(options.dock), options.rounds, scratch)
        for name in options.only or GROUPS:
            try:
                GROUPS[name](bench)
            except measure.Failure as failure:
                bench.failed += 1
                print(f"{name:<9} failed: {failure}", flush=True)
    print(f"rounds {options.rounds}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
          f"{bench.missed} targets missed, {bench.failed} groups failed")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
