"""What a stored tap costs with each storage: the server, the processes of the storage, and the bytes between them."""

import contextlib
import functools
import os
import re
import secrets
import socket
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from demo import TOP, Failure, Server
from load import Load, under_load
from turns import USERS, Bench, rounded

sys.path.append(str(TOP / "Tests/Sessions"))
import clients
import redis_cluster

TODOS = 20
HEAD = (
    "| stored tap: POST, 303, GET with 20 todos | CPU of the server | CPU of the storage | taps per second "
    "| bytes to and from the storage, each tap |\n|---|---:|---:|---:|---:|"
)


@dataclass
class Storage:
    """Where sessions are stored, and the processes that store them: none for a file or memory."""

    flags: tuple[str, ...]
    processes: list[int] = field(default_factory=list)
    ports: list[int] = field(default_factory=list)
    # Reports so many changes of sessions that no server has; nothing if no server is told of changes.
    report: Callable[[int], None] | None = None

    def cpu(self) -> float:
        """Seconds of CPU time of the storage's processes and their children so far."""
        return sum(map(cpu_with_children, self.processes))

    def bytes(self) -> int:
        """Bytes on connections to the storage so far, both ways, without those of closed ones."""
        return sum(map(bytes_of_port, self.ports))


def cpu_with_children(process: int) -> float:
    """Seconds of CPU time of a process and its children, also of those that have ended (proc(5), /proc/pid/stat)."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # has just ended
        if int(stat.parent.name) == process:
            ticks += sum(map(int, words[11:15]))
        elif int(words[1]) == process:
            ticks += sum(map(int, words[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def bytes_of_port(port: int) -> int:
    """Bytes that open connections at a port have received and sent (ss(8))."""
    found = subprocess.run(
        ["ss", "-Htin", "state", "established", "sport", "=", f":{port}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return sum(map(int, re.findall(r"\bbytes_(?:sent|received):(\d+)", found)))


# --- Kinds of storages


@contextlib.contextmanager
def in_memory(_: Path) -> Iterator[Storage]:
    yield Storage(("--sessions", "memory:"))


@contextlib.contextmanager
def in_file(folder: Path) -> Iterator[Storage]:
    yield Storage(("--sessions", f"sqlite:{folder}/sessions.db"))


@contextlib.contextmanager
def in_file_on_disk(folder: Path) -> Iterator[Storage]:
    yield Storage(("--sessions", f"sqlite:{folder}/durable.db", "--durability", "power"))


@contextlib.contextmanager
def in_redis(folder: Path) -> Iterator[Storage]:
    with clients.Redis(folder) as redis:
        report = functools.partial(report_by_redis, redis.port)
        yield Storage(("--sessions", redis.url), [redis.process.pid], [redis.port], report)


@contextlib.contextmanager
def in_postgres(folder: Path) -> Iterator[Storage]:
    with clients.Postgres(folder) as postgres:
        report = functools.partial(report_by_postgres, postgres)
        yield Storage(("--sessions", postgres.url), [postgres.process.pid], [postgres.port], report)


@contextlib.contextmanager
def in_cluster(folder: Path) -> Iterator[Storage]:
    with redis_cluster.new_cluster(folder) as cluster:
        # Replicas have machines of their own. The bytes are also those to the replicas.
        primaries = cluster.members[: redis_cluster.SHARDS]
        report = functools.partial(report_by_cluster, primaries)
        processes, ports = [each.process.pid for each in primaries], [each.port for each in primaries]
        yield Storage(("--sessions", f"{cluster.url}?wait=1"), processes, ports, report)


def report_by_postgres(postgres: clients.Postgres, count: int) -> None:
    """Sends notifications, as the server does with each save."""
    postgres.ask(
        f"SELECT count(pg_notify('tempura_changed', '- ' || md5(n::text))) FROM generate_series(1, {count}) AS n"
    )


def report_by_redis(port: int, count: int) -> None:
    """Publishes reports, as a script of the server does at each save."""
    publish(port, count, "PUBLISH", "tempura:changed")


def report_by_cluster(primaries: list[redis_cluster.Member], count: int) -> None:
    """Publishes reports at one primary after the other, at one channel each: one of a slot that it has."""
    for index, primary in enumerate(primaries):
        channels = (f"tempura:changed:{{{tag:03x}}}" for tag in range(4096))
        channel = next(channel for channel in channels if "MOVED" not in primary.ask("SPUBLISH", channel, "-"))
        publish(primary.port, count // len(primaries) + (index < count % len(primaries)), "SPUBLISH", channel)


def publish(port: int, count: int, name: str, channel: str) -> None:
    commands = (command(name, channel, f"- {secrets.token_hex(16)}") for _ in range(count))
    with socket.create_connection(("127.0.0.1", port), timeout=clients.PATIENCE) as connection:
        threading.Thread(target=lambda: connection.sendall(b"".join(commands) + command("ECHO", "done"))).start()
        end = b""
        while not end.endswith(b"$4\r\ndone\r\n"):
            if not (read := connection.recv(1 << 16)):
                raise Failure("Redis closed the connection")
            end = (end + read)[-16:]


def command(*words: str) -> bytes:
    """A command in Redis's protocol."""
    arguments = "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
    return f"*{len(words)}\r\n{arguments}".encode()


