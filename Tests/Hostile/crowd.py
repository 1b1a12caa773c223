"""A crowd of ordinary users of the demos, in several processes: pages, taps, live taps, streams, files and new visitors."""

import contextlib
import multiprocessing
import random
import re
import socket
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Self
from urllib.parse import quote

from server import URLENCODED, Answer, Failure, connect, form, new_session, receive, request

ITEMS = 10  # of each list
STREAMS_EACH = 10  # one of so many users of a process has an open page
REPORT = 2000  # requests between two reports of a process
BUTTON = re.compile(rb'name="tap" value="([^"]+\.toggleButton)"')
PICKER = re.compile(rb"documentPickerView\d*")


class Wrong(Exception):
    """An answer is not the expected one."""


@dataclass
class Report:
    """What a process has done since its last report."""

    counts: Counter[str]
    problems: list[str]
    slowest: float = 0
    is_last: bool = False

    @property
    def requests(self) -> int:
        return self.counts.total() - self.counts["events"]


class User:
    """A user of the todo demo, with a session."""

    def __init__(self, port: int, number: int) -> None:
        self.cookie, self.path = new_session(port)
        self.number = number
        self.stream: socket.socket | None = None
        self.version = self.release = ""
        self.items = 0

    def live_fields(self) -> str:
        stream = self.stream_name if self.stream else ""
        return (
            f"Accept: text/vnd.tempura.patch\r\nTempura-Version: {self.version}\r\nTempura-Release: {self.release}\r\n"
            f"Tempura-Tab: tab{self.number:012}\r\nTempura-Stream: {stream}\r\nTempura-Screen: 390 844 16\r\n"
        )

    @property
    def stream_name(self) -> str:
        return f"stream{self.number:012}"


