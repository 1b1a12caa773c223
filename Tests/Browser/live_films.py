"""Films and sounds on live pages, in an app as on a phone: Tests/Fixtures/Films."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from apps import TOP, WHOLE_CHROMIUM, Server
from live_answers import Tests
from live_patches import same
from live_stories import becomes_as_sent, open_app, press, stayed
from playwright.async_api import BrowserContext, Page, Response, expect

test = TESTS = Tests()

FIXTURE = "Tests/Fixtures/Films/Public"
VIDEO = "document.querySelector('video')"


@contextlib.asynccontextmanager
async def films(context: BrowserContext, programs: Path, screen: str = "") -> AsyncIterator[Page]:
    """A page of the app, at a screen of its menu."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--no-access-log", "--sessions", "memory:", "--public", FIXTURE]
        with await asyncio.to_thread(Server, programs / "FilmsServer", *flags, folder=folder, cwd=TOP) as server:
            page = await context.new_page()
            await open_app(page, server.url)
            if screen:
                await press(page, screen)
                await expect(page.locator(".UINavigationBar")).to_contain_text(screen)
            yield page
            await stayed(page)


async def slide(page: Page, value: float) -> None:
    script = "(e, value) => { e.value = value; e.dispatchEvent(new Event('input', {bubbles: true})) }"
    await page.get_by_role("slider", name="Position").evaluate(script, value)


async def seconds(page: Page) -> float:
    return float((await page.get_by_text(" of 6.0").inner_text()).split()[0])


async def becomes_as_sent_with_controls(page: Page) -> None:
    """The script takes the browser's controls away from what the app plays."""
    await page.evaluate(
        "document.querySelectorAll('[data-bare]').forEach(e => { e.controls = true; e.removeAttribute('style') })"
    )
    await becomes_as_sent(page)


async def until(page: Page, condition: str) -> None:
    # Not by Playwright's own function, whose `eval` the page's policy refuses.
    script = f"""async () => {{
      for (const end = performance.now() + 20000; !({condition}); await new Promise(requestAnimationFrame))
        if (performance.now() > end) return false
      return true
    }}"""
    assert await page.evaluate(script), f"{condition} does not come"


@test
async def the_app_plays_a_film_and_hears_of_it(context: BrowserContext, programs: Path) -> None:
    parts: list[str] = []

    def hear(response: Response) -> None:
        if response.url.endswith("film.webm"):
            parts.append(f"{response.status} {response.headers.get('content-range')}")

    context.on("response", hear)
    async with films(context, programs, "Player") as page:
        # The page tells how long it is, and a browser gets it by parts.
        await expect(page.get_by_text("0.0 of 6.0")).to_be_visible()
        same(parts, ["206 bytes 0-42472/42473"])
        same(await page.evaluate(f"{VIDEO}.controls"), False)
        same(await page.evaluate(f"getComputedStyle({VIDEO}).objectFit"), "cover")
        await press(page, "Play")
        await expect(page.get_by_role("button", name="Pause")).to_be_visible()
        await expect(page.get_by_text("chapter 2")).to_be_visible()
        assert 1.9 < await seconds(page) < 5, await seconds(page)
        await press(page, "Mute")
        same(await page.evaluate(f"{VIDEO}.muted"), True)
        await press(page, "Unmute")
        same(await page.evaluate(f"{VIDEO}.muted"), False)
        await press(page, "Pause")
        await until(page, f"{VIDEO}.paused")
        # A paused film goes to a time, too, and stays paused.
        await slide(page, 0.75)
        await expect(page.get_by_text("sought")).to_be_visible()
        await expect(page.get_by_text("4.5 of 6.0")).to_be_visible()
        same(await page.evaluate(f"[{VIDEO}.currentTime.toFixed(1), {VIDEO}.paused]"), ["4.5", True])
        await becomes_as_sent_with_controls(page)
        await press(page, "Play")
        await expect(page.get_by_text("1 ends")).to_be_visible()
        await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        # The app begins anew at each end.
        await page.get_by_role("switch", name="Loop").click()
        await slide(page, 0.9)
        await press(page, "Play")
        await expect(page.get_by_text("2 ends")).to_be_visible()
        await until(page, f"!{VIDEO}.paused && {VIDEO}.currentTime < 3")
        await slide(page, 0.9)
        await expect(page.get_by_text("3 ends")).to_be_visible()


