#!/usr/bin/env python3
"""Judges the tracker on seeded scenes, and its parts by tools that are not ours.

`filterpy` runs the same filter on the same measurements, `scipy` solves the same assignments, and
`TrackEval` says how well identities are kept, beside SORT and OC-SORT of `trackers` on the same
boxes.
"""
import argparse
import collections
import json
import math
import subprocess
import sys

import numpy
from filterpy.common import Q_continuous_white_noise
from filterpy.kalman import KalmanFilter
from scipy.optimize import linear_sum_assignment

MANOEUVRE = 10.83
# What each scene must show, of the usual style: rms and share within 3.25 degrees.
TARGETS = {"walk": (1.6, 0.98), "turn": (3.3, 0)}
# The most that is asked of the motors of a stand, rounding apart.
LIMITS = {"speed": 90, "acceleration": 720, "jerk": 14_400}


class Verdict:
    """What was found wanting."""

    def __init__(self):
        self.wrong = []

    def hold(self, is_true, text):
        if not is_true:
            self.wrong.append(text)


def lines(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


# The filter


def transition(time, constant):
    fade = -math.expm1(-time / constant)
    return numpy.array([
        [1, time, constant * (time - constant * fade)],
        [0, 1, constant * fade],
        [0, 0, math.exp(-time / constant)]])


def judge_filter(program, count, verdict):
    """The greatest difference of our estimates from those of filterpy, as a share."""
    worst = 0.0
    theirs = None
    for line in lines(program, "filter", count):
        if line["step"] == 0:
            theirs = KalmanFilter(dim_x=3, dim_z=1)
            theirs.x = numpy.array([[line["first"]], [0.0], [0.0]])
            theirs.P = numpy.diag([0.0225, 40.0**2, line["acceleration"] ** 2])
            theirs.H = numpy.array([[1.0, 0.0, 0.0]])
        time = line["time"]
        theirs.F = transition(time, line["constant"])
        density = 2 * line["acceleration"] ** 2 / line["constant"]
        theirs.Q = Q_continuous_white_noise(dim=3, dt=time, spectral_density=density)
        theirs.predict()
        theirs.R = numpy.array([[line["noise"]]])
        innovation = math.remainder(line["measured"] - theirs.x[0, 0], 360)
        if line["adapts"]:
            if innovation**2 > MANOEUVRE * (theirs.P[0, 0] + line["noise"]):
                change = 40.0**2
                theirs.P += numpy.array([
                    [change * time * time / 3, change * time / 2, 0],
                    [change * time / 2, change, 0], [0, 0, 0]])
        if line["seen"]:
            theirs.update(numpy.array([[theirs.x[0, 0] + innovation]]))
        for ours, other in ((line["state"], theirs.x.ravel()), (line["covariance"], theirs.P)):
            size = numpy.maximum(1, abs(numpy.array(other)))
            worst = max(worst, (abs(numpy.array(ours) - other) / size).max())
    print(f"filter against filterpy, {count} runs of 100: differs by at most {worst:.1e}")
    verdict.hold(worst <= 1e-9, f"the filter differs from filterpy by {worst:.1e}")


# The assignment


def judge_assignment(program, count, verdict):
    """Our assignments have as many pairs as those of scipy, at the same cost."""
    worst, wrong = 0.0, 0
    for line in lines(program, "assignment", count):
        shape = (line["rows"], line["columns"])
        costs = numpy.array([math.inf if cost is None else cost for cost in line["costs"]])
        costs = costs.reshape(shape)
        barred = numpy.isinf(costs)
        rows, columns = linear_sum_assignment(numpy.where(barred, 1e6, costs))
        made = ~barred[rows, columns]
        theirs = costs[rows[made], columns[made]]
        pairs = [(row, column) for row, column in enumerate(line["found"]) if column is not None]
        ours = [costs[pair] for pair in pairs]
        is_sound = len({column for _, column in pairs}) == len(pairs)
        wrong += not is_sound or len(ours) != len(theirs)
        worst = max(worst, abs(sum(ours) - theirs.sum()))
    print(f"assignment against scipy, {count} problems: {wrong} differ, costs by {worst:.1e}")
    verdict.hold(wrong == 0 and worst <= 1e-9, "an assignment is not that of scipy")


# The scenes


def judge_scenes(program, count, verdict):
    results = collections.defaultdict(list)
    for line in lines(program, "scenes", count):
        results[line["scene"], line["follower"]].append(line)
    print(f"{'scene':<6} {'follower':<30} {'scenes':>6} {'rms deg':>8} {'worst rms':>9} "
          f"{'< 3.25':>7} {'peak':>6} {'settled s':>9} {'mean deg/s2':>11} {'identity':>8}")
    for (scene, follower), rows in results.items():
        total = sum(row["count"] for row in rows)
        rms = math.sqrt(sum(row["squares"] for row in rows) / max(total, 1))
        worst = max(math.sqrt(row["squares"] / max(row["count"], 1)) for row in rows)
        within = sum(row["within"] for row in rows) / max(total, 1)
        settled = max(row["settling"] for row in rows)
        effort = sum(row["effort"] for row in rows) / max(total, 1)
        kept = sum(row.get("kept", 0) for row in rows)
        identity = f"{kept}/{len(rows)}" if "kept" in rows[0] else "-"
        print(f"{scene:<6} {follower:<30} {len(rows):>6} {rms:>8.2f} {worst:>9.2f} "
              f"{within:>7.1%} {max(row['peak'] for row in rows):>6.1f} {settled:>9.2f} "
              f"{effort:>11.0f} {identity:>8}")
        if "kept" in rows[0]:
            for name, most in LIMITS.items():
                asked = max(row[name] for row in rows)
                is_even = follower != "uneven times"
                verdict.hold(asked <= most * (1 + 1e-6) or not is_even,
                             f"{scene}, {follower}: asks for a {name} of {asked:.1f}")
        if follower.startswith("range"):
            least, most = min(row["least"] for row in rows), max(row["most"] for row in rows)
            print(f"       from {least:.2f} to {most:.2f} deg")
            verdict.hold(least >= -15 and most <= 20, f"{scene}: goes {least:.2f} to {most:.2f}")
        if follower == "balanced":
            verdict.hold(kept == len(rows), f"{scene}: identity kept in {identity}")
            if scene == "stand":
                verdict.hold(settled <= 1.5, f"stand: settled after {settled:.2f} s")
            if scene in TARGETS:
                most, least = TARGETS[scene]
                verdict.hold(rms <= most and within >= least, f"{scene}: {rms:.2f}, {within:.1%}")
            if scene == "lose":
                wanted = ["idle", "following", "waiting", "searching", "returning"]
                for row in rows:
                    there = abs(row["yaw"]) <= 2 and abs(row["pitch"]) <= 2
                    verdict.hold(row["phases"] == wanted and there,
                                 f"lose {row['seed']}: {row['phases']}, yaw {row['yaw']:.1f}")


# Identities


def theirs(tracker, frames):
    """The numbers that `tracker` gives the boxes of `frames`; a picture of 1280 by 720."""
    import supervision
    answers = []
    for frame in frames:
        boxes = numpy.array(frame["boxes"], dtype=float).reshape(-1, 4)
        corners = numpy.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
        corners *= [1280, 720, 1280, 720]
        found = supervision.Detections(
            xyxy=corners, confidence=numpy.full(len(boxes), 0.9),
            class_id=numpy.zeros(len(boxes), dtype=int))
        found = tracker.update(found)
        ids = [] if found.tracker_id is None else found.tracker_id.tolist()
        answers.append([(number, (x / 1280, y / 720, (right - x) / 1280, (low - y) / 720))
                        for number, (x, y, right, low) in zip(ids, found.xyxy.tolist())
                        if number >= 0])
    return answers


def overlaps(left, right):
    """The intersection over union of each pair of boxes."""
    result = numpy.zeros((len(left), len(right)))
    for i, (x, y, w, h) in enumerate(left):
        for j, (u, v, a, b) in enumerate(right):
            across = max(0, min(x + w, u + a) - max(x, u))
            down = max(0, min(y + h, v + b) - max(y, v))
            result[i, j] = across * down / (w * h + a * b - across * down)
    return result


def measured(frames, answers):
    """HOTA, IDF1 and identity switches, as TrackEval has them."""
    from trackeval.metrics import CLEAR, HOTA, Identity
    # TrackEval wants numbers without gaps.
    people = {p: i for i, p in enumerate(sorted({t[0] for f in frames for t in f["truth"]}))}
    numbers = {n: i for i, n in enumerate(sorted({n for a in answers for n, _ in a}))}
    data = {
        "num_timesteps": len(frames), "num_gt_ids": len(people), "num_tracker_ids": len(numbers),
        "num_gt_dets": sum(len(frame["truth"]) for frame in frames),
        "num_tracker_dets": sum(len(answer) for answer in answers),
        "gt_ids": [numpy.array([people[t[0]] for t in f["truth"]], dtype=int) for f in frames],
        "tracker_ids": [numpy.array([numbers[n] for n, _ in a], dtype=int) for a in answers],
        "similarity_scores": [overlaps([t[1:] for t in frame["truth"]], [box for _, box in answer])
                              for frame, answer in zip(frames, answers)],
    }
    identity = Identity({"PRINT_CONFIG": False}).eval_sequence(data)
    clear = CLEAR({"PRINT_CONFIG": False}).eval_sequence(data)
    return HOTA().eval_sequence(data)["HOTA"].mean(), identity["IDF1"], clear["IDSW"]


def identities(program, count):
    """The kind of scene, the tracker, and HOTA, IDF1 and switches of each scene."""
    from trackers import OCSORTTracker, SORTTracker
    scenes = collections.defaultdict(list)
    for line in lines(program, "identities", count):
        scenes[line["scene"], line["seed"]].append(line)
    makers = {"ours": None, "SORT": SORTTracker, "OC-SORT": OCSORTTracker}
    for kind in ("cross", "hide"):
        for name, maker in makers.items():
            rows = []
            for (scene, _), frames in scenes.items():
                if scene != kind:
                    continue
                if maker is None:
                    answers = [[(number, frame["boxes"][box]) for number, box in frame["tracks"]]
                               for frame in frames]
                else:
                    answers = theirs(maker(), frames)
                rows.append(measured(frames, answers))
            yield kind, name, numpy.array(rows).T


def judge_identities(program, count, verdict):
    print(f"{'identities':<10} {'tracker':<8} {'HOTA':>6} {'IDF1':>6} {'least':>6} {'switches':>8}")
    for kind, name, (hota, score, switches) in identities(program, count):
        print(f"{kind:<10} {name:<8} {hota.mean():>6.3f} {score.mean():>6.3f} "
              f"{score.min():>6.3f} {switches.sum():>8.0f}")
        if name == "ours":
            verdict.hold(score.mean() >= 0.95, f"{kind}: IDF1 is {score.mean():.3f}")


# Beside others, for `make bench`


def compare(program, scenes, count):
    """Prints what is compared, our figure, that of a peer, and how often ours is better."""
    sums = collections.defaultdict(lambda: [0, 0])
    for line in lines(program, "scenes", scenes):
        sums[line["scene"], line["follower"]][0] += line["squares"]
        sums[line["scene"], line["follower"]][1] += line["count"]
    rms = {key: math.sqrt(squares / max(count, 1)) for key, (squares, count) in sums.items()}
    for scene in ("stand", "walk", "turn"):
        ours = rms[scene, "balanced"]
        for peer in ("proportional 3", "proportional 6"):
            theirs = rms[scene, peer]
            print(f"{scene}: rms, {peer}\t{ours:.2f} deg\t{theirs:.2f} deg\t{theirs / ours}")
    ours = {}
    for kind, name, (_, score, _) in identities(program, count):
        if name == "ours":
            ours[kind] = score.mean()
        else:
            print(f"{kind}: IDF1, {name}\t{ours[kind]:.3f}\t{score.mean():.3f}\t"
                  f"{ours[kind] / score.mean()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--identities", type=int, default=0,
                        help="scenes that TrackEval judges, which needs to be there")
    parser.add_argument("--compare", action="store_true",
                        help="print only how it does beside others, for make bench")
    parser.add_argument("--filters", type=int, default=100)
    parser.add_argument("--assignments", type=int, default=2000)
    options = parser.parse_args()
    if options.compare:
        return compare(options.program, options.scenes, options.identities)
    verdict = Verdict()
    judge_filter(options.program, options.filters, verdict)
    judge_assignment(options.program, options.assignments, verdict)
    judge_scenes(options.program, options.scenes, verdict)
    if options.identities:
        judge_identities(options.program, options.identities, verdict)
    for text in verdict.wrong:
        print(f"wrong: {text}", file=sys.stderr)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
