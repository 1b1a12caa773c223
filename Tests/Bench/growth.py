"""How the CPU time per request grows with the sessions in memory, and with the todos of a list; against the limit."""

from dataclasses import replace

from load import visit
from pages import against_limit, in_file, in_memory
from turns import USERS, Bench, Rounds, cpu_us, median


def cells(first: int, all_rounds: list[Rounds]) -> str:
    """A row: a number, and for each load the CPU time and the ratio."""
    figures = [f"{median(map(cpu_us, rounds.mine))} µs | {rounds.ratio(cpu_us)}" for rounds in all_rounds]
    return f"| {first:,} | {' | '.join(figures)} |"


def with_sessions(bench: Bench, number: int) -> str:
    """Pages of so many sessions in turn, and forms of up to 32 of them."""
    users = min(number, USERS)
    with in_memory(bench, 4, users) as (server, sessions), bench.limit(sessions[0].page, sessions[0].path) as limit:
        others = visit(bench.tools / "visits", server, sessions[0].path, number - users) if number > users else []
        every = sessions + [replace(sessions[0], cookie=cookie) for cookie in others]
        loads = bench.gets(every), bench.cycles(sessions)
        return cells(number, [bench.take_turns((server, load), (limit, load)) for load in loads])


def with_todos(bench: Bench, number: int) -> str:
    """The page and the form of one session in memory, and the form of one that is stored."""
    held = in_memory(bench, number, 1)
    rounds = against_limit(bench, held, bench.gets, bench.cycles)
    return cells(number, rounds + against_limit(bench, in_file(bench, number, 1), bench.cycles))
