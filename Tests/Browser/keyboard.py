"""Uses every control of a screen with the keyboard alone, in a browser whose scripts are switched off."""

from typing import Any

from looks import Viewer, ask
from playwright.async_api import BrowserContext, Page
from playwright.async_api import TimeoutError as Late

LOOK = "keyboard, no script"
# Inputs that are changed with arrow keys or the space bar, and sent with a button behind them.
ADJUSTED = {
    "range": "ArrowRight",
    "select": "ArrowDown",
    "radio": "ArrowDown",
    "checkbox": "Space",
    "number": "ArrowUp",
    "date": "ArrowUp",
    "time": "ArrowUp",
    "datetime-local": "ArrowUp",
    "month": "ArrowUp",
    "week": "ArrowUp",
    "color": "",
}
SAMPLES = {"email": "a@example.com", "url": "https://example.com/", "tel": "1"}
PRESSED = {"button", "submit", "reset", "image", "summary", "a"}
MOST_STEPS = 12  # of the Tab key within one control, such as the parts of a date


class Walk:
    """A walk over the controls of one screen."""

    def __init__(self, viewer: Viewer, base: str, screen: str, path: str) -> None:
        self.viewer = viewer
        self.base = base
        self.screen = screen
        self.path = path
        # Where controls led to.
        self.reached: set[str] = set()

    def report(self, rule: str, element: str, text: str) -> None:
        self.viewer.findings.add(self.screen, LOOK, rule, element, text)

    async def walk(self, *, activates: bool) -> None:
        context, page = await self.viewer.open(self.screen, LOOK, "en", scripts=False)
        try:
            await page.goto(self.base + self.path)
            controls = await ask(page, "controls()")
            await self.check_order(page, controls)
            if activates:
                for control in controls:
                    await self.use(context, page, control)
        finally:
            await context.close()

    async def check_order(self, page: Page, controls: list[dict[str, Any]]) -> None:
        """Presses Tab until it comes round: every control has to get the focus, in their order, and to show it."""
        order: list[str] = []
        for _ in range((len(controls) + 4) * MOST_STEPS):
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
                self.report("focus-ring", focused["name"], "the focus is not seen on it")
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
        """Uses a control: something has to come of it."""
        if control["fixed"]:
            return
        if not await self.focus(context, page, control["key"]):
            self.report("gone", control["name"], "it is not there when the screen is opened again")
            return
        before = await ask(page, "outcome()")
        try:
            keys = await self.press(page, control)
        except Late:
            self.report("keyboard", control["name"], "using it with the keyboard sends nothing")
            return
        if await ask(page, "outcome()") == before:
            self.report("keyboard", control["name"], f"nothing comes of {keys}")
        address = page.url.removeprefix(self.base)
        if address.startswith(self.path.rstrip("/") + "/") and "?" not in address:
            self.reached.add(address)

    async def focus(self, context: BrowserContext, page: Page, key: str) -> bool:
        """Focuses a control: on the page as it is, or as it is when it is opened, or as a new session has it."""
        is_here = page.url.removeprefix(self.base) == self.path
        if is_here and await ask(page, f"focus({key!r})"):
            return True
        await page.goto(self.base + self.path)
        if await ask(page, f"focus({key!r})"):
            return True
        await context.clear_cookies()
        await page.goto(self.base + self.path)
        return await ask(page, f"focus({key!r})")

    async def press(self, page: Page, control: dict[str, Any]) -> str:
        """Presses the keys that a control is used with, and waits for the page that this leads to."""
        kind = control["kind"]
        keyboard = page.keyboard
        if kind in PRESSED:
            async with page.expect_navigation(timeout=5000):
                await keyboard.press("Enter")
            return "Enter"
        if kind == "file":
            async with page.expect_file_chooser() as chosen:
                await keyboard.press("Space")
            chooser = await chosen.value
            await chooser.set_files({"name": "note.txt", "mimeType": "text/plain", "buffer": b"A note"})
            return await self.press_next(page, control, "a file")
        if kind in ADJUSTED:
            key = ADJUSTED[kind]
            if key:
                await keyboard.press(key)
            return await self.press_next(page, control, key)
        if kind == "textarea":
            await keyboard.type("a")
            return await self.press_next(page, control, "a letter")
        await keyboard.press("Control+A")
        await keyboard.type(SAMPLES.get(kind, "1"))
        async with page.expect_navigation(timeout=5000):
            await keyboard.press("Enter")
        return "a text and Enter"

    async def press_next(self, page: Page, control: dict[str, Any], keys: str) -> str:
        """Goes on to the button that sends this control, behind the other parts of its field; else Enter sends it."""
        for _ in range(MOST_STEPS):
            await page.keyboard.press("Tab")
            focused = await ask(page, "focused()")
            if focused["key"] != control["key"] and focused["kind"] not in ADJUSTED:
                break
        if focused["kind"] not in PRESSED:
            await ask(page, f"focus({control['key']!r})")
        async with page.expect_navigation(timeout=5000):
            await page.keyboard.press("Enter")
        return f"{keys}, Tab and Enter"
