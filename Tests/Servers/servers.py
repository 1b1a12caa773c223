"""Servers for the checks in Python. Each ends with its `with` block, and has a log, which is shown if it does not serve."""

import contextlib
import itertools
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

TOP = Path(__file__).resolve().parent.parent.parent
# The timeout for everything, in seconds: a server may run under a tool that makes it slow.
PATIENCE = 60
# What a program says when it serves.
SERVES = re.compile(r"\bserves (?!metrics).*?https?://[^\s/:]+:(\d+)(?=\D)")
# Variables that a server reads, and that are not for those of checks.
OWN_VARIABLES = {"HOST", "SESSIONS", "SOCKET", "WORKERS"}
numbers = itertools.count(1)


class Failure(Exception):
    """A server did not start, or did not behave as expected."""


def free_port() -> int:
    """A free port, outside the range that the system uses for clients: no client takes it while a server is started again."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Waits for a condition. Returns whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


class Server:
    """A program that serves. It has the same port after each start."""

    # The timeout for its start, in seconds.
    patience = PATIENCE

    def __init__(
        self,
        *command: object,
        folder: Path | str,
        port: int = 0,
        environment: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        """Starts the program, and waits until it serves.

        Args:
            command: The program and its flags.
            folder: Its working directory. The log is there, too.
            port: The value of the environment variable PORT; 0 is any free port.
            environment: Further variables.
            options: Those of `subprocess.Popen`.
        """
        self.command = [str(word) for word in command]
        self.folder = Path(folder)
        self.log = self.folder / f"server-{next(numbers)}.log"
        self.port = port
        self.environment = environment or {}
        self.options = options
        self.start()

    def start(self) -> None:
        """Starts the program, and waits until it serves."""
        self.launch()
        try:
            self.wait()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise

    def launch(self) -> None:
        inherited = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
        # What another build keeps for the program in the home folder stays out of tests.
        own = {"LAME_DUCK": "0", "PORT": str(self.port), "XDG_STATE_HOME": str(self.folder / "state")}
        environment = inherited | own | self.environment
        with self.log.open("ab") as log:
            self.begin = log.tell()
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            self.process = subprocess.Popen(
                self.command, **{"cwd": self.folder, "env": environment} | streams | self.options
            )

    def wait(self) -> None:
        """Waits until the program says that it serves, and notes its port."""
        self.port = int(self.wait_for(SERVES, "did not say where it serves")[1])

    def wait_for(self, words: re.Pattern[str], problem: str) -> re.Match[str]:
        """Waits until the log has some words. The problem is what the error says if they do not come."""
        deadline = time.monotonic() + self.patience
        while not (found := words.search(self.said())):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise self.failure(problem)
            time.sleep(0.002)
        return found

    def said(self) -> str:
        """The log since the last start."""
        return self.log.read_bytes()[self.begin :].decode(errors="replace")

    def failure(self, what: str) -> Failure:
        status = self.process.poll()
        ended = "" if status is None else f"; it ended with {status}"
        return Failure(f"{' '.join(self.command)} {what}{ended}:\n{self.said()[-2000:]}")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Stops the server with SIGTERM."""
        if self.process.poll() is not None:
            raise self.failure("ended before it was stopped")
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=PATIENCE)
        if self.process.poll() != 0:
            raise self.failure("does not end in order")

    def memory(self) -> int:
        """The bytes of memory of the server, without mapped files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) * 1024

    def cpu(self) -> float:
        """The CPU time of all threads of the server, in seconds (clock_getcpuclockid(3))."""
        try:
            return time.clock_gettime(~self.process.pid << 3 | 2)
        except OSError:
            raise self.failure("has ended") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
