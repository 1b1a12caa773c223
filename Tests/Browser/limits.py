"""Limits of the checks. No check waits without end, and each says where it waited."""

import asyncio
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

HERE = Path(__file__).parent
LONGEST_CLOSE = 10  # seconds


def end_after(seconds: int) -> None:
    """Ends the program with status 2 after some seconds, and says where it waits. SIGTERM ends it, too.

    The exit by an exception also ends the child processes.
    """

    def end(_: int, frame: FrameType | None) -> None:
        print(f"not done after {seconds} seconds:", file=sys.stderr)
        traceback.print_stack(frame)
        try:
            for task in asyncio.all_tasks():
                task.print_stack()
        except RuntimeError:
            pass  # no event loop
        sys.exit(2)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)


def lines(error: BaseException) -> str:
    """Returns the lines of the checks at which an error was thrown, or at which a wait was given up."""
    while error.__cause__:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{file.name}:{frame.lineno}" for frame in frames if (file := Path(frame.filename)).parent == HERE]
    return " → ".join(lines)


async def close(context: Any) -> None:
    """Closes a context of Playwright. Chromium never answers if a page of it begins to load at that moment."""
    urls = ", ".join(page.url for page in context.pages)
    try:
        async with asyncio.timeout(LONGEST_CLOSE):
            await context.close()
    except TimeoutError:
        raise TimeoutError(f"the browser does not close {urls}: a page loads at the end of the test") from None
