# SPDX-License-Identifier: Apache-2.0
"""Headless Chromium by its DevTools protocol over a pipe: standard library only, one start for many pages.

with Browser(program, folder) as browser:
    page = browser.open("file:///x.html", width=390, height=844)
    page.js("document.title")
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find():
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Failed(Exception):
    pass


class Browser:
    def __init__(self, program, log):
        self.profile = tempfile.mkdtemp(prefix="tensix-tlm-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        for end in (to_browser, from_browser):
            os.set_inheritable(end, True)
        # Without a sandbox: in containers and for root there is none. The browser reads descriptor 3 and writes descriptor 4.
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"]
        shell = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        with open(log, "wb") as output:
            self.process = subprocess.Popen(["bash", "-c", shell, "bash", *command], stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=output, pass_fds=(to_browser, from_browser), start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.searched, self.events = 0, bytearray(), 0, []
        try:
            target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
            self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                self.call(domain + ".enable")
        except BaseException:
            self.close()
            raise

    session = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for end in (self.write_end, self.read_end):
            os.close(end)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        """The next message; None: nothing came in time."""
        while self.rest.find(b"\0", self.searched) < 0:
            self.searched = len(self.rest)
            ready, _, _ = select.select([self.read_end], [], [], max(0, until - time.monotonic()))
            if not ready:
                return None
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise Failed("the browser has ended")
            self.rest += more
        end = self.rest.find(b"\0", self.searched)
        message, self.rest, self.searched = bytes(self.rest[:end]), self.rest[end + 1:], 0
        return json.loads(message)

    def call(self, method, parameters=None, seconds=60):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + seconds
        while True:
            answer = self.receive(until)
            if answer is None:
                raise Failed(f"{method}: no answer in {seconds} s")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event, seconds=60):
        until = time.monotonic() + seconds
        while True:
            for i, known in enumerate(self.events):
                if known.get("method") == event:
                    del self.events[i]
                    return
            answer = self.receive(until)
            if answer is None:
                raise Failed(f"no {event} in {seconds} s")
            self.events.append(answer)

    # ---- a page

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, url):
        self.forget("Page.loadEventFired")
        self.call("Page.navigate", {"url": url})
        self.wait_for("Page.loadEventFired")

    def reload(self):
        self.forget("Page.loadEventFired")
        self.call("Page.reload")
        self.wait_for("Page.loadEventFired")

    def forget(self, method):
        self.events = [e for e in self.events if e.get("method") != method]

    def js(self, expression):
        """The value of an expression, which may be a promise."""
        result = self.call("Runtime.evaluate",
                           {"expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failed(f"{expression[:200]}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def settle(self):
        """Two frames later everything that a change caused has been drawn."""
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def errors(self):
        """What the console and uncaught exceptions have said since the last call."""
        said = []
        for e in self.events:
            p = e.get("params", {})
            if e.get("method") == "Runtime.exceptionThrown":
                said.append(p["exceptionDetails"].get("exception", {}).get("description", p["exceptionDetails"]["text"]))
            elif e.get("method") == "Log.entryAdded" and p["entry"]["level"] == "error":
                said.append(p["entry"]["text"])
            elif e.get("method") == "Runtime.consoleAPICalled" and p["type"] in ("error", "assert", "warning"):
                said.append(" ".join(str(a.get("value", a.get("description"))) for a in p["args"]))
        self.events = []
        return said

    def mouse(self, kind, x, y, down=False):
        self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left" if kind != "mouseMoved" or down else "none",
                                               "buttons": int(down), "clickCount": int(kind != "mouseMoved")})

    def click_at(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, True)
        self.mouse("mouseReleased", x, y)

    def drag(self, x0, y0, x1, y1, steps=5):
        self.mouse("mouseMoved", x0, y0)
        self.mouse("mousePressed", x0, y0, True)
        for i in range(1, steps + 1):
            self.mouse("mouseMoved", x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, True)
        self.mouse("mouseReleased", x1, y1)

    def box(self, selector):
        """[left, top, width, height] in the window of the one element, brought into view."""
        box = self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
                      "e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                      "return [b.left, b.top, b.width, b.height]; })()")
        if box is None:
            raise Failed(f"no element {selector}")
        return box

    def click(self, selector):
        left, top, width, height = self.box(selector)
        if not (width and height):
            raise Failed(f"{selector} cannot be seen")
        self.click_at(left + width / 2, top + height / 2)

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, **({"text": key} if len(key) == 1 and kind == "keyDown" else {})})

    def picture(self, file, whole=True):
        options = {"format": "png"}
        if whole:
            content = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options |= {"captureBeyondViewport": True,
                        "clip": {"x": 0, "y": 0, "width": content["width"], "height": content["height"], "scale": 1}}
            self.call("Page.captureScreenshot", options)  # what lies beyond the window may have been painted only in part
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", options)["data"]))
