"""A headless Chromium, driven through chromedriver (W3C WebDriver and its door to DevTools)."""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

# The browser gets to see nothing but pages of this host's own, and should look for nothing else.
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",  # root, and users in a namespace of their own, cannot have it
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--force-device-scale-factor=1",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
]


class Browser:
    """A browser with one page; used as a context, which leaves no process and no file behind."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="netwatch-browser-")
        environment = dict(os.environ, HOME=self.folder, TMPDIR=self.folder)
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._guard()
        try:
            self.base = f"http://127.0.0.1:{self._port()}"
            self.session = self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        os.close(self.alive)
        os.waitpid(self.guard, 0)
        self.driver.wait()

    def _guard(self):
        """Starts a process that ends the browser when this one lets go of a pipe, killed or not."""
        end, self.alive = os.pipe()
        self.guard = os.fork()
        if self.guard:
            os.close(end)
            return
        try:
            os.setsid()
            os.close(self.alive)
            for stream in (1, 2):
                os.close(stream)  # who waits for the end of our output does not wait for this
            os.read(end, 1)
            # chromedriver has a group of its own, and the browser stays in it.
            os.killpg(self.driver.pid, signal.SIGKILL)
            time.sleep(0.1)
            shutil.rmtree(self.folder, ignore_errors=True)
        finally:
            os._exit(0)

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(rb"started successfully on port (\d+)", line)
            if found:
                return int(found[1])
        raise RuntimeError("chromedriver did not start")

    def _begin(self):
        options = {"args": ARGUMENTS + [f"--user-data-dir={self.folder}/profile"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self._call("/session", {"capabilities": {"alwaysMatch": wanted}})
        return "/session/" + answer["sessionId"]

    def _call(self, path, body):
        request = urllib.request.Request(
            self.base + path,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        # Whatever proxy the environment names is not for loopback.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def devtools(self, command, **parameters):
        """Gives a command of the DevTools protocol."""
        body = {"cmd": command, "params": parameters}
        return self._call(f"{self.session}/goog/cdp/execute", body)

    def evaluate(self, expression):
        """The value of an expression of JavaScript in the page."""
        answer = self.devtools(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def open(self, url):
        """Goes to a page, and returns when it has been loaded."""
        self._call(f"{self.session}/url", {"url": url})

    def log(self):
        """What has been written to the console since the last time, violations of policies included."""
        return self._call(f"{self.session}/se/log", {"type": "browser"})

    def show(self, width, height, scheme):
        """Makes the screen so wide and high, and light or dark."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.devtools("Emulation.setEmulatedMedia", features=[feature])

    def screenshot(self, path):
        """Writes a picture of the whole page, beyond what the screen shows."""
        size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = dict(x=0, y=0, width=size["width"], height=size["height"], scale=1)
        answer = self.devtools("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))
