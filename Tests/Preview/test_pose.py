"""The drawn dock stands where the trace says, the camera sees who is there, at many times."""

import math
import unittest

from browser import EXAMPLES, Pages, main, options, position, run

# The pose that the matrix of the phone on the page shows: the inverse of the drawing, by Newton's
# method on the two directions that a phone has, from a grid of poses.
MATRIX = """() => {
  const screen = document.getElementById('phone-screen');
  const numbers = screen.getAttribute('transform').match(/-?[\\d.]+/g);
  const eye = document.getElementById('space').dataset;
  return [...numbers.slice(0, 4), eye.heading, eye.elevation].map(Number);
}"""


def drawn(yaw: float, pitch: float, heading: float, elevation: float) -> list[float]:
    """The matrix of a phone at a pose, seen from a heading and an elevation, at scale 1."""
    y, e, h, v = (math.radians(a) for a in (yaw, -pitch, heading, -elevation))
    right = (math.cos(y), 0, -math.sin(y))
    up = (-math.sin(e) * math.sin(y), math.cos(e), -math.sin(e) * math.cos(y))
    across = (math.cos(h), 0, -math.sin(h))
    rise = (-math.sin(v) * math.sin(h), math.cos(v), -math.sin(v) * math.cos(h))

    def dot(a, b):
        return sum(one * other for one, other in zip(a, b))

    return [dot(right, across), -dot(right, rise), -dot(up, across), dot(up, rise)]


def pose(matrix: list[float], heading: float, elevation: float, near: float) -> tuple:
    """The yaw and the pitch that a drawn phone shows; the yaw is counted as the one nearby."""
    best = None
    for start_yaw in range(-180, 180, 60):
        for start_pitch in (-60, -20, 20, 60):
            yaw, pitch = float(start_yaw), float(start_pitch)
            for _ in range(40):
                here = drawn(yaw, pitch, heading, elevation)
                off = [a - b for a, b in zip(matrix, here)]
                step = 1e-5
                by_yaw = [(a - b) / step for a, b in zip(
                    drawn(yaw + step, pitch, heading, elevation), here)]
                by_pitch = [(a - b) / step for a, b in zip(
                    drawn(yaw, pitch + step, heading, elevation), here)]
                a = sum(x * x for x in by_yaw)
                b = sum(x * y for x, y in zip(by_yaw, by_pitch))
                c = sum(x * x for x in by_pitch)
                p = sum(x * y for x, y in zip(by_yaw, off))
                q = sum(x * y for x, y in zip(by_pitch, off))
                size = a * c - b * b
                if abs(size) < 1e-18:
                    break
                yaw += max(-30, min(30, (p * c - q * b) / size))
                pitch += max(-30, min(30, (a * q - b * p) / size))
            error = sum((x - y) ** 2 for x, y in zip(
                matrix, drawn(yaw, pitch, heading, elevation)))
            if abs(pitch) <= 90.001 and (best is None or error < best[0]):
                best = (error, yaw, pitch)
            if best and best[0] < 1e-12:
                break
    _, yaw, pitch = best
    return yaw + 360 * round((near - yaw) / 360), pitch


class Trace:
    """What `dock run --trace` prints of the axes: pieces at constant jerk."""

    def __init__(self, text: str):
        self.axes = {"yaw": [], "pitch": []}
        for line in text.splitlines():
            words = line.split()
            if len(words) > 3 and words[1] in self.axes and "at" in words:
                value = dict(zip(words[3::2], words[4::2]))
                self.axes[words[1]].append((
                    int(words[0]) / 1000,
                    *(int(value.get(name, 0)) / 1000
                      for name in ("at", "speed", "acceleration", "jerk")), "to" in value))

    def at(self, axis: str, moment: float) -> tuple[float, float] | None:
        """The position, and how far it may be off because times are printed in milliseconds.

        None within a stroke of the tracker, of which only both ends are printed.
        """
        pieces = self.axes[axis]
        if not pieces:
            return 0.0, 0.0
        index = max([0] + [i for i, piece in enumerate(pieces) if piece[0] <= moment])
        start, place, speed, acceleration, jerk, is_stroke = pieces[index]
        if is_stroke:
            return None
        end = pieces[index + 1][0] if index + 1 < len(pieces) else math.inf
        t = max(0, moment - start)
        found = place + t * (speed + t * (acceleration / 2 + t * jerk / 6))
        rate = abs(speed + t * (acceleration + t * jerk / 2))
        near = max((abs(p[2]) for p in pieces[max(0, index - 1):index + 2]), default=0)
        # A rounded jerk or acceleration adds up over a long piece.
        slack = 0.0005 * (max(rate, near) + abs(acceleration) * 0.001)
        return found, slack + 0.0005 * t + (0.001 * rate if end - moment < 0.001 else 0)


