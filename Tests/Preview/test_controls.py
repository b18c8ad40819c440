"""Every key, button and pointer action does what it says."""

import unittest

from browser import Pages, main, run, time

SCRIPT = """# Two gestures and a pause.
gesture nod(depth: angle = 8deg) {
    tilt by depth down over 500ms
    tilt by depth up over 500ms
}
tilt to 10deg up over 1s
nod()
pan to 30deg right over 2s
on button 1 pausing { animate kapow }
wait 4s
"""


class Controls(Pages):
    def setUp(self):
        super().setUp()
        self.page = self.script(SCRIPT)
        self.tab = self.open(self.page)
        self.length = self.tab.evaluate("player.length")

    def go(self, moment):
        self.tab.evaluate("time => player.go(time)", moment)

    def press(self, *keys):
        for key in keys:
            self.tab.keyboard.press(key)

    def at(self, moment, places=6):
        self.assertAlmostEqual(time(self.tab), moment, places)

    # Keys.

    def test_arrows_step_through_the_time(self):
        self.go(2)
        self.press("ArrowRight")
        self.at(2.1)
        self.press("ArrowLeft", "ArrowLeft")
        self.at(1.9)
        self.press("Shift+ArrowRight")
        self.at(2.9)
        self.press("Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft")
        self.at(0)
        self.press("End")
        self.at(self.length)
        self.press("ArrowRight")
        self.at(self.length)
        self.press("Home")
        self.at(0)

    def test_space_plays_and_pauses(self):
        self.press(" ")
        self.assertTrue(self.tab.evaluate("player.isPlaying"))
        self.assertEqual(self.tab.locator("#play").get_attribute("aria-label"), "pause")
        self.wait(lambda: time(self.tab) > 0.2)
        self.press(" ")
        self.assertFalse(self.tab.evaluate("player.isPlaying"))
        here = time(self.tab)
        self.tab.wait_for_timeout(150)
        self.at(here)

    def test_speeds(self):
        for key, rate, name in [
            ("h", 0.5, "half speed"), ("2", 2, "double speed"), ("1", 1, "normal speed")]:
            self.press(key)
            self.assertEqual(self.tab.evaluate("player.rate"), rate)
            button = self.tab.get_by_role("button", name=name)
            self.assertEqual(button.get_attribute("aria-pressed"), "true")
            self.assertEqual(self.tab.locator('[data-rate][aria-pressed="true"]').count(), 1)
        for name, rate in [("half speed", 0.5), ("double speed", 2), ("normal speed", 1)]:
            self.tab.get_by_role("button", name=name).click()
            self.assertEqual(self.tab.evaluate("player.rate"), rate)

    def test_a_speed_is_a_speed(self):
        # A clock of our own, so that nothing depends on how fast the machine is.
        for rate in (0.5, 1, 2):
            moved = self.tab.evaluate("""(rate) => {
              const real = window.requestAnimationFrame;
              let next = null;
              window.requestAnimationFrame = (call) => { next = call; return 0; };
              player.setRate(rate);
              player.go(1);
              player.play();
              for (const now of [1000, 1250, 1500]) next(now);
              player.pause();
              window.requestAnimationFrame = real;
              return player.time;
            }""", rate)
            self.assertAlmostEqual(moved, 1 + rate / 2, 5)

    def test_the_part_between_in_and_out_is_repeated(self):
        self.go(1)
        self.press("[")
        self.go(2)
        self.press("]")
        self.assertEqual(
            self.tab.evaluate("[player.from, player.to, player.isLooping]"), [1, 2, True])
        self.assertTrue(self.tab.locator("#in-out").is_visible())
        found = self.tab.evaluate("""() => {
          const real = window.requestAnimationFrame;
          let next = null;
          window.requestAnimationFrame = (call) => { next = call; return 0; };
          player.go(1.9);
          player.play();
          const times = [];
          for (const now of [0, 50, 150, 250]) { next(now); times.push(player.time); }
          player.pause();
          window.requestAnimationFrame = real;
          return times;
        }""")
        for moment, wanted in zip(found, [1.9, 1.95, 1.05, 1.15]):
            self.assertAlmostEqual(moment, wanted, 5)
        self.press("l")
        self.assertFalse(self.tab.evaluate("player.isLooping"))
        self.press("x")
        self.assertEqual(self.tab.evaluate("[player.from, player.to]"), [None, None])
        self.assertFalse(self.tab.locator("#in-out").is_visible())
        # The same by buttons.
        self.go(0.5)
        self.tab.locator("#in").click()
        self.go(3)
        self.tab.locator("#out").click()
        self.assertEqual(self.tab.evaluate("player.span()"), [0.5, 3])
        self.tab.locator("#loop").click()
        self.assertFalse(self.tab.evaluate("player.isLooping"))
        self.tab.locator("#clear").click()
        self.assertFalse(self.tab.evaluate("player.hasSpan()"))

    def test_steps_are_gone_through(self):
        self.press(".")
        self.at(1)
        self.assertIn("tilt to 2deg up", self.tab.locator("#selection").inner_text())
        self.press(".")
        self.at(1.5)
        self.press(",")
        self.at(1)
        self.tab.locator("#next").click()
        self.at(1.5)
        self.tab.locator("#back").click()
        self.at(1)

    def test_times_are_pinned(self):
        self.go(1)
        self.press("p")
        self.go(3)
        self.tab.locator("#pin").click()
        self.press("p")
        rows = self.tab.locator("#pinned tbody tr")
        self.assertEqual(rows.count(), 2)
        self.assertIn("10° up", rows.nth(0).inner_text())
        self.assertEqual(self.tab.locator("#pins .pin").count(), 2)
        rows.nth(0).get_by_role("button", name="1.00 s").click()
        self.at(1)
        rows.nth(0).get_by_role("button", name="remove pin 1").click()
        self.assertEqual(rows.count(), 1)

    def test_the_plot_zooms(self):
        self.go(4)
        whole = self.tab.evaluate("plot.view.to - plot.view.from")
        self.press("+")
        self.assertAlmostEqual(
            self.tab.evaluate("plot.view.to - plot.view.from"), whole / 2, 5)
        # What is shown goes with the time.
        self.go(0)
        self.assertLessEqual(self.tab.evaluate("plot.view.from"), 0)
        self.press("-")
        self.assertAlmostEqual(self.tab.evaluate("plot.view.to - plot.view.from"), whole, 5)
        self.tab.locator("#zoom-in").click()
        self.tab.locator("#zoom-in").click()
        self.tab.locator("#zoom-out").click()
        self.tab.locator("#fit").click()
        self.assertIsNone(self.tab.evaluate("plot.zoom"))
        self.press("+", "0")
        self.assertIsNone(self.tab.evaluate("plot.zoom"))
        box = self.tab.locator("#tracks").bounding_box()
        self.tab.mouse.move(box["x"] + 300, box["y"] + 60)
        self.tab.keyboard.down("Control")
        self.tab.mouse.wheel(0, -100)
        self.tab.keyboard.up("Control")
        self.wait(lambda: self.tab.evaluate("plot.zoom !== null"))

    def test_the_list_of_keys(self):
        self.press("?")
        self.assertTrue(self.tab.locator("#keys dl").is_visible())
        self.press("?")
        self.assertFalse(self.tab.locator("#keys dl").is_visible())

    def test_keys_with_others_are_the_browsers(self):
        self.go(2)
        self.press("Control+ArrowRight", "Alt+p")
        self.at(2)
        self.assertEqual(self.tab.evaluate("plot.pins.length"), 0)

    def test_keys_work_on_the_scrubber(self):
        self.go(2)
        self.tab.locator("#scrubber").focus()
        self.press("ArrowRight")
        self.at(2.1)
        self.press(" ")
        self.assertTrue(self.tab.evaluate("player.isPlaying"))
        self.press(" ")
        self.assertIn(" of ", self.tab.locator("#scrubber").get_attribute("aria-valuetext"))

    def test_a_key_for_a_button_is_for_the_button(self):
        self.tab.locator("#pin").focus()
        self.press(" ")
        self.assertFalse(self.tab.evaluate("player.isPlaying"))
        self.assertEqual(self.tab.evaluate("plot.pins.length"), 1)

    def test_everything_can_be_reached_by_keyboard(self):
        reached = set()
        for _ in range(120):
            self.press("Tab")
            name = self.tab.evaluate(
                "document.activeElement.id || document.activeElement.textContent.trim()")
            reached.add(name)
        for name in ["play", "scrubber", "in", "out", "loop", "pin", "zoom-in", "code", "theme",
                     "behind", "above", "6", "Keys"]:
            self.assertIn(name, reached)

    # Pointer.

    def x_at(self, moment):
        lane = self.tab.locator("#tracks .lane").first
        lane.evaluate("(lane) => lane.scrollIntoView({ block: 'center' })")
        box = lane.bounding_box()
        return box["x"] + self.tab.evaluate("time => plot.view.x(time)", moment), box["y"]

    def test_the_plot_is_scrubbed(self):
        (x, y), (other, _) = self.x_at(1.2), self.x_at(3.4)
        self.tab.mouse.move(x, y + 10)
        self.tab.mouse.down()
        self.at(1.2, 1)
        self.tab.mouse.move(other, y + 10, steps=4)
        self.at(3.4, 1)
        self.tab.mouse.up()
        self.tab.mouse.move(x, y + 10)
        self.at(3.4, 1)

    def test_a_part_is_chosen_with_shift(self):
        (x, y), (other, _) = self.x_at(1), self.x_at(3)
        self.tab.keyboard.down("Shift")
        self.tab.mouse.move(x, y + 10)
        self.tab.mouse.down()
        self.tab.mouse.move(other, y + 10, steps=4)
        self.tab.mouse.up()
        self.tab.keyboard.up("Shift")
        for found, wanted in zip(self.tab.evaluate("player.span()"), (1, 3)):
            self.assertAlmostEqual(found, wanted, 1)

    def test_the_scrubber_is_dragged(self):
        box = self.tab.locator("#scrubber").bounding_box()
        self.tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.at(self.length / 2, 0)

    def test_a_step_shows_its_line_and_its_calls(self):
        bar = self.tab.locator(".bar", has_text="tilt to 2deg up").first
        bar.scroll_into_view_if_needed()
        bar.click()
        self.assertIn("line 3", self.tab.locator("#selection").inner_text())
        self.assertEqual(self.tab.locator("#code li.selected .number").inner_text(), "3")
        # The call that led there, which shows its own line.
        call = self.tab.locator("#selection .chain button", has_text="line 7: nod()")
        self.assertEqual(call.count(), 1)
        call.click()
        self.assertEqual(self.tab.locator("#code li.selected .number").inner_text(), "7")

    def test_a_line_shows_its_steps(self):
        self.tab.get_by_role("button", name="line 4: show its steps").click()
        self.assertIn("one step", self.tab.locator("#selection").inner_text())
        self.at(1.5)
        self.tab.get_by_role("button", name="line 1: show its steps").click()
        self.assertIn("does nothing", self.tab.locator("#selection").inner_text())

    def test_values_say_their_direction(self):
        self.go(1.2)
        heads = self.tab.locator(".chart-head .now")
        said = heads.all_inner_texts()
        self.assertRegex(" ".join(said), r"°/s down")
        self.assertNotIn("-", " ".join(said))
        self.press("p")
        self.assertIn("°/s down", self.tab.locator("#pinned tbody").inner_text())

    def test_the_present_line_is_marked(self):
        for moment, line in [(0.5, "6"), (1.2, "3"), (1.7, "4"), (3, "8")]:
            self.go(moment)
            now = self.tab.locator("#code li.now .number").all_inner_texts()
            self.assertIn(line, now)

    def test_the_eye_is_turned(self):
        before = self.tab.evaluate("[space.heading, space.elevation]")
        box = self.tab.locator("#space").bounding_box()
        self.tab.mouse.move(box["x"] + 200, box["y"] + 150)
        self.tab.mouse.down()
        self.tab.mouse.move(box["x"] + 260, box["y"] + 170, steps=3)
        self.tab.mouse.up()
        after = self.tab.evaluate("[space.heading, space.elevation]")
        self.assertGreater(after[0], before[0] + 10)
        self.assertGreater(after[1], before[1] + 2)
        self.tab.get_by_role("button", name="above").click()
        self.assertEqual(self.tab.evaluate("space.elevation"), 84)
        for name in ["front", "side", "behind"]:
            self.tab.get_by_role("button", name=name).click()
        self.assertEqual(self.tab.evaluate("space.heading"), 32)

    def test_themes_take_turns(self):
        def paper():
            return self.tab.evaluate(
                "getComputedStyle(document.querySelector('.card')).backgroundColor")

        light = paper()
        self.tab.locator("#theme").click()
        self.assertEqual(paper(), light)
        self.tab.locator("#theme").click()
        self.assertNotEqual(paper(), light)
        self.tab.locator("#theme").click()
        self.assertEqual(paper(), light)

    def test_touch(self):
        tab = self.open(self.page, 390, 800, has_touch=True, is_mobile=True)
        tab.locator("#play").tap()
        self.wait(lambda: time(tab) > 0.1)
        tab.locator("#play").tap()
        self.assertFalse(tab.evaluate("player.isPlaying"))
        lane = tab.locator("#tracks .lane").first
        lane.evaluate("(lane) => lane.scrollIntoView({ block: 'center' })")
        box = lane.bounding_box()
        x = tab.evaluate("plot.view.x(2)")
        tab.touchscreen.tap(box["x"] + x, box["y"] + 10)
        self.assertAlmostEqual(time(tab), 2, 1)

    # Events.

    def test_an_event_shows_what_comes_of_it(self):
        button = self.tab.locator("button.event", has_text="button 1")
        self.go(4)
        button.click()
        presses = self.tab.evaluate("show.run.presses")
        self.assertEqual(len(presses), 1)
        moment = presses[0][1]
        self.at(moment)
        # The same as the tool says of the same event.
        said = run("run", str(self.folder / "show.dock"), "--event", f"button 1@{moment}s")
        length = float(said.stdout.split("length")[1].split("s")[0])
        self.assertAlmostEqual(self.tab.evaluate("player.length"), length, 2)
        self.assertIn("animate kapow", self.tab.locator("#tracks").inner_html())
        way = self.tab.locator("#way")
        self.assertIn(f"button 1 at {moment:.2f} s", way.inner_text())
        way.get_by_role("button", name="the show").click()
        self.assertEqual(self.tab.evaluate("show.number"), 0)
        self.assertFalse(way.is_visible())

    def test_the_nearest_press_is_taken(self):
        times = self.tab.evaluate("pressesOf(show.data, 0, 0).map((press) => press.time)")
        # At a quarter of the show the handler is not there yet.
        self.assertEqual(len(times), 2)
        for moment in times:
            self.tab.evaluate("chooseRun(0, 0)")
            self.go(moment + 0.2)
            self.tab.locator("button.event").first.click()
            self.at(moment)

    def test_a_server_gets_the_press(self):
        self.tab.evaluate("""() => {
          window.pressed = [];
          dockPreview.hooks.press = (event, time) => window.pressed.push([event, time]);
          dockPreview.redraw();
        }""")
        self.go(1.5)
        self.tab.locator("button.event").first.click()
        self.assertEqual(self.tab.evaluate("window.pressed"), [[0, 1.5]])
        self.assertEqual(self.tab.evaluate("show.number"), 0)

    def test_a_server_replaces_the_data(self):
        self.go(2)
        self.tab.evaluate("""() => {
          const data = JSON.parse(document.getElementById('data').textContent);
          data.title = 'other.dock';
          data.sources[0].lines[0] = '# changed';
          dockPreview.show(data);
        }""")
        self.assertEqual(self.tab.locator("h1").inner_text(), "other.dock")
        self.assertIn("# changed", self.tab.locator("#code").inner_text())
        self.at(2)
        self.tab.evaluate("""() => dockPreview.stale('This is the last show without errors.', [
          {error: true, code: 'D0702', message: 'too fast', notes: ['write 1s'], at: [1, 1]}])""")
        banner = self.tab.get_by_role("alert")
        self.assertIn("D0702 too fast", banner.inner_text())
        self.tab.evaluate("dockPreview.stale(null)")
        self.assertFalse(banner.is_visible())


