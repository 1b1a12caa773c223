"""Stories of users of the demos, key by key: on live pages, and in a browser without JavaScript."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from keyboard import LOOK, PATIENCE
from limits import close
from live_stories import becomes_as_sent
from looks import Viewer, ask
from playwright.async_api import Page
from playwright.async_api import TimeoutError as Late

MAX_STEPS = 60


class Story:
    """A user of keyboard and screen reader."""

    def __init__(self, page: Page, is_live: bool) -> None:
        self.page = page
        self.is_live = is_live

    async def go_to(self, name: str) -> None:
        """Presses Tab until a control whose name begins with a text has the focus."""
        for _ in range(MAX_STEPS):
            if f"“{name}" in (await ask(self.page, "focused()"))["name"]:
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not get to {name!r}")

    async def press(self, name: str, key: str = "Enter") -> None:
        await self.go_to(name)
        await self.send(key)

    async def send(self, key: str = "Enter") -> None:
        focused = await ask(self.page, "focused()")
        sends = self.expect_post if self.is_live else self.page.expect_navigation
        try:
            async with sends(timeout=PATIENCE):
                await self.page.keyboard.press(key)
        except Late:
            raise AssertionError(f"{key} on {focused['name']} sends nothing") from None
        await self.page.wait_for_selector("[aria-busy]", state="detached")

    def expect_post(self, timeout: float) -> AbstractAsyncContextManager:
        return self.page.expect_request(lambda request: request.method == "POST", timeout=timeout)

    async def type(self, text: str, instead: bool = False) -> None:
        """Types into the field with the initial focus, which a browser gives some time after the page's load."""
        try:
            await self.page.locator("input:focus, textarea:focus").wait_for(timeout=PATIENCE)
        except Late:
            raise AssertionError(f"no field has the focus to type {text!r} into") from None
        if instead:
            await self.page.keyboard.press("Control+A")
        await self.page.keyboard.type(text)

    async def sees(self, text: str) -> None:
        if not (await self.waits_for(text, is_there=True)):
            raise AssertionError(f"{text!r} is not on the page, which says {await self.page.inner_text('body')!r}")
        if self.is_live:
            await becomes_as_sent(self.page)

    async def misses(self, text: str) -> None:
        if not (await self.waits_for(text, is_there=False)):
            raise AssertionError(f"{text!r} is still on the page")

    async def waits_for(self, text: str, is_there: bool) -> bool:
        """Returns whether a text is on the page, or is not. On a live page it may come and go without a tap."""
        end = time.monotonic() + (PATIENCE / 1000 if self.is_live else 0)
        while (text in await self.page.inner_text("body")) != is_there:
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.02)
        return True


async def count(story: Story) -> None:
    await story.sees("the counter is at 0")
    await story.press("Add")
    await story.press("Add", "Space")
    await story.press("Sub")
    await story.sees("the counter is at 1")


async def keep_a_list(story: Story) -> None:
    await story.sees("There are 4 items pending")
    await story.press("What are you going to do today?")
    await story.type("Buy milk")
    await story.send()
    await story.sees("There are 5 items pending")
    await story.press("Done: Buy milk", "Space")
    await story.sees("There are 4 items pending")
    await story.press("Archive completed items")
    await story.misses("Buy milk")
    await story.press("Visit mars")
    await story.type("Visit Venus", instead=True)
    await story.send()
    await story.sees("Visit Venus")
    await story.misses("Visit mars")
    await story.press("Visit Venus")
    await story.press("Delete this item")
    await story.misses("Visit Venus")
    await story.press("Become a doctor.")
    await story.press("Cancel")
    await story.sees("There are 3 items pending")


async def join_the_programme(story: Story) -> None:
    await story.press("Block the card", "Space")
    await story.sees("Unblock your card first")
    await story.misses("Sign up for Rewards and")
    await story.press("Block the card")
    await story.press("Signing up fails")
    await story.press("Sign up")
    await story.sees("We could not sign you up")
    await story.press("Signing up fails")
    await story.press("Try again")
    await story.sees("Welcome to Rewards")
    await story.press("Start over")
    await story.sees("Sign up for Rewards")


async def look_at_the_sky(story: Story) -> None:
    await story.sees("San Francisco, CA")
    await story.sees("56°")
    await story.press("°C", "Space")
    await story.sees("Partly Cloudy")
    await story.press("Locations")
    await story.press("Tokyo")
    await story.sees("Tokyo, Japan")
    await story.sees("19°")
    await story.press("Refresh")
    await story.sees("Light Rain")
    await story.press("Locations")
    await story.press("Close")
    await story.sees("Tokyo, Japan")


async def miss_the_weather(story: Story) -> None:
    await story.sees("No weather for San Francisco")
    await story.press("Try again")
    await story.sees("The weather service cannot be reached.")
    await story.press("Locations")
    await story.press("Nairobi")
    await story.sees("No weather for Nairobi")


async def chat(story: Story) -> None:
    for name, text in (("Your name", "Ann"), ("Name of a room", "tea / coffee"), ("Message", "Hello <b>👋🏽</b>")):
        await story.go_to(name)
        await story.type(text)
        await story.send()
    await story.sees("Hello <b>👋🏽</b>")
    await story.press("Back to Rooms")
    await story.sees("Ann: Hello")
    await story.press("tea / coffee")
    await story.sees("You")


# The stories by the names of the apps: name, first path, and function.
STORIES: dict[str, tuple[str, str, Callable[[Story], Awaitable[None]]]] = {
    "Counter": ("counting up and down", "/", count),
    "Rewards": ("joining the programme", "/", join_the_programme),
    "Chat": ("chatting", "/rooms", chat),
    "Todo": ("keeping a list", "/list", keep_a_list),
    "Weather": ("looking at the sky", "/weather", look_at_the_sky),
    "Offline": ("missing the weather", "/weather", miss_the_weather),
}


async def tell(viewer: Viewer, app: str, base: str, is_live: bool) -> None:
    title, path, story = STORIES[app]
    screen, look = f"{app} {path}", "keyboard, live" if is_live else LOOK
    context, page = await viewer.open(screen, look, "en", scripts=is_live)
    try:
        await page.goto(base + path)
        if is_live:
            await page.evaluate("window.isSamePage = true")
        await story(Story(page, is_live))
        if is_live and not await page.evaluate("window.isSamePage"):
            viewer.findings.add(screen, look, "story", title, "the page was loaded again")
    except AssertionError as error:
        viewer.findings.add(screen, look, "story", title, str(error))
    finally:
        await close(context)