class Pose(Pages):
    def check(self, example):
        page = self.write(example)
        data = self.data(page)
        printed = run("run", "--trace", str(example), *options(example))
        trace = Trace(printed.stdout)
        tab = self.open(page)
        first = data["runs"][0]
        axes = {axis["name"]: axis["done"] for axis in first["axes"]}
        length = first["length"]
        compared = 0
        for number in range(50):
            moment = round(length * (number + 0.5) / 50, 4)
            tab.evaluate("time => player.go(time)", moment)
            *matrix, heading, elevation = tab.evaluate(MATRIX)
            wanted = {name: position(axes[name], moment) for name in ("pan", "tilt")}
            yaw, pitch = pose(
                [value / 100 for value in matrix], heading, elevation, wanted["pan"])
            with self.subTest(example=example.name, time=moment):
                self.assertAlmostEqual(yaw, wanted["pan"], delta=0.01)
                self.assertAlmostEqual(pitch, wanted["tilt"], delta=0.01)
                for name, axis in (("pan", "yaw"), ("tilt", "pitch")):
                    there, slack = trace.at(axis, moment) or (None, None)
                    if there is None:
                        continue
                    compared += 1
                    self.assertAlmostEqual(
                        {"pan": yaw, "tilt": pitch}[name], there, delta=0.01 + slack, msg=name)
        # An example of tests does nothing by itself.
        self.assertGreater(compared, 60 if length > 0 else -1, example.name)

    def test_every_example(self):
        self.assertGreater(len(EXAMPLES), 8)
        for example in EXAMPLES:
            self.check(example)

    def test_from_every_side(self):
        tab = self.open(self.script("pan to 70deg left over 2s\ntilt to 25deg up over 1s\n"))
        tab.evaluate("player.go(2.7)")
        data = self.data(self.folder / "show.html")
        wanted = [position(axis["done"], 2.7) for axis in data["runs"][0]["axes"]]
        for eye in [(32, 24), (-140, 20), (90, 10), (0, 84), (-77, 50)]:
            tab.evaluate("([heading, elevation]) => turnEye(heading, elevation)", eye)
            *matrix, heading, elevation = tab.evaluate(MATRIX)
            yaw, pitch = pose([value / 100 for value in matrix], heading, elevation, wanted[0])
            with self.subTest(eye=eye):
                self.assertAlmostEqual(yaw, wanted[0], delta=0.01)
                self.assertAlmostEqual(pitch, wanted[1], delta=0.01)

    def test_the_camera_sees_who_is_there(self):
        tab = self.open(self.script("""
scene {
    person ada at 20deg right, 2m away
    object ball at 100deg left, 1m away
    at 1s ada walks to 20deg left over 2s
    at 5s ada leaves
}
pan to 20deg right over 1s
wait 8s
"""))
        box = "document.querySelector('#picture [data-subject=\"0\"]')"

        def middle():
            return tab.evaluate(
                f"(() => {{ const b = {box}; return b && ['x', 'y', 'width', 'height']"
                ".map((name) => Number(b.getAttribute(name))) })()")

        tab.evaluate("player.go(1)")
        x, y, width, height = middle()
        # The dock has turned to her: she is in the middle, as wide as 16 cm at 2 m.
        self.assertAlmostEqual(x + width / 2, 240, delta=0.2)
        self.assertAlmostEqual(y + height / 2, 135, delta=0.2)
        self.assertAlmostEqual(width, 480 * 0.08 / 2 / math.tan(math.radians(32.5)), delta=0.1)
        # Half of the way, she is 20 degrees to the left of where the camera looks.
        tab.evaluate("player.go(2)")
        x, y, width, height = middle()
        share = math.tan(math.radians(20)) / math.tan(math.radians(32.5))
        self.assertAlmostEqual(x + width / 2, 240 * (1 - share), delta=1)
        tab.evaluate("player.go(6)")
        self.assertIsNone(middle())
        label = tab.locator("#picture").get_attribute("aria-label")
        self.assertEqual(label, "The camera sees nobody")


if __name__ == "__main__":
    main()
