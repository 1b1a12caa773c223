"""A proxy that delays, drops, repeats, refuses and holds back what goes through it, at random, and kills its server."""

import asyncio
import contextlib
import random
import re
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from apps import Server
from playwright.async_api import BrowserContext

PATCH = "text/vnd.tempura.patch"
TOKEN = re.compile(r"[kd]\d+[ab]z")  # in the text of an item: k is kept, d may be deleted
HAZARDS = ("delay", "before", "after", "half", "twice", "log-in", "401", "413", "502")


@dataclass
class Proxy:
    server: Server
    dice: random.Random
    port: int = 0
    is_hostile: bool = False
    logs_in_until: float = 0
    loads_allowed: int = 0
    acknowledged: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    tasks: set[asyncio.Task[None] | None] = field(default_factory=set)  # the event loop has weak references
    counts: Counter[str] = field(default_factory=Counter)
    trace: deque[str] = field(default_factory=lambda: deque(maxlen=40))
    started: float = field(default_factory=time.monotonic)

    def note(self, text: str) -> None:
        self.trace.append(f"{time.monotonic() - self.started:7.2f} {text}")

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.tasks.add(asyncio.current_task())
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
            body = await reader.readexactly(int(length[1])) if length else b""
            head = (
                re.sub(rb"(?i)\r\n(connection|accept-encoding): [^\r]*", b"", head)[:-2] + b"Connection: close\r\n\r\n"
            )
            if b"\r\nHost: localhost" in head:  # the log-in
                path = head.split()[1].decode().partition("?")[2]
                writer.write(html(200, f"<a href='http://127.0.0.1:{self.port}{path}'>Continue</a>"))
            elif b"/live?stream=" in head:
                await self.stream(head, writer)
            else:
                writer.write(await self.answer(head, body))
            await writer.drain()
        writer.close()

    async def answer(self, head: bytes, body: bytes) -> bytes:
        method, path = head.decode().split()[:2]
        is_live, is_page = PATCH.encode() in head, b"Sec-Fetch-Dest: document" in head
        is_hostile = self.is_hostile and (is_live or is_page)
        hazard = self.dice.choice(HAZARDS) if is_hostile and self.dice.random() < 0.35 else ""
        if hazard == "log-in":
            self.logs_in_until = time.monotonic() + self.dice.choice((0, 0.5, 1, 4))
        if is_hostile and time.monotonic() < self.logs_in_until:
            hazard = "log-in"
        self.counts[hazard] += 1
        fields = parse_qs(body.decode(errors="replace"))
        tap = " ".join(fields.get("tap", []) + [text for name in fields if "textView" in name for text in fields[name]])
        tap += " ⏎" * ("return" in fields)
        kind = "live" if is_live else "page" if is_page else "file"
        # The script looks for a log-in without the name of its tab.
        if is_live and hazard in (
            ("401", "413")[: 1 + (method == "GET")] if b"\r\nTempura-Tab:" in head else ("log-in",)
        ):
            self.loads_allowed += 1
        if hazard == "delay":
            await asyncio.sleep(self.dice.uniform(0, 3))
        whole = b""
        if hazard == "log-in":
            whole = html(302, "", f"Location: http://localhost:{self.port}/login?{path}\r\n")
        elif hazard.isdigit():
            whole = html(int(hazard), f"<h1>{hazard}</h1>")
        elif hazard != "before":
            answers = await asyncio.gather(*[self.forward(head, body) for _ in range(1 + (hazard == "twice"))])
            whole = self.dice.choice(answers)
            head_, _, content = whole.partition(b"\r\n\r\n")
            status = int(head_[9:12] or b"0")
            is_patch = PATCH.encode() in head_
            # A killed server may have sent a part.
            size = re.search(rb"(?i)content-length: (\d+)", head_)
            is_whole = len(content) == int(size[1]) if size else content.endswith(b"0\r\n\r\n")
            if hazard in ("after", "half"):
                whole = whole[: len(whole) // 2] if hazard == "half" else b""
            elif is_live and status == 200 and is_patch and is_whole and "return" in fields:
                self.acknowledged.update(TOKEN.findall(tap))
            if b"\r\nTempura-Tab:" in head and (
                b'"reload":true' in content or status and status < 400 and status != 204 and not is_patch
            ):
                self.loads_allowed += 1
            if kind == "page" and method == "GET" and 400 <= status < 500:
                self.problems.append(f"the server answers {status} to {method} {path}")
            hazard += f" {status}" + " reload" * (b'"reload":true' in content)
        if kind != "file":
            tab = re.search(rb"Tempura-Tab: (\w+)", head)
            self.note(f"{kind} {tab[1][:4].decode() if tab else '':4} {method} {path} {tap} → {hazard}")
        return whole

    async def forward(self, head: bytes, body: bytes) -> bytes:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(head + body)
            whole = await reader.read()
            writer.close()
            return whole
        except OSError:
            return html(502, "<h1>No server</h1>") if self.dice.random() < 0.5 else b""

    async def stream(self, head: bytes, writer: asyncio.StreamWriter) -> None:
        fate = self.dice.choice(("pass", "cut", "hold", "swallow", "401", "502")) if self.is_hostile else "pass"
        self.note(f"stream {fate}")
        if fate.isdigit():
            return writer.write(html(int(fate), ""))
        reader, server_writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        server_writer.write(head)
        end = time.monotonic() + self.dice.uniform(0, 15)
        try:
            while data := await asyncio.wait_for(reader.read(65536), end - time.monotonic() if fate == "cut" else None):
                while fate == "hold" and self.is_hostile and time.monotonic() < end:
                    await asyncio.sleep(0.2)
                if fate != "swallow":
                    writer.write(data)
                    await writer.drain()
        except TimeoutError:
            pass
        finally:
            server_writer.close()

    async def kill(self) -> None:
        while True:
            await asyncio.sleep(self.dice.uniform(8, 25))
            self.note("kill -9")
            self.server.kill()
            await asyncio.sleep(self.dice.uniform(0, 3))
            await asyncio.shield(asyncio.to_thread(self.server.start))
            self.note("started")

    async def be_honest(self) -> None:
        await asyncio.sleep(1)  # a start may be under way
        if self.server.process.poll() is not None:
            await asyncio.to_thread(self.server.start)
        self.is_hostile = False
        self.note("honest")

    async def change(self, context: BrowserContext) -> None:
        """Changes an item from elsewhere: the pages hear of it only by the stream, or by asking."""
        url = f"http://127.0.0.1:{self.port}/list"
        text = await (await context.request.get(url)).text()
        mark = re.search(r'name="page" value="([^"]+)', text)
        tap = re.search(r'aria-label="Done: (?![^"]*k\d)[^"]*" name="tap" value="([^"]+)', text)
        if mark and tap:
            answer = await context.request.post(url, form={"page": mark[1], "tap": tap[1]})
            self.note(f"a change from elsewhere → {answer.status}")


def html(status: int, text: str, head: str = "") -> bytes:
    head += f"Content-Type: text/html\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n"
    return f"HTTP/1.1 {status} Proxy\r\n{head}{text}".encode()
