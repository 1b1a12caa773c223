"""Uses every control of a screen with the keyboard alone, in a browser without JavaScript."""

import json
from typing import Any

from limits import close
from looks import Viewer, ask
from playwright.async_api import BrowserContext, Page
from playwright.async_api import TimeoutError as Late

LOOK = "keyboard, no script"
# Inputs that a key changes and the next button sends. If the first key changes nothing, the second is tried.
ADJUSTED = {
    "range": ("ArrowRight", "ArrowLeft"),
    "select": ("ArrowDown", "ArrowUp"),
    "radio": ("ArrowDown", "ArrowUp"),
    "checkbox": ("Space",),
    "number": ("ArrowUp", "ArrowDown"),
    "date": ("ArrowUp", "ArrowDown"),
    "time": ("ArrowUp", "ArrowDown"),
    "datetime-local": ("ArrowUp", "ArrowDown"),
    "month": ("ArrowUp", "ArrowDown"),
    "week": ("ArrowUp", "ArrowDown"),
}
SAMPLES = {"email": "a@example.com", "url": "https://example.com/", "tel": "1"}
PRESSED = {"button", "submit", "reset", "image", "a"}
SCROLLED = {"div", "ul"}  # the browser scrolls them itself and sends nothing
PATIENCE = 10_000  # milliseconds until a page is loaded; only a control that sends nothing takes so long
MAX_STEPS = 12  # of the Tab key within one control, such as the parts of a date


