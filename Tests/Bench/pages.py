"""The rows about pages and forms without a script, and about storing and keeping sessions."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from demo import TOP, Browser, Server, Session
from load import Load, Round, under_load, visits
from stored import store_copies
from turns import MEMORY, USERS, Bench, Rounds, kilobytes, table

sys.path.append(str(TOP / "Tests/Sessions"))
import clients

# The sessions of a round in which each has one request. All rounds together stay below --session-memory.
VISITS = 300

Held = tuple[Server, list[Session]]


@contextlib.contextmanager
def in_file(bench: Bench, todos: int, number: int, *flags: str) -> Iterator[Held]:
    """A server with so many sessions in a file, of which none is in its memory yet."""
    with clients.Folder() as folder:
        location, sessions = store_copies(bench.program, folder, bench.few(todos), number)
        with bench.server("--sessions", location, *flags) as server:
            yield server, sessions


@contextlib.contextmanager
def in_memory(bench: Bench, todos: int, number: int) -> Iterator[Held]:
    with bench.server(*MEMORY) as server:
        yield server, bench.sessions(server, number, todos)


def against_limit(
    bench: Bench, held: AbstractContextManager[Held], *loads: Callable[[list[Session]], Load]
) -> list[Rounds]:
    """A server with sessions, and the limit with the same bytes, under each of the loads."""
    with held as (server, sessions), bench.limit(sessions[0].page, sessions[0].path) as limit:
        size = kilobytes(sessions[0].page)
        return [bench.take_turns((server, load), (limit, load), size=size) for load in [of(sessions) for of in loads]]


def hot(bench: Bench, todos: int, users: int) -> Rounds:
    return against_limit(bench, in_file(bench, todos, bench.few(users)), bench.gets)[0]


def cycle(bench: Bench, todos: int, users: int) -> Rounds:
    return against_limit(bench, in_file(bench, todos, bench.few(users)), bench.cycles)[0]


def cycle_in_memory(bench: Bench, todos: int, users: int) -> Rounds:
    return against_limit(bench, in_memory(bench, todos, users), bench.cycles)[0]


def first(bench: Bench, *flags: str) -> Rounds:
    """The page without a cookie, against the limit."""
    with bench.server(*flags) as server:
        page = Browser(server.port).get("/")
        load = visits(bench.tools / "visits", page.url, lambda: [""] * bench.few(VISITS))
        with bench.limit(page.text, page.url) as limit:
            return bench.take_turns((server, load), (limit, load), size=kilobytes(page.text))


def returning(bench: Bench, todos: int) -> Rounds:
    """The page of sessions that are stored and not in memory, against the limit."""
    each = bench.few(VISITS)
    with in_file(bench, todos, each * (bench.rounds + 1)) as (server, sessions):
        page, path, rest = sessions[0].page, sessions[0].path, iter(sessions)
        load = visits(bench.tools / "visits", path, lambda: [next(rest).cookie for _ in range(each)])
        other = visits(bench.tools / "visits", path, lambda: [session.cookie for session in sessions[:each]])
        with bench.limit(page, path) as limit:
            return bench.take_turns((server, load), (limit, other), size=kilobytes(page))


def cold(bench: Bench, todos: int) -> Rounds:
    """The page of sessions that are stored and not in memory, against another screen of the same when they are."""
    rounds, each = Rounds([], []), bench.few(VISITS)
    with in_file(bench, todos, each * (bench.rounds + 1)) as (server, sessions):
        for at in range(0, len(sessions), each):
            batch = [session.cookie for session in sessions[at : at + each]]
            for side, path in (rounds.mine, sessions[0].path), (rounds.others, f"{sessions[0].path}/addItem"):
                load = visits(bench.tools / "visits", path, lambda batch=batch: batch)
                side.append(under_load(server, load, bench.seconds))
    return Rounds(rounds.mine[1:], rounds.others[1:])


def stored(bench: Bench, *flags: str) -> Rounds:
    """Cycles of sessions that are stored, against those of sessions in memory."""
    with bench.server(*flags) as server, bench.server(*MEMORY) as memory:
        return bench.take_turns(*((each, bench.cycles(bench.sessions(each, USERS, 20))) for each in (server, memory)))


def stored_in_redis(bench: Bench) -> Rounds:
    with clients.Folder() as folder, clients.Redis(folder) as redis:
        return stored(bench, "--sessions", redis.url)


def start(bench: Bench) -> Rounds:
    """From before the process is made until it has answered, as starts per second."""
    with bench.server() as server:
        page = Browser(server.port).get("/")
    rounds = Rounds([], [])
    for _ in range(bench.few(15)):
        for side, begin in (rounds.mine, bench.server), (rounds.others, lambda: bench.limit(page.text)):
            with begin() as server:
                side.append(Round(0, 1 / server.first_answer_s, 0))
    return rounds


def memory_and_size(bench: Bench) -> str:
    """What a session takes: when its page was got, and when it was not used for a time."""
    program = Path(bench.folder.name, "stripped")
    subprocess.run(["strip", "-o", program, bench.program], check=True)
    return table(
        ("A session in memory with 20 todos and its page", memory(bench, 20)),
        ("… with 1,000 todos", memory(bench, 1000)),
        # The sessions use more than half of this limit, so idle ones leave memory.
        (
            "A minute after its last use, when memory is scarce and it is only stored",
            memory(bench, 20, 100, bench.wait_s(60)),
        ),
        ("The program, without symbols", f"{program.stat().st_size / 1e6:.1f} MB"),
    )


def memory(bench: Bench, todos: int, limit_mb: int = 4000, idle_s: float = 1) -> str:
    """What each of many sessions takes some time after its page was got."""
    first, number = bench.few(VISITS), bench.few(1000)
    with in_file(bench, todos, first + number, "--session-memory", str(limit_mb)) as (server, sessions):

        def get(batch: list[Session]) -> int:
            visits(bench.tools / "visits", sessions[0].path, lambda: [session.cookie for session in batch])(server, 0)
            time.sleep(idle_s)  # requests give back what they used
            return server.memory()

        before = get(sessions[:first])  # so that what they need besides is not counted
        return f"{max(0, get(sessions[first:]) - before) / number / 1024:.0f} KiB"
