"""The load generators, and what the server spends under their load."""

import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from demo import Failure, Server, Session

HERE = Path(__file__).resolve().parent


def run(command: list[str | Path], what: str, text: str = "") -> list[str]:
    """Runs a load generator; the lines that it prints."""
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    except FileNotFoundError:
        raise Failure(f"{command[0]} is missing") from None
    except subprocess.CalledProcessError as error:
        raise Failure(f"{what}: {error.stderr or error.stdout}") from None


def tool(command: list[str | Path], what: str, text: str = "") -> list[float]:
    """Runs a load generator; the numbers of its last line."""
    return [float(number) for number in run(command, what, text)[-1].split()]


@dataclass
class Round:
    cpu_us: float
    per_s: float
    size: float


# Loads a server for some seconds. Returns the number of requests or cycles, the seconds, and the bytes received.
Load = Callable[[Server, float], list[float]]


def under_load(server: Server, load: Load, seconds: float) -> Round:
    before = server.cpu()
    count, seconds, size, *_ = load(server, seconds)
    return Round((server.cpu() - before) * 1e6 / count, count / seconds, size / count)


def wrk(path: str, cookies: Path, connections: int) -> Load:
    def load(server: Server, seconds: float) -> list[float]:
        threads = min(2, connections)
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{max(1, round(seconds))}s"]
        command += ["-s", str(HERE / "sessions.lua"), f"http://127.0.0.1:{server.port}{path}"]
        command += ["--", str(cookies), str(threads)]
        figures = tool(command, f"GET {path}")
        if figures[3]:
            raise server.failure(f"answered {figures[3]:.0f} of {figures[0]:.0f} requests wrongly or not at all")
        return figures

    return load


def cycles(program: Path, sessions: list[Session]) -> Load:
    users = "".join(f"{user.cookie}\t{user.path}\t{user.action}\t{user.form}\n" for user in sessions)
    markers = [argument for pair in sessions[0].markers.items() for argument in ("--marker", "=".join(pair))]

    def load(server: Server, seconds: float) -> list[float]:
        command = [program, "--port", str(server.port), "--seconds", str(seconds), *markers]
        return tool(command, "POST, 303, GET", users)

    return load


def visits(program: Path, path: str, cookies: Callable[[], list[str]]) -> Load:
    """GETs of the page, one for each cookie. Each round uses new cookies. An empty cookie is not sent."""

    def load(server: Server, _: float) -> list[float]:
        batch, began = cookies(), time.perf_counter()
        command = [program, "--port", str(server.port), "--path", path]
        run(command, f"GET {path}", "".join(f"{cookie}\n" for cookie in batch))
        return [len(batch), time.perf_counter() - began, 0]

    return load


def visit(program: Path, server: Server, path: str, sessions: int) -> list[str]:
    """The cookies of new sessions that have got the page, and are in memory."""
    return run([program, "--port", str(server.port), "--path", path, "--new", str(sessions)], f"GET {path}")


@dataclass
class Turns:
    """What the open pages did at one command of live.c."""

    count: float
    seconds: float
    received: float
    sent: float
    bodies: float
    told_s: float
    median_us: float
    events: float
    patches: float


class OpenPages:
    """Pages that stay open, each in a session of its own: the load generator live.c, which describes the commands."""

    def __init__(
        self, program: Path, server: Server, path: str, cookies: list[str], button: str, page: str | None = None
    ) -> None:
        self.folder = tempfile.TemporaryDirectory()
        files = {"cookies": "".join(f"{cookie}\n" for cookie in cookies)} | ({"page": page} if page else {})
        command = [program, "--port", str(server.port), "--path", path, "--button", button]
        for name, text in files.items():
            Path(self.folder.name, name).write_text(text)
            command += [f"--{name}", Path(self.folder.name, name)]
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        except FileNotFoundError:
            raise Failure(f"{program} is missing") from None

    def do(self, command: str) -> Turns:
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        if line := self.process.stdout.readline():
            return Turns(*map(float, line.split()))
        raise Failure(f"{command}: {self.process.stderr.read()}")

    def load(self, kind: str, every: str = "") -> Load:
        """One of the commands that take seconds, as a load of the server that the pages are of."""

        def load(_: Server, seconds: float) -> list[float]:
            turns = self.do(f"{kind} {seconds} {every}")
            return [turns.count, turns.seconds, turns.received]

        return load

    def open(self) -> Self:
        """Opens the pages as tempura.js does: the page, a request that claims it, the stream, and the first event."""
        for command in ("load", "ask", "listen", "ask"):
            self.do(command)
        return self

    def patch_size(self) -> float:
        """Bytes of the patch after a tap."""
        turns = self.do("tap")
        return turns.bodies / turns.count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()
