#!/usr/bin/env python3
"""Compares the planner with the `ruckig` package, and checks its plans, on very many random cases.

The checker knows nothing of either: it follows the pieces of constant jerk that the planner gives
back, from the start on, and looks at every joint and at every extreme. Whatever is off by more than
1e-6, in degrees and seconds, fails.
"""
import argparse
import itertools
import multiprocessing
import subprocess
import sys

import numpy
import ruckig

SEED = 20_260_117
# What a regime draws: ranges of speed, acceleration and jerk, the reach of positions, and the
# share of the greatest velocity and acceleration at the start and at the target.
REGIMES = {
    "rest": ((5, 180), (20, 2000), (100, 50_000), 180, 0, 0, 0, 0),
    "any start": ((5, 180), (20, 2000), (100, 50_000), 180, 1, 1, 0, 0),
    "any target velocity": ((5, 180), (20, 2000), (100, 50_000), 180, 1, 1, 1, 0),
    "any target": ((5, 180), (20, 2000), (100, 50_000), 180, 1, 1, 1, 1),
    "tiny": ((5, 180), (20, 2000), (100, 50_000), 1e-3, 1e-2, 1e-2, 1e-2, 0),
    "near": ((5, 180), (20, 2000), (100, 50_000), 5, 1, 1, 1, 1),
    "huge": ((5, 180), (20, 2000), (100, 50_000), 360_000, 1, 1, 1, 1),
}

TABLE_HEAD = '''\
/// Lengths of quickest motions that the `ruckig` package 0.19 found{limits}.
///
/// In a line the number of axes, then of one of them speed, acceleration, jerk, start and target
/// (position, velocity, acceleration), then the length.
///
/// Written by `Tests/Soak/run {option}`.
let {name} = """'''


def states(draw, count, regime, axes, unlimited=False):
    """Limits, that of the jerk infinite if `unlimited`, starts and targets: count x axes x 9."""
    (v, a, j, reach, v0, a0, v1, a1) = REGIMES[regime]

    def magnitude(low, high):
        return numpy.exp(draw.uniform(numpy.log(low), numpy.log(high), (count, axes)))

    def even(share):
        return share * draw.uniform(-1, 1, (count, axes))

    v, a, j = magnitude(*v), magnitude(*a), magnitude(*j)
    if unlimited:
        j[:] = numpy.inf

    def state(reach, vs, as_, sign):
        acceleration = a * even(as_)
        velocity = v * even(vs)
        # Where the acceleration leads beyond the speed, less of it.
        room = numpy.where(acceleration * sign > 0, v - velocity, v + velocity) * 0.99
        most = numpy.sqrt(2 * j * room)
        return reach * even(1), velocity, numpy.clip(acceleration, -most, most)

    return numpy.stack([v, a, j, *state(reach, v0, a0, 1), *state(reach, v1, a1, -1)], axis=2)


def given(case):
    """A case as ruckig takes it."""
    problem = ruckig.InputParameter(len(case))
    problem.max_velocity, problem.max_acceleration, problem.max_jerk = case[:, :3].T.tolist()
    (problem.current_position, problem.current_velocity, problem.current_acceleration,
     problem.target_position, problem.target_velocity,
     problem.target_acceleration) = case[:, 3:].T.tolist()
    return problem


def by_ruckig(cases, velocity=False):
    """The lengths that ruckig finds; NaN where it finds none."""
    axes = cases.shape[1]
    otg = ruckig.Ruckig(axes)
    lengths = numpy.full(len(cases), numpy.nan)
    for row, case in enumerate(cases):
        problem, trajectory = given(case), ruckig.Trajectory(axes)
        if velocity:
            problem.control_interface = ruckig.ControlInterface.Velocity
        try:
            if otg.calculate(problem, trajectory) >= 0:
                lengths[row] = trajectory.duration
        except (ruckig.RuckigError, ValueError):
            pass
    return lengths


def by_us(program, cases, wanted=None, velocity=False):
    """The plans of our program: an array of count x axes x 42."""
    count, axes, _ = cases.shape
    wanted = numpy.zeros((count, 1)) if wanted is None else wanted.reshape(count, 1)
    data = numpy.concatenate([cases.reshape(count, -1), wanted], axis=1)
    done = subprocess.run([program, str(axes), *["velocity"] * velocity],
                          input=data.tobytes(), capture_output=True)
    return numpy.frombuffer(done.stdout).reshape(count, axes, 42)


def after(state, time):
    p, v, a, j = state
    return (p + time * (v + time * (a / 2 + time * j / 6)), v + time * (a + time * j / 2),
            a + time * j)


def judge(cases, plans, velocity):
    """The worst final miss (position, over size) and the worst relative violation of each case.

    Without a limit of jerk the acceleration jumps, at the end too.
    """
    flat, plan = cases.reshape(-1, 9), plans.reshape(-1, 42)
    limits = flat[:, :3].T
    now, target = flat[:, 3:6].T, flat[:, 6:9].T
    violation = numpy.zeros(len(flat))
    jump = numpy.zeros(len(flat))
    for index in range(8):
        length, p, v, a, j = plan[:, 2 + 5 * index:7 + 5 * index].T
        there = plan[:, 1] > index
        jump = numpy.maximum(jump, numpy.where(there, abs(now[0] - p), 0))
        jump = numpy.maximum(jump, numpy.where(there, abs(now[1] - v), 0))
        state = (p, v, a, j)
        turn = numpy.where(j != 0, -a / numpy.where(j != 0, j, 1), -1)
        turn = numpy.clip(turn, 0, length)
        for time in (0 * length, turn, length):
            _, speed, acceleration = after(state, time)
            over = abs(acceleration) / limits[1] - 1
            if not velocity:
                over = numpy.maximum(over, abs(speed) / limits[0] - 1)
            violation = numpy.maximum(violation, numpy.where(there, over, 0))
        violation = numpy.maximum(violation, numpy.where(there, abs(j) / limits[2] - 1, 0))
        now = numpy.where(there, after(state, length), now)
    miss = abs(now - target)
    missed = numpy.where(numpy.isinf(limits[2]), 0, miss[2])
    return (0 * miss[0] if velocity else miss[0]), miss[1], missed, violation, jump


