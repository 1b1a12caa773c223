"""A server whose answers the test writes, for the script of live pages."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from apps import TOP

Test = TypeVar("Test", bound=Callable[..., Awaitable[None]])
PATCH = "text/vnd.tempura.patch"
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
POLICY = (
    "default-src 'self'; style-src 'self' 'nonce-abc'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
PAGE = """<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Start</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/tempura.css">
<style nonce="abc">.s0{color:red}</style>
<script defer src="/tempura.js" data-lists="/tempura-lists.js" data-motion="/tempura-motion.js" data-touch="/tempura-touch.js"
  data-gestures="/tempura-gestures.js" data-files="/tempura-files.js" data-version="g.1" data-depth="1" data-release="r" data-offline="Offline" data-away="Away"
  data-waiting="Waiting %%@" data-refused="&lt;div class='notice'>&lt;p>Refused %%@&lt;/p>&lt;/div>"
  data-file="&lt;div class='notice'>&lt;p>File&lt;/p>&lt;/div>" data-removed="%%@ removed"
  data-upload="&lt;div class='upload'>&lt;progress aria-label='Upload'>&lt;/progress>&lt;button>Cancel&lt;/button>&lt;/div>"
  data-renewed="&lt;div class='notice'>&lt;p>Renewed&lt;/p>&lt;button form='screen'>Load&lt;/button>&lt;/div>"></script>
</head>
<body>
<input type="hidden" form="screen" name="page" value="first.abc.def">
<button form="screen" name="return" value="1" class="return-key" tabindex="-1" aria-hidden="true">Return</button>
<div id="notices" role="alert">%s</div>
<div id="w" class="UIWindow">%s</div>
</body>
</html>
"""


HEADS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
OPENING = HEADS + b"retry: 200\nevent: change\ndata:\n\n"


class Tests(list[tuple[str, Test]]):
    """The tests of a module, by their names. As a decorator, it adds a function."""

    def __call__(self, function: Test) -> Test:
        self.append((function.__name__.replace("_", " "), function))
        return function


def window(body: str) -> str:
    return f'<main><form id="screen" method="post" novalidate><div id="v">{body}</div></form></main>'


@dataclass
class Asked:
    """A request, and what it was answered with."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def fields(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode(errors="replace"), keep_blank_values=True))

    @property
    def is_live(self) -> bool:
        return self.headers.get("accept", "") == PATCH


@dataclass
class Mock:
    """The server. Live requests are answered in the order of `answers`, then with `otherwise`.

    An answer is a patch, a status without a patch, the path of a redirect, "drop" for none, or a function that returns one of
    these.
    """

    base: str = ""
    body: str = ""
    notices: str = ""
    page: str = PAGE
    answers: list[Any] = field(default_factory=list)
    otherwise: Any = 204
    asked: list[Asked] = field(default_factory=list)
    streams: dict[str, asyncio.StreamWriter] = field(default_factory=dict)
    has_streams: bool = False
    # What a stream begins with; no answer at all if it is empty.
    opening: bytes = OPENING
    caching: str = "no-store"
    scripts: dict[str, str] = field(default_factory=dict)  # by path
    # Live requests wait while this is not set.
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def live(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.is_live]

    @property
    def posts(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.method == "POST"]

    async def wait(self, condition: Any) -> None:
        async with asyncio.timeout(10), self.news:
            await self.news.wait_for(condition)

    async def find(self, condition: Callable[[Asked], bool]) -> Asked:
        """Waits for a request, and returns the first one."""
        await self.wait(lambda: any(map(condition, self.asked)))
        return next(filter(condition, self.asked))

    async def tell(self, event: str, news: dict[str, dict[str, Any]] | None = None) -> None:
        """Sends an event: `change` with what is new in tabs, by their names, or without that."""
        data = json.dumps(news) if news else ""
        for writer in list(self.streams.values()):
            with contextlib.suppress(ConnectionError):
                writer.write(f"event: {event}\ndata:{data}\n\n".encode())
                await writer.drain()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while line := await reader.readline():
                method, path, _ = line.decode().split(" ", 2)
                headers = {}
                while (line := await reader.readline()).strip():
                    name, _, value = line.decode().partition(":")
                    headers[name.lower()] = value.strip()
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                asked = Asked(method, path, headers, body)
                if not await self.answer(asked, reader, writer):
                    break
        writer.close()

    async def answer(self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Returns whether the connection stays open for other requests."""
        path = asked.path.partition("?")[0]
        public = TOP / "Public" / path.removeprefix("/")
        if path == "/live":
            return await self.stream(asked, reader, writer)
        if public.suffix and public.is_file():
            return self.send(writer, 200, TYPES.get(public.suffix[1:], "font/woff2"), public.read_bytes())
        if path in self.scripts:
            return self.send(writer, 200, TYPES["js"], self.scripts[path].encode())
        async with self.news:
            self.asked.append(asked)
            self.news.notify_all()
        if not asked.is_live:
            return self.send(writer, 200, "text/html; charset=utf-8", (self.page % (self.notices, self.body)).encode())
        await self.gate.wait()
        answer = self.answers.pop(0) if self.answers else self.otherwise
        if callable(answer):
            answer = answer(asked)
        if answer == "drop":
            return False
        if isinstance(answer, str):
            writer.write(f"HTTP/1.1 303 See Other\r\nLocation: {answer}\r\nContent-Length: 0\r\n\r\n".encode())
            return True
        if isinstance(answer, dict):
            status = answer.pop("status", 200)
            answer.setdefault("url", asked.path)
            return self.send(writer, status, PATCH, json.dumps(answer).encode())
        return self.send(writer, answer, "text/html", b"")

    def send(self, writer: asyncio.StreamWriter, status: int, type: str, body: bytes) -> bool:
        head = f"HTTP/1.1 {status} OK\r\nContent-Type: {type}\r\nContent-Security-Policy: {POLICY}\r\n"
        head += f"Cache-Control: {self.caching}\r\n"
        length = "" if status == 204 else f"Content-Length: {len(body)}\r\n"
        writer.write(f"{head}{length}\r\n".encode() + (b"" if status == 204 else body))
        return True

    async def stream(self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        if not self.has_streams:
            return self.send(writer, 204, "text/html", b"")
        writer.write(self.opening)
        name = asked.path.partition("stream=")[2]
        async with self.news:
            self.streams[name] = writer
            self.news.notify_all()
        with contextlib.suppress(ConnectionError):
            await reader.read()  # until the browser closes it
        async with self.news:
            self.streams.pop(name, None)
            self.news.notify_all()
        return False


@contextlib.asynccontextmanager
async def mock() -> AsyncIterator[Mock]:
    server = Mock()
    server.gate.set()
    listener = await asyncio.start_server(server.serve, "localhost", 0)
    server.base = f"http://localhost:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()
