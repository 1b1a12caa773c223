"""Checks a screen with axe-core and for its layout: at several widths, light and dark."""

import importlib.util
import json
import re
from importlib.machinery import SourceFileLoader
from importlib.resources import files
from pathlib import Path
from typing import Any

from apps import TOP, App
from findings import Findings
from limits import close
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Response

HERE = Path(__file__).parent
PAGE_SCRIPT = (HERE / "page.js").read_text().strip()
# Only axe.min.js of this package is used.
AXE_SCRIPT = files("axe_playwright_python").joinpath("axe.min.js").read_text()
TIMEOUT = 15_000  # milliseconds, for each command of the browser
PHONE = {"width": 390, "height": 844}
WIDTHS = {320: 640, 390: 844, 430: 932, 768: 1024, 1280: 800}
EXTREMES = (320, 1280)  # the widths at which axe-core looks at a page, too
QUICK_WIDTHS = {320: 640}
LARGE_TEXT = 37  # pixels: what 16 are at the third of the five accessibility sizes of a phone
SCHEMES = ("light", "dark")
DEMO = App("Demo", ())
# What an app with frames decides itself. Its own lists may make a page higher than the window.
OF_THE_APP = {"small-target", "tall"}
# The rules of axe whose results depend on colours.
COLOUR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def load_html_check() -> Any:
    path = TOP / "Tests" / "Integration" / "html-check"
    loader = SourceFileLoader("html_check", str(path))
    spec = importlib.util.spec_from_loader("html_check", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


HTML_CHECK = load_html_check()


async def ask(page: Page, call: str) -> Any:
    """Calls a function of `page.js` in the page, with its fonts."""
    return await page.evaluate(f"document.fonts.ready.then(() => {PAGE_SCRIPT}.{call})")


class Viewer:
    """Opens pages in their own contexts, and records their errors."""

    def __init__(self, browser: Browser, findings: Findings, *, is_quick: bool = False) -> None:
        self.browser = browser
        self.findings = findings
        # Whether only one look of a screen is checked.
        self.is_quick = is_quick
        self.checked: set[str] = set()

    async def open(self, screen: str, look: str, language: str, *, scripts: bool) -> tuple[BrowserContext, Page]:
        """Opens an empty page, and records its errors as findings of a screen."""
        context = await self.browser.new_context(
            java_script_enabled=scripts,
            viewport=PHONE,
            extra_http_headers={"Accept-Language": language},
            reduced_motion="reduce",
            has_touch=True,
        )
        context.set_default_timeout(TIMEOUT)
        page = await context.new_page()

        def heard(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                self.findings.add(screen, look, "console", "the page", message.text)

        def answered(response: Response) -> None:
            if response.status >= 400:
                self.findings.add(screen, look, "status", response.url.partition("/")[2], f"answers {response.status}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.findings.add(screen, look, "script", "the page", str(error)))
        page.on("response", answered)
        return context, page

    def check_html(self, screen: str, look: str, html: bytes) -> None:
        """Checks the HTML of a page, unless an equal page was checked."""
        shape = re.sub(rb'(nonce|value)="[^"]*"', b"", html).decode(errors="replace")
        if shape in self.checked:
            return
        self.checked.add(shape)
        for problem in HTML_CHECK.problems(html):
            rule, _, text = problem.rpartition(": ")
            self.findings.add(screen, look, f"html {rule}", "the page", text)

    async def check_layout(self, screen: str, look: str, page: Page, *, of_phone: bool = False) -> None:
        for problem in await ask(page, "layout()"):
            if of_phone and problem["rule"] in OF_THE_APP:
                continue
            self.findings.add(screen, look, problem["rule"], problem["element"], problem["text"])

    async def look(
        self,
        base: str,
        screen: str,
        path: str,
        language: str,
        pictures: Path | None,
        opener: str = "",
        app: App = DEMO,
    ) -> None:
        """Opens a screen and checks all its looks in a language. Takes pictures if there is a folder for them.

        An opener is the key of a control that is pressed first, to check what it opens.
        """
        context, page = await self.open(screen, language, language, scripts=True)
        try:
            answer = await page.goto(base + path)
            if answer and not app.is_for_phones:
                self.check_html(screen, language, await answer.body())
            if opener:
                await ask(page, f"focus({json.dumps(opener)})")
                await self.press_enter(page)
            direction = await page.evaluate("document.documentElement.dir")
            wanted = "rtl" if language == "ar" else "ltr"
            if direction != wanted:
                self.findings.add(screen, language, "direction", "the page", f"is {direction} in {language}")
            await page.evaluate(AXE_SCRIPT)
            for width, height in (QUICK_WIDTHS if self.is_quick else WIDTHS).items():
                await page.set_viewport_size({"width": width, "height": height})
                await self.let_server_lay_out(page)
                for scheme in SCHEMES if width in EXTREMES and not self.is_quick else SCHEMES[:1]:
                    await page.emulate_media(color_scheme=scheme)
                    look = f"{width} px, {scheme}, {direction}"
                    if scheme == SCHEMES[0]:
                        await self.check_layout(screen, look, page, of_phone=app.is_for_phones)
                    if width in EXTREMES and not app.is_for_phones:
                        await self.run_axe(screen, look, page, colours_only=scheme != SCHEMES[0])
            if app.reads_large_text and not app.is_for_phones and not self.is_quick:
                await self.check_large_text(screen, direction, context, page)
            if pictures:
                await self.take_pictures(page, pictures, screen, "" if wanted == "ltr" else "-rtl")
        finally:
            await close(context)

    async def press_enter(self, page: Page) -> None:
        """Presses Enter, and waits for the next page, or on a live page for the end of its changes."""
        if not await page.locator("script[data-version]").count():
            async with page.expect_navigation():
                await page.keyboard.press("Enter")
            return
        await page.keyboard.press("Enter")
        await page.wait_for_selector("[aria-busy]", state="detached")
        await page.evaluate(
            "Promise.all(document.getAnimations().filter(a => /view-transition/.test(a.effect.pseudoElement))"
            ".map(a => a.finished))"
        )

    async def let_server_lay_out(self, page: Page) -> None:
        """Loads a page again that the server laid out by frames, for the width that the window has now."""
        if await ask(page, "isFramed()"):
            await page.reload()
            await page.evaluate(AXE_SCRIPT)

    async def check_large_text(self, screen: str, direction: str, context: BrowserContext, page: Page) -> None:
        """Checks the layout on a phone whose user reads text at an accessibility size."""
        await page.set_viewport_size(PHONE)
        session = await context.new_cdp_session(page)
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE_TEXT}})
        await self.check_layout(screen, f"large text, {direction}", page)
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        await session.detach()

    async def run_axe(self, screen: str, look: str, page: Page, *, colours_only: bool) -> None:
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if colours_only:
            options["runOnly"] = COLOUR_RULES
        result = await page.evaluate("options => axe.run(document, options)", options)
        for violation in result["violations"]:
            for node in violation["nodes"]:
                reason = (node.get("failureSummary") or violation["help"]).splitlines()[-1].strip()
                self.findings.add(screen, look, f"axe {violation['id']}", " ".join(map(str, node["target"])), reason)

    async def take_pictures(self, page: Page, folder: Path, screen: str, suffix: str) -> None:
        name = re.sub(r"[^a-z0-9]+", "-", screen.lower()).strip("-")
        for kind, size in {"phone": PHONE, "desktop": {"width": 1280, "height": 800}}.items():
            await page.set_viewport_size(size)
            for scheme in SCHEMES:
                await page.emulate_media(color_scheme=scheme)
                await page.screenshot(path=folder / f"{name}-{kind}-{scheme}{suffix}.png", full_page=True)
