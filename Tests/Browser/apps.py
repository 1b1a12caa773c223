"""The apps that are looked at, and their servers."""

import contextlib
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

TOP = Path(__file__).resolve().parent.parent.parent
MOST_SECONDS = 30  # for a server to start, and to stop


@dataclass(frozen=True)
class App:
    """A demo, and where its screens are."""

    name: str
    screens: tuple[str, ...]
    # Whether every control leads to something that can be seen, and screens are found by using them.
    is_walked: bool = True
    # What the app is shown in, the one that is written from right to left last.
    languages: tuple[str, ...] = ("en",)
    # What its server is told, and the server's name where that is not the app's.
    flags: tuple[str, ...] = ()
    server: str = ""

    @property
    def program(self) -> str:
        return f"{self.server or self.name}Server"


APPS = (
    App("Gallery", ("/gallery",), languages=("en", "ar")),
    App("Counter", ("/",)),
    App("Rewards", ("/",), languages=("en", "ar")),
    App("Todo", ("/list", "/list/addItem"), is_walked=False, languages=("en", "it", "ar")),
    App("Weather", ("/weather", "/locations"), is_walked=False),
    App(
        "Offline",
        ("/weather",),
        is_walked=False,
        server="Weather",
        flags=("--weather-url=http://127.0.0.1:1/{location}",),
    ),
)


class Failure(Exception):
    """Something that makes it impossible to look."""


@contextlib.contextmanager
def server(app: App, folder: Path) -> Iterator[str]:
    """The app's server on a free port, by its address."""
    program = folder / app.program
    if not program.exists():
        raise Failure(f"There is no {program}: build it with swift build --product {app.program}")
    command = [str(program), "--port", "0", "--no-access-log", "--sessions", "memory:", *app.flags]
    with subprocess.Popen(command, cwd=TOP, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        watch = Timer(MOST_SECONDS, process.kill)
        watch.start()
        try:
            line = process.stdout.readline() if process.stdout else ""
            watch.cancel()
            found = re.search(r"http://\S+", line)
            if not found:
                raise Failure(f"{app.program} did not say where it serves: {line!r}")
            yield found[0]
        finally:
            watch.cancel()
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=MOST_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
