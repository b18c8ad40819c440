"""The speed of the pictures is that of the dock, and the file is what other programs read."""

import json
import math
import subprocess

import cv2
import film
import numpy
from film import Films, Motion, figures, focal

WIDTH = 640


def turn(before, after) -> float:
    """By how many degrees a camera has panned between two frames, by the flow of their points."""
    points = cv2.goodFeaturesToTrack(before, 300, 0.01, 7)
    moved, status, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, None, winSize=(25, 25), maxLevel=4)
    back, again, _ = cv2.calcOpticalFlowPyrLK(
        after, before, moved, None, winSize=(25, 25), maxLevel=4)
    good = (status.ravel() == 1) & (again.ravel() == 1)
    good &= numpy.abs(points - back).reshape(-1, 2).max(1) < 0.5
    middle = (WIDTH - 1) / 2
    first = numpy.degrees(numpy.arctan((points[good, 0, 0] - middle) / focal(WIDTH)))
    last = numpy.degrees(numpy.arctan((moved[good, 0, 0] - middle) / focal(WIDTH)))
    return float(numpy.median(first - last))


class Pictures(Films):
    def test_the_pan_speed_of_the_pixels_is_that_of_the_trace(self):
        script = self.write(
            "pan.dock", "pan to 60deg right over 4s\npan to 40deg left over 5s\n"
            "pan to 10deg left over 4s\n")
        trace = self.run_dock("run", script, "--trace").stdout
        motion = Motion(trace, "yaw")
        stream, process = self.film(script, "--size", "640x360", "--rate", 30)
        frames = list(stream)
        self.assertEqual(process.wait(), 0)
        # The speed over a fifth of a second, from six frames.
        worst, sums, errors = 0.0, 0.0, 0.0
        for start in range(0, len(frames) - 6, 6):
            steps = range(start, start + 6)
            seen = 5 * sum(turn(frames[step], frames[step + 1]) for step in steps)
            truth = 5 * (motion.position((start + 6) / 30) - motion.position(start / 30))
            sums, errors = sums + truth ** 2, errors + (seen - truth) ** 2
            # Slower than this, the flow itself is off by a tenth of a pixel and more.
            if abs(truth) > 15:
                worst = max(worst, abs(seen / truth - 1))
        rms = math.sqrt(errors / sums)
        figures(f"pan speed: rms error {100 * rms:.2f} %, worst above 15 deg/s {100 * worst:.2f} %")
        self.assertLess(rms, 0.02)
        self.assertLess(worst, 0.03)

    def test_ffprobe_agrees_on_size_rate_and_count(self):
        script = self.write("short.dock", "pan to 20deg right over 1s\n")
        for size, rate in (("320x180", 30), ("161x91", 25), ("90x160", 24)):
            path = self.folder / "short.y4m"
            made = self.run_dock("film", script, "-o", path, "--size", size, "--rate", rate)
            self.assertEqual(made.returncode, 0, made.stderr)
            answer = json.loads(subprocess.run(
                ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", path],
                capture_output=True, check=True).stdout)["streams"][0]
            self.assertEqual(f"{answer['width']}x{answer['height']}", size)
            self.assertEqual(answer["r_frame_rate"], f"{rate}/1")
            self.assertEqual(int(answer["nb_read_frames"]), rate + 1)
            self.assertEqual(answer["codec_name"], "rawvideo")

    def test_the_same_script_gives_the_same_bytes(self):
        scene = self.write(
            "two.scene", "seed 5\nat 0s person ada at 1.5m away\nat 0s person bob at 20deg left, "
            "2.5m away\nat 0.2s ada walks to 20deg right over 1s\n")
        script = self.write("bytes.dock", "tracking off\nwait 1s\npan to 20deg right over 1s\n")
        films = [subprocess.run(
            [film.dock, "film", script, "--scene", scene, "-o", "-", "--size", "320x180"],
            capture_output=True, check=True).stdout for _ in range(2)]
        self.assertEqual(films[0], films[1])

    def test_a_pipe_that_closes_ends_the_film(self):
        script = self.write("long.dock", "wait 20s\n")
        process = self.start(script, "--size", "320x180")
        process.stdout.read(100_000)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=60), 0)


if __name__ == "__main__":
    film.main()