class Crowd:
    """The users of one process."""

    def __init__(self, port: int, files_port: int, users: range, seed: str) -> None:
        self.port, self.files_port = port, files_port
        self.chance = random.Random(seed)
        self.connections = {port: connect(port, 60) for port in {port, files_port}}
        self.report = Report(Counter(), [])
        self.users = [User(port, number) for number in users]
        self.files_cookie, self.etag = "", ""
        for user in self.users[::STREAMS_EACH]:
            self.open_stream(user)

    # --- Requests

    def ask(self, what: str, sends: bytes, *statuses: int, port: int = 0) -> Answer:
        """Sends a request, which must be answered with one of the statuses."""
        port = port or self.port
        began = time.monotonic()
        self.report.counts[what] += 1
        try:
            self.connections[port].sendall(sends)
            answer = receive(self.connections[port])
        except OSError as error:
            self.connections[port].close()
            self.connections[port] = connect(port, 60)
            raise Wrong(f"{what}: {error!r}") from None
        self.report.slowest = max(self.report.slowest, time.monotonic() - began)
        if b"close" in answer.head.lower().encode() and answer.field("Connection").lower() == "close":
            self.connections[port].close()
            self.connections[port] = connect(port, 60)
        if answer.status not in statuses:
            text = re.sub(r"(?s)<style.*?</style>|<[^>]*>", " ", answer.body.decode(errors="replace"))
            text = re.sub(r"\s+", " ", text)
            raise Wrong(f"{what}: {answer.status} instead of {statuses}: {text[:200]}")
        return answer

    def page(self, user: User) -> bytes:
        return self.ask("page", request(user.path, cookie=user.cookie), 200).body

    def tap(self, user: User) -> None:
        """Ticks an item off without script."""
        button = self.chance.choice(BUTTON.findall(self.page(user))).decode()
        self.ask("tap", form(user.path, {"tap": button}, user.cookie), 303)
        self.page(user)

    def live_tap(self, user: User) -> None:
        """Ticks an item off as the script does."""
        page = self.page(user)
        user.version, user.release = (
            re.search(rb'data-%s="([^"]*)"' % name, page)[1].decode() for name in (b"version", b"release")
        )
        button = self.chance.choice(BUTTON.findall(page)).decode()
        body = f"page={self.chance.randrange(1 << 60):013}&tap={quote(button)}".encode()
        sends = request(user.path, "POST", user.live_fields() + URLENCODED, body, user.cookie)
        answer = self.ask("live tap", sends, 200)
        if not answer.body.startswith(b"{"):
            raise Wrong(f"a live tap is answered with {answer.body[:80]!r}")

    def add_item(self, user: User) -> None:
        user.items += 1
        self.ask("tap", form(user.path, {"tap": "listView.actionButton"}, user.cookie), 303)
        fields = {"addItemView.textView": f"Item {user.items} 🙂", "tap": "addItemView.textView.return"}
        self.ask("tap", form(f"{user.path}/addItem", fields, user.cookie), 303)

    def visit(self) -> None:
        """A new visitor, who looks at the first page and leaves."""
        answer = self.ask("visit", request("/"), 200, 303)
        cookie = answer.field("Set-Cookie").partition(";")[0]
        if answer.status == 303:
            answer = self.ask("visit", request(answer.field("Location"), cookie=cookie), 200)

    def get_file(self) -> None:
        fields = f"If-None-Match: {self.etag}\r\n" if self.etag else ""
        self.etag = self.ask("file", request("/tempura.css", fields=fields), 200, 304).field("ETag")

    def upload(self) -> None:
        """Sends a file to the gallery."""
        if not self.files_cookie:
            self.files_cookie, _ = new_session(self.files_port, "/gallery/files")
        screen, port = "/gallery/files", self.files_port
        self.ask("tap", form(screen, {"tap": "pick-anything"}, self.files_cookie), 303, port=port)
        page = self.ask("page", request(screen, cookie=self.files_cookie), 200, port=port).body
        picker, size = PICKER.search(page)[0].decode(), self.chance.randrange(1, 200_000)
        part = f'Content-Disposition: form-data; name="{picker}.file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
        body = f"--b\r\n{part}{'x' * size}\r\n--b\r\n".encode()
        body += f'Content-Disposition: form-data; name="tap"\r\n\r\n{picker}.open\r\n--b--\r\n'.encode()
        sends = request(screen, "POST", "Content-Type: multipart/form-data; boundary=b\r\n", body, self.files_cookie)
        self.ask("upload", sends, 303, port=port)
        page = self.ask("page", request(screen, cookie=self.files_cookie), 200, port=port).body
        if f"a.txt ({size} bytes)".encode() not in page:
            raise Wrong("an uploaded file is not on the page")

    # --- Streams

    def open_stream(self, user: User) -> None:
        user.stream = connect(self.port, 60)
        fields = "Accept: text/event-stream\r\n"
        user.stream.sendall(request(f"/live?stream={user.stream_name}", fields=fields, cookie=user.cookie))
        self.report.counts["stream"] += 1
        answer = receive(user.stream)
        if answer.status != 200:
            raise Wrong(f"stream: {answer.status}")
        user.stream.setblocking(False)

    def read_stream(self, user: User) -> None:
        if user.stream is None:
            return
        with contextlib.suppress(BlockingIOError):
            got = user.stream.recv(1 << 16)
            if not got:
                self.open_stream(user)
                raise Wrong("a stream has ended")
            self.report.counts["events"] += got.count(b"event:")

    # --- The work of the process

    def step(self) -> None:
        user = self.chance.choice(self.users)
        self.read_stream(user)
        kind = self.chance.random()
        if user.items < ITEMS and kind < 0.1:
            self.add_item(user)
        elif kind < 0.35:
            self.tap(user)
        elif kind < 0.55:
            self.live_tap(user)
        elif kind < 0.93:
            self.page(user)
        elif kind < 0.96:
            self.get_file()
        elif kind < 0.98:
            self.visit()
        elif kind < 0.99:
            self.upload()
        elif user.stream is not None:
            user.stream.close()  # the user comes back to the page
            self.open_stream(user)

    def run(self, count: int, out: Connection) -> None:
        rest = count
        while rest > 0:
            try:
                self.step()
            except (Wrong, OSError, Failure) as problem:
                self.report.problems.append(str(problem))
                if len(self.report.problems) > 100:
                    break
            if self.report.requests >= min(REPORT, rest):
                rest -= self.report.requests
                out.send(self.report)
                self.report = Report(Counter(), [])
        self.report.is_last = True
        out.send(self.report)

    def close(self) -> None:
        for connection in self.connections.values():
            connection.close()
        for user in self.users:
            if user.stream is not None:
                user.stream.close()


def _work(port: int, files_port: int, users: range, seed: str, count: int, out: Connection) -> None:
    crowd = Crowd(port, files_port, users, seed)
    crowd.run(count, out)
    crowd.close()
    out.close()


class Crowds:
    """Starts the processes in its `with` block, and gives their reports."""

    def __init__(self, port: int, files_port: int, users: int, count: int, processes: int, seed: int) -> None:
        self.reports: list[Connection] = []
        self.processes = []
        for number in range(processes):
            mine = range(users * number // processes, users * (number + 1) // processes)
            receiver, sender = multiprocessing.Pipe(duplex=False)
            arguments = (port, files_port, mine, f"{seed} {number}", count // processes, sender)
            process = multiprocessing.Process(target=_work, args=arguments, daemon=True)
            process.start()
            sender.close()
            self.reports.append(receiver)
            self.processes.append(process)

    def next(self) -> list[Report]:
        """Waits for reports. Empty when all processes have ended.

        Raises: Failure if a process ended too early.
        """
        made = []
        for receiver in multiprocessing.connection.wait(self.reports) if self.reports else []:
            try:
                report = receiver.recv()
            except EOFError:
                raise Failure("a process of users ended by an error, which is printed above") from None
            if report.is_last:
                self.reports.remove(receiver)
            made.append(report)
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.terminate()
            process.join()
