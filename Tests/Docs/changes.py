"""Applies the changes that a page shows as blocks of `diff`.

A line begins with `+` if it is added, with `-` if it is removed, and with a space if it stays; an empty line stays, too. A line `@@`
stands for lines that the block leaves out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

GAP = "@@"


class WrongChange(Exception):
    """A change does not fit to its file."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line  # in the block, from 0


@dataclass
class Hunk:
    """Lines that follow one another in a file."""

    line: int
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)


def apply(diff: str, text: str) -> str:
    """The text of a file after a change. The lines that a hunk expects have to be in the text exactly once.

    Raises WrongChange for a line that begins with something else, for a hunk that changes or expects nothing, and for one whose lines
    are missing or not unique.
    """
    lines = text.splitlines()
    for hunk in hunks(diff):
        if hunk.old == hunk.new:
            raise WrongChange(hunk.line, "these lines change nothing")
        if not hunk.old:
            raise WrongChange(hunk.line, "no line says where these lines are added")
        length = len(hunk.old)
        places = [start for start in range(len(lines) - length + 1) if lines[start : start + length] == hunk.old]
        if len(places) != 1:
            found = f"{len(places)} times" if places else "nowhere"
            expected = "\n".join(hunk.old)
            raise WrongChange(hunk.line, f"the file has these lines {found}:\n{expected}")
        lines[places[0] : places[0] + length] = hunk.new
    return "".join(f"{line}\n" for line in lines)


def hunks(diff: str) -> Iterator[Hunk]:
    hunk = Hunk(0)
    for number, line in enumerate(diff.splitlines()):
        mark, rest = line[:1], line[1:]
        if line == GAP:
            yield hunk
            hunk = Hunk(number + 1)
        elif mark not in ("", " ", "+", "-"):
            raise WrongChange(number, "a line of a change begins with a space, + or -")
        else:
            if mark != "+":
                hunk.old.append(rest)
            if mark != "-":
                hunk.new.append(rest)
    yield hunk
