"""Detectors that are not ours find the people of a film, and nobody in an empty room."""

import film
from film import FaceDetector, Films, PeopleDetector, Stream, figures, focal, overlap

SIZE = "1280x720"
FACE = 0.16


class Detectors(Films):
    def test_faces_from_80_to_300_pixels_are_all_found(self):
        """Somebody steps back from half a metre to more than two, and looks at the camera."""
        for name, place in (("ahead", ""), ("aside", "10deg left, ")):
            scene = self.write(
                f"{name}.scene",
                f"at 0s person ada at {place}0.535m away\n"
                "at 0s ada walks to 2.01m away over 6s\n")
            still = self.write(f"{name}.dock", "tracking off\nwait 6.2s\n")
            stream, process = self.film(
                still, "--scene", scene, "--size", SIZE, "--rate", 8, "--for", "6.1s")
            detector, widths, missed, false = FaceDetector(), [], [], 0
            for number, frame in enumerate(stream):
                share = self.share(number / 8, 6)
                distance = 0.535 + share * (2.01 - 0.535)
                width = FACE * focal(1280) / distance
                aside = focal(1280) * -0.17633 if place else 0
                truth = (640 + aside - width / 2, 360 - width / 2, width, width)
                boxes = detector.find(frame, 60)
                hits = [box for box in boxes if overlap(box, truth) > 0.4]
                widths.append(width)
                false += len(boxes) - len(hits)
                if len(hits) != 1:
                    missed.append((round(width), boxes))
            self.assertEqual(process.wait(), 0)
            figures(f"faces {name}: {len(widths)} of {min(widths):.0f} to {max(widths):.0f} "
                    f"pixels, {len(missed)} missed, {false} false")
            self.assertLess(min(widths), 81)
            self.assertGreater(max(widths), 299)
            self.assertEqual((missed, false), ([], 0))

    @staticmethod
    def share(time: float, length: float, ramp: float = 0.5) -> float:
        """The share of a walk of `length` seconds that is done: even, with a ramp at both ends."""
        speed = 1 / (length - ramp)
        if time >= length:
            return 1
        if time < ramp:
            return speed * time * time / (2 * ramp)
        left = length - time
        return 1 - speed * left * left / (2 * ramp) if left < ramp else speed * (time - ramp / 2)

    def test_nobody_is_found_in_the_empty_room(self):
        script = self.write(
            "round.dock", "pan to 120deg right over 4s\npan to 120deg left over 8s\n"
            "tilt to 20deg up over 1s\ntilt to 20deg down over 2s\n")
        stream, process = self.film(script, "--size", "640x360", "--rate", 4)
        faces, people, count = FaceDetector(), PeopleDetector(), 0
        for frame in stream:
            count += 1
            self.assertEqual(faces.find(frame), [], f"frame {count}")
            self.assertEqual(people.find(frame), [], f"frame {count}")
        self.assertEqual(process.wait(), 0)
        figures(f"empty room: nobody in {count} frames")
        self.assertGreater(count, 50)

    def test_people_are_found_by_their_bodies(self):
        found = 0
        places = [(4.6, "0deg"), (5.2, "8deg"), (5.6, "14deg")]
        for distance, place in places:
            where = "" if place == "0deg" else f"{place} right, "
            scene = self.write(
                "far.scene", f"at 0s person ada at {where}{distance}m away\n")
            still = self.write("still.dock", "tracking off\nwait 1s\n")
            stream, process = self.film(
                still, "--scene", scene, "--size", "960x540", "--rate", 2)
            frame = stream.read()
            process.stdout.close()
            process.wait()
            boxes = PeopleDetector().find(frame)
            found += len(boxes) == 1
            figures(f"body at {distance} m: {boxes}")
        self.assertEqual(found, len(places))

    def test_who_looks_away_has_no_frontal_face(self):
        scene = self.write(
            "away.scene", "at 0s person ada at 1.2m away\nat 1s ada looks away\n")
        still = self.write("still.dock", "tracking off\nwait 2s\n")
        stream, process = self.film(still, "--scene", scene, "--size", "640x360", "--rate", 2)
        counts = [len(FaceDetector().find(frame, 40)) for frame in stream]
        self.assertEqual(process.wait(), 0)
        self.assertEqual((counts[0], counts[-1]), (1, 0))

    def test_in_the_dark_nobody_is_found(self):
        scene = self.write("dark.scene", "at 0s person ada at 1.2m away\nat 0s light off\n")
        still = self.write("still.dock", "tracking off\nwait 1s\n")
        stream, process = self.film(still, "--scene", scene, "--size", "640x360", "--rate", 2)
        for frame in stream:
            self.assertLess(frame.mean(), 20)
            self.assertEqual(FaceDetector().find(frame, 40), [])
        self.assertEqual(process.wait(), 0)


if __name__ == "__main__":
    film.main()
