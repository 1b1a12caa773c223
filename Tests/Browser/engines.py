"""Firefox and WebKit, driven by the commands of WebDriver (https://www.w3.org/TR/webdriver2/); Chromium by Playwright.

The first two know the same commands. Firefox hears them from its own port for Marionette, without a further program.
WebKit has WebKitWebDriver, which opens MiniBrowser on a display: Xvfb.
"""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from apps import Failure, free_port

MAX_SECONDS = 60  # to start a browser, and for each command
# What a page sees must not depend on what the browser does besides.
FIREFOX_PREFERENCES = {
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


class Engine(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None: ...

    def resize(self, width: int, height: int) -> None:
        """Gives the window a size. Its content may be smaller."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Calls an async function in the page, and returns its result."""

    def picture(self, file: Path) -> None: ...

    def press(self, key: str) -> None:
        """Presses a key of `KEYS`."""

    def wheel(self, length: float) -> None:
        """Turns the wheel over the middle of a small window."""

    def forget(self) -> None:
        """Removes the cookies of the page."""

    def point(self, *actions: dict[str, Any]) -> None:
        """Moves and presses the pointer, by actions of WebDriver. It stays where they leave it."""


# The keys, with their codes in WebDriver.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowUp": "\ue013",
    "ArrowDown": "\ue015",
}
MIDDLE = (200, 400)


def presses(key: str) -> dict[str, Any]:
    """Returns the actions of a press, for a command of WebDriver."""
    ways = [{"type": way, "value": KEYS[key]} for way in ("keyDown", "keyUp")]
    return {"actions": [{"type": "key", "id": "keys", "actions": ways}]}


def turns(length: float) -> dict[str, Any]:
    turn = {"type": "scroll", "x": MIDDLE[0], "y": MIDDLE[1], "deltaX": 0, "deltaY": round(length), "duration": 0}
    return {"actions": [{"type": "wheel", "id": "wheel", "actions": [turn]}]}


def points(actions: tuple[dict[str, Any], ...], kind: str) -> dict[str, Any]:
    pointer = {"type": "pointer", "id": "pointer", "parameters": {"pointerType": kind}}
    return {"actions": [{**pointer, "actions": list(actions)}]}


CALL = "const done = arguments[arguments.length - 1]; ({}).apply(null, arguments).then(done, e => done('' + e))"


class Firefox:
    """Firefox, by the protocol of Marionette: JSON with its length before it."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=MAX_SECONDS)
        self.file = self.socket.makefile("rb")
        self.receive()  # a greeting
        self.count = 0
        self.send("WebDriver:NewSession", {"capabilities": {}})
        self.send("WebDriver:SetTimeouts", {"script": 1000 * MAX_SECONDS})

    def receive(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            byte = self.file.read(1)
            if not byte:
                raise Failure("Firefox closed the connection")
            digits += byte
        return json.loads(self.file.read(int(digits[:-1])))

    def send(self, command: str, parameters: dict[str, Any]) -> Any:
        self.count += 1
        message = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise Failure(f"Firefox cannot {command}: {error['message']}")
        return result

    def open(self, url: str) -> None:
        self.send("WebDriver:Navigate", {"url": url})

    def resize(self, width: int, height: int) -> None:
        self.send("WebDriver:SetWindowRect", {"width": width, "height": height})

    def run(self, script: str, *arguments: Any) -> Any:
        parameters = {"script": CALL.replace("{}", script), "args": list(arguments), "newSandbox": True}
        return self.send("WebDriver:ExecuteAsyncScript", parameters)["value"]

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.send("WebDriver:TakeScreenshot", {"full": True})["value"]))

    def press(self, key: str) -> None:
        self.send("WebDriver:PerformActions", presses(key))

    def wheel(self, length: float) -> None:
        self.send("WebDriver:PerformActions", turns(length))

    def forget(self) -> None:
        self.send("WebDriver:DeleteAllCookies", {})

    def point(self, *actions: dict[str, Any]) -> None:
        self.send("WebDriver:PerformActions", points(actions, "touch"))


class WebKit:
    """WebKit, by HTTP."""

    def __init__(self, port: int) -> None:
        self.turned = 0.0
        self.url = f"http://127.0.0.1:{port}/session"
        options = {"binary": MINI_BROWSER, "args": ["--automation"]}
        answer = self.send("", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.url += f"/{answer['sessionId']}"
        self.send("/timeouts", {"script": 1000 * MAX_SECONDS})

    def send(self, path: str, parameters: dict[str, Any] | None = None, method: str | None = None) -> Any:
        body = None if parameters is None else json.dumps(parameters).encode()
        request = urllib.request.Request(self.url + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * MAX_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(f"WebKit cannot {path or 'start'}: {error.read().decode()}") from None

    def open(self, url: str) -> None:
        self.send("/url", {"url": url})

    def resize(self, width: int, height: int) -> None:
        self.send("/window/rect", {"width": width, "height": height})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.send("/execute/async", {"script": CALL.replace("{}", script), "args": list(arguments)})

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.send("/screenshot")))

    def press(self, key: str) -> None:
        self.send("/actions", presses(key))

    def wheel(self, length: float) -> None:
        # Its driver scrolls by the difference to what it was told before.
        self.turned += length
        self.send("/actions", turns(self.turned))

    def forget(self) -> None:
        self.send("/cookie", method="DELETE")

    def point(self, *actions: dict[str, Any]) -> None:
        # Its driver knows no touches.
        self.send("/actions", points(actions, "mouse"))


MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


def require(program: str) -> str:
    path = shutil.which(program)
    if not path:
        raise Failure(f"There is no {program}; install it with .ci/install engines")
    return path


@contextlib.contextmanager
def running(*command: str, **options: Any) -> Iterator[subprocess.Popen]:
    """Runs a program, with nothing of it on the terminal, and ends it."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


def wait(what: str, is_ready: Any) -> Any:
    end = time.monotonic() + MAX_SECONDS
    while time.monotonic() < end:
        if found := is_ready():
            return found
        time.sleep(0.05)
    raise Failure(f"{what} did not start within {MAX_SECONDS} seconds")


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    program = require("firefox-esr")
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as folder:
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in FIREFOX_PREFERENCES.items()]
        Path(folder, "user.js").write_text("\n".join(lines))
        port = Path(folder, "MarionetteActivePort")
        environment = {**os.environ, "HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"}
        with running(program, "--headless", "--marionette", "--no-remote", "--profile", folder, env=environment):
            yield Firefox(int(wait("Firefox", lambda: port.exists() and port.read_text())))


