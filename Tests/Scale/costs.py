"""What events cost at servers that share a storage: measured on this machine."""

import contextlib
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
sys.path += [str(TOP / "Tests/Bench"), str(TOP / "Tests/Sessions")]
import clients
import storages
from demo import Failure, Server, Session
from load import visits
from turns import USERS, Bench

# The number of requests behind each figure of single requests.
MANY = 300
REPORTS = 200_000
# Servers besides the one that taps go to, to see what reports cost the storage.
OTHERS = 3


@dataclass
class Costs:
    """CPU times in microseconds, and bytes."""

    storage: str
    tap_us: float  # the server, for POST, 303, GET of a session that is in its memory as it is stored
    missing_us: float  # more, if the session is only stored: it is loaded, and the app is launched
    outdated_us: float  # more, if another server has changed it: it is loaded
    new_us: float  # the first page of a new session
    report_us: float  # another server, for the report of a change
    storage_tap_us: float  # the storage, for a tap
    storage_load_us: float  # the storage, for a load
    storage_report_us: float  # the storage, for the report to one server
    page_bytes: float  # to the browser, for a tap
    storage_bytes: float  # to and from the storage, for a tap
    session_bytes: float  # in the server's memory
    stored_bytes: float  # in the storage


class Spent:
    """The CPU time of a server, or of the storage, since the object was made."""

    def __init__(self, of: Server | storages.Storage) -> None:
        self.of = of
        self.start = of.cpu()

    def us(self, count: float) -> float:
        """Microseconds for each of so many events."""
        return max(0.0, self.of.cpu() - self.start) * 1e6 / count


def measure(bench: Bench, kind: str) -> Costs:
    with contextlib.ExitStack() as stack:
        storage = stack.enter_context(storages.KINDS[kind](stack.enter_context(clients.Folder())))
        server = stack.enter_context(bench.server(*storage.flags))
        bench.say(f"{kind}: taps")
        number = bench.few(MANY)
        before = subscribed_bytes(bench, storage, server)
        sessions = bench.sessions(server, max(number, USERS), storages.TODOS)
        stored = (stored_bytes(storage) - before) / len(sessions)
        load = bench.cycles(sessions[:USERS])
        alone = storages.Figures.of(
            kind, [storages.round_of(bench, storage, server, load) for _ in range(bench.rounds)]
        )

        bench.say(f"{kind}: reports")
        others = [stack.enter_context(bench.server(*storage.flags)) for _ in range(OTHERS)]
        for other in others:
            get(bench, other, sessions[:1])  # so that it is subscribed
        report, storage_report = reports(bench, storage, others)

        bench.say(f"{kind}: sessions that are elsewhere")
        other, rest = others[0], sessions[-number:]
        memory, loads = other.memory(), Spent(storage)
        missing = timed(bench, other, rest)
        storage_load = loads.us(number)
        session_bytes = max(0, other.memory() - memory) / number
        hot = timed(bench, other, rest)
        if bench.cycles(rest)(server, bench.seconds * bench.rounds)[0] < len(rest):
            raise Failure(f"{kind}: the load did not reach each session. Give it more --seconds")
        outdated = timed(bench, other, rest)
        bench.say(f"{kind}: new sessions")
        new = Spent(server)
        visits(bench.tools / "visits", sessions[0].path, lambda: [""] * number)(server, 0)
        return Costs(
            storage=kind,
            tap_us=alone.server_us,
            missing_us=max(0, missing - hot),
            outdated_us=max(0, outdated - hot),
            new_us=new.us(number),
            report_us=report,
            storage_tap_us=alone.storage_us,
            storage_load_us=storage_load,
            storage_report_us=storage_report,
            page_bytes=len(sessions[0].page.encode()),
            storage_bytes=alone.bytes,
            session_bytes=session_bytes,
            stored_bytes=stored,
        )


def reports(bench: Bench, storage: storages.Storage, servers: list[Server]) -> tuple[float, float]:
    """Microseconds of each server, and of the storage for each server, for a report when there are many: then they come
    together, and a server reads some at once.
    """
    if not storage.report:
        return 0, 0
    count = bench.few(REPORTS)
    spent, spent_by_storage = [Spent(server) for server in servers], Spent(storage)
    storage.report(count)
    # The servers may still be reading. A server that does nothing uses some milliseconds in a second.
    last = -1.0
    while (cpu := sum(server.cpu() for server in servers)) - last > 0.01:
        last = cpu
        time.sleep(0.2)
    return statistics.mean(each.us(count) for each in spent), spent_by_storage.us(count) / len(servers)


def get(bench: Bench, server: Server, sessions: list[Session]) -> None:
    cookies = [session.cookie for session in sessions]
    visits(bench.tools / "visits", sessions[0].path, lambda: cookies)(server, 0)


def timed(bench: Bench, server: Server, sessions: list[Session]) -> float:
    """Microseconds of the server for a GET of each session."""
    spent = Spent(server)
    get(bench, server, sessions)
    return spent.us(len(sessions))


def subscribed_bytes(bench: Bench, storage: storages.Storage, server: Server) -> float:
    """What the storage has before there are more sessions, once it has all subscriptions of the server."""
    bench.sessions(server, 1, storages.TODOS)
    last, now = -1.0, stored_bytes(storage)
    while now != last:
        time.sleep(0.5)
        last, now = now, stored_bytes(storage)
    return now


def stored_bytes(storage: storages.Storage) -> float:
    """Bytes of memory of the storage's processes (proc(5), /proc/pid/status), without mapped files."""
    total = 0
    for process in storage.processes:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                total += int(line.split()[1]) * 1024
    return total
