"""The todo demo for benchmarks: a server of its own, and sessions with lists, made as a browser makes them."""

import contextlib
import gzip
import html
import http.client
import re
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urlencode, urljoin, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Servers"))

import servers
from servers import PATIENCE, TOP, Failure, free_port

__all__ = ["PATIENCE", "TOP", "Failure"]  # for those that import this module

# The demo's controls that are used here, by their ids.
ADD = re.compile(r"\.actionButton$")
DONE = re.compile(r"\.return$")
TOGGLE = re.compile(r"\.toggleButton$")


# --- Servers


class Server(servers.Server):
    """A server process of its own, with a folder of its own to keep things in; ends with its `with` block."""

    def __init__(self, program: Path, *flags: str | Path, path: str = "/", under: tuple[str, ...] = ()) -> None:
        """Starts a program, under a tool if one is given, and waits until it answers a GET of the path."""
        self.own_folder = tempfile.TemporaryDirectory()
        folder = self.own_folder.name
        self.path = path
        self.started = time.perf_counter()
        port = free_port()
        super().__init__(
            *under,
            *(program, "--port", port),
            *flags,
            folder=folder,
            port=port,
            environment={"HOME": folder, "SESSIONS": f"sqlite:{folder}/sessions.db"},
        )
        self.first_answer_s = time.perf_counter() - self.started

    def wait(self) -> None:
        request = f"GET {self.path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()
        while time.perf_counter() - self.started < PATIENCE:
            with socket.socket() as probe, contextlib.suppress(OSError):
                probe.settimeout(PATIENCE)
                probe.connect(("127.0.0.1", self.port))
                probe.sendall(request)
                if re.match(rb"HTTP/1\.[01] [23]", probe.recv(64)) and self.process.poll() is None:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.0001)
        raise self.failure("gives no answer")

    def __exit__(self, kind: object = None, *_: object) -> None:
        try:
            if kind is None:
                self.stop()
        finally:
            super().__exit__()
            self.own_folder.cleanup()


# --- Sessions: the demo used as a browser uses it


@dataclass
class Form:
    """A form with the controls that can be used: neither disabled nor hidden nor inert."""

    action: str
    hidden: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    taps: list[str] = field(default_factory=list)

    def tap(self, pattern: re.Pattern[str]) -> str | None:
        return next(filter(pattern.search, self.taps), None)


class Page(HTMLParser):
    """The forms of a page. A control belongs to the form around it, or to the one whose id it gives."""

    VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.url = url
        self.text = text
        self.named: dict[str, Form] = {}
        self.forms: list[Form] = []
        self.around: Form | None = None
        self.open: list[tuple[str, bool]] = []  # elements around, and whether their content can be used
        self.feed(text)
        self.close()

    def form(self, id: str) -> Form:
        if id not in self.named:
            self.forms.append(Form(self.url))
            self.named[id] = self.forms[-1]
        return self.named[id]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        usable = (not self.open or self.open[-1][1]) and not has.keys() & {"hidden", "inert", "disabled"}
        if tag not in self.VOID:
            self.open.append((tag, usable))
        if tag == "form":
            self.around = self.form(has.get("id", ""))
            self.around.action = urljoin(self.url, has.get("action", ""))
        form = self.form(has["form"]) if "form" in has else self.around
        name, value, kind = has.get("name"), has.get("value", ""), has.get("type", "").lower()
        if not form or not name:
            return
        if tag == "input" and kind == "hidden":
            form.hidden[name] = value
        elif usable and tag == "button" and name == "tap":
            form.taps.append(value)
        elif usable and (
            tag == "textarea" or (tag == "input" and (kind not in {"checkbox", "radio"} or "checked" in has))
        ):
            form.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break
        if tag == "form":
            self.around = None

    def find(self, pattern: re.Pattern[str]) -> tuple[Form, str]:
        for form in self.forms:
            if tap := form.tap(pattern):
                return form, tap
        raise Failure(f"{self.url} has no control like {pattern.pattern}:\n{self.text[-3000:]}")


