"""Measures the time of ordinary users' posts to the todo demo during an attack."""

import http.client
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urlencode

sys.dont_write_bytecode = True
# The programs import this module before the modules of that folder.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Sessions"))

from clients import PATIENCE, Failure, found


class Times(NamedTuple):
    """The times of requests, in milliseconds."""

    number: int
    median: float
    p99: float
    worst: float

    def __str__(self) -> str:
        return f"p50 {self.median:.2f} ms, p99 {self.p99:.2f} ms, worst {self.worst:.0f} ms, of {self.number}"


def summary(seconds: list[float]) -> Times:
    if len(seconds) < 2:
        raise Failure("too few requests were answered to say how long they take")
    quantiles = statistics.quantiles(seconds, n=100)
    return Times(len(seconds), statistics.median(seconds) * 1e3, quantiles[98] * 1e3, max(seconds) * 1e3)


class User:
    """A user with a connection and a session."""

    def __init__(self, port: int, headers: dict[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.headers = dict(headers or {})
        self.path = "/list"

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """Sends a request. Returns the status, the Location and the body."""
        self.connection.request(method, path, body, self.headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        if cookie := response.headers.get("Set-Cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        return response.status, response.headers.get("Location", ""), text

    def page(self, path: str) -> str:
        for _ in range(5):
            status, location, text = self.ask("GET", path)
            if status == 200:
                self.path = path
                return text
            path = location
        raise Failure(f"GET {path} is answered with {status}")

    def press(self) -> float:
        """Toggles a todo, after getting the page for its nonce. Returns the seconds that the post took."""
        page = self.page(self.path)
        nonce = found(r'name="page" value="([^"]+)"', page)
        button = found(r'value="(listView\.todoListView\.[^"]+\.toggleButton)"', page)
        began = time.monotonic()
        status, _, text = self.ask(
            "POST",
            self.path,
            urlencode({"page": nonce, "tap": button}),
        )
        took = time.monotonic() - began
        if status != 303:
            raise Failure(f"POST {self.path} is answered with {status}:\n{text[:500]}")
        return took


class Posts:
    """Users who post at a fixed pace until the end of the `with` block.

    The time of a post counts from when it was due, even if it had to wait for the answer to the one before.
    """

    def __init__(self, port: int, users: int, per_second: float) -> None:
        self.users = [User(port) for _ in range(users)]
        for user in self.users:
            user.headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.pause = users / per_second
        self.lock = threading.Lock()
        self.posts: list[tuple[float, float]] = []  # when each was due, and the seconds that it took from then on
        self.problem: BaseException | None = None
        self.is_over = threading.Event()

    def between(self, start: float, end: float) -> Times:
        """The times of the posts that were due between two moments."""
        with self.lock:
            if self.problem:
                raise self.problem
            return summary([took for due, took in self.posts if start <= due < end])

    def post(self, user: User, due: float) -> None:
        try:
            while not self.is_over.wait(max(due - time.monotonic(), 0)):
                began = time.monotonic()
                took = user.press()
                with self.lock:
                    self.posts.append((due, took + max(began - due - 0.005, 0)))
                due += self.pause
        except BaseException as problem:  # noqa: BLE001
            self.problem = problem

    def __enter__(self) -> Self:
        now = time.monotonic()
        self.threads = [
            threading.Thread(target=self.post, args=(user, now + index * self.pause / len(self.users)), daemon=True)
            for index, user in enumerate(self.users)
        ]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()