@test
async def what_the_user_does_with_the_browsers_controls_is_heard(context: BrowserContext, programs: Path) -> None:
    async with films(context, programs, "Player") as page:
        await page.evaluate(f"{VIDEO}.play()")
        await expect(page.get_by_role("button", name="Pause")).to_be_visible()
        await page.evaluate(f"{VIDEO}.pause()")
        await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        await page.evaluate(f"{VIDEO}.currentTime = 3")
        await expect(page.get_by_text("3.0 of 6.0")).to_be_visible()
        # The film is where it was when its screen comes again.
        await press(page, "Info")
        await expect(page.locator("video")).to_have_count(0)
        await press(page, "Back to Player")
        await until(page, f"{VIDEO} && {VIDEO}.currentTime == 3 && {VIDEO}.paused")
        await becomes_as_sent_with_controls(page)


@test
async def a_browser_may_refuse_to_play(context: BrowserContext, programs: Path) -> None:
    kind = context.browser.browser_type if context.browser else None
    assert kind
    flags = ["--autoplay-policy=user-gesture-required"]
    browser = await kind.launch(executable_path=WHOLE_CHROMIUM, args=flags)
    async with films(await browser.new_context(), programs) as page:
        # This press is none of a user's. What a test asks the page would count as one, so nothing is asked before the answer.
        await page.add_init_script("""addEventListener('load', () => setTimeout(() =>
          [...document.querySelectorAll('button')].find(e => e.textContent == 'Autoplay').click()))""")
        async with page.expect_response(lambda response: "medium=" in (response.request.post_data or "")):
            await page.reload()
        await page.evaluate("window.isSamePage = true")
        await expect(page.get_by_text("0.0 of 6.0")).to_be_visible()
        await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        same(await page.evaluate(f"[{VIDEO}.paused, {VIDEO}.controls]"), [True, True])
        await press(page, "Play")
        await expect(page.get_by_role("button", name="Pause")).to_be_visible()
        await until(page, f"{VIDEO}.currentTime > 0.2 && !{VIDEO}.controls")
    await browser.close()


@test
async def films_in_cells_play_without_an_end(context: BrowserContext, programs: Path) -> None:
    async with films(context, programs, "Feed") as page:
        video = "document.querySelectorAll('li video')[1]"
        same(await page.evaluate(f"[{video}.muted, {video}.loop, {video}.paused]"), [True, True, True])
        await page.locator("li").nth(1).click()
        await until(page, f"!{video}.paused && {video}.currentTime > 0.2")
        await page.evaluate(f"{video}.currentTime = 5.5")
        await until(page, f"!{video}.paused && {video}.currentTime < 3")
        same(await page.evaluate("[...document.querySelectorAll('li video')].map(e => e.paused)"), [True, False, True])
        await page.locator("li").nth(1).click()
        await until(page, f"{video}.paused")


@test
async def a_presented_player_plays_and_is_done(context: BrowserContext, programs: Path) -> None:
    async with films(context, programs) as page:
        await press(page, "Full screen")
        await until(page, f"{VIDEO} && {VIDEO}.currentTime > 0.2 && !{VIDEO}.paused")
        same(await page.evaluate(f"[{VIDEO}.controls, {VIDEO}.disablePictureInPicture]"), [True, True])
        await press(page, "Done")
        await expect(page.locator("video")).to_have_count(0)
        # Nothing is heard of a player that is gone.
        await expect(page.locator("audio")).to_have_count(0)


@test
async def a_sound_needs_no_view(context: BrowserContext, programs: Path) -> None:
    async with films(context, programs) as page:
        await press(page, "Ring")
        await expect(page.get_by_text("ringing")).to_be_visible()
        await until(page, "!document.querySelector('audio').paused")
        await expect(page.locator("audio")).to_be_hidden()
        await expect(page.get_by_text("rang for 2 s")).to_be_visible()
        await becomes_as_sent_with_controls(page)
