"""Two servers that take turns under the same load, and the rows of tables that come of it."""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from demo import Server, Session, prepare_session
from load import Load, Round, cycles, under_load, wrk

# Whose requests are sent at once, unless a row has fewer sessions.
USERS = 32

MEMORY = ("--sessions", "memory:")


def error_of_median(values: list[float]) -> float:
    """The standard error, as of a normal distribution."""
    return 1.2533 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0


@dataclass
class Rounds:
    """What two servers did in turns."""

    mine: list[Round]
    others: list[Round]
    size: str = ""  # of what they send

    def ratio(self, of: Callable[[Round], float]) -> str:
        ratios = [of(mine) / of(other) for mine, other in zip(self.mine, self.others, strict=True)]
        return f"{statistics.median(ratios):.2f} ± {error_of_median(ratios):.2f}"

    def row(self, what: str, of: Callable[[Round], float], unit: str) -> str:
        """Both medians, and the ratio."""
        cells = [median(map(of, side)) + unit for side in (self.mine, self.others)]
        return f"| {what} | {' | '.join(cells)} | {self.ratio(of)} |"

    def cpu(self, what: str) -> str:
        return self.row(what + (f" ({self.size})" if self.size else ""), cpu_us, " µs")

    def cpu_and_rate(self, what: str) -> str:
        return f"{self.cpu(what)}\n{self.row('… per second', lambda round: round.per_s, '')}"

    def time(self, what: str) -> str:
        """If they did one thing at a time."""
        return self.row(what, lambda round: 1000 / round.per_s, " ms")


def median(values: Iterable[float]) -> str:
    return rounded(statistics.median(values))


def rounded(value: float) -> str:
    """With as many digits as mean something."""
    return f"{value:,.{0 if value >= 1000 else 1}f}"


def cpu_us(round: Round) -> float:
    return round.cpu_us


def kilobytes(page: str) -> str:
    return f"{len(page.encode()) / 1000:.1f} KB"


class Bench:
    """The programs and the options of a measurement, and what all rows need."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.rounds, self.seconds, self.max = options.rounds, options.seconds, options.max
        self.program, self.tools = options.server.resolve(), options.tools.resolve()
        self.folder = tempfile.TemporaryDirectory()

    def few(self, number: int) -> int:
        """A number of sessions or todos, which is small if the rows are only tried."""
        return min(number, self.max)

    def wait_s(self, seconds: int) -> int:
        """How long to wait, which is short if the rows are only tried."""
        return seconds if self.max > seconds else 1

    def each(self, *numbers: int) -> list[int]:
        return sorted(set(map(self.few, numbers)))

    def say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def file(self, name: str, text: str) -> Path:
        path = Path(self.folder.name, name)
        path.write_text(text)
        return path

    def server(self, *flags: str | Path) -> Server:
        return Server(self.program, *flags)

    def limit(self, page: str, path: str = "/") -> Server:
        """The limit, which sends a page for each GET, and follows each POST with a redirect to the path."""
        return Server(self.tools / "limit", "--body", self.file("page.html", page), "--to", path, path=path)

    def sessions(self, server: Server, number: int, todos: int) -> list[Session]:
        return [prepare_session(server.port, self.few(todos)) for _ in range(self.few(number))]

    def gets(self, sessions: list[Session]) -> Load:
        """GETs of the page of each session in turn."""
        cookies = self.file("cookies", "".join(f"{session.cookie}\n" for session in sessions))
        return wrk(sessions[0].path, cookies, min(len(sessions), USERS))

    def cycles(self, sessions: list[Session]) -> Load:
        """POST, 303, GET in each session at once."""
        return cycles(self.tools / "cycle", sessions)

    def take_turns(
        self, mine: tuple[Server, Load], others: tuple[Server, Load], *, size: str = "", limit: int = 1000
    ) -> Rounds:
        """Applies two loads in turns, for `most` rounds at most."""
        rounds = Rounds([], [], size)
        for server, load in (mine, others):
            load(server, self.seconds)
        for number in range(min(self.rounds, limit)):
            sides = [(mine, rounds.mine), (others, rounds.others)]
            for (server, load), found in sides if number % 2 else reversed(sides):
                found.append(under_load(server, load, self.seconds))
            one, other = rounds.mine[-1], rounds.others[-1]
            self.say(
                f"  {number + 1:2}: {one.cpu_us:8.2f} µs, {one.per_s:8.0f}/s, {one.size:8.0f} bytes;"
                f" against {other.cpu_us:8.2f} µs, {other.per_s:8.0f}/s, {other.size:8.0f} bytes;"
                f" {one.cpu_us / other.cpu_us:.3f}"
            )
        return rounds


def table(*pairs: tuple[str, str]) -> str:
    """The rows of a table with a figure in each."""
    return "\n".join(f"| {what} | {figure} |" for what, figure in pairs)
