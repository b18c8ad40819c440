#!/usr/bin/env python3
"""Compares what readers of others make of the pixels that dock writes.

usage: readers.py DOCK FOLDER
"""

import base64
import pathlib
import re
import subprocess
import sys

from PIL import Image


def main(dock: str, folder: pathlib.Path) -> None:
    example = "Examples/01-hello.dock"

    def plot(*options: str) -> bytes:
        return subprocess.run(
            [dock, "plot", example, *options], check=True, stdout=subprocess.PIPE).stdout

    for theme in ["light", "dark", "print", "color-blind"]:
        png = folder / f"{theme}.png"
        plot("--theme", theme, "--width", "900", "-o", str(png))
        image = Image.open(png)
        image.verify()
        image = Image.open(png).convert("RGB")
        assert image.size[0] == 900, image.size
        sure(len(image.getcolors(1 << 24)) > 8, f"{theme}: there are colours")

    # The same pixels by three ways to a terminal.
    direct = folder / "direct.png"
    kitty = plot("--as", "kitty", "--width", "900", "--theme", "light")
    parts = re.findall(rb"\x1b_G[^;]*;([^\x1b]*)\x1b\\", kitty)
    direct.write_bytes(base64.b64decode(b"".join(parts)))
    iterm = plot("--as", "iterm2", "--width", "900", "--theme", "light")
    sure(
        base64.b64decode(iterm[iterm.index(b":") + 1:iterm.index(b"\x07")]) == direct.read_bytes(),
        "kitty and iTerm2 get the same file")
    wanted = Image.open(direct).convert("RGB")

    sixels = plot("--as", "sixel", "--width", "900", "--theme", "light")
    decoded = folder / "sixel.png"
    decoded.write_bytes(
        subprocess.run(["sixel2png"], input=sixels, check=True, stdout=subprocess.PIPE).stdout)
    image = Image.open(decoded).convert("RGB")
    sure(image.size == wanted.size, f"{image.size} are {wanted.size}")
    # Sixels have percentages for colours, and 256 of them.
    off = [
        max(abs(a - b) for a, b in zip(one, other))
        for one, other in zip(pixels(wanted), pixels(image))
    ]
    sure(sum(value > 12 for value in off) < len(off) / 100, "the pixels of sixels are the same")
    sure(max(off) < 80, f"no pixel is off by more than {max(off)}")
    print("other readers see the same pixels")


def pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    data = image.tobytes()
    return list(zip(data[::3], data[1::3], data[2::3]))


def sure(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"not so: {what}")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