class Walk:
    """A walk over the controls of one screen."""

    def __init__(self, viewer: Viewer, base: str, screen: str, path: str) -> None:
        self.viewer = viewer
        self.base = base
        self.screen = screen
        self.path = path
        # The URLs that controls opened.
        self.reached: set[str] = set()
        # The controls that open something over the screen, such as an alert: their names by their keys.
        self.openers: dict[str, str] = {}
        # Whether the screen is not a dialog over another screen.
        self.is_plain = True
        # The keys of buttons that were pressed to send another control.
        self.senders: set[str] = set()

    def report(self, rule: str, element: str, text: str) -> None:
        self.viewer.findings.add(self.screen, LOOK, rule, element, text)

    async def walk(self, *, activates: bool) -> None:
        context, page = await self.viewer.open(self.screen, LOOK, "en", scripts=False)
        try:
            await page.goto(self.base + self.path)
            self.is_plain = not await ask(page, "hasDialog()")
            controls = await ask(page, "controls()")
            await self.check_order(page, controls)
            if activates:
                for control in controls:
                    await self.use(context, page, control)
        finally:
            await close(context)

    async def check_order(self, page: Page, controls: list[dict[str, Any]]) -> None:
        """Presses Tab through the page. Every control must get the focus, in the order of the page, and show it."""
        order: list[str] = []
        for _ in range((len(controls) + 4) * MAX_STEPS):
            await page.keyboard.press("Tab")
            focused = await ask(page, "focused()")
            if order and focused["key"] == order[-1]:
                continue  # another part of the same control
            if focused["key"] in order:
                break
            order.append(focused["key"])
            if focused["isBody"]:
                continue
            if not focused["hasRing"]:
                self.report("focus-ring", focused["name"], "its focus is not visible")
            if focused["coveredBy"]:
                self.report(
                    "focus-covered", focused["name"], f"{focused['coveredBy']} covers it while it has the focus"
                )
        wanted = [control["key"] for control in controls]
        for control in controls:
            if control["key"] not in order:
                self.report("tab", control["name"], "the Tab key does not reach it")
        reached = [key for key in order if key in wanted]
        if wanted and set(reached) == set(wanted):
            start = wanted.index(reached[0])
            if reached != wanted[start:] + wanted[:start]:
                self.report("tab-order", "the page", f"the Tab key goes {reached}, and the page {wanted}")

    async def use(self, context: BrowserContext, page: Page, control: dict[str, Any]) -> None:
        """Uses a control. The page must change."""
        if control["fixed"] or control["kind"] in SCROLLED or control["key"] in self.senders:
            return
        tried: list[str] = []
        for key in ADJUSTED.get(control["kind"], ("",)):
            if not await self.focus(context, page, control["key"]):
                self.report("gone", control["name"], "it is missing after the screen is opened again")
                return
            before = await ask(page, "outcome()")
            try:
                tried.append(await self.press(page, control, key))
            except Late:
                self.report("keyboard", control["name"], "using it with the keyboard sends nothing")
                return
            if await ask(page, "outcome()") != before:
                break
        else:
            self.report("keyboard", control["name"], f"{' or '.join(tried)} changes nothing")
        address = page.url.removeprefix(self.base)
        if address.partition("?")[0].startswith(self.path.partition("?")[0].rstrip("/") + "/"):
            self.reached.add(address)
        elif address == self.path and self.is_plain and await ask(page, "hasDialog()"):
            self.openers[control["key"]] = control["name"]
            await self.check_order(page, await ask(page, "controls()"))

    async def focus(self, context: BrowserContext, page: Page, key: str) -> bool:
        """Focuses a control: on the current page, else on the page loaded again, else in a new session."""
        is_here = page.url.removeprefix(self.base) == self.path
        if is_here and await ask(page, f"focus({json.dumps(key)})"):
            return True
        await page.goto(self.base + self.path)
        if await ask(page, f"focus({json.dumps(key)})"):
            return True
        await context.clear_cookies()
        await page.goto(self.base + self.path)
        return await ask(page, f"focus({json.dumps(key)})")

    async def press(self, page: Page, control: dict[str, Any], key: str) -> str:
        """Presses the keys that use a control, and waits for the next page.

        The key changes the value of a control that has one.
        """
        kind = control["kind"]
        keyboard = page.keyboard
        if kind in PRESSED:
            await self.send(page)
            return "Enter"
        if kind == "menu":
            await keyboard.press("Enter")
            await keyboard.press("Tab")
            await self.send(page)
            return "opening it and choosing the first item"
        if kind == "summary":
            await keyboard.press("Enter")
            await keyboard.press("Tab")
            await self.send(page)
            return "Enter, Tab and Enter"
        if kind == "file":
            async with page.expect_file_chooser() as chosen:
                await keyboard.press("Space")
            chooser = await chosen.value
            await chooser.set_files({"name": "note.txt", "mimeType": "text/plain", "buffer": b"A note"})
            return await self.press_next(page, control, "a file")
        if kind in ADJUSTED:
            await keyboard.press(key)
            return await self.press_next(page, control, key)
        if kind == "textarea":
            await keyboard.type("a")
            return await self.press_next(page, control, "a letter")
        await keyboard.press("Control+A")
        await keyboard.type(SAMPLES.get(kind, "1"))
        await self.send(page)
        return "a text and Enter"

    async def press_next(self, page: Page, control: dict[str, Any], keys: str) -> str:
        """Presses the next button, which sends this control. If there is none, presses Enter in the control."""
        for _ in range(MAX_STEPS):
            await page.keyboard.press("Tab")
            focused = await ask(page, "focused()")
            if focused["key"] != control["key"] and focused["kind"] not in ADJUSTED:
                break
        if focused["kind"] in PRESSED:
            self.senders.add(focused["key"])
        else:
            await ask(page, f"focus({json.dumps(control['key'])})")
        await self.send(page)
        return f"{keys}, Tab and Enter"

    async def send(self, page: Page) -> None:
        """Presses Enter, waits for the next page, and checks its HTML and layout."""
        async with page.expect_navigation(timeout=PATIENCE) as navigation:
            await page.keyboard.press("Enter")
        answer = await navigation.value
        self.viewer.check_html(self.screen, LOOK, await answer.body())
        await self.viewer.check_layout(self.screen, LOOK, page)
