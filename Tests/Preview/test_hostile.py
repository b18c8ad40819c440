"""Text of others is never markup, and never acts."""

import json
import subprocess
import unittest

from browser import WIDTHS, Pages, main, run

# Each is a way out of a text: of an element, an attribute, a script, a line, a terminal.
HOSTILE = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><b>bold</b>",
    "' onclick='alert(1)", "<!--", "]]>", "&lt;i&gt;", "${alert(1)}", "`alert(1)`",
    "\u2028alert(1)",
    "\u2029", "\u202etxt.exe", "\u200bzero", "שלום", "مرحبا", "x" * 200, "{{data}}", "\\u003c",
]


class Hostile(Pages):
    def check(self, tab, words):
        """Nothing of the words has become an element, and the page works."""
        self.assertEqual(tab.locator("b", has_text="bold").count(), 0)
        self.assertEqual(tab.locator("img, iframe, object[data], script[src]").count(), 0)
        self.assertEqual(tab.evaluate("document.scripts.length"), 2)
        self.assertTrue(tab.evaluate("typeof player.time === 'number'"))
        body = tab.locator("body").inner_text()
        for character in "\u2028\u2029\u202e\u200b\x1b":
            self.assertNotIn(character, body.replace(words, ""))

    def test_texts_of_a_script(self):
        lines = []
        for number, words in enumerate(HOSTILE):
            # As far as a text of a script can hold it: no break of a line, no quote, no braces.
            text = "".join(one for one in words if one not in "\u2028\u2029\"{}\\$")
            lines += [f'log "{text}"', f'mark "{text[:40]} {number}"', f"wait 10ms  # {text}"]
        made_by_line = []
        for line in lines:
            script = self.folder / "line.dock"
            script.write_text(line + "\n", encoding="utf-8")
            if run("check", str(script)).returncode == 0:
                made_by_line.append(line)
        # Some cannot stand in a script at all.
        self.assertGreater(len(made_by_line), 35)
        tab = self.open(self.script("\n".join(made_by_line) + "\npan to 10deg right over 1s\n"))
        tab.evaluate("player.go(0.5)")
        tab.evaluate("plot.lanes.forEach(({ lane }) => lane.bars.forEach(selectBar))")
        self.check(tab, "")
        source = tab.locator("#code").inner_text()
        self.assertIn("</script><script>alert(1)</script>", source)

    def test_names_of_files(self):
        for words in HOSTILE[:5] + HOSTILE[9:16]:
            name = words.replace("/", "_")[:120] + ".dock"
            script = self.folder / name
            script.write_text("pan to 10deg right over 1s\n")
            page = self.folder / "page.html"
            made = run("preview", str(script), "-o", str(page))
            with self.subTest(words=words):
                self.assertEqual(made.returncode, 0, made.stderr)
                tab = self.open(page)
                self.check(tab, words)
                self.assertLessEqual(
                    tab.evaluate("document.documentElement.scrollWidth"), 1360)
                tab.context.close()

    def test_a_long_name_stays_on_the_screen(self):
        # As long as a name of a file can be; so are the texts, without a place to break them.
        script = self.folder / ("n" * 250 + ".dock")
        script.write_text(
            f'mark "{"m" * 200}"\nlog "{"long words " * 18}"\npan to 10deg right over 2s\n'
            f'on button 1 {{ log "{"w" * 300}" }}\n')
        page = self.folder / "page.html"
        self.assertEqual(run("preview", str(script), "-o", str(page)).returncode, 0)
        tab = self.open(page)
        for width in WIDTHS.values():
            tab.set_viewport_size({"width": width, "height": 900})
            tab.evaluate("plot.lanes.forEach(({ lane }) => lane.bars.forEach(selectBar))")
            self.assertLessEqual(tab.evaluate("document.documentElement.scrollWidth"), width)
            # What is written in a lane ends there.
            beyond = tab.evaluate("""() => [...document.querySelectorAll('.bar-text')].filter(
                (text) => text.getBBox().x + text.getBBox().width > plot.view.right + 1).length""")
            self.assertEqual(beyond, 0, width)
            self.assertGreater(tab.locator(".bar-text").count(), 2)

    def test_a_name_with_a_terminal_escape(self):
        script = self.folder / "a\x1b[31mred.dock"
        script.write_text("pan to 10deg right over 1s\n")
        made = run("preview", str(script), "-o", str(self.folder / "page.html"))
        self.assertEqual(made.returncode, 0)
        self.assertNotIn(b"\x1b", (self.folder / "page.html").read_bytes())
        tab = self.open(self.folder / "page.html")
        self.assertIn("\\u{1b}", tab.locator("h1").inner_text())

    def test_names_in_a_scene(self):
        for words in ("ада", "שלום", "x" * 200):
            scene = self.folder / "show.scene"
            scene.write_text(f"person {words} at 10deg right, 2m away\n", encoding="utf-8")
            script = self.folder / "show.dock"
            script.write_text("pan to 10deg right over 1s\nwait 1s\n")
            page = self.folder / "show.html"
            made = run("preview", str(script), "--scene", str(scene), "-o", str(page))
            if made.returncode == 1:
                continue
            with self.subTest(words=words):
                tab = self.open(page, 390)
                tab.evaluate("player.go(1.5)")
                self.check(tab, words)
                self.assertLessEqual(tab.evaluate("document.documentElement.scrollWidth"), 390)
                self.assertEqual(tab.locator("#space .name").count(), 1)
                tab.context.close()

    def test_the_policy_holds(self):
        page = self.script("pan to 10deg right over 1s\n")
        text = page.read_text(encoding="utf-8")
        self.assertIn("default-src 'none'", text)
        self.assertNotIn("unsafe", text)
        # A script that somebody adds is not run, and nothing is fetched.
        for added in ["<script>document.title = 'taken'</script>",
                      "<img src='https://example.org/x.png'>",
                      "<style>h1 { color: rgb(1, 2, 3) }</style>"]:
            other = self.folder / "other.html"
            other.write_text(text.replace("</body>", added + "</body>"), encoding="utf-8")
            tab = self.open(other)
            self.assertNotEqual(tab.title(), "taken")
            color = tab.evaluate("getComputedStyle(document.querySelector('h1')).color")
            self.assertNotEqual(color, "rgb(1, 2, 3)")
            # The browser says that it refused it; that is all that is said.
            self.assertTrue(self.messages)
            for said in self.messages:
                self.assertRegex(said, "Content Security Policy|asks for https://example.org")
            self.messages.clear()

    def test_files_that_cannot_be_written(self):
        script = self.folder / "show.dock"
        script.write_text("pan to 10deg right over 1s\n")
        made = run("preview", str(script), "-o", str(self.folder / "none" / "x.html"))
        self.assertEqual(made.returncode, 2)
        self.assertIn("cannot write", made.stderr)
        # What is there and is no preview stays, unless it is named.
        (self.folder / "show.html").write_text("mine")
        made = run("preview", "show.dock", cwd=self.folder)
        self.assertEqual(made.returncode, 2)
        self.assertEqual((self.folder / "show.html").read_text(), "mine")
        made = run("preview", "show.dock", "-o", "show.html", cwd=self.folder)
        self.assertEqual(made.returncode, 0)
        made = run("preview", "show.dock", cwd=self.folder)
        self.assertEqual((made.returncode, made.stderr), (0, "wrote show.html\n"))
        whole = subprocess.run(
            [__import__("browser").dock, "preview", "-", "-o", "-"], capture_output=True,
            input=b"pan to 10deg right over 1s\n", check=True)
        self.assertTrue(whole.stdout.startswith(b"<!doctype html>"))


if __name__ == "__main__":
    main()
