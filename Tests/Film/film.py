"""Films of `dock film`, read and judged by OpenCV, for the tests beside this file.

usage: TEST.py DOCK [unittest options]
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import cv2
import numpy

dock = "dock"
# The field of view of the camera along its longer side, in degrees.
FIELD_OF_VIEW = 65


def main() -> None:
    global dock
    dock = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__", verbosity=1)


def focal(width: int) -> float:
    """The focal length of a camera whose pictures are `width` pixels wide, in pixels."""
    return width / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2))


class Stream:
    """Frames as they are written: their brightness, one array each."""

    def __init__(self, file):
        self.file = file
        words = file.readline().decode().split()
        if words[:1] != ["YUV4MPEG2"]:
            raise ValueError(f"no film: {words}")
        values = {word[0]: word[1:] for word in words[1:]}
        self.width, self.height = int(values["W"]), int(values["H"])
        self.rate = int(values["F"].split(":")[0])

    def read(self):
        """The next frame; None at the end."""
        line = self.file.readline()
        if not line:
            return None
        if line != b"FRAME\n":
            raise ValueError(f"no frame: {line[:20]}")
        area, half = self.width * self.height, ((self.width + 1) // 2) * ((self.height + 1) // 2)
        bytes_ = self.file.read(area + 2 * half)
        if len(bytes_) < area + 2 * half:
            raise ValueError("half a frame")
        return numpy.frombuffer(bytes_[:area], numpy.uint8).reshape(self.height, self.width)

    def __iter__(self):
        while (frame := self.read()) is not None:
            yield frame


class FaceDetector:
    """The Haar cascade of frontal faces that OpenCV brings."""

    def __init__(self):
        path = pathlib.Path(cv2.data.haarcascades) / "haarcascade_frontalface_default.xml"
        self.cascade = cv2.CascadeClassifier(str(path))

    def find(self, frame, least=24):
        """The boxes of all faces in a frame: x, y, width and height in pixels."""
        return [tuple(int(side) for side in box) for box in self.cascade.detectMultiScale(
            frame, scaleFactor=1.1, minNeighbors=5, minSize=(least, least))]


class PeopleDetector:
    """The detector of upright people by histograms of gradients that OpenCV brings."""

    def __init__(self):
        self.detector = cv2.HOGDescriptor()
        self.detector.setSVMDetector(cv2.HOGDescriptor_getDefaultPeopleDetector())

    def find(self, frame, least=0.4):
        """The boxes of all people of whom it is sure enough."""
        boxes, weights = self.detector.detectMultiScale(
            frame, winStride=(4, 4), padding=(8, 8), scale=1.05)
        return [tuple(int(side) for side in box)
                for box, weight in zip(boxes, weights) if float(weight) > least]


class Motion:
    """The motion of an axis in a trace, in degrees and seconds."""

    def __init__(self, trace: str, axis: str):
        self.pieces = []
        for line in trace.splitlines():
            words = line.split()
            if len(words) < 3 or words[1] != axis:
                continue
            values = {word: float(value) / 1000
                      for word, value in zip(words[3::2], words[4::2]) if word != "limit"}
            self.pieces.append((int(words[0]) / 1000, values))

    def position(self, time: float) -> float:
        start, values = [piece for piece in self.pieces if piece[0] <= time + 1e-9][-1]
        t = time - start
        return (values["at"] + values["speed"] * t + values.get("acceleration", 0) * t ** 2 / 2
                + values.get("jerk", 0) * t ** 3 / 6)


class Films(unittest.TestCase):
    """A folder for the scripts and the films of a class of tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def start(self, *words, **more) -> subprocess.Popen:
        """Starts the tool with a film on its standard output."""
        process = subprocess.Popen(
            [dock, "film", *map(str, words), "-o", "-"], stdout=subprocess.PIPE, **more)
        self.addCleanup(process.stdout.close)
        return process

    def film(self, *words) -> tuple[Stream, subprocess.Popen]:
        process = self.start(*words)
        return Stream(process.stdout), process

    def run_dock(self, *words) -> subprocess.CompletedProcess:
        return subprocess.run([dock, *map(str, words)], capture_output=True, text=True)


def overlap(one, other) -> float:
    """The area that two boxes share, as a part of the area of both."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(0, width) * max(0, height)
    return shared / (one[2] * one[3] + other[2] * other[3] - shared)


def figures(text: str) -> None:
    """Prints figures for the log."""
    print(re.sub(r"\s+", " ", text), file=sys.stderr)
