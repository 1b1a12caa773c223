"""The code blocks of README.md and docs/, with what stands before them in comments. `check` says how they are written."""

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(TOP / ".ci"))

from pages import parts

OPENING = re.compile(r"^[`~]+\s*(\S*)\s*(.*?)\s*$")
COMMENT = re.compile(r"<!--\s*(context of all blocks|context|not run:)\s*(.*?)\s*-->", re.DOTALL)
BLOCK = "…"  # a line of a context that stands for the block


@dataclass
class Block:
    """A fence and its lines."""

    page: Path
    line: int  # of its first line of code
    language: str
    name: str  # what stands behind the language
    code: str
    lead: str = ""  # the last line of text before it
    context: str = ""
    reason: str | None = None  # why it is neither compiled nor run

    @property
    def location(self) -> str:
        return f"{self.page.relative_to(TOP)}:{self.line}"

    def around(self) -> tuple[str, str]:
        """The context before the block and after it."""
        before, found, after = f"\n{self.context}\n".partition(f"\n{BLOCK}\n")
        return (before + "\n", after) if found else (f"{self.context}\n", "")


class Mistake(Exception):
    """A page is not written as it has to be."""


class Page:
    """A page, and its blocks in their order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.context = ""  # Swift for all blocks

    @cached_property
    def blocks(self) -> list[Block]:
        found: list[Block] = []
        text: list[str] = []  # since the last block
        for number, line, part in parts(self.path.read_text()):
            if part == "text":
                text.append(line)
            elif part == "begin":
                fence = OPENING.match(line)
                if not fence:
                    raise Mistake(f"{self.path.relative_to(TOP)}:{number}: a code block must not be indented")
                found.append(Block(self.path, number + 1, fence[1], fence[2], ""))
                self._describe(found[-1], "\n".join(text))
                text = []
            elif part == "code":
                found[-1].code += f"{line}\n"
        self._note("\n".join(text))
        return found

    def _note(self, text: str) -> None:
        self.context += "".join(f"{each[2]}\n" for each in COMMENT.finditer(text) if each[1].endswith("all blocks"))

    def _describe(self, block: Block, text: str) -> None:
        """Reads the text between a block and the one before it. Comments of the block stand directly before it."""
        self._note(text)
        block.lead = re.sub(COMMENT, "", text).strip().rpartition("\n")[2]
        for comment in COMMENT.finditer(text):
            if comment[1].endswith("all blocks"):
                continue
            rest = text[comment.end() :]
            if re.sub(COMMENT, "", rest).strip():
                raise Mistake(f"{block.location}: a comment “{comment[1]}” must stand directly before its block")
            if comment[1] == "context":
                block.context = comment[2]
            elif comment[2]:
                block.reason = comment[2]
            else:
                raise Mistake(f"{block.location}: “not run:” needs a reason")


def pages() -> list[Page]:
    return [Page(path) for path in [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]]