@contextlib.contextmanager
def webkit() -> Iterator[WebKit]:
    driver, server = require("WebKitWebDriver"), require("Xvfb")
    require(MINI_BROWSER)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True))
        # Xvfb finds a free display, and writes its number into a pipe.
        readable, writable = os.pipe()
        stack.enter_context(
            running(
                server,
                "-displayfd",
                str(writable),
                "-screen",
                "0",
                "1600x1200x24",
                "-nolisten",
                "tcp",
                pass_fds=[writable],
            )
        )
        os.close(writable)
        with os.fdopen(readable) as pipe:
            display = pipe.readline().strip()
        if not display:
            raise Failure("Xvfb does not start")
        port = free_port()
        settings = Path(folder, ".config", "gtk-3.0", "settings.ini")
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-xft-hinting=0\ngtk-xft-hintstyle=hintnone\n")
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": folder,
            "XDG_RUNTIME_DIR": folder,
            "GDK_BACKEND": "x11",
        }
        stack.enter_context(running(driver, f"--port={port}", env=environment))
        wait("WebKitWebDriver", lambda: accepts(port))
        yield WebKit(port)


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


class Chromium:
    """Chromium, to compare the others with."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"values => ({script}).apply(null, values)", list(arguments))

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=file)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def wheel(self, length: float) -> None:
        self.page.mouse.move(*MIDDLE)
        self.page.mouse.wheel(0, length)


@contextlib.contextmanager
def chromium() -> Iterator[Chromium]:
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise Failure("playwright is missing; run .ci/install test, and use build/tools/browser/bin/python") from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require("chromium"))
        try:
            yield Chromium(browser.new_page())
        except Error as error:
            raise Failure(f"Chromium: {error}") from None
        finally:
            browser.close()


ENGINES = {"firefox": firefox, "webkit": webkit}
