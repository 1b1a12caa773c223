"""Servers that can be killed, a Redis, a PostgreSQL, and clients that repeat requests: shared by the programs of this folder."""

import contextlib
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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Servers"))

import servers
from servers import PATIENCE, TOP, Failure, free_port, wait_until

__all__ = ["PATIENCE", "TOP", "Failure", "free_port", "wait_until"]  # for those that import this module


def run(command: list[str | Path], text: str = "") -> str:
    """Runs a program that must succeed.

    Returns: Its standard output.
    """
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} exits with {done.returncode}: {done.stderr}")
    return done.stdout


class Folder:
    """A temporary folder, which is removed at the end of its `with` block."""

    def __enter__(self) -> Path:
        self.path = Path(tempfile.mkdtemp(prefix="sessions-"))
        return self.path

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


class Server(servers.Server):
    """A server of a demo that is not under attack, and whose clients wait while the machine is busy."""

    def __init__(self, program: Path, sessions: str, folder: Path, *flags: str) -> None:
        command = [program, "--no-access-log", "--sessions", sessions, *flags]
        super().__init__(*command, folder=folder, port=free_port(), environment={"LONGEST_WAIT": "60000"})


def wait_for(what: str, port: int, process: subprocess.Popen, log: Path) -> None:
    """Waits until a process accepts connections."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.001)
    raise Failure(f"{what} does not start:\n{log.read_text(errors='replace')[-2000:]}")


class Redis:
    """A new, empty Redis server."""

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

    def cut_subscriptions(self) -> None:
        """Closes the connections on which servers are told of changes. The servers connect again."""
        cut_subscriptions_of_redis(self.port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def cut_subscriptions_of_redis(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(b"CLIENT KILL TYPE pubsub\r\n")
        connection.recv(64)


class Postgres:
    """A new, empty PostgreSQL server. It waits for the disk, as in production. It refuses to run as root."""

    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/lib/postgresql/15/bin"))
    as_user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []

    def __init__(self, _: Path) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="sessions-postgres-"))
        if self.as_user:
            os.chown(self.folder, 65534, 65534)
        options = ["--username=postgres", "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"]
        run([*self.as_user, self.programs / "initdb", f"--pgdata={self.folder}/data", *options])
        self.start()

    def start(self) -> None:
        log = self.folder / "postgres.log"
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", f"unix_socket_directories={self.folder}"]
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                [*self.as_user, self.programs / "postgres", "-D", f"{self.folder}/data"]
                + [word for setting in settings for word in ("-c", setting)],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        wait_for("postgres", self.port, self.process, log)
        if not wait_until(lambda: "ready to accept connections" in log.read_text()):
            raise Failure(f"postgres does not start:\n{log.read_text()[-2000:]}")

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def ask(self, sql: str) -> str:
        options = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]
        return run([self.programs / "psql", *options, f"--dbname={self.url}", f"--command={sql}"])

    def cut_subscriptions(self) -> None:
        """Closes the connections on which servers are told of changes. The servers connect again."""
        with contextlib.suppress(Failure):  # while it is restarted
            self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")

    def restart(self) -> None:
        """Ends the server as a crash does, and starts it again."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Lost(Exception):
    """A request was not answered."""


class Client:
    """A browser with cookies. It keeps its connections open, and sends each request to any of the servers."""

    def __init__(self, ports: list[int], chance: random.Random, cookie: str = "") -> None:
        self.ports = ports
        self.chance = chance
        self.cookies = dict([cookie.split("=", 1)]) if cookie else {}
        self.connections: dict[int, http.client.HTTPConnection] = {}
        self.lost = 0
        self.took = 0.005  # the duration of the last post, in seconds
        self.refused = 0  # answers with 503

    @property
    def cookie(self) -> str:
        """The cookie that names the session."""
        return f"session={self.cookies['session']}"

    def send(self, method: str, path: str, form: dict[str, str] | None = None) -> http.client.HTTPConnection:
        port = self.chance.choice(self.ports)
        if port not in self.connections:
            self.connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection = self.connections[port]
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        # As a proxy in front of the servers sends it: cookies have the port in their names.
        headers = {"Host": "localhost"} | ({"Cookie": cookies} if cookies else {})
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urlencode(form) if form is not None else None, headers)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Lost from error
        return connection

    def receive(self, connection: http.client.HTTPConnection) -> tuple[int, str, str]:
        """Returns: The status, the location, and the body."""
        try:
            response = connection.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Lost from error
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, response.headers.get("Location", ""), body

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Sends the same request until it is answered."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                return self.receive(self.send(method, path, form))
            except Lost:
                self.lost += 1
                time.sleep(0.002)
        raise Failure(f"no server answers {method} {path}")

    def page(self, path: str) -> str:
        """Gets a page, which must exist. Asks again while the storage is down."""
        deadline = time.monotonic() + PATIENCE
        status, _, body = self.ask("GET", path)
        while status == 503 and time.monotonic() < deadline:
            self.refused += 1
            time.sleep(0.02)
            status, _, body = self.ask("GET", path)
        if status != 200:
            raise Failure(f"GET {path} was answered with {status}:\n{body[:1000]}")
        return body


# --- The counter


def form_of(page: str) -> dict[str, str]:
    """The form of a press of the counter's button."""
    return {"page": found(r'name="page" value="([^"]+)"', page), "tap": "counterView.addButton"}


def value_of(page: str) -> int:
    return int(found(r"the counter is at (-?\d+)", page))


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    if not match:
        raise Failure(f"there is no {pattern} in the page:\n{page[:2000]}")
    return match[1]


class Threads:
    """Runs functions at the same time, until the end of the `with` block, which raises the first error."""

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
    """Runs the main function. Its servers end with it, also after a signal."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # an exception, so that `with` blocks end
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
