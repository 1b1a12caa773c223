"""The list of public declarations in .ci/public-api. A change that removes or changes one breaks apps: the list makes it visible."""

from pathlib import Path

from documentation.failure import Failure
from documentation.symbols import Symbols

LIST = Path(".ci/public-api")
# How many lines of each kind a failure shows.
SHOWN = 40


def declarations(symbols: Symbols) -> list[str]:
    """A line for each declaration: its module, what it belongs to, and its text."""
    lines = set()
    for symbol in symbols.all:
        text = " ".join("".join(fragment["spelling"] for fragment in symbol.declaration).split())
        lines.add(f"{symbol.module} {symbol.owner}: {text}")
    return sorted(lines)


def check(symbols: Symbols, is_recorded: bool) -> None:
    """Compares the list with what the modules declare, or writes it.

    Raises Failure if they differ.
    """
    now = declarations(symbols)
    if is_recorded:
        LIST.write_text("\n".join(now) + "\n")
        return
    before = LIST.read_text().splitlines() if LIST.exists() else []
    gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
    if not gone and not new:
        return
    parts = [f"The public API is not what {LIST} says."]
    for title, lines in (("Gone or changed, which breaks apps that use it", gone), ("New", new)):
        if lines:
            more = [f"  … and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
            parts += [f"{title}:", *(f"  {line}" for line in lines[:SHOWN]), *more]
    parts.append("If that is wanted, name it in CHANGELOG.md, and write the list anew: .ci/docs-site --record-api")
    raise Failure("\n".join(parts))