class Unpressed(Pages):
    def test_a_tap_ripples_over_the_face(self):
        page = self.script(
            "scene { at 1s tap }\non tap { face joy over 560ms easing spring }\nwait 3s\n")
        tab = self.open(page)
        rings = tab.locator(".face .ripple")
        sizes = []
        for moment, count in [(0.99, 0), (1.05, 1), (1.2, 1), (1.35, 1), (1.41, 0)]:
            tab.evaluate(f"player.go({moment})")
            self.assertEqual(rings.count(), count, moment)
            sizes += [ring.get_attribute("transform") for ring in rings.all()]
        numbers = [float(size[6:-1]) for size in sizes]
        self.assertEqual(numbers, sorted(numbers))
        self.assertEqual(len(set(numbers)), 3)
        # The mood before has faded away where the spring first comes to the mood.
        faces = tab.locator(".face .mood-face")
        for moment, opacity in [(1.0, 1), (1.3, 0), (1.5, 0)]:
            tab.evaluate(f"player.go({moment})")
            self.assertAlmostEqual(float(faces.first.get_attribute("opacity")), opacity, 1)
        tab.evaluate("player.go(1.56)")
        self.assertEqual(faces.count(), 1)

    def test_what_is_not_in_the_file_is_said(self):
        lines = "".join(f'on button {n} {{ log "{n}" }}\n' for n in range(1, 41))
        page = self.script(lines + "pan to 10deg right over 2s\n")
        self.assertLess(page.stat().st_size, 300_000)
        tab = self.open(page)
        self.assertEqual(tab.locator("button.event").count(), 40)
        self.assertIn("Not in this file", tab.locator("#left-out").inner_text())
        tab.evaluate("player.go(1.5)")
        # The first press is there; after it, only a few.
        tab.locator("button.event").first.click()
        self.assertEqual(tab.evaluate("show.run.presses.length"), 1)
        missing = tab.locator('button.event[aria-disabled="true"]')
        self.assertGreater(missing.count(), 0)
        name = missing.first.locator("b").inner_text()
        missing.first.focus()
        tab.keyboard.press("Enter")
        said = tab.locator("#status").inner_text()
        self.assertIn(f"does not hold what comes of '{name}' here", said)
        command = said[said.index("dock preview"):]
        self.assertRegex(
            command, rf"^dock preview show.dock --event 'button 1@[\d.]+s' --event '{name}@")


if __name__ == "__main__":
    main()
