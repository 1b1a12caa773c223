"""What is special about live pages of the demos. After each step the page equals the page that the server sends anew."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable

from keyboard import PATIENCE
from live_patches import OTHER_TAB, same
from playwright.async_api import Page, Route

Story = Callable[[Page, str], Awaitable[None]]
# The stories by the names of the apps: name and function.
STORIES: list[tuple[str, str, Story]] = []

# The window's markup of the page, and of the page that the server sends: without what only says how a scene came to be.
BOTH = """async () => {
  const clean = root => {
    const copy = root.querySelector('.UIWindow').cloneNode(true)
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['aria-busy', 'autofocus', 'data-scroll-target']) element.removeAttribute(name)
      if (element.nodeName == 'DETAILS') element.removeAttribute('open')
      // It has the focus, because what had it has gone.
      if (element.matches(':not(button, input)[tabindex="-1"]')) element.removeAttribute('tabindex')
      const names = element.getAttributeNames().sort()
      const values = names.map(name => element.getAttribute(name).replace(name == 'class' ? /\\bs\\d+\\b/g : '', '').trim())
      for (const name of names) element.removeAttribute(name)
      names.forEach((name, index) => element.setAttribute(name, values[index]))
    }
    return copy.outerHTML
  }
  const answer = await fetch(location.href)
  const fresh = new DOMParser().parseFromString((await answer.text()).replace(/<style.*?<\\/style>/s, ''), 'text/html')
  return [clean(document), clean(fresh), document.title, fresh.title]
}"""


def story(app: str) -> Callable[[Story], Story]:
    def add(function: Story) -> Story:
        STORIES.append((function.__name__.replace("_", " "), app, function))
        return function

    return add


async def idle(page: Page) -> None:
    """Waits until nothing is on its way."""
    await page.wait_for_selector("[aria-busy]", state="detached")


async def is_as_sent(page: Page) -> None:
    await idle(page)
    here, there, title, new_title = await page.evaluate(BOTH)
    same(title, new_title)
    if here != there:
        start = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
        area = slice(max(start - 80, 0), start + 120)
        raise AssertionError(f"the page has …{here[area]}… and the server's …{there[area]}…")


async def becomes_as_sent(page: Page) -> None:
    """Waits until the page equals the page that the server sends anew. Side effects and other users may change both meanwhile."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return await is_as_sent(page)
        except AssertionError:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.02)


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name).first.click()
    await idle(page)


async def open_app(page: Page, url: str) -> None:
    await page.goto(url)
    await page.evaluate("window.isSamePage = true")


async def stayed(page: Page) -> None:
    """The page was never loaded again."""
    same(await page.evaluate("window.isSamePage"), True)


@story("Todo")
async def the_same_list_in_two_tabs(page: Page, base: str) -> None:
    await open_app(page, base + "/list")
    other = await page.context.new_page()
    await open_app(other, base + "/list")
    await press(page, "Done: Visit mars")
    for each in (page, other):
        await each.get_by_text("There are 3 items pending").wait_for()
        await is_as_sent(each)
        await stayed(each)


@story("Todo")
async def the_card_closes_by_escape(page: Page, base: str) -> None:
    await open_app(page, base + "/list")
    for button in (".actionButton", ".editButton"):
        await page.locator(button).first.click()
        await page.locator("dialog").wait_for()
        await idle(page)
        await page.keyboard.press("Escape")
        await page.locator("dialog").wait_for(state="detached")
        await is_as_sent(page)
    await stayed(page)


