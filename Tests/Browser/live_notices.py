"""What a page says while and after it is pressed: notices, busy controls, and presses that are not meant."""

from live_answers import Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, is_live, numbered, open_page, patch, same, tap, until, whole
from playwright.async_api import Page

test = TESTS = Tests()
CLOSE = '<button type="button" class="close" aria-label="Close">✕</button>'
OLD = f'<div class="notice"><p>Old</p></div>{CLOSE}'
# Where an element is in the window, as "top,bottom".
EDGES = "e => { const {top, bottom} = e.getBoundingClientRect(); return [top, bottom].map(Math.round).join() }"


async def news(mock: Mock, page: Page, answer: object, condition: str) -> None:
    """Lets the page ask for changes, and waits until their answer is visible."""
    mock.answers.append(answer)
    await page.evaluate(OTHER_TAB)
    await until(page, condition)


async def press(mock: Mock, page: Page, answer: object) -> None:
    """Presses a control that a notice may cover, and waits until its answer is visible."""
    mock.answers.append(answer)
    await page.locator("[value=go]").dispatch_event("click")
    await page.wait_for_selector("[aria-busy]", state="detached")


# MARK: Notices


@test
async def a_notice_stays_when_something_else_changes(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await tap(mock, page, patch(status=422, notices=OLD))
    same(await page.inner_text("#notices p"), "Old")
    await news(mock, page, numbered(3, '<div id="v">news</div>'), "v.textContent == 'news'")
    same(await page.inner_text("#notices p"), "Old")


@test
async def a_notice_is_seen_on_a_scrolled_page_and_moves_nothing(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="tall"></div>')
    await page.evaluate(
        "document.querySelector('style').append('#tall { height: 3000px } [value=go] { position: sticky; top: 300px }');"
        "scrollTo(0, 900)"
    )
    before = await page.eval_on_selector("#tall", EDGES)
    await tap(mock, page, patch(status=422, notices=OLD))
    await page.evaluate("Promise.all(document.querySelector('.notice').getAnimations().map(a => a.finished))")
    top, bottom = (await page.eval_on_selector(".notice", EDGES)).split(",")
    same((int(top) > 44, int(bottom) < 200), (True, True))  # below the bar
    same(await page.eval_on_selector("#tall", EDGES), before)


@test
async def a_notice_is_over_a_modal_screen(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    form = f'<form id="screen" method="post" novalidate><div>{BUTTON}</div></form>'
    modal = f'<main inert></main><dialog open aria-modal="true">{form}</dialog>'
    await tap(mock, page, patch(whole(modal), status=422, notices=OLD))
    at = "(([x, y]) => document.elementFromPoint(x, y))"
    middle = "[innerWidth / 2, document.querySelector('.notice').getBoundingClientRect().top + 9]"
    same(await page.evaluate(f"!!{at}({middle}).closest('.notice')"), True)
    await page.get_by_role("button", name="Close").click()
    same(await page.inner_html("#notices"), "")


@test
async def a_notice_is_in_a_live_region_that_was_there_before(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await page.evaluate("window.region = document.querySelector('[role=alert]')")
    await tap(mock, page, patch(status=409, notices=OLD))
    same(await page.evaluate("region.isConnected && region.querySelector('.notice').textContent"), "Old")


@test
async def a_notice_goes_by_its_button_or_the_next_press(mock: Mock, page: Page) -> None:
    mock.notices = OLD
    await open_page(mock, page, "")
    await page.get_by_role("button", name="Close").click()
    same(await page.inner_html("#notices"), "")
    await tap(mock, page, patch(status=422, notices=OLD))
    same(await page.locator(".notice").count(), 1)
    await press(mock, page, numbered(3))
    same(await page.inner_html("#notices"), "")


TYPED = '<input id="a" name="a" value="" data-live="">'


@test
async def a_notice_stays_while_the_page_sends_by_itself(mock: Mock, page: Page) -> None:
    """What is typed, where the focus is, and what comes from elsewhere, also another screen."""
    mock.notices = OLD
    await open_page(mock, page, TYPED)
    for key in ("x", "Tab"):
        async with page.expect_event("requestfinished", is_live):
            await page.press("#a", key)
    await news(mock, page, numbered(3, '<div id="v">news</div>', url="/list/two"), "v.textContent == 'news'")
    same(await page.inner_text("#notices p"), "Old")


PASSING = "document.querySelector('.close').getAnimations()"


@test
async def a_notice_goes_by_itself(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await tap(mock, page, patch(status=409, notices=OLD))
    await until(page, f"{PASSING}.length == 1")
    await page.hover(".notice")
    same(await page.evaluate(f"{PASSING}[0].playState"), "paused")
    await page.mouse.move(5, 800)
    await until(page, f"{PASSING}[0].playState == 'running'")
    await page.focus(".close")
    same(await page.evaluate(f"{PASSING}[0].playState"), "paused")
    await page.evaluate("document.activeElement.blur()")
    same(await page.evaluate(f"{PASSING}[0].playState"), "running")
    await page.evaluate(f"{PASSING}[0].finish()")
    await page.wait_for_selector(".notice", state="detached")
    # A text to be copied stays.
    text = '<div class="notice"><p>Old</p><textarea readonly>Typed</textarea></div>'
    await press(mock, page, numbered(3, status=409, notices=text + CLOSE))
    same(await page.evaluate(f"{PASSING}[0].playState"), "paused")


@test
async def the_focus_goes_back_when_a_notice_is_closed(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<button id="b" type="button">B</button>')
    await page.focus("#b")
    await press(mock, page, patch(status=409, notices=OLD))
    await page.focus(".close")
    await page.keyboard.press("Enter")
    same(await page.inner_html("#notices"), "")
    same(await page.evaluate("document.activeElement.id"), "b")


@test
async def without_a_script_a_notice_is_at_the_top_and_has_no_button(mock: Mock, page: Page) -> None:
    mock.notices, mock.body = OLD, window(BUTTON)
    page = await (await page.context.browser.new_context(java_script_enabled=False, reduced_motion="reduce")).new_page()
    await page.goto(mock.base + "/list")
    box, below = [await page.locator(name).bounding_box() for name in (".notice", "#w")]
    same((box["y"], box["height"] == below["y"], await page.is_visible(".close")), (0, True, False))
    await page.context.close()


WORKING = '<div class="working" role="status"><div class="notice"><p>Working on it…</p></div></div>'


@test
async def work_in_progress_moves_nothing(mock: Mock, page: Page) -> None:
    mock.notices, mock.otherwise = WORKING, numbered(2, working=True)
    await open_page(mock, page, "")
    same(await page.eval_on_selector("#w", EDGES), f"0,{page.viewport_size['height']}")
    assert int((await page.eval_on_selector(".notice", EDGES)).partition(",")[0]) > page.viewport_size["height"] / 2
    same(await page.evaluate("getComputedStyle(document.querySelector('.notice')).pointerEvents"), "none")
    mock.otherwise = 204
    await page.wait_for_selector(".notice", state="detached")


# MARK: Presses


@test
async def a_press_is_seen_at_once_and_a_long_one_at_the_top(mock: Mock, page: Page) -> None:
    row = '<div id="row"><button name="tap" value="row" class="stretched"></button><p>Row</p></div>'
    await open_page(mock, page, f'<input id="a" name="a" value="">{row}')
    mock.gate.clear()
    for name, property in (("[value=go]", "opacity"), ("#a", "opacity"), ("[value=row]", "backgroundColor")):
        look = f"e => getComputedStyle(e).{property}"
        await page.mouse.move(5, 800)
        before = await page.eval_on_selector(name, look)
        if name == "#a":
            await page.press(name, "Enter")
        else:
            await page.locator(name).dispatch_event("click")
        assert await page.eval_on_selector(name, look) != before, f"{name} looks as before"
    line = "getComputedStyle(notices, '::after')"
    same(await page.evaluate(f"[{line}.position, {line}.top, {line}.height].join()"), "fixed,0px,3px")
    wait = "document.getAnimations({subtree: true}).find(a => a.animationName == 'wait')"
    await page.evaluate(f"{wait}?.finish()")
    same(await page.evaluate(f"{line}.visibility"), "visible")
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.evaluate(f"{line}.content"), "none")


@test
async def the_line_does_not_move_if_the_user_wants_less_motion(mock: Mock, page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await open_page(mock, page, "")
    mock.gate.clear()
    await page.click("[value=go]")
    same(await page.evaluate("getComputedStyle(notices, '::after').animationName"), "wait")
    mock.gate.set()


@test
async def a_hidden_control_is_not_pressed(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="d"><button name="tap" value="more">More</button></div>')
    mock.gate.clear()
    mock.answers.append(patch('<div id="d" hidden><button name="tap" value="more">More</button></div>'))
    await page.click("[value=more]")
    await page.click("[value=more]")
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(len(mock.posts), 1)


SAME = '<button name="tap" value="bar" id="bar">Bar</button><button name="tap" value="other" id="other">Other</button>'


@test
async def a_double_click_that_leads_away_is_one_press(mock: Mock, page: Page) -> None:
    """Its second click does not press what the next screen has in the same place. A third one does."""
    await open_page(mock, page, SAME)
    await page.evaluate("document.startViewTransition = null")  # which takes the clicks as long as it lasts
    mock.gate.clear()
    mock.answers.append(patch(page=["title", "Two"], url="/list/two"))
    await page.click("#bar")
    await page.click("#bar")
    await page.click("#other")
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same([post.fields["tap"] for post in mock.posts], ["bar", "other"])
    box = await page.locator("#bar").bounding_box()
    await page.mouse.click(box["x"] + 5, box["y"] + 5)
    await mock.wait(lambda: len(mock.posts) == 3)
    await page.wait_for_selector("[aria-busy]", state="detached")
    mock.answers.append(numbered(3, page=["title", "Three"], url="/list/two/three"))
    await page.evaluate("performance.now = () => 1e6")  # the screen has just changed, on a slow machine, too
    await page.mouse.click(box["x"] + 5, box["y"] + 5)
    await page.wait_for_url("**/three")
    await page.mouse.down(click_count=2)
    await page.mouse.up(click_count=2)
    await page.mouse.down(click_count=3)
    await page.mouse.up(click_count=3)
    await tap(mock, page, 204, "#other")
    same([post.fields["tap"] for post in mock.posts][3:], ["bar", "bar", "other"])


@test
async def quick_presses_go_through_screens(mock: Mock, page: Page) -> None:
    """The browser counts them as one click with a growing number."""
    await open_page(mock, page, SAME)
    await page.evaluate("performance.now = () => -1e6")  # the user has looked at the screen for some time
    box = await page.locator("#bar").bounding_box()
    await page.mouse.move(box["x"] + 5, box["y"] + 5)
    for number in range(1, 4):
        mock.answers.append(numbered(number + 1, page=["title", str(number)], url="/list" + "/next" * number))
        await page.mouse.down(click_count=number)
        await page.mouse.up(click_count=number)
        await page.wait_for_url("**/list" + "/next" * number)
    same([post.fields["tap"] for post in mock.posts], ["bar", "bar", "bar"])


@test
async def a_held_enter_stops_at_the_next_screen(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<input id="a" name="a" value="">{SAME}')
    for number, name in enumerate(("a", "bar"), 2):
        await page.focus(f"#{name}")
        mock.answers.append(numbered(number, url="/list" + "/next" * number))
        await page.keyboard.down("Enter")
        await page.wait_for_url("**/list" + "/next" * number)
        await page.wait_for_selector("[aria-busy]", state="detached")
        await page.keyboard.down("Enter")
        await page.keyboard.up("Enter")
    await tap(mock, page, 204, "#other")
    same([post.fields.get("tap") for post in mock.posts], [None, "bar", "other"])


@test
async def a_held_enter_repeats_where_it_was_pressed_in_a_text(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input id="a" name="a" value=""><textarea id="b" name="b"></textarea>')
    await page.focus("#a")
    mock.answers.append(numbered(2, '<textarea id="b" name="b" autofocus></textarea>', url="/list/next"))
    for key in ("down", "down", "up", "down", "down", "up"):
        await getattr(page.keyboard, key)("Enter")
        await page.wait_for_url("**/next")
        await until(page, "document.activeElement == b")
    same((await page.input_value("#b"), len(mock.posts)), ("\n\n", 1))


# MARK: Escape


@test
async def escape_closes_what_is_open(mock: Mock, page: Page) -> None:
    menu = '<button type="button" popovertarget="m">x</button><div id="m" popover class="menu"></div>'
    form = '<form id="screen" method="post" novalidate>%s</form>'
    await open_page(mock, page, menu)
    await page.click("[popovertarget]")
    await page.keyboard.press("Escape")
    same(await page.is_visible("#m"), False)
    for number, button in enumerate(('class="outside"', 'class="cancel"', "data-cancels"), 2):
        escape = f'<button name="tap" value="close{number}" {button}>X</button>'
        below = f"<main><button {button}>Below</button></main>"
        modal = f'{below}<dialog open aria-modal="true" class="actions">{form % (BUTTON + escape)}</dialog>'
        await news(mock, page, numbered(number, whole(modal)), f"document.querySelector('[value=close{number}]')")
        await page.keyboard.press("Escape")
        await mock.wait(lambda wanted=f"close{number}": mock.posts and mock.posts[-1].fields["tap"] == wanted)
        await page.wait_for_selector("[aria-busy]", state="detached")
        same(await page.is_visible("dialog"), True)  # until the server closes it


@test
async def escape_ends_the_input(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input id="a" name="a">')
    await page.focus("#a")
    await page.keyboard.press("Escape")
    same(await page.evaluate("document.activeElement.nodeName"), "BODY")