class Browser:
    """One visitor, with the cookies that the server gave them."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.cookies = dict([cookie.split("=", 1)]) if cookie else {}
        # As the programs in C send it: cookies have the port in their names.
        self.headers = {"Host": "localhost"}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def exchange(self, method: str, path: str, form: str | None = None) -> tuple[int, str, str]:
        """The status, where it leads, and the body."""
        headers = self.headers | ({"Cookie": self.cookie} if self.cookies else {})
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, form, headers)
        response = self.connection.getresponse()
        is_compressed = response.headers.get("Content-Encoding") == "gzip"
        body = (gzip.decompress(response.read()) if is_compressed else response.read()).decode()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        location = urlsplit(urljoin(path, response.headers.get("Location", "")))
        return response.status, location.path + (f"?{location.query}" if location.query else ""), body

    def get(self, path: str) -> Page:
        for _ in range(10):
            status, location, body = self.exchange("GET", path)
            if status == 200:
                return Page(path, body)
            if status not in {301, 302, 303, 307, 308}:
                raise Failure(f"GET {path} was answered with {status}:\n{body[:1000]}")
            path = location
        raise Failure(f"GET {path} leads in circles")

    def tap(self, form: Form, tap: str) -> Page:
        status, location, body = self.exchange("POST", form.action, urlencode(form.hidden | form.fields | {"tap": tap}))
        if status != 303:
            raise Failure(f"POST {form.action} was answered with {status}:\n{body[:1000]}")
        return self.get(location)


@dataclass
class Session:
    """A visitor with a list, and how they go on: what they post next, and where."""

    cookie: str
    path: str
    page: str
    action: str
    form: str
    markers: dict[str, str]

    def next_form(self, page: str) -> str:
        """What is posted next from a page."""
        form = self.form
        for name, before in self.markers.items():
            form = form.replace(f"{{{name}}}", quote(page.partition(before)[2].partition('"')[0]))
        return form


def open_entry(browser: Browser) -> tuple[Form, str, str, dict[str, str]]:
    """Opens the screen that adds a todo. Returns its form, the field, the button that saves, and the markers of hidden
    fields."""
    page = browser.tap(*browser.get("/").find(ADD))
    form, done = page.find(DONE)
    if not form.fields:
        raise Failure(f"{page.url} has no field for the text of a todo:\n{page.text[-3000:]}")
    return form, next(iter(form.fields)), done, markers_of(page, form)


def count(page: Page) -> int:
    """The number of todos in the list: those on the page, and those for which it has room."""
    room = re.search(r'data-room="(\d+)"', page.text)
    shown = sum(bool(TOGGLE.search(tap)) for form in page.forms for tap in form.taps)
    return shown + (int(room[1]) if room else 0)


def prepare_session(port: int, todos: int) -> Session:
    """A new session with a list of so many todos, made through the demo's own forms."""
    browser = Browser(port)
    missing = todos - count(browser.get("/"))
    form, name, done, markers = open_entry(browser)
    for number in range(1, missing + 1):
        # Where the first one was added, the others are too. Only what is hidden in the page is read: large pages take long.
        _, _, text = browser.exchange("GET", form.action)
        hidden = {name: text.partition(before)[2].partition('"')[0] for name, before in markers.items()}
        data = hidden | form.fields | {name: f"Todo number {number}", "tap": done}
        status, _, body = browser.exchange("POST", form.action, urlencode(data))
        if status != 303:
            raise Failure(f"POST {form.action} was answered with {status}:\n{body[-3000:]}")
    return session_of(browser, todos)


def session_of(browser: Browser, todos: int) -> Session:
    """The session of a browser, whose list must have so many todos."""
    page = browser.get("/")
    if (found := count(page)) != todos:
        raise Failure(f"the list has {found} todos, not {todos}:\n{page.text[-3000:]}")
    form, toggle = page.find(TOGGLE)
    markers = markers_of(page, form)
    fields = urlencode(form.fields | {"tap": toggle})
    tokens = "".join(f"&{name}={{{name}}}" for name in markers)
    return Session(browser.cookie, page.url, page.text, form.action, fields + tokens, markers)


def markers_of(page: Page, form: Form) -> dict[str, str]:
    """Whatever is hidden in a page may be another value in the next page; what stands before it tells where."""
    return {name: marker(page.text, name, value) for name, value in form.hidden.items()}


def marker(text: str, name: str, value: str) -> str:
    """What stands before the value of a hidden field, in the words of the page."""
    for tag in re.findall(r"<input\b[^>]*>", text):
        before, found, _ = tag.rpartition(f'value="{html.escape(value)}"')
        if found and re.search(rf"\bname=[\"']?{re.escape(name)}\b", tag):
            return before + 'value="'
    raise Failure(f"the hidden field {name} is not written as expected")
