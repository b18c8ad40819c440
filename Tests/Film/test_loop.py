"""The loop: film, a detector that is not ours, `track`, the dock, and the next frame."""

import math
import subprocess

import film
from film import FaceDetector, Films, Stream, figures, focal

# A walk of 1.4 m/s at 2 m from the dock, to and fro, for a minute; she stops for a moment at each
# end.
LEGS, LENGTH, PAUSE = 22, 1.9, 0.75
SECONDS = 60


def walk() -> str:
    lines = ["seed 3", "at 0s person ada at 2m away"]
    for leg in range(LEGS):
        side = "left" if leg % 2 else "right"
        start = 2 + leg * (LENGTH + PAUSE)
        lines.append(f"at {start:.2f}s ada walks to 35deg {side} over {LENGTH}s")
    return "\n".join(lines) + "\n"


class Loop(Films):
    def test_a_minute_of_walking_stays_framed(self):
        scene = self.write("walk.scene", walk())
        process = self.start(
            scene, "--detector", "--for", f"{SECONDS}s", "--size", "640x360",
            stdin=subprocess.PIPE)
        stream, detector = Stream(process.stdout), FaceDetector()
        errors, count, seen, place = [], 0, 0, 320
        for frame in stream:
            count += 1
            boxes = detector.find(frame)
            seen += bool(boxes)
            line = "; ".join(" ".join(map(str, box)) for box in boxes)
            if count <= 30 * SECONDS:
                process.stdin.write((line + "\n").encode())
                process.stdin.flush()
            if boxes:
                # Of several boxes, hers is where she was in the frame before.
                place = min((box[0] + box[2] / 2 for box in boxes), key=lambda x: abs(x - place))
                if count > 60:
                    errors.append(math.degrees(math.atan((place - 320) / focal(640))))
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        rms = math.sqrt(sum(error ** 2 for error in errors) / len(errors))
        worst = max(map(abs, errors))
        figures(f"a minute of walking: {count} frames, face found in {seen}, rms error "
                f"{rms:.2f} deg, worst {worst:.2f} deg")
        self.assertEqual(count, 30 * SECONDS + 1)
        self.assertGreater(seen, 0.97 * count)
        self.assertLess(rms, 2.5)
        self.assertLess(worst, 15)

    def test_a_dock_without_boxes_stands(self):
        scene = self.write("stay.scene", "at 0s person ada at 20deg right, 2m away\n")
        process = self.start(
            scene, "--detector", "--for", "1s", "--size", "64x36", stdin=subprocess.PIPE)
        out, _ = process.communicate(b"\n" * 40)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(out.count(b"FRAME\n"), 31)

    def test_boxes_end_the_film_and_bad_ones_are_refused(self):
        scene = self.write("stay.scene", "at 0s person ada at 20deg right, 2m away\n")
        for text, status, frames in ((b"\n\n", 0, 3), (b"1 2 3\n", 2, 1), (b"1 2 0 4\n", 2, 1),
                                     (b"nan 2 3 4\n", 2, 1), (b"9999 2 3 4;;\n", 0, 2)):
            process = self.start(
                scene, "--detector", "--for", "1s", "--size", "64x36", stdin=subprocess.PIPE,
                stderr=subprocess.PIPE)
            out, messages = process.communicate(text)
            self.assertEqual(process.returncode, status, messages)
            self.assertEqual(out.count(b"FRAME\n"), frames)


if __name__ == "__main__":
    film.main()
