"""Reads the pages of the documentation: README.md, and the Markdown files of docs/."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

LINK = re.compile(
    r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)>\s]+)>?(?:\s+[\"'][^)]*)?\)|^\s*\[[^\]]+\]:\s+<?(\S+?)>?\s*$"
)
FENCE = re.compile(r"^\s*(```+|~~~+)")
# Text, or of a block of code: its first line, its code, its last line.
Part = Literal["text", "begin", "code", "end"]


def parts(text: str) -> Iterator[tuple[int, str, Part]]:
    """The numbered lines of a page, each with the part that it is of."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line)
        if not fence:
            fence = found[1] if found else ""
            yield number, line, "begin" if found else "text"
        elif found and found[1].startswith(fence):
            fence = ""
            yield number, line, "end"
        else:
            yield number, line, "code"


def prose(page: Path) -> list[tuple[int, str]]:
    """The numbered lines of a page, without its blocks of code."""
    return [(number, line) for number, line, part in parts(page.read_text()) if part == "text"]


def heading_text(heading: str) -> str:
    """A heading without the targets of its links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)


class Slugs:
    """The fragments of a page's headings, as GitHub makes them."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def slug(self, heading: str) -> str:
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        candidate, again = slug, 0
        while candidate in self.taken:
            again += 1
            candidate = f"{slug}-{again}"
        self.taken.add(candidate)
        return candidate


@cache
def anchors(page: Path) -> set[str]:
    """The fragments of a page. An explicit anchor has its own name."""
    found: set[str] = set()
    slugs = Slugs()
    for _, line in prose(page):
        found.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
        if heading := re.match(r"#{1,6}\s+(.*?)\s*#*$", line):
            found.add(slugs.slug(heading_text(heading[1])))
    return found


def link_problem(page: Path, link: str) -> str | None:
    """What is wrong with a link of a page."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//", link):
        return None
    path, _, fragment = link.partition("#")
    target = (page.parent / unquote(path)).resolve() if path else page.resolve()
    if not target.is_relative_to(Path.cwd()):
        return f"{link} leads out of the repository"
    if not target.exists():
        return f"{link} does not exist"
    if fragment and target.suffix == ".md" and unquote(fragment) not in anchors(target):
        return f"{link} names no heading of {target.relative_to(Path.cwd())}"
    return None
