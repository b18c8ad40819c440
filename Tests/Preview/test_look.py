"""The pages fit every screen, can be read by everybody, print, and stay small and quick."""

import pathlib
import unittest

import axe_core_python
from browser import EXAMPLES, WIDTHS, Pages, main, run

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


class Look(Pages):
    def test_every_example_fits_every_width_in_both_themes(self):
        for example in EXAMPLES:
            page = self.write(example)
            self.assertLess(page.stat().st_size, 300_000, example.name)
            tab = self.open(page)
            tab.evaluate("player.go(player.length / 3)")
            for name, width in WIDTHS.items():
                tab.set_viewport_size({"width": width, "height": 900})
                for theme in ("light", "dark"):
                    tab.emulate_media(color_scheme=theme)
                    with self.subTest(example=example.name, width=name, theme=theme):
                        wide = tab.evaluate("document.documentElement.scrollWidth")
                        self.assertLessEqual(wide, width, "nothing is beside the screen")
                        background = tab.evaluate(
                            "getComputedStyle(document.querySelector('.card')).backgroundColor")
                        light = sum(map(int, background[4:-1].split(","))) > 380
                        self.assertEqual(light, theme == "light")
            tab.context.close()

    def test_labels_and_contrast(self):
        # One that moves, one with events, and one with a person.
        for example in [one for one in EXAMPLES if one.stem[:2] in ("04", "06", "10")]:
            tab = self.open(self.write(example), reduced_motion="reduce")
            tab.evaluate("player.go(player.length / 3); player.pin()")
            tab.evaluate(AXE)
            for name, theme in [("phone", "dark"), ("desktop", "light"), ("desktop", "dark")]:
                tab.set_viewport_size({"width": WIDTHS[name], "height": 900})
                tab.emulate_media(color_scheme=theme)
                found = tab.evaluate("axe.run().then((result) => result.violations)")
                words = [
                    f"{one['id']}: {one['nodes'][0]['html'][:120]} "
                    f"{one['nodes'][0]['failureSummary']}" for one in found]
                with self.subTest(example=example.name, width=name, theme=theme):
                    self.assertEqual(words, [])
            tab.context.close()

    def resize(self, tab, width: int):
        """Gives a tab another width, and waits until the page has seen it."""
        tab.set_viewport_size({"width": width, "height": 900})
        self.wait(lambda: tab.evaluate(
            "Math.abs(frame.unit * part('picture').clientWidth - frame.width) < 0.1"))

    def test_text_keeps_its_size(self):
        # However small the drawings are, and when a phone is turned.
        tab = self.open(self.script(
            "scene { person ada at 10deg left, 2m away }\npan to 20deg right over 2s\n"))
        for width in (1360, 390, 820, 1360):
            self.resize(tab, width)
            for place in ("#picture .note", "#picture .name", "#space .note", "#space .name"):
                height = tab.locator(place).first.evaluate("(text) => text.getScreenCTM().a * "
                    "parseFloat(getComputedStyle(text).fontSize)")
                with self.subTest(width=width, place=place):
                    self.assertGreater(height, 9.5)
                    self.assertLess(height, 13)

    def test_no_name_of_a_bearing_is_cut_off(self):
        tab = self.open(self.script("pan to 40deg right over 4s\ntilt to 20deg up over 2s\n"))
        for width in (1360, 820, 390):
            self.resize(tab, width)
            for turn in range(12):
                tab.evaluate("(time) => player.go(time)", turn / 2)
                cut = tab.evaluate("""() => {
                  const box = (node) => node.getBoundingClientRect();
                  const whole = box(document.getElementById('picture'));
                  return [...document.querySelectorAll('#picture .note')].map(box).filter((b) =>
                    b.left < whole.left - 1 || b.right > whole.right + 1
                      || b.bottom > whole.bottom + 1).length;
                }""")
                self.assertEqual(cut, 0, (width, turn / 2))

    def test_names_of_bearings_lie_beside_the_dock(self):
        tab = self.open(self.script("pan to 20deg right over 2s\n"))
        for heading in (32, -140, 90, 0):
            tab.evaluate("(heading) => turnEye(heading, 24)", heading)
            found = tab.evaluate("""() => {
              const box = (node) => node.getBoundingClientRect();
              const whole = box(document.getElementById('space'));
              const rim = document.querySelector('#space .floor');
              return [...document.querySelectorAll('#space .ground .note')].map((text) => {
                const [b, point] = [box(text), document.getElementById('space').createSVGPoint()];
                const at = text.getBBox();
                [point.x, point.y] = [at.x + at.width / 2, at.y + at.height / 2];
                return [b.left >= whole.left - 1 && b.right <= whole.right + 1
                  && b.top >= whole.top - 1 && b.bottom <= whole.bottom + 1,
                  rim.isPointInFill(point)];
              });
            }""")
            self.assertEqual(found, [[True, False]] * 4, heading)

    def test_words_for_an_animation_lie_over_the_curves(self):
        tab = self.open(self.script("tilt to 1deg up over 1s\nanimate kapow\nwait 1s\n"))
        after = tab.evaluate("""() => {
          const chart = document.querySelector('[data-axis=tilt][data-quantity=position]');
          const place = (node) => [...chart.children].indexOf(node);
          const curves = chart.querySelector('.done').parentNode;
          return place(chart.querySelector('.note')) > place(curves);
        }""")
        self.assertTrue(after)

    def test_every_chart_has_a_scale(self):
        for angle in (3, 7.05, 30, 40, 67, 170):
            tab = self.open(self.script(f"pan to {angle}deg right over 9s\n"))
            values = tab.locator("[data-quantity=position] .value").all_text_contents()
            self.assertGreaterEqual(len(set(values)), 2, values)
            tab.context.close()

    def test_a_long_line_is_seen_whole(self):
        tab = self.open(self.script(f'log "{"words and " * 40}"\n'))
        code = tab.locator("#code")
        self.assertTrue(code.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth"))
        self.assertGreater(tab.locator(".lines li").first.bounding_box()["height"], 100)

    def test_print(self):
        page = self.write(EXAMPLES[0])
        tab = self.open(page, color_scheme="dark")
        paper = tab.pdf(format="A4")
        self.assertTrue(paper.startswith(b"%PDF"))
        pages = paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ")
        self.assertIn(pages, (2, 3, 4))
        tab.emulate_media(media="print")
        self.assertFalse(tab.locator(".transport").is_visible())
        self.assertTrue(tab.locator("#tracks").is_visible())
        background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertEqual(background, "rgb(255, 255, 255)")

    def test_reduced_motion(self):
        page = self.write(EXAMPLES[0])
        tab = self.open(page, reduced_motion="reduce")
        self.assertEqual(
            tab.evaluate("getComputedStyle(document.querySelector('#pin')).transitionDuration"),
            "0s")
        # Nothing moves until somebody plays it.
        before = tab.screenshot()
        tab.wait_for_timeout(300)
        self.assertEqual(tab.screenshot(), before)

    def test_the_same_bytes(self):
        for example in EXAMPLES:
            first = self.write(example).read_bytes()
            self.assertEqual(self.write(example).read_bytes(), first)

    def test_without_a_script(self):
        tab = self.open(self.write(EXAMPLES[0]), java_script_enabled=False)
        self.assertIn("script of its own", tab.locator("noscript").inner_text())

    def test_nothing_in_a_script(self):
        tab = self.open(self.script(""))
        self.assertIn("nothing in this script yet", tab.locator("#code").inner_text())
        self.assertIn("Nothing happens", tab.locator("#tracks").inner_text())
        self.assertTrue(tab.locator("#play").is_disabled())

    def test_a_script_that_does_not_move(self):
        tab = self.open(self.script('log "hello"\nwait 3s\nface happy\n'))
        self.assertIn("No axis moves", tab.locator("#tracks").inner_text())
        tab.evaluate("player.go(3)")
        self.assertEqual(tab.locator("#mood").inner_text(), "happy")

    def test_warnings_stand_over_the_source(self):
        tab = self.open(self.script(
            "for step in 1 .. 6 { pan by 4deg right over 400ms }\n"))
        finding = tab.locator("#code .finding")
        self.assertIn("D0706", finding.inner_text())
        self.assertIn("1 warning", tab.locator("#summary").inner_text())

    def test_errors_make_no_page(self):
        script = self.folder / "wrong.dock"
        script.write_text("pan to 30deg right over 1ms\n")
        made = run("preview", str(script), "-o", str(self.folder / "wrong.html"))
        self.assertEqual(made.returncode, 1)
        self.assertIn("D0702", made.stderr)
        self.assertFalse((self.folder / "wrong.html").exists())


class Long(Pages):
    def test_ten_thousand_steps(self):
        lines = "".join(
            f"pan to {index * 7 % 20}deg right over 500ms\ntilt to {index % 12}deg up over 500ms\n"
            for index in range(5000))
        page = self.script(lines)
        self.assertLess(page.stat().st_size, 5_000_000)
        tab = self.open(page)
        loaded = tab.evaluate("""() => {
          const [entry] = performance.getEntriesByType('navigation');
          return entry.loadEventEnd - entry.startTime;
        }""")
        self.assertLess(loaded, 8000, "opens at once, on a machine that does other things, too")
        # What a frame costs, by the clock of the browser.
        spent = tab.evaluate("""() => {
          const began = performance.now();
          for (let turn = 0; turn < 100; turn += 1) player.go((turn * 37.3) % player.length);
          return (performance.now() - began) / 100;
        }""")
        self.assertLess(spent, 50)
        print(f"10,000 steps: {page.stat().st_size} bytes, opens in {loaded:.0f} ms, "
              f"{spent:.1f} ms a frame")
        self.assertIn("narrower than half a pixel", tab.locator("#merged").inner_text())

    def test_four_hours(self):
        page = self.script(
            "repeat 480 { pan by 30deg right over 15s; pan by 30deg left over 15s }\n")
        self.assertLess(page.stat().st_size, 1_000_000)
        tab = self.open(page)
        tab.evaluate("player.go(7200)")
        self.assertEqual(tab.locator("#time").inner_text(), "2:00:00.0")


if __name__ == "__main__":
    main()
