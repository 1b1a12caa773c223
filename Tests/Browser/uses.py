"""Uses each control of an app as a person with a mouse does: sees it, scrolls to it, presses it, and types."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import Any

from limits import close
from looks import Viewer, ask
from playwright.async_api import Page
from playwright.async_api import TimeoutError as Late

WIDTHS = {390: 844, 1280: 800}
TYPED = {"text", "search", "email", "url", "tel", "password", "number", "textarea"}
SAMPLES = {
    "email": "a@example.com",
    "url": "https://example.com/",
    "tel": "1",
    "number": "1",
}
# What a press on these changes is their value, which a form sends.
VALUES = {"range", "radio", "checkbox"}
# A press on these only opens something of the browser itself.
PICKED = {"date", "time", "datetime-local", "month", "week", "select"}
# What ends what other controls need is used last.
LAST = re.compile(
    r"delete|remove|archive|cancel|close|clear|done|back|sign out|log out|start over|end",
    re.IGNORECASE,
)
# The browser has one chooser of files at a time.
CHOOSER = asyncio.Lock()
MAX_SCREENS = 12
MAX_ALIKE = 6  # controls of rows that differ by their item only
PATIENCE = 3  # seconds until a press has an effect


@dataclass
class Use:
    """What a visit to an app uses at one width."""

    viewer: Viewer
    base: str
    name: str
    width: int
    used: int = 0
    known: dict[str, int] = field(default_factory=dict)
    screens: list[str] = field(default_factory=list)

    def report(self, path: str, rule: str, element: str, text: str) -> None:
        self.viewer.findings.add(f"{self.name} {path}", f"{self.width} px", rule, element, text)

    async def visit(self, paths: tuple[str, ...]) -> None:
        """Uses all controls of the screens, and of those that they lead to."""
        self.screens = list(paths)
        context, page = await self.viewer.open(self.name, f"{self.width} px", "en", scripts=True)
        try:
            await page.set_viewport_size({"width": self.width, "height": WIDTHS[self.width]})
            for path in self.screens:  # It grows.
                await self.go_to(page, path)
                await self.use_all(page, self.path(page) if path == "/" else path)
        finally:
            await close(context)

    async def go_to(self, page: Page, path: str) -> None:
        await page.goto(self.base + path)
        if await ask(page, "isFramed()"):
            await page.reload()  # The server knows the width now.
        await self.settle(page)

    async def settle(self, page: Page) -> None:
        """Waits for the answer, and for animations."""
        await page.wait_for_selector("[aria-busy='true']", state="detached")
        # Not those of scroll positions, nor those that never end.
        await page.evaluate(
            "Promise.allSettled(document.getAnimations().filter(a => a.timeline === document.timeline && a.playState === 'running' && "
            "a.effect.getComputedTiming().endTime < Infinity).map(a => a.finished))"
        )

    async def use_all(self, page: Page, path: str) -> None:
        """Uses the controls of a screen, and of the alerts and menus that they open, until none is new."""
        while True:
            for problem in await ask(page, "unseen()"):
                self.report(path, "unseen", problem["element"], problem["text"])
            waiting = await self.waiting(page, path)
            if not waiting and self.path(page) != path:
                await self.go_to(page, path)
                waiting = await self.waiting(page, path)
                if not waiting or self.path(page) != path:
                    return
            if not waiting:
                return
            await self.use(page, path, waiting[0])
            reached = self.path(page)
            known = {each.partition("?")[0] for each in self.screens}
            if reached.startswith("/") and reached.partition("?")[0] not in known and len(known) < MAX_SCREENS:
                self.screens.append(reached)
            if reached != path:
                await self.go_to(page, path)

    def path(self, page: Page) -> str:
        return page.url.removeprefix(self.base)

    async def waiting(self, page: Page, path: str) -> list[dict[str, Any]]:
        """The controls of the page that were not used yet, those last that end something."""
        if self.path(page) != path:
            return []
        found = [each for each in await ask(page, "controls()") if not each["fixed"] and self.is_new(path, each)]
        return sorted(
            found,
            key=lambda each: (
                each["kind"] not in TYPED | VALUES | PICKED,
                bool(LAST.search(each["name"])),
            ),
        )

    def shape(self, path: str, control: dict[str, Any]) -> str:
        """What controls have in common that belong to different items."""
        return f"{path.partition('?')[0]} {re.sub(r'[0-9a-zA-Z_-]*[0-9][0-9a-zA-Z_-]*', '#', control['key'])}"

    def is_new(self, path: str, control: dict[str, Any]) -> bool:
        key = f"{path} {control['key']}"
        return (
            control["kind"] not in {"div", "ul"}
            and key not in self.known
            and self.known.get(self.shape(path, control), 0) < MAX_ALIKE
        )

    async def use(self, page: Page, path: str, control: dict[str, Any]) -> None:
        self.known[f"{path} {control['key']}"] = 1
        shape = self.shape(path, control)
        self.known[shape] = self.known.get(shape, 0) + 1
        call = f"reachFor({json.dumps(control['key'])})"
        place = await ask(page, call)
        while place and place["coveredBy"].startswith("<html>"):  # A change is animated.
            await asyncio.sleep(0.05)
            place = await ask(page, call)
        if not place:
            return
        self.used += 1
        name, kind = place["name"], place["kind"]
        if place["coveredBy"]:
            return self.report(path, "covered", name, f"a press on it meets {place['coveredBy']}")
        if place["width"] < 10 or place["height"] < 10:
            return self.report(
                path,
                "tiny",
                name,
                f"it is {place['width']:.0f} × {place['height']:.0f} px",
            )
        before = await ask(page, "outcome()")
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.method))
        x = place["x"] + (place["width"] / 4 if kind == "range" else 0)
        if kind == "file":
            # The press that opened the picker may have been at this place: no double click is meant.
            await asyncio.sleep(1)
            try:
                async with CHOOSER, page.expect_file_chooser(timeout=1000 * PATIENCE):
                    await page.mouse.click(x, place["y"])
            except Late:
                self.report(path, "press", name, "a press opens no files")
            return None
        await page.mouse.click(x, place["y"])
        if kind in PICKED:
            if not await page.evaluate("document.activeElement?.matches('input, select')"):
                self.report(path, "press", name, "a press does not give it the focus")
            await page.keyboard.press("Escape")
            return None
        if kind in TYPED:
            sample = SAMPLES.get(kind, f"Correct horse {self.width}")
            await page.keyboard.press("Control+A")
            await page.keyboard.type(sample)
            after = await ask(page, call)
            if after and not (after["value"] and sample.startswith(after["value"])):
                self.report(
                    path,
                    "typing",
                    name,
                    f"it has {after['value']!r} after {sample!r} was typed",
                )
            return None
        for _ in range(PATIENCE * 20):
            await self.settle(page)
            after = None if kind not in VALUES else await ask(page, call)
            if requests or await ask(page, "outcome()") != before or (after and after["value"] != place["value"]):
                break
            if await page.locator(":popover-open, dialog[open], details[open]").count():
                break
            await asyncio.sleep(0.05)
        else:
            self.report(path, "press", name, "a press does nothing")
        await self.settle(page)
        return None


async def use_app(viewer: Viewer, name: str, base: str, paths: tuple[str, ...], width: int) -> int:
    """Uses an app, and returns how many controls were used."""
    use = Use(viewer, base, name, width)
    await use.visit(paths)
    return use.used