def work(job):
    regime, axes, count, seed, program, compare, stretch, velocity, unlimited = job
    draw = numpy.random.default_rng(seed)
    cases = states(draw, count, regime, axes, unlimited)
    wanted = None
    if stretch:
        wanted = by_us(program, cases, None, velocity)[:, 0, 0] * draw.uniform(1, 3, count)
    plans = by_us(program, cases, wanted, velocity)
    theirs = by_ruckig(cases, velocity) if compare else plans[:, 0, 0]
    return cases, plans, theirs


def row(name, results, velocity):
    """Prints a row; True if every plan is sound and lasts as long as theirs."""
    cases, plans, theirs = (numpy.concatenate(parts) for parts in zip(*results))
    ours = plans[:, 0, 0]
    missing = numpy.isnan(plans[:, :, 0]).any(axis=1)
    both = ~missing & ~numpy.isnan(theirs)
    difference = (ours - theirs)[both]
    p, v, a, violation, jump = judge(cases[~missing], plans[~missing], velocity)
    print(f"{name:<47} {len(ours):>9,} {missing.sum():>6} {numpy.isnan(theirs).sum():>6} "
          f"{difference.max(initial=0):>10.1e} {-difference.min(initial=0):>10.1e} "
          f"{(difference > 1e-6).sum():>7} {(difference < -1e-6).sum():>7} "
          f"{p.max(initial=0):>9.1e} {v.max(initial=0):>9.1e} {a.max(initial=0):>9.1e} "
          f"{violation.max(initial=0):>9.1e} {jump.max(initial=0):>9.1e}", flush=True)
    return all((not (missing & ~numpy.isnan(theirs)).any(), (abs(difference) <= 1e-6).all(),
                *(numpy.max(worst, initial=0) <= 1e-6 for worst in (p, v, a, violation, jump))))


def table(regimes, unlimited):
    """Prints a table of lengths for the tests: a line an axis, lines of one case in a row."""
    if unlimited:
        print(TABLE_HEAD.format(
            limits=" without a limit of jerk", option="--unlimited-table",
            name="unlimitedOracle"))
    else:
        print(TABLE_HEAD.format(limits="", option="--table", name="oracle"))
    for axes, count in ((1, 20), (3, 5)) if unlimited else ((1, 40), (3, 10)):
        for index, regime in enumerate(regimes):
            draw = numpy.random.default_rng([SEED, axes, index])
            # Short numbers, and still within limits.
            cases = states(draw, 3 * count, regime, axes, unlimited)
            short = [float(f"{value:.4g}") + 0 for value in cases.flat]
            cases = numpy.array(short).reshape(cases.shape)
            lengths = by_ruckig(cases)
            good = numpy.flatnonzero(~numpy.isnan(lengths))[:count]
            for row in good:
                for axis in cases[row]:
                    print(" ", axes, *(f"{value:g}" for value in axis), repr(float(lengths[row])))
    print('  """')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--compared", type=int, default=100_000)
    parser.add_argument("--checked", type=int, default=1_000_000)
    parser.add_argument("--axes", type=int, nargs="*", default=[1, 3])
    parser.add_argument("--regimes", nargs="*", default=list(REGIMES))
    parser.add_argument("--table", action="store_true", help="print PlanningOracle.swift")
    parser.add_argument("--unlimited-table", action="store_true",
                        help="print UnlimitedOracle.swift")
    options = parser.parse_args()
    if options.table or options.unlimited_table:
        return table(options.regimes, options.unlimited_table)
    print(f"{'regime':<47} {'cases':>9} {'none':>6} {'r none':>6} {'longer by':>10} "
          f"{'shorter by':>10} {'longer':>7} {'shorter':>7} {'end deg':>9} {'deg/s':>9} "
          f"{'deg/s2':>9} {'violation':>9} {'joint':>9}")
    sound = True
    kinds = itertools.product(options.axes, (False, True), (False, True), (True, False))
    with multiprocessing.Pool(2) as pool:
        for axes, unlimited, velocity, compare in kinds:
            total = options.compared if compare else options.checked // 4
            for index, regime in enumerate(options.regimes):
                share = total // len(options.regimes)
                jobs = [(regime, axes, min(10_000, share - done),
                         [SEED, axes, index, done, velocity, compare] + [1] * unlimited,
                         options.program, compare, not compare, velocity, unlimited)
                        for done in range(0, share, 10_000)]
                name = (f"{axes} {'velocity' if velocity else 'position'}, {regime}"
                        f"{', unlimited jerk' if unlimited else ''}{'' if compare else ', longer'}")
                if jobs:
                    sound &= row(name, pool.map(work, jobs), velocity)
    return 0 if sound else "a plan is wrong, or not as long as that of ruckig"


if __name__ == "__main__":
    sys.exit(main())
