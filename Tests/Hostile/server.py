"""Shared by the hostile programs: servers on free ports, raw requests, and promises that are kept or broken."""

import argparse
import contextlib
import math
import os
import re
import resource
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Self
from urllib.parse import quote

sys.dont_write_bytecode = True
sys.path += [str(Path(__file__).resolve().parent.parent / folder) for folder in ("Sessions", "Servers")]

import clients
import servers
from clients import run_check
from servers import PATIENCE, TOP, Failure, wait_until

__all__ = ["clients", "wait_until"]  # for those that import this module

MIB = 1 << 20
KIB = 1 << 10

# The default of --drain, in seconds.
DRAIN = 10

# The time in which a server under attack must answer others, in seconds.
PROMPT = 1.0


# --- Programs


def parser(description: str) -> argparse.ArgumentParser:
    """The flags of a program. All programs have `--server`, which a program may define again."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter, conflict_handler="resolve"
    )
    made.add_argument("--server", type=Path, default=TOP / ".build/release/TodoServer", metavar="PATH")
    return made


class Promises:
    """Prints figures, and counts promises that are kept and broken."""

    def __init__(self) -> None:
        self.kept = self.broken = 0

    def figure(self, text: str) -> None:
        print(f"      {text}", flush=True)

    def check(self, holds: bool, text: str) -> None:
        self.kept += holds
        self.broken += not holds
        print(f"{'ok' if holds else 'BROKEN':6}{text}", flush=True)


def run_program(body: Callable[[Promises], None]) -> NoReturn:
    """Runs a program, and exits with 1 if a promise is broken or none was tried. Servers end with the program."""

    def main() -> int:
        promises = Promises()
        raise_open_files()
        try:
            body(promises)
        except Failure as failure:
            promises.check(False, str(failure))
        return 0 if promises.kept and not promises.broken else 1

    run_check(main)


def raise_open_files() -> None:
    """Raises the number of sockets of this process as far as the system allows."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


# --- Servers


class Server(servers.Server):
    """A server on a free port, with its sessions in memory. It ends with its `with` block.

    `files` is the number of files that the system allows it to open. It writes to `output` and `errors`, by default its log.
    """

    def __init__(
        self, program: Path, *flags: str, files: int = 0, output: int | None = None, errors: int | None = None
    ) -> None:
        self.own_folder = tempfile.TemporaryDirectory(prefix="hostile-")
        self.has_log = output is None
        command = [program.resolve(), "--sessions", "memory:", *flags]
        if self.has_log:
            command.append("--no-access-log")
        if files:
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        streams = {name: where for name, where in {"stdout": output, "stderr": errors}.items() if where is not None}
        super().__init__(*command, folder=self.own_folder.name, **streams)

    def wait(self) -> None:
        if self.has_log:
            super().wait()
        else:
            self.port = self.find_port()

    def find_port(self) -> int:
        """The port that the server listens on, found without its output."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError):
                sockets = set(self.sockets())
                for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
                    _, local, _, state, *rest = line.split()
                    if state == "0A" and f"socket:[{rest[5]}]" in sockets:
                        return int(local.rpartition(":")[2], 16)
            time.sleep(0.01)
        raise self.failure("does not listen")

    def descriptors(self) -> list[str]:
        """The targets of its open descriptors."""
        found = []
        for entry in os.scandir(f"/proc/{self.process.pid}/fd"):
            with contextlib.suppress(OSError):
                found.append(os.readlink(entry.path))
        return found

    def sockets(self) -> list[str]:
        return [target for target in self.descriptors() if target.startswith("socket:")]

    def threads(self) -> int:
        return int(re.search(r"Threads:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1])

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def end(self, promises: Promises) -> None:
        """Checks the promise that the server ends within the time of --drain, with status 0."""
        began = time.monotonic()
        try:
            self.stop()
            took = time.monotonic() - began
            promises.check(took < DRAIN + 2, f"SIGTERM ended it with status 0 after {took:.1f} s")
        except Failure as failure:
            promises.check(False, str(failure))

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.own_folder.cleanup()


# --- Requests


def request(path: str, method: str = "GET", fields: str = "", body: bytes = b"", cookie: str = "") -> bytes:
    """The bytes of a request. `fields` are lines of its head, with their line ends."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}"
    if cookie:
        head += f"Cookie: {cookie}\r\n"
    if method == "POST":
        head += f"Content-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


