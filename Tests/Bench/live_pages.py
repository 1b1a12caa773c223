"""The rows about live pages, and the table of many open ones."""

import statistics
import time

from demo import Browser, Server
from load import OpenPages, Turns, visit
from pages import in_file
from turns import MEMORY, Bench, Rounds, error_of_median, kilobytes, table

TOGGLE = ".toggleButton"


def pages_of(bench: Bench, server: Server, path: str, cookies: list[str], page: str | None = None) -> OpenPages:
    return OpenPages(bench.tools / "live", server, path, cookies, TOGGLE, page)


def toggle_in_memory(bench: Bench, todos: int, users: int) -> Rounds:
    """A toggle of a live page, against a POST and a GET of the limit with the same bytes."""
    with bench.server(*MEMORY) as server:
        sessions = bench.sessions(server, users, todos)
        path, cookies = sessions[0].path, [session.cookie for session in sessions]
        with pages_of(bench, server, path, cookies) as pages:
            patch = round(pages.open().patch_size())
            with (
                bench.limit("x" * patch, path) as limit,
                pages_of(bench, limit, path, cookies, sessions[0].page) as others,
            ):
                others.do("load")
                sides = (server, pages.load("tap")), (limit, others.load("raw"))
                return bench.take_turns(*sides, size=f"{patch} bytes")


def toggle(bench: Bench, todos: int, users: int) -> Rounds:
    """A toggle of a live page, against the same toggle of a page without a script."""
    users = bench.few(users)
    with in_file(bench, todos, 2 * users) as (server, sessions):
        live, plain = sessions[:users], sessions[users:]
        path, page = plain[0].path, plain[0].page
        cookies = [[session.cookie for session in some] for some in (live, plain)]
        with pages_of(bench, server, path, cookies[0]) as pages, pages_of(bench, server, path, cookies[1]) as others:
            patch = pages.open().patch_size()
            others.do("load")
            size = f"patch {patch:.0f} bytes, page {kilobytes(page)}"
            return bench.take_turns((server, pages.load("tap")), (server, others.load("reload")), size=size)


def change_each_second(bench: Bench, number: int) -> Rounds:
    """A form of another tab for each page once a second; the page is live, or is loaded again after that."""
    number = bench.few(number)
    with bench.server() as server:
        path = Browser(server.port).get("/").url
        made = visit(bench.tools / "visits", server, path, 2 * number)
        with (
            pages_of(bench, server, path, made[:number]) as live,
            pages_of(bench, server, path, made[number:]) as plain,
        ):
            live.open()
            plain.do("load")
            return bench.take_turns((server, live.load("told", "1")), (server, plain.load("reload", "1")))


def event_cost(bench: Bench, server: Server, path: str) -> str:
    """The CPU time for the event of a change, beside making the change and asking for it. It is the difference of two
    larger figures, so it means little on a busy machine: compare it with its error, and with that of few streams."""
    made = visit(bench.tools / "visits", server, path, 16)
    with pages_of(bench, server, path, made[:8]) as told, pages_of(bench, server, path, made[8:]) as untold:
        told.open()
        for command in ("load", "ask"):
            untold.do(command)
        rounds = bench.take_turns((server, told.load("told")), (server, untold.load("untold")), limit=10)
        costs = [one.cpu_us - other.cpu_us for one, other in zip(rounds.mine, rounds.others, strict=True)]
        return f"{statistics.median(costs):.0f} ± {error_of_median(costs):.0f} µs"


def closed(bench: Bench, number: int) -> str:
    """The memory of the server with many open pages, and a minute after they were closed."""
    number = bench.few(number)
    with bench.server("--streams", str(number + 1000), "--connections", "2000") as server:
        path = Browser(server.port).get("/").url
        with pages_of(bench, server, path, visit(bench.tools / "visits", server, path, number)) as pages:
            pages.open()
            before = server.memory()
        time.sleep(bench.wait_s(60))
        return f"{before / 1e6:.0f} MB, {server.memory() / 1e6:.0f} MB"


def many(bench: Bench, number: int) -> str:
    """Many open pages that are idle for a minute, and then change."""
    number = bench.few(number)
    with bench.server("--streams", str(number + 1000), "--connections", "2000") as server:
        path = Browser(server.port).get("/").url
        alone = event_cost(bench, server, path)
        before = server.memory()
        with pages_of(bench, server, path, visit(bench.tools / "visits", server, path, number)) as pages:

            def measured(command: str) -> tuple[Turns, float]:
                """What the pages did, and the microseconds of CPU time for each."""
                start = server.cpu()
                turns, cpu = pages.do(command), server.cpu() - start
                bench.say(
                    f"  {command:8}: {turns.seconds:6.2f} s, last event after {turns.told_s:6.2f} s, CPU {cpu:6.2f} s;"
                    f" {turns.bodies / number:5.0f} bytes, {(server.memory() - before) / number / 1024:6.2f} KiB each"
                )
                return turns, cpu * 1e6 / number

            pages.open()
            for command in ("change", "ask", f"quiet {bench.wait_s(60)}"):
                measured(command)
            memory = (server.memory() - before) / number / 1024
            quiet = bench.wait_s(20)  # a stream has a heartbeat every 20 seconds
            idle = measured(f"quiet {quiet}")[1] * number / 1e6 / quiet
            asleep, asleep_us = measured("told")
            awake, awake_us = measured("told")
            asking_us = measured("ask")[1]
            beside = event_cost(bench, server, path)
    return table(
        ("Memory of the server for each, after a minute", f"{memory:.1f} KiB"),
        ("CPU then, of one core", f"{100 * idle:.1f} %"),
        ("All change at once: last event, last patch", f"{awake.told_s:.1f} s, {awake.seconds:.1f} s"),
        ("… CPU for each: form, event, patch", f"{awake_us:.0f} µs"),
        ("The same after that minute, with pages", f"{asleep.told_s:.1f} s, {asleep.seconds:.1f} s"),
        ("… CPU for each: session, form, event, page", f"{asleep_us:.0f} µs"),
        ("One changes: CPU for the event; with 8 streams in all", f"{beside}; {alone}"),
        ("Live GET without a change: CPU", f"{asking_us:.0f} µs"),
        ("Memory of the server with 5,000 open pages; a minute after they were closed", closed(bench, number // 2)),
    )
