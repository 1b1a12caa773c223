"""The demos that are checked, and their servers."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Servers"))

from servers import TOP, Failure, Server, free_port

# The browser of users, and its engine without windows, which takes a third of the time but cannot install apps.
WHOLE_CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM = WHOLE_CHROMIUM if "TEST_ALL" in os.environ else Path("/usr/bin/chromium-headless-shell")

__all__ = ["TOP", "Failure", "Server", "free_port"]  # for those that import this module


@dataclass(frozen=True)
class App:
    """A demo, with the paths of its screens."""

    name: str
    screens: tuple[str, ...]
    # Whether every control changes the page visibly, and new screens are found by using the controls.
    is_walked: bool = True
    # Whether the layout is checked at an accessibility text size, too. The gallery shows views of fixed sizes.
    reads_large_text: bool = True
    # Whether the app was written as for a phone, with frames and colours of its own: only its layout is checked, and not the
    # sizes of its targets.
    is_for_phones: bool = False
    # The languages to check, the one that is written from right to left last.
    languages: tuple[str, ...] = ("en",)
    # The flags of the server, and its name if it differs from that of the app.
    flags: tuple[str, ...] = ()
    server: str = ""

    @property
    def program(self) -> str:
        return f"{self.server or self.name}Server"


APPS = (
    App("Gallery", ("/gallery",), reads_large_text=False, languages=("en", "ar")),
    # Pages with frames scale as a whole with the text size.
    App("Counter", ("/",), reads_large_text=False),
    App("Rewards", ("/",), languages=("en", "it", "ar")),
    App("Todo", ("/list", "/list/addItem"), is_walked=False, languages=("en", "it", "ar")),
    App("FrameTodo", ("/list", "/list/addItem"), is_walked=False, reads_large_text=False),
    App("Chat", ("/rooms", "/rooms/tea"), is_walked=False),
    App("Weather", ("/weather", "/locations"), is_walked=False, languages=("en", "it", "ar")),
    App(
        "Offline",
        ("/weather",),
        is_walked=False,
        server="Weather",
        flags=("--weather-url=http://127.0.0.1:1/{location}",),
    ),
    App("Shop", ("/shop", "/shop/product?product=3", "/shop/filters", "/account"), is_walked=False, is_for_phones=True),
    App(
        "Messenger",
        ("/chats", "/chats/settings", "/chats/newGroup", "/chats/chat?chat=anna"),
        is_walked=False,
        is_for_phones=True,
    ),
)


@contextlib.contextmanager
def server(app: App, programs: Path) -> Iterator[str]:
    """Runs the app's server on a free port, and yields its URL."""
    program = programs / app.program
    if not program.exists():
        raise Failure(f"There is no {program}: build it with swift build --product {app.program}")
    flags = ["--no-access-log", "--sessions", "memory:", "--longest-wait", "60000", *app.flags]
    with tempfile.TemporaryDirectory() as folder, Server(program, *flags, folder=folder, cwd=TOP) as running:
        yield running.url
        running.stop()
