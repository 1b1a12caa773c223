"""What the checks of sessions share: servers that can be killed, a Redis of their own, and clients that do not give up."""

import http.client
import os
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, Self
from urllib.parse import urlencode

TOP = Path(__file__).resolve().parent.parent.parent

# How long anything may take before it counts as broken, in seconds.
PATIENCE = 60


class Failure(Exception):
    """A server that does not come up, or does not do what it should."""


def free_port() -> int:
    """A port that nothing listens on, outside the range from which the system gives ports to clients."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_for(what: str, port: int, process: subprocess.Popen, log: Path) -> None:
    """Waits until a process takes connections."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.001)
    raise Failure(f"{what} does not come up:\n{log.read_text(errors='replace')[-2000:]}")


def run(command: list[str | Path], text: str = "") -> str:
    """Runs a program that has to end well; what it prints."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} exits with {done.returncode}: {done.stderr}")
    return done.stdout


class Folder:
    """A folder for what a check writes, which goes with its `with` block."""

    def __enter__(self) -> Path:
        self.path = Path(tempfile.mkdtemp(prefix="sessions-"))
        return self.path

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    """A server of a demo, on a port that it comes back to after it was killed."""

    def __init__(self, program: Path, sessions: str, folder: Path, *flags: str) -> None:
        self.port = free_port()
        self.log = folder / f"{program.name}-{self.port}.log"
        self.folder = folder
        self.command = [str(program), "--port", str(self.port), "--no-access-log", "--sessions", sessions]
        self.command += ["--sessions-per-address", "0", *flags]
        self.start()
        self.wait()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=os.environ | {"LAME_DUCK": "0"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        wait_for(self.command[0], self.port, self.process, self.log)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ends it the ordinary way."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE)
        if status != 0:
            raise Failure(f"{self.command[0]} ended with {status}:\n{self.log.read_text(errors='replace')[-2000:]}")

    def memory(self) -> int:
        """The bytes of memory that it has, without files that are mapped."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) * 1024

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all its threads: the process's own clock (clock_getcpuclockid(3))."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Redis:
    """A Redis server of the check's own, with nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        log = folder / "redis.log"
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
                + ["--maxmemory-policy", "noeviction"],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        wait_for("redis-server", self.port, self.process, log)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


class Lost(Exception):
    """A request that was not answered."""


class Client:
    """A browser with a cookie, which keeps its connections open and sends each request to any of the servers."""

    def __init__(self, ports: list[int], chance: random.Random, cookie: str = "") -> None:
        self.ports = ports
        self.chance = chance
        self.cookie = cookie
        self.connections: dict[int, http.client.HTTPConnection] = {}
        self.lost = 0
        self.took = 0.005  # how long the last post took, in seconds

    def send(self, method: str, path: str, form: dict[str, str] | None = None) -> http.client.HTTPConnection:
        port = self.chance.choice(self.ports)
        if port not in self.connections:
            self.connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection = self.connections[port]
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urlencode(form) if form is not None else None, headers)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Lost from error
        return connection

    def receive(self, connection: http.client.HTTPConnection) -> tuple[int, str, str]:
        """The status, where it leads, and the body."""
        try:
            response = connection.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Lost from error
        for cookie in response.headers.get_all("Set-Cookie", []):
            self.cookie = cookie.partition(";")[0]
        return response.status, response.headers.get("Location", ""), body

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Sends the same request until somebody answers it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                return self.receive(self.send(method, path, form))
            except Lost:
                self.lost += 1
                time.sleep(0.002)
        raise Failure(f"nobody answers {method} {path}")

    def page(self, path: str) -> str:
        """The text of a page, which every server that is up has to have."""
        status, _, body = self.ask("GET", path)
        if status != 200:
            raise Failure(f"GET {path} was answered with {status}:\n{body[:1000]}")
        return body


# --- The counter, which is what can be counted


def form_of(page: str) -> dict[str, str]:
    """What a press of the counter's button sends."""
    return {"page": found(r'name="page" value="([^"]+)"', page), "tap": "counterView.addButton"}


def value_of(page: str) -> int:
    return int(found(r"the counter is at (-?\d+)", page))


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    if not match:
        raise Failure(f"there is no {pattern} in the page:\n{page[:2000]}")
    return match[1]


class Threads:
    """Runs something for each of many clients at once; the first thing that goes wrong is what `with` raises."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.problems: list[BaseException] = []

    def run(self, body: Callable[..., None], *arguments: object) -> None:
        def guarded() -> None:
            try:
                body(*arguments)
            except BaseException as error:  # noqa: BLE001
                self.problems.append(error)

        self.threads.append(threading.Thread(target=guarded, daemon=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self.threads:
            thread.start()
        for thread in self.threads:
            thread.join()
        if self.problems:
            raise self.problems[0]


def run_check(main: Callable[[], int]) -> NoReturn:
    """Runs a check, whose servers end with it, however it ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, so that `with` blocks are left
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
