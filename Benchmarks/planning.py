#!/usr/bin/env python3
"""Times the planner and calls of the `ruckig` package on the same random cases.

Prints a line a row: what, nanoseconds of ours, nanoseconds of theirs. Both are the medians of
rounds, in processor time of one thread, so that other work on the machine counts for little.
"""
import os
import statistics
import subprocess
import sys
import time

import numpy
import ruckig

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "Tests", "Soak"))
import oracle  # noqa: E402

COUNT = 2_000
ROUNDS = 11
SAMPLES = 20


def ours(program, cases, *words):
    """Nanoseconds a case and a state."""
    count, axes, _ = cases.shape
    data = numpy.concatenate([cases.reshape(count, -1), numpy.zeros((count, 1))], axis=1)
    said = subprocess.run([program, str(axes), "time", *words], input=data.tobytes(),
                          capture_output=True, check=True).stdout.split()
    return float(said[0]), float(said[1])


def inputs(cases):
    """The cases as ruckig takes them, without those it refuses."""
    axes = cases.shape[1]
    otg, trajectory = ruckig.Ruckig(axes), ruckig.Trajectory(axes)
    for case in cases:
        given = oracle.given(case)
        try:
            otg.calculate(given, trajectory)
        except (ruckig.RuckigError, ValueError):
            continue
        yield given


def median(work, count):
    times = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        work()
        times.append((time.thread_time_ns() - start) / count)
    return statistics.median(times)


def theirs(cases):
    """Nanoseconds of a call that plans and of one that samples."""
    problems, axes = list(inputs(cases)), cases.shape[1]
    otg, trajectory = ruckig.Ruckig(axes), ruckig.Trajectory(axes)

    def plan():
        for problem in problems:
            otg.calculate(problem, trajectory)

    plans = []
    for problem in problems[:100]:
        plans.append(ruckig.Trajectory(axes))
        otg.calculate(problem, plans[-1])
    moments = [(plan, [index / SAMPLES * plan.duration for index in range(SAMPLES)])
               for plan in plans]

    def sample():
        for plan, times in moments:
            for moment in times:
                plan.at_time(moment)

    return median(plan, len(problems)), median(sample, SAMPLES * len(moments))


def main():
    program = sys.argv[1]
    for what, axes, regime, words in (
            ("one axis, rest to rest", 1, "rest", ["rest"]),
            ("one axis, from any state", 1, "any start", []),
            ("one axis, any state to any state", 1, "any target", []),
            ("three axes, rest to rest", 3, "rest", ["rest"]),
            ("three axes, from any state", 3, "any start", []),
            ("three axes, any state to any state", 3, "any target", [])):
        cases = oracle.states(numpy.random.default_rng([oracle.SEED, axes]), COUNT, regime, axes)
        plan, _ = ours(program, cases, *words)
        peer, _ = theirs(cases)
        print(what, f"{plan:.1f}", f"{peer:.1f}", sep="\t")
    cases = oracle.states(numpy.random.default_rng(oracle.SEED), COUNT, "any start", 1)
    print("a state of one axis", f"{ours(program, cases)[1]:.1f}", f"{theirs(cases)[1]:.1f}",
          sep="\t")


if __name__ == "__main__":
    main()
