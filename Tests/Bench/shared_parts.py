"""The rows about parts of the state that sessions share."""

import contextlib
import re
import statistics
import time
import urllib.request

from demo import Browser, Failure, Server
from live_pages import pages_of
from load import Load, OpenPages, Round, Turns, under_load, visit
from turns import MEMORY, USERS, Bench, Rounds, table

SHARED = ("--shared", "list")
TODOS = 20


def against_own(bench: Bench, *flags: str) -> Rounds:
    """POST, 303, GET in a session with a shared list, against one with a list of its own."""
    with bench.server(*flags, *SHARED) as shared, bench.server(*flags) as own:
        return bench.take_turns(*((server, bench.cycles(bench.sessions(server, 1, TODOS))) for server in (shared, own)))


def toggle(bench: Bench) -> Rounds:
    """A toggle of a live page with a shared list, against one with a list of its own."""
    with (
        bench.server(*MEMORY, *SHARED) as shared,
        bench.server(*MEMORY) as own,
        pages_with_todos(bench, shared) as some,
        pages_with_todos(bench, own) as others,
    ):
        return bench.take_turns((shared, some.load("tap")), (own, others.load("tap")))


def pages_with_todos(bench: Bench, server: Server, number: int = 1) -> OpenPages:
    """The open pages of so many sessions, of which the first has added its todos."""
    first = bench.sessions(server, 1, TODOS)[0]
    others = visit(bench.tools / "visits", server, first.path, number - 1) if number > 1 else []
    return pages_of(bench, server, first.path, [first.cookie, *others]).open()


def watchers(bench: Bench) -> Rounds:
    """What a change costs more for each page that shows it: of a shared list, whose change another session makes, and of a
    page's own list, whose change another tab makes."""
    rounds, number = Rounds([], []), bench.few(USERS)
    with contextlib.ExitStack() as stack:
        alone, watched = (stack.enter_context(bench.server(*MEMORY, *SHARED)) for _ in range(2))
        one = stack.enter_context(pages_with_todos(bench, alone))
        many = stack.enter_context(pages_with_todos(bench, watched, 1 + number))
        own = stack.enter_context(bench.server(*MEMORY))
        told, untold = (
            stack.enter_context(pages_of(bench, own, some[0].path, [session.cookie for session in some]))
            for some in (bench.sessions(own, number, TODOS) for _ in range(2))
        )
        told.open()
        untold.do("load")
        sides = [
            ("shared", rounds.mine, (watched, repeated(many, "watch")), (alone, one.load("tap")), number),
            ("own", rounds.others, (own, told.load("told")), (own, untold.load("change")), 1),
        ]
        for turn in range(bench.rounds + 1):
            for what, found, (server, load), (unwatched, change), pages in sides if turn % 2 else reversed(sides):
                with_pages = under_load(server, load, bench.seconds).cpu_us
                without = under_load(unwatched, change, bench.seconds).cpu_us
                each = (with_pages - without) / pages
                bench.say(f"  {turn:2}: {what:6} change {without:8.2f} µs, more for each page {each:8.2f} µs")
                if turn:
                    found.append(Round(each, 0, 0))
    return rounds


def repeated(pages: OpenPages, command: str) -> Load:
    """A command, again and again."""

    def load(_: Server, seconds: float) -> list[float]:
        start, times = time.monotonic(), 0
        while not times or time.monotonic() < start + seconds:
            pages.do(command)
            times += 1
        return [times, time.monotonic() - start, 0]

    return load


def saves(server: Server) -> int:
    """How often the server has stored something."""
    url = server.wait_for(re.compile(r"serves metrics at (\S+:\d+)"), "did not say where its metrics are")[1]
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        text = answer.read().decode()
    found = re.search(r'^tempura_storage_operation_duration_seconds_count{operation="save"} (\d+)', text, re.MULTILINE)
    return int(found[1])


def one_change(bench: Bench, number: int) -> str:
    """One page changes the list that all pages show. Each other page must be told once, and get one patch. The change must
    be stored once."""
    number, found = bench.few(number), []
    with (
        bench.server("--admin", "127.0.0.1:0", *SHARED) as server,
        pages_with_todos(bench, server, number) as pages,
    ):
        pages.do("quiet 25")  # the pages also show how many users are there: one who only looked goes meanwhile
        for _ in range(bench.rounds):
            pages.do("quiet 1")
            stored, cpu = saves(server), server.cpu()
            turns = pages.do("watch")
            cpu = server.cpu() - cpu
            later = [pages.do("quiet 1"), pages.do("ask")]
            stored = saves(server) - stored
            bench.say(
                f"  last event after {turns.told_s:6.3f} s, last patch after {turns.seconds:6.3f} s, CPU {cpu:6.3f} s;"
                f" {turns.events:.0f} events, {turns.patches:.0f} patches, {stored} saves"
            )
            # The page that changes the list gets its patch as the answer.
            events, patches = (sum(count(turns) for turns in [turns, *later]) for count in (events_of, patches_of))
            if (events, patches, stored) != (number - 1, number, 1):
                raise Failure(
                    f"{number} pages got {events} events and {patches} patches of a change stored {stored} times"
                )
            found.append((turns.told_s, turns.seconds, cpu / number))
    told, took, cpu = (statistics.median(values) for values in zip(*found, strict=True))
    return table(
        (f"{number:,} pages show it, one changes it: last event, last patch", f"{told:.2f} s, {took:.2f} s"),
        ("… CPU for each: event, patch", f"{1e6 * cpu:.0f} µs"),
    )


def events_of(turns: Turns) -> float:
    return turns.events


def patches_of(turns: Turns) -> float:
    return turns.patches


def idle(bench: Bench, number: int) -> str:
    """Many open pages on one list, and as many with lists of their own, after a minute."""
    number, seconds = bench.few(number), bench.wait_s(20)  # a stream has a heartbeat every 20 seconds
    with contextlib.ExitStack() as stack:
        servers, before = [], []
        for flags in SHARED, ():
            server = stack.enter_context(bench.server("--streams", str(number + 1000), "--connections", "2000", *flags))
            path = Browser(server.port).get("/").url
            before.append(server.memory())
            cookies = visit(bench.tools / "visits", server, path, number)
            pages = stack.enter_context(pages_of(bench, server, path, cookies)).open()
            pages.do("quiet 35")  # each page shows how many users are there, which is told every 30 s
            servers.append(server)
        time.sleep(bench.wait_s(60))
        each = [(server.memory() - start) / number / 1024 for server, start in zip(servers, before, strict=True)]
        cpu = [server.cpu() for server in servers]
        time.sleep(seconds)
        cpu = [100 * (server.cpu() - start) / seconds for server, start in zip(servers, cpu, strict=True)]
    return table(
        (f"{number:,} idle pages show it: memory for each; with own lists", f"{each[0]:.1f} KiB; {each[1]:.1f} KiB"),
        ("… CPU, of one core; with own lists", f"{cpu[0]:.1f} %; {cpu[1]:.1f} %"),
    )
