"""The rows about parts of the state that sessions share."""

import contextlib
import re
import statistics
import time
import urllib.request

from demo import Browser, Failure, Server
from live_pages import pages_of
from load import Load, OpenPages, Round, Turns, under_load, visit
from turns import MEMORY, Bench, Rounds, table

SHARED = ("--shared", "list")
TODOS = 20
# A session has eight streams at most.
WATCHERS = 7


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


def pages_with_todos(bench: Bench, server: Server, number: int = 1, *, is_shared: bool = True) -> OpenPages:
    """Open pages of a list of todos: of as many sessions, or of one session if the list is not shared."""
    first = bench.sessions(server, 1, TODOS)[0]
    others = [first.cookie] * (number - 1)
    if is_shared and others:
        others = visit(bench.tools / "visits", server, first.path, len(others))
    return pages_of(bench, server, first.path, [first.cookie, *others]).open()


def watchers(bench: Bench) -> Rounds:
    """What a toggle costs for each other page that shows the list: an event and a live GET, with its patch. Against the
    other pages of a session with a list of its own."""
    rounds, number = Rounds([], []), bench.few(WATCHERS)
    with contextlib.ExitStack() as stack:
        sides = []
        for flags, found in (SHARED, rounds.mine), ((), rounds.others):
            alone, watched = (stack.enter_context(bench.server(*MEMORY, *flags)) for _ in range(2))
            one = stack.enter_context(pages_with_todos(bench, alone))
            many = stack.enter_context(pages_with_todos(bench, watched, 1 + number, is_shared=bool(flags)))
            sides.append((alone, one.load("tap"), watched, many, found))
        for turn in range(bench.rounds + 1):
            for alone, tap, watched, many, found in sides if turn % 2 else reversed(sides):
                toggle = under_load(alone, tap, bench.seconds).cpu_us
                load = repeated(many, "watch")
                with_watchers = under_load(watched, load, bench.seconds).cpu_us
                bench.say(f"  {turn:2}: toggle {toggle:8.2f} µs, with {number} watching {with_watchers:8.2f} µs")
                found.append(Round((with_watchers - toggle) / number, 0, 0))
    return Rounds(rounds.mine[1:], rounds.others[1:])


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
            server = stack.enter_context(bench.server("--streams", str(number + 1000), *flags))
            path = Browser(server.port).get("/").url
            before.append(server.memory())
            cookies = visit(bench.tools / "visits", server, path, number)
            stack.enter_context(pages_of(bench, server, path, cookies)).open()
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
