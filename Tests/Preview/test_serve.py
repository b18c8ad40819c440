"""`dock preview --serve` in Chromium: what is saved is on the screen, and events are performed."""

import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import browser

GREETING = "pan to 20deg right over 1s\n"
WAITING = "wait for tap\npan to 20deg right over 1s\nwait for button 2\ntilt to 10deg up over 1s\n"


class Serving(browser.Pages):
    def serve(self, text: str, *more: str):
        """Starts a server for a script; answers the address of its page."""
        self.file = self.folder / "show.dock"
        self.file.write_text(text)
        self.process = subprocess.Popen(
            [browser.dock, "preview", str(self.file), "--serve", *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end)
        self.said = []
        while True:
            line = self.process.stderr.readline()
            self.assertNotEqual(line, "", f"the server ended: {''.join(self.said)}")
            self.said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", line):
                return found[0]

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.fail("Ctrl-C does not end the server")
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()

    def visit(self, address: str):
        """A tab with the page, which may ask its own server and nobody else."""
        context = self.chromium.new_context(viewport={"width": 1360, "height": 900})
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", lambda request: request.url.startswith(address)
                or self.messages.append(request.url))
        page.goto(address)
        return page

    def summary(self, page) -> str:
        return page.locator("#summary").inner_text()

    def until(self, page, place: str, text: str):
        """Waits until a place of the page has a text."""
        self.wait(lambda: text in page.locator(place).inner_text())

    def test_what_is_saved_is_on_the_screen(self):
        page = self.visit(self.serve(GREETING))
        other = self.visit(page.url)
        before = self.summary(page)
        waits = []
        for seconds in (2, 3, 4, 5):
            began = time.monotonic()
            self.file.write_text(f"pan to 20deg right over {seconds}s\n")
            self.until(page, "#code", f"over {seconds}s")
            waits.append(time.monotonic() - began)
        print("saved and seen after", ", ".join(f"{wait * 1000:.0f} ms" for wait in waits))
        self.assertLess(sorted(waits)[1], 1)
        self.assertNotEqual(self.summary(page), before)
        # Every tab is told.
        self.until(other, "#code", "over 5s")

    def test_a_file_that_is_replaced_is_followed(self):
        page = self.visit(self.serve(GREETING))
        for name in ("yes", "no"):
            new = self.folder / "new"
            new.write_text(f"animate {name}\n")
            new.rename(self.file)
            self.until(page, "#code", f"animate {name}")

    def test_used_files_and_scenes_are_followed(self):
        gestures = self.folder / "gestures.dock"
        gestures.write_text("gesture wave() { pan by 5deg right; pan by 5deg left }\n")
        scene = self.folder / "stage.scene"
        scene.write_text("person ada at 10deg left, 2m away\n")
        page = self.visit(self.serve('use "gestures.dock" (wave)\nwave()\n', "--scene", str(scene)))
        before = self.summary(page)
        gestures.write_text(
            "gesture wave() { pan by 5deg right over 9s; pan by 5deg left over 9s }\n")
        self.wait(lambda: self.summary(page) != before)
        scene.write_text("person bert at 10deg left, 2m away\n")
        self.wait(lambda: "bert" in page.locator("#space").get_attribute("aria-label"))

    def test_errors_leave_the_show_and_say_that_it_is_old(self):
        page = self.visit(self.serve(GREETING))
        self.file.write_text("pan to 20deg sideways\n")
        banner = page.locator("#stale")
        banner.wait_for(state="visible")
        self.assertIn("before the last change", banner.inner_text())
        self.assertIn("show.dock:1: error D0", banner.inner_text())
        box = banner.bounding_box()
        self.assertTrue(box["x"] >= 10 and box["x"] + box["width"] <= 1350, box)
        self.assertIn("20deg right", page.locator("#code").inner_text())
        # A tab that comes now is told, too.
        other = self.visit(page.url)
        other.locator("#stale").wait_for(state="visible")
        self.file.write_text("animate yes\n")
        banner.wait_for(state="hidden")
        self.until(page, "#code", "animate")

    def test_a_file_that_disappears_is_missed_and_found_again(self):
        page = self.visit(self.serve(GREETING))
        self.file.unlink()
        page.locator("#stale").wait_for(state="visible")
        self.assertIn("there is no file", page.locator("#stale").inner_text())
        self.file.write_text("animate yes\n")
        page.locator("#stale").wait_for(state="hidden")

    def test_a_script_with_errors_is_waited_for(self):
        address = self.serve('use "later.dock" (wave)\nwave()\n')
        page = self.visit(address)
        page.get_by_text("The script has errors").wait_for()
        for width in browser.WIDTHS.values():
            page.set_viewport_size({"width": width, "height": 900})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
        (self.folder / "later.dock").write_text("gesture wave() { animate yes }\n")
        page.locator("#code").wait_for()
        self.assertIn("wave", page.locator("#code").inner_text())

    def test_events_are_performed(self):
        page = self.visit(self.serve(WAITING))
        pose = page.locator("#pose")
        page.locator("#scrubber").fill("1.5")
        page.locator("[data-event='0']").click()
        self.until(page, "#way", "tap")
        page.keyboard.press("End")
        self.until(page, "#pose", "20")
        page.locator("[data-event='1']").click()
        self.until(page, "#way", "button 2")
        page.keyboard.press("End")
        self.until(page, "#pose", "10")
        self.assertIn("20", pose.inner_text())
        # The way leads back.
        page.locator("#way button").first.click()
        page.locator("#way").wait_for(state="hidden")

    def test_nobody_else_is_answered(self):
        address = self.serve(WAITING)
        base, token = address.rstrip("/").rsplit("/", 1)

        def status(url: str, **fields) -> int:
            asked = urllib.request.Request(url, headers=fields)
            try:
                return urllib.request.urlopen(asked, timeout=5).status
            except urllib.error.HTTPError as error:
                return error.code

        self.assertEqual(status(address), 200)
        self.assertEqual(status(base + "/"), 404)
        # Another last digit, whichever the secret one is.
        other = token[:-1] + ("1" if token.endswith("0") else "0")
        self.assertEqual(status(f"{base}/{other}/feed"), 404)
        self.assertEqual(status(address, Host="example.com"), 403)
        self.assertEqual(status(address, Origin="https://example.com"), 403)
        self.assertEqual(status(address + "../../etc/passwd"), 404)
        with urllib.request.urlopen(address, timeout=5) as page:
            policy = page.read().decode()
            self.assertNotIn("access-control-allow-origin", str(page.headers).lower())
        self.assertIn("connect-src 'self'", policy)
        # It listens to this machine alone.
        own = socket.gethostbyname(socket.gethostname())
        port = int(base.rsplit(":", 1)[1])
        if not own.startswith("127."):
            with self.assertRaises(OSError):
                socket.create_connection((own, port), timeout=2)

    def test_broken_requests_do_not_end_it(self):
        address = self.serve(WAITING)
        port = int(re.search(r":(\d+)/", address)[1])
        for sent in (b"", b"\0" * 50_000, b"GET / HTTP/1.1\r\n", b"POST " + b"a" * 30_000):
            with socket.create_connection(("127.0.0.1", port), timeout=5) as other:
                other.sendall(sent)
        for body in (b"9@1", b"0@-1", b"0@nan", b"0@1e30", b"x", b"0@1 " * 100):
            asked = urllib.request.Request(address + "press", data=body)
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(asked, timeout=5)
            self.assertEqual(refused.exception.code, 400)
            refused.exception.close()
        # A browser that leaves in the middle.
        with socket.create_connection(("127.0.0.1", port), timeout=5) as other:
            path = re.search(r":\d+(/.*)", address)[1]
            other.sendall(f"GET {path}feed HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            other.recv(100)
        for seconds in (2, 3, 4):
            self.file.write_text(f"pan to 20deg right over {seconds}s\n")
            time.sleep(0.1)
        self.visit(address).locator("#code").wait_for()

    def test_ctrl_c_ends_it_and_the_page_says_so(self):
        page = self.visit(self.serve(GREETING))
        self.process.send_signal(signal.SIGINT)
        self.assertEqual(self.process.wait(10), 0)
        self.assertEqual(self.process.stdout.read(), "")
        page.locator("#stale").wait_for(state="visible")
        self.assertIn("has ended", page.locator("#stale").inner_text())
        self.assertIn("20deg right", page.locator("#code").inner_text())
        # A browser notes that the server is gone.
        self.messages = [text for text in self.messages if "ERR_" not in text]

    def test_a_taken_port_is_an_error_with_a_way_out(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            script = self.folder / "show.dock"
            script.write_text(GREETING)
            ended = browser.run(
                "preview", str(script), "--serve", "--port", str(taken.getsockname()[1]))
        self.assertEqual(ended.returncode, 2)
        self.assertIn("without '--port' a free one is taken", ended.stderr)


if __name__ == "__main__":
    browser.main()