KINDS: dict[str, Callable[[Path], contextlib.AbstractContextManager[Storage]]] = {
    "memory": in_memory,
    "SQLite, `crash`": in_file,
    "SQLite, `power`": in_file_on_disk,
    "Redis": in_redis,
    "Redis Cluster, `wait=1`": in_cluster,
    "PostgreSQL": in_postgres,
}


# Those that several servers can share.
SHARED = ("Redis", "Redis Cluster, `wait=1`", "PostgreSQL")


# --- Measuring

# Of a round: CPU of the server and of the storage for each tap, taps per second, bytes for each tap.
Measured = tuple[float, float, float, float]


@dataclass
class Figures:
    """Medians of what a tap takes."""

    name: str
    server_us: float
    storage_us: float
    per_s: float
    bytes: float

    @staticmethod
    def of(name: str, rounds: list[Measured]) -> "Figures":
        return Figures(name, *(statistics.median(values) for values in zip(*rounds, strict=True)))

    @property
    def row(self) -> str:
        cells = [f"{rounded(self.server_us)} µs", f"{rounded(self.storage_us)} µs" if self.storage_us else "–"]
        cells += [rounded(self.per_s), rounded(self.bytes) if self.bytes else "–"]
        return f"| {self.name} | {' | '.join(cells)} |"


def table(bench: Bench) -> str:
    """The rows of servers with one kind of storage each, which take turns under the same load."""
    with contextlib.ExitStack() as stack:
        held = []
        for name, kind in KINDS.items():
            bench.say(f"  {name}")
            storage = stack.enter_context(kind(stack.enter_context(clients.Folder())))
            server = stack.enter_context(bench.server(*storage.flags))
            load = bench.cycles(bench.sessions(server, USERS, TODOS))
            load(server, bench.seconds)
            held.append((name, storage, server, load, []))
        for _ in range(bench.rounds):
            for _, storage, server, load, found in held:
                found.append(round_of(bench, storage, server, load))
        return "\n".join(Figures.of(name, found).row for name, _, _, _, found in held)


def round_of(bench: Bench, storage: Storage, server: Server, load: Load) -> Measured:
    # The clock of other processes ticks in hundredths of a second, so that a round must take long enough.
    cpu, sent, taken = storage.cpu(), storage.bytes(), 0.0

    def counted(server: Server, seconds: float) -> list[float]:
        nonlocal taken
        numbers = load(server, seconds)
        taken = numbers[0]
        return numbers

    found = under_load(server, counted, bench.seconds)
    if not taken:
        raise Failure("the load did nothing")
    return found.cpu_us, (storage.cpu() - cpu) * 1e6 / taken, found.per_s, (storage.bytes() - sent) / taken