@story("Weather")
async def the_button_that_closes_a_sheet_is_in_its_corner(page: Page, base: str) -> None:
    for width in (320, 768, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        await open_app(page, base + "/locations")
        panel = await page.locator("dialog .LocationsView").bounding_box()
        close = await page.locator("dialog .outside").bounding_box()
        assert panel and close
        right = panel["x"] + panel["width"] - close["x"] - close["width"]
        # The disc of 30 points in the target is 16 points from the edges.
        same([round(size) for size in (close["width"], right, close["y"] - panel["y"])], [44, 9, 9])
    await page.emulate_media(reduced_motion="no-preference")
    button = page.locator("dialog .LocationsView button").first
    look = "e => { const {x, y, width} = e.getBoundingClientRect(); return e.contains(document.elementFromPoint(x + width / 2, y + 5)) }"
    same(await button.evaluate(look), True)


@story("Gallery")
async def a_date_is_sent_when_it_is_typed(page: Page, base: str) -> None:
    await open_app(page, base + "/gallery/pickers")
    date = page.locator("input[type=date]").first
    await date.focus()
    await page.keyboard.press("1")
    # Live answers come between two digits: the second one after the script has taken the first one.
    for _ in range(2):
        async with page.expect_response(lambda response: response.status == 204):
            await page.evaluate(OTHER_TAB)
    await page.keyboard.type("2252031", delay=250)
    same(await date.input_value(), "2031-12-25")
    async with page.expect_response(lambda response: response.request.method == "POST"):
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
    await page.reload()
    same(await page.locator("input[type=date]").first.input_value(), "2031-12-25")


@story("Gallery")
async def modal_screens(page: Page, base: str) -> None:
    """Opens modal screens with the keyboard, and closes each with Escape."""
    await open_app(page, base + "/gallery/modals")
    opened = "form#screen .content button[id]"
    openers = await page.locator(opened).evaluate_all("all => all.map(e => e.id)")
    same(len(openers) > 0, True)
    for opener in openers:
        await page.locator(f'[id="{opener}"]').focus()
        await page.keyboard.press("Enter")
        await is_as_sent(page)
        is_dialog = await page.locator("dialog").count() > 0  # others cover the whole window
        same(await page.evaluate("!!document.activeElement.closest('dialog')"), is_dialog)
        await page.keyboard.press("Escape")
        await page.wait_for_url("**/gallery/modals")
        await page.locator("dialog").first.wait_for(state="detached")
        await is_as_sent(page)
        if is_dialog:
            same(await page.evaluate("document.activeElement.id"), opener)


@story("Gallery")
async def alerts_close_by_escape(page: Page, base: str) -> None:
    await open_app(page, base + "/gallery/alerts")
    opened = "form#screen .content button[id]"
    openers = await page.locator(opened).evaluate_all("all => all.map(e => e.id)")
    same(len(openers) > 0, True)
    for opener in openers:
        await page.locator(f'[id="{opener}"]').click()
        await page.locator("dialog").wait_for()
        await page.keyboard.press("Escape")
        await page.locator("dialog").wait_for(state="detached")
        await is_as_sent(page)
    await stayed(page)


@story("Gallery")
async def the_return_key_of_a_text_view_after_fast_typing(page: Page, base: str) -> None:
    """The text and the line break are sent together; the app is asked about each by itself."""
    await open_app(page, base + "/gallery/text-views")
    item = page.get_by_role("textbox", name="Item")
    for text in ("Buy milk", "Buy eggs"):
        await item.press_sequentially(text + "\n")
        await page.get_by_text(f"Added “{text}”").wait_for()
        await is_as_sent(page)
        same(await item.input_value(), "")
    await stayed(page)


@story("Gallery")
async def the_app_scrolls_each_time(page: Page, base: str) -> None:
    """Turns pages with a button: forward, back to the first one, and to one from which the user has scrolled away."""
    await open_app(page, base + "/gallery/onboarding")
    pager = page.get_by_label("Introduction")
    for button, left in (("Next", 390), ("Next", 780), ("Start again", 0), ("Next", 390)):
        await press(page, button)
        await is_as_sent(page)
        await page.wait_for_function(
            "([pager, left]) => pager.scrollLeft == left", arg=[await pager.element_handle(), left]
        )
    await pager.evaluate("pager => pager.scrollTo(0, 0)")
    for button, left in (("Next", 780), ("Start again", 0)):
        await press(page, button)
        await page.wait_for_function(
            "([pager, left]) => pager.scrollLeft == left", arg=[await pager.element_handle(), left]
        )
    await stayed(page)


@story("Todo")
async def cards_close_by_escape(page: Page, base: str) -> None:
    await open_app(page, base + "/list")
    await press(page, "What are you going to do today?")
    await page.locator("dialog").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("dialog").wait_for(state="detached")
    await is_as_sent(page)


async def submit(page: Page, text: str) -> None:
    field = page.get_by_role("textbox")
    await field.fill(text)
    await field.press("Enter")
    await idle(page)


@story("Chat")
async def two_users_and_one_without_scripts(page: Page, base: str) -> None:
    """What one writes, the other sees without a tap, and the third with the next page."""
    browser = page.context.browser
    assert browser
    others = [await browser.new_context(java_script_enabled=scripts) for scripts in (True, False)]
    try:
        users = [page, *[await context.new_page() for context in others]]
        ann, bob, cem = users
        for user, name in zip(users, ("Ann", "Bob", "Cem"), strict=True):
            await user.goto(base)
            await submit(user, name)
        await submit(ann, "tea")
        await submit(ann, "Sencha?")
        for user in (bob, cem):
            if user is cem:
                await cem.reload()
            await user.get_by_role("button", name="tea Ann: Sencha? 1 new", exact=True).click()
        await ann.get_by_text("Bob, Cem here").wait_for()
        await cem.reload()
        same(await cem.get_by_text("Ann, Bob here").count(), 1)
        await bob.get_by_role("textbox").press_sequentially("Yes")
        await ann.get_by_text("Bob typing…").wait_for()
        await cem.reload()
        same(await cem.get_by_text("Bob typing…").count(), 1)
        await bob.keyboard.press("Enter")
        await ann.get_by_text("Yes", exact=True).wait_for()
        await ann.get_by_text("Bob typing…").wait_for(state="detached")
        await becomes_as_sent(ann)
        await press(ann, "Back to Rooms")
        await submit(cem, "For me, too")
        await bob.get_by_text("For me, too").wait_for()
        await ann.get_by_role("button", name="tea Cem: For me, too 1 new", exact=True).click()
        # A user is gone some seconds after the page was closed.
        await ann.get_by_text("here").wait_for()
        await bob.close()
        await ann.get_by_text("Bob, Cem here").or_(ann.get_by_text("Bob here")).wait_for(state="detached")
    finally:
        for context in others:
            await context.close()


@story("Rewards")
async def a_double_click_on_a_button_that_goes_is_no_conflict(page: Page, base: str) -> None:
    """The button is hidden when its second press has its turn."""
    await open_app(page, base + "/")

    async def delay(route: Route) -> None:
        await asyncio.sleep(0.1)
        await route.continue_()

    await page.route("**/*", delay)
    button = page.locator("[id$='.confirmButton']")
    await button.dblclick()
    await button.wait_for(state="hidden")
    await is_as_sent(page)
    same(await page.inner_html("#notices"), "")
    await stayed(page)


@story("Gallery")
async def every_screen(page: Page, base: str) -> None:
    """Opens every screen from the list, goes back, and looks whether each field begins as unchanged.

    Unless all tests run, it opens one of three: one of each kind, as kinds are together.
    """
    await open_app(page, base + "/gallery")
    entries = await page.locator("form#screen li button[id]").evaluate_all("all => all.map(e => e.id)")
    for entry in entries[:: 1 if "TEST_ALL" in os.environ else 3]:
        await page.evaluate("id => document.getElementById(id).click()", entry)
        await page.wait_for_url("**/gallery/*")
        await is_as_sent(page)
        changed = await page.evaluate(
            "[...document.querySelectorAll('[name]:not(button, select)')].filter(f => f.value != f.defaultValue)"
            ".map(f => f.outerHTML)"
        )
        same(changed, [])
        await page.go_back()
        await page.locator(f'[id="{entry}"]').wait_for()
    await is_as_sent(page)
    await stayed(page)
