"""Servers that follow each other on a port, and requests of which none may fail: used by `takeover`."""

import random
import re
import socket
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, Self

from clients import PATIENCE, Client, Failure, Lost, form_of, free_port, value_of
from servers import SERVES, Server


class Successor(Server):
    """A server that starts while another one has its port, and perhaps its file of sessions: then it waits for the file."""

    def wait(self) -> None:
        self.wait_for(re.compile(f"{SERVES.pattern}|waiting up to"), "did not say that it serves or waits")

    def wait_until_it_serves(self) -> None:
        super().wait()


class Service:
    """A port on which one server follows another."""

    def __init__(self, program: Path, sessions: str, folder: Path, lame_duck: int, *, activation: bool = False) -> None:
        self.program = program
        self.folder = folder
        self.flags = ["--no-access-log", "--sessions", sessions]
        self.flags += ["--lame-duck", lame_duck, "--drain", "2"]
        self.servers: list[Server] = []
        self.socket = None
        self.start_words: list[str] = []
        self.options: dict[str, Any] = {"environment": {"LONGEST_WAIT": "60000"}}
        if activation:
            self.socket = socket.create_server(("127.0.0.1", 0), backlog=4096)
            self.port = self.socket.getsockname()[1]
            # systemd names the process that the sockets are for.
            shell = f'exec 3<&{self.socket.fileno()}; unset PORT; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
            self.start_words = ["bash", "-c", shell, "bash"]
            self.options["pass_fds"] = [self.socket.fileno()]
        else:
            self.port = free_port()
            self.flags.append("--reuse-port")

    def start(self) -> Successor:
        command = [*self.start_words, self.program, *self.flags]
        self.servers.append(Successor(*command, folder=self.folder, port=self.port, **self.options))
        return self.servers[-1]

    def replace(self, program: Path | None = None) -> float:
        """Starts a server, and ends the one before. Returns: The seconds until the new one serves."""
        old = self.servers[-1]
        self.program = program or self.program
        new = self.start()
        began = time.monotonic()
        old.process.terminate()
        new.wait_until_it_serves()
        took = time.monotonic() - began
        if old.process.wait(timeout=PATIENCE) != 0:
            raise old.failure("does not end in order when it is replaced")
        return took

    def __enter__(self) -> Self:
        self.start().wait_until_it_serves()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.__exit__()
        if self.socket:
            self.socket.close()


class Load:
    """Clients of the counter, each with a session, and what their requests showed."""

    def __init__(self, *services: Service) -> None:
        self.ports = [service.port for service in services]
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.requests = self.failed = self.lost = self.twice = 0
        self.longest = 0.0
        self.problems: Counter[str] = Counter()
        self.acknowledged: dict[Client, int] = {}

    def ask(self, client: Client, keeps: bool, method: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Sends a request until it is answered. Returns: The status and the body."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            began = time.monotonic()
            problem = ""
            try:
                connection = client.send(method, "/", form)
                status, _, body = client.receive(connection)
                if not keeps:
                    connection.close()
                if status not in (200, 303):
                    problem = f"{method} {status}"
            except Lost as lost:
                problem = f"{method} {type(lost.__cause__).__name__}"
            took = time.monotonic() - began
            with self.lock:
                self.requests += 1
                self.longest = max(self.longest, took)
                if not problem:
                    return status, body
                self.failed += 1
                self.problems[problem] += 1
            time.sleep(0.01)
        raise Failure(f"{method} / gets no answer: {dict(self.problems)}")

    def look(self, client: Client, keeps: bool) -> str:
        """Gets the page, which must show the acknowledged presses."""
        _, page = self.ask(client, keeps, "GET")
        difference = value_of(page) - self.acknowledged[client]
        with self.lock:
            self.lost += max(-difference, 0)
            self.twice += max(difference, 0)
        self.acknowledged[client] += difference
        return page

    def begin(self, keeps: bool) -> tuple[Client, str]:
        """Returns: A client with a new session, and its page."""
        client = Client(self.ports, random.Random())
        _, page = self.ask(client, keeps, "GET")
        with self.lock:
            self.acknowledged[client] = 0
        return client, page

    def press(self, client: Client, keeps: bool, page: str) -> dict[str, str]:
        """Presses the button of the page. Returns: The form."""
        form = form_of(page)
        self.ask(client, keeps, "POST", form)
        self.acknowledged[client] += 1
        return form

    @property
    def counts(self) -> str:
        return f"{self.failed} failed, {self.lost} lost, {self.twice} applied twice"

    @property
    def is_right(self) -> bool:
        return not (self.failed or self.lost or self.twice)