URLENCODED = "Content-Type: application/x-www-form-urlencoded\r\n"


def form(path: str, fields: dict[str, str], cookie: str = "") -> bytes:
    """The bytes of a request with a form."""
    body = "&".join(f"{quote(name)}={quote(value)}" for name, value in fields.items()).encode()
    return request(path, "POST", URLENCODED, body, cookie)


HEALTH = request("/health")


def connect(port: int, patience: float = 10, window: int = 0) -> socket.socket:
    """A connection. `window` is the size of its receive buffer."""
    connection = socket.socket()
    try:
        connection.settimeout(patience)
        if window:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.connect(("127.0.0.1", port))
    except OSError:
        connection.close()
        raise
    return connection


@dataclass
class Answer:
    status: int
    head: str
    body: bytes

    def field(self, name: str) -> str:
        """The value of a field of the head; empty if there is none."""
        match = re.search(rf"^{name}: *(.*?)\r$", self.head, re.IGNORECASE | re.MULTILINE)
        return match[1] if match else ""


def receive(connection: socket.socket) -> Answer:
    """The next answer on a connection with one open request.

    Raises: OSError if none arrives in time, ConnectionError if the connection ends within it.
    """
    got = bytearray()
    while (end := got.find(b"\r\n\r\n")) < 0:
        got += some(connection)
    head = got[: end + 2].decode("latin-1")
    answer = Answer(int(head.split(" ", 2)[1]), head, b"")
    size = int(answer.field("Content-Length") or 0)
    while len(got) < end + 4 + size:
        got += some(connection)
    answer.body = bytes(got[end + 4 :])
    return answer


def some(connection: socket.socket) -> bytes:
    got = connection.recv(1 << 20)
    if not got:
        raise ConnectionResetError("the connection was closed")
    return got


def ask(port: int, what: bytes = HEALTH, patience: float = 5) -> tuple[Answer | None, float]:
    """Sends a request on a new connection. Returns the answer, or None if none arrived in time, and the seconds it took."""
    began = time.monotonic()
    try:
        with connect(port, patience) as connection:
            connection.sendall(what)
            return receive(connection), time.monotonic() - began
    except OSError:
        return None, time.monotonic() - began


def check_health(promises: Promises, server: Server, when: str) -> None:
    """Checks the promise that a new client is served at once."""
    answer, took = ask(server.port)
    said = f"{answer.status} after {1000 * took:.0f} ms" if answer else f"no answer for {took:.1f} s"
    if not server.is_alive:
        said = f"the process ended with {server.process.returncode}"
    promises.check(answer is not None and answer.status == 200 and took < PROMPT, f"/health {when}: {said}")


class Prober:
    """Asks for a page again and again during its `with` block, with a new connection each time."""

    def __init__(self, port: int, what: bytes = HEALTH, pause: float = 0.05, patience: float = 5) -> None:
        self.port, self.what, self.pause, self.patience = port, what, pause, patience
        self.took: list[float] = []
        self.failed = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        while not self.ended.wait(self.pause):
            answer, took = ask(self.port, self.what, self.patience)
            self.took.append(took)
            self.failed += answer is None or answer.status != 200

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()

    def check(self, promises: Promises, when: str) -> None:
        """Checks the promise that all requests were answered in time."""
        worst = max(self.took, default=math.inf)
        promises.check(
            not self.failed and worst < PROMPT,
            f"{len(self.took)} requests of others {when}: {self.failed} not answered with 200, "
            f"{1000 * percentile(self.took, 50):.1f} ms at the median, {1000 * worst:.0f} ms at most",
        )


def percentile(values: list[float], percent: int) -> float:
    if len(values) < 2:
        return values[0] if values else math.inf
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


# --- Sessions


def new_session(port: int, path: str = "/") -> tuple[str, str]:
    """The cookie of a new session, and the path of its first screen."""
    answer, _ = ask(port, request(path))
    if answer and answer.field("Location"):
        return new_session(port, answer.field("Location"))
    cookie = answer.field("Set-Cookie").partition(";")[0] if answer else ""
    if not cookie:
        raise Failure(f"GET {path} gives no session")
    return cookie, path
