"""Pages of `dock preview` in Chromium, for the tests beside this file.

usage: TEST.py DOCK [unittest options]
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time as wall
import unittest

from playwright.sync_api import sync_playwright

EXAMPLES = [
    *sorted(pathlib.Path("Examples").glob("*.dock")),
    *sorted(pathlib.Path("Examples/shows").glob("*.dock")),
]
WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1360}
dock = "dock"


def main() -> None:
    global dock
    dock = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__", verbosity=1)


def options(example: pathlib.Path) -> list[str]:
    """What an example is performed with: its scene, and no more than five minutes."""
    scene = example.with_suffix(".scene")
    return (["--scene", str(scene)] if scene.exists() else []) + ["--for", "300s"]


def run(*words: str, **more) -> subprocess.CompletedProcess:
    """Runs the tool."""
    return subprocess.run([dock, *words], capture_output=True, text=True, **more)


class Pages(unittest.TestCase):
    """A browser for a class of tests, and a folder for the pages of each."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        path = shutil.which("chromium") or "/usr/bin/chromium"
        cls.chromium = cls.playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--enable-unsafe-swiftshader"])

    @classmethod
    def tearDownClass(cls):
        cls.chromium.close()
        cls.playwright.stop()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.messages = []

    def tearDown(self):
        self.assertEqual(self.messages, [], "the page says nothing and asks for nothing")

    def wait(self, holds, seconds: float = 30):
        """Waits until something holds; the page's policy lets nobody wait in it."""
        end = wall.monotonic() + seconds
        while not holds():
            self.assertLess(wall.monotonic(), end, "waited in vain")
            wall.sleep(0.005)

    def write(self, example: pathlib.Path) -> pathlib.Path:
        """The page of an example."""
        page = self.folder / (example.stem + ".html")
        made = run("preview", str(example), "-o", str(page), *options(example))
        self.assertEqual(made.returncode, 0, made.stderr)
        return page

    def script(self, text: str, *more: str, name: str = "show.dock") -> pathlib.Path:
        """The page of a script."""
        script = self.folder / name
        script.write_text(text, encoding="utf-8")
        page = self.folder / "show.html"
        made = run("preview", str(script), "-o", str(page), *more)
        self.assertEqual(made.returncode, 0, made.stderr)
        return page

    def open(self, page: pathlib.Path, width: int = WIDTHS["desktop"], height: int = 900, **more):
        """Opens a page; whatever it says, or asks for besides itself, is noted."""
        context = self.chromium.new_context(viewport={"width": width, "height": height}, **more)
        self.addCleanup(context.close)
        tab = context.new_page()
        tab.on("console", lambda message: self.messages.append(message.text))
        tab.on("pageerror", lambda error: self.messages.append(str(error)))
        tab.on("dialog", lambda dialog: self.messages.append("a dialog"))
        address = page.resolve().as_uri()

        def note(request):
            if request.url != address:
                self.messages.append(f"asks for {request.url}")

        tab.on("request", note)
        tab.goto(address)
        return tab

    def data(self, page: pathlib.Path) -> dict:
        """What a page shows."""
        text = page.read_text(encoding="utf-8")
        start = text.index('id="data">') + len('id="data">')
        data = json.loads(text[start:text.index("</script>", start)])
        for way in data["runs"]:
            left = data["runs"][way["parent"]]["axes"] if way["parent"] is not None else []
            for axis in way["axes"]:
                before = next((one for one in left if one["name"] == axis["name"]), None)
                plans, deeds = axis["as_left"]
                axis["plan"], axis["done"] = pieces(axis["plan"]), pieces(axis["done"])
                if before:
                    axis["plan"] = before["plan"][:plans] + axis["plan"]
                planned = axis["as_planned"]
                start = axis["plan"][:planned]
                if before and deeds > planned:
                    start = before["done"][:deeds]
                axis["done"] = start + axis["done"]
        return data


def time(tab) -> float:
    """The time that a page shows."""
    return tab.evaluate("player.time")


def pieces(groups: list) -> list:
    """The pieces [start, length, c0, c1, ...] of groups [start, place, [length, c1, ...], ...]."""
    found = []
    for start, place, *group in groups:
        for length, *others in group:
            found.append([start, length, place, *others])
            start, place = start + length, place + sum(others)
    return found


def position(pieces: list, moment: float) -> float:
    """The position that pieces [start, length, c0, c1, ...] say for a moment."""
    if not pieces:
        return 0.0
    last = pieces[0]
    for piece in pieces:
        if piece[0] > moment:
            break
        last = piece
    share = min(1, max(0, (moment - last[0]) / last[1]))
    return sum(value * share**power for power, value in enumerate(last[2:]))
