"""What the script of live pages asks the server, and when."""

import os
from collections.abc import Callable
from tempfile import NamedTemporaryFile

from live_answers import Asked, Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, numbered, open_page, patch, same, tap, until, visit, whole
from playwright.async_api import Dialog, Page

test = TESTS = Tests()
MORE = '<button name="tap" value="more">More</button>'


async def hide(page: Page, is_hidden: bool) -> None:
    await page.evaluate(
        "value => { Object.defineProperty(document, 'hidden', {value, configurable: true}); "
        "document.dispatchEvent(new Event('visibilitychange', {bubbles: true})) }",
        is_hidden,
    )


# MARK: Taps


@test
async def a_tap_is_the_post_of_the_form(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input name="a" value="1 &amp; ü"><input name="b" disabled>')
    await tap(mock, page, 204)
    [post] = mock.posts
    same({**post.fields, "page": ""}, {"page": "", "a": "1 & ü", "tap": "go"})
    nonce, screens, mark = post.fields["page"].split(".")
    same((len(nonce) >= 13, nonce.isalnum(), screens, post.path), (True, True, "abc", "/list"))
    same(post.headers["tempura-session"], mark)
    same(post.headers["content-type"].partition(";")[0], "application/x-www-form-urlencoded")
    found = {name: post.headers[f"tempura-{name}"] for name in ("version", "release", "screen")}
    same(found, {"version": "g.1", "release": "r", "screen": "390 844 16 0 0 0 0"})
    tab = post.headers["tempura-tab"]
    same((16 <= len(tab) <= 32, tab.isalnum(), post.headers["tempura-stream"]), (True, True, ""))
    await tap(mock, page, 204)
    same(len({asked.fields["page"] for asked in mock.posts}), 2)


@test
async def taps_wait_in_order_and_each_counts(mock: Mock, page: Page) -> None:
    await open_page(mock, page, MORE + '<p id="p">0</p>')
    mock.gate.clear()
    mock.answers += [numbered(n + 2, f'<p id="p">{n}</p>') for n in range(3)]
    await page.click("[value=more]")
    await page.click("[value=more]")
    await page.click("[value=go]")
    same(await page.locator("[aria-busy=true]").count(), 2)
    same(len(mock.posts), 1)
    mock.gate.set()
    await until(page, "p.textContent == '2'")
    same([asked.fields["tap"] for asked in mock.posts], ["more", "more", "go"])
    same([asked.headers["tempura-version"] for asked in mock.posts], ["g.1", "g.2", "g.3"])
    same(await page.locator("[aria-busy]").count(), 0)


@test
async def a_control_that_has_gone_is_not_pressed(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<div id="d">{MORE}</div><button name="tap" value="off" id="off">Off</button>')
    mock.gate.clear()
    mock.answers += [patch('<div id="d"></div><button name="tap" value="off" id="off" disabled>Off</button>')]
    for name in ("go", "more", "off", "go"):
        await page.click(f"[value={name}]")
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same([asked.fields["tap"] for asked in mock.posts], ["go", "go"])


@test
async def a_control_is_busy_until_its_last_press_is_answered(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    mock.gate.clear()
    await page.click("[value=go]")
    await page.click("[value=go]")

    def answer(_: Asked) -> object:
        mock.gate.clear()
        return patch()

    mock.answers.append(answer)
    mock.gate.set()
    await mock.wait(lambda: len(mock.posts) == 2)
    same(await page.locator("[aria-busy]").count(), 1)
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")


@test
async def a_text_is_not_sent_twice(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input id="a" name="a" value="">' + MORE)
    await page.fill("#a", "Buy milk")
    mock.gate.clear()
    await page.click("[value=go]")
    await page.click("[value=go]")
    await page.focus("#a")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.click("[value=more]")
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same([(post.fields.get("tap"), post.fields["a"]) for post in mock.posts],
         [("go", "Buy milk"), (None, ""), ("more", "")])  # fmt: skip


@test
async def menus_close(mock: Mock, page: Page) -> None:
    menu = '<button type="button" popovertarget="m">M</button><div id="m" popover class="menu"><button name="tap" value="item">I</button></div>'
    await open_page(mock, page, menu)
    await page.click("[popovertarget]")
    await tap(mock, page, 204, "[value=item]")
    same(await page.is_visible("#m"), False)


# MARK: Trouble


@test
async def without_an_answer_the_same_form_goes_again(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input id="a" name="a" value=""><p id="p"></p>')
    await page.fill("#a", "x")
    mock.answers += ["drop", 502, 503, 504]
    await page.click("[value=go]")
    same(await page.text_content(".offline"), "Away Waiting 1")
    await page.fill("#a", "xy")
    mock.answers.append(patch('<p id="p">done</p>', '<input id="a" name="a" value="x">'))
    await until(page, "p.textContent == 'done'")
    same(len({post.body for post in mock.posts}), 1)
    same((await page.input_value("#a"), await page.locator(".offline").count()), ("xy", 0))


@test
async def taps_without_a_network_are_told_and_each_is_applied_once(mock: Mock, page: Page) -> None:
    page.on("dialog", Dialog.dismiss)
    await open_page(mock, page, '<p id="p"></p>')
    async with page.expect_event("requestfailed"):  # the page asks for changes when the network goes
        await page.context.set_offline(True)
    told = "document.querySelector('.offline')?.textContent"
    same(await page.evaluate(f"document.querySelector('[value=go]').click(); {told}"), "Offline Waiting 1")
    for count in range(2, 6):
        await page.click("[value=go]")
        same(await page.evaluate(told), f"Offline Waiting {count}")
    async with page.expect_event("dialog", timeout=5000) as asked:
        await page.evaluate("location = '/elsewhere'")
    same((mock.posts, (await asked.value).type), ([], "beforeunload"))
    mock.otherwise = lambda _: numbered(len(mock.posts), f'<p id="p">{len(mock.posts)}</p>') if mock.posts else 204
    await page.context.set_offline(False)
    await until(page, "p.textContent == '5'")
    await page.wait_for_selector(".offline", state="detached")
    same((len(mock.posts), len({post.fields["page"] for post in mock.posts})), (5, 5))


# MARK: Moves


def move(number: int, url: str, title: str, body: str) -> dict[str, object]:
    return numbered(number, f'<div id="v">{BUTTON + body}</div>', page=["title", title], url=url)


@test
async def moves_are_steps_of_the_history(mock: Mock, page: Page) -> None:
    tall = '<p id="tall">%s</p>'
    await page.add_init_script("window.name = (window.name || '') + 'loaded '")
    await open_page(mock, page, tall % "list")
    await page.evaluate(
        "document.querySelector('style').append('#tall{height:3000px} [value=go]{position:fixed}'); scrollTo(0, 700)"
    )
    await tap(mock, page, move(2, "/list/add", "Add", tall % "add"))
    await page.wait_for_url("**/list/add")
    same(await page.evaluate("[scrollY, document.documentElement.dataset.move].join()"), "0,1")
    same(await page.inner_text(".announcement[role=status]"), "Add")
    mock.answers.append(move(3, "/list", "List", tall % "list"))
    await page.evaluate("history.back()")
    await until(page, "tall.textContent == 'list'")
    same(await page.evaluate("[location.pathname, scrollY, document.title].join()"), "/list,700,List")
    mock.answers.append(move(4, "/list/add", "Add", tall % "add"))
    await page.evaluate("history.forward()")
    await until(page, "tall.textContent == 'add'")
    same([(asked.method, asked.path) for asked in mock.live],
         [("POST", "/list"), ("GET", "/list"), ("GET", "/list/add")])  # fmt: skip
    same(await page.evaluate("window.name"), "loaded ")


@test
async def a_new_screen_begins_at_the_start_of_its_scroll_views(mock: Mock, page: Page) -> None:
    """Screens of one class have the same ids. The way back leads to the old position."""
    view = '<div id="s" data-scrolls class="UIScrollView tall"><p id="p">%s</p></div>'
    await open_page(mock, page, view % "list")
    await page.evaluate(
        "document.querySelector('style').append('.tall{height:50px;overflow:auto} #p{height:500px}'); s.scrollTop = 40"
    )
    await tap(mock, page, move(2, "/list/add", "Add", view % "add"))
    await page.wait_for_url("**/list/add")
    same(await page.evaluate("s.scrollTop"), 0)
    mock.answers.append(move(3, "/list", "List", view % "list"))
    await page.evaluate("history.back()")
    await until(page, "p.textContent == 'list'")
    same(await page.evaluate("s.scrollTop"), 40)


@test
async def going_back_during_a_tap_adds_no_step(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await tap(mock, page, move(2, "/list/add", "Add", ""))
    mock.gate.clear()
    mock.answers += [move(3, "/list/add/more", "More", ""), move(4, "/list", "List", "")]
    await page.click("[value=go]")
    await page.evaluate("history.back()")
    await page.wait_for_url("**/list")
    mock.gate.set()
    await until(page, "document.title == 'List'")
    mock.answers.append(move(5, "/list/add", "Add", ""))
    await page.evaluate("history.forward()")
    await until(page, "document.title == 'Add'")
    same(await page.evaluate("location.pathname"), "/list/add")


@test
async def the_way_back_may_lead_to_the_screen_that_is_shown(mock: Mock, page: Page) -> None:
    """As when a user goes back to the form with which they signed in. What is shown may be up to date."""
    for answer in (move(3, "/home", "Home", ""), 204):
        await open_page(mock, page, "")
        await tap(mock, page, move(2, "/home", "Home", ""))
        await page.wait_for_url("**/home")
        mock.gate.clear()
        mock.answers += ["/home", answer]
        await page.evaluate("history.back()")
        await page.wait_for_url("**/list")
        mock.gate.set()
        await page.wait_for_url("**/home")
        same(await page.evaluate("document.title"), "Home")


@test
async def a_move_from_elsewhere_replaces_the_url(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    length = await page.evaluate("history.length")
    mock.answers.append(move(2, "/login", "Log in", ""))
    await page.evaluate(OTHER_TAB)
    await page.wait_for_url("**/login")
    same(await page.evaluate("history.length"), length)


@test
async def taps_go_on_during_an_animation(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    mock.answers.append(move(2, "/list/add", "Add", MORE))
    await page.click("[value=go]")
    await page.wait_for_selector("[value=more]")
    await tap(mock, page, numbered(3), "[value=more]")
    same(mock.posts[-1].path, "/list/add")


SLOW = (
    "::view-transition-new(root), ::view-transition-old(root), ::view-transition-new(dialog)"
    "{ animation-duration: 9s !important }"
)
MOTIONS = "document.getAnimations().map(a => a.effect.pseudoElement + ' ' + a.animationName).join()"


async def motions(page: Page) -> set[str]:
    """Returns the animations of a move that has begun, by the rules of the style sheet."""
    await until(page, "document.getAnimations().some(a => /view-transition/.test(a.effect.pseudoElement))")
    found = await page.evaluate(MOTIONS)
    return {name for name in found.split(",") if name.startswith("::view-transition")}


@test
async def moves_are_animated_by_the_style_sheet(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await page.evaluate("css => document.querySelector('style').append(css)", SLOW)
    mock.answers.append(move(2, "/list/add", "Add", ""))
    await page.click("[value=go]")
    pushed = {"::view-transition-old(root) behind", "::view-transition-new(root) beside"}
    same(await motions(page), pushed)
    mock.answers.append(move(3, "/list", "List", ""))
    await page.evaluate("history.back()")
    await page.wait_for_selector("[data-move='-1']")
    popped = {"::view-transition-old(root) beside", "::view-transition-new(root) behind"}
    same(await motions(page), popped)
    dialog = '<dialog open aria-modal="true"><form id="screen" method="post" novalidate>' + BUTTON + "</form></dialog>"
    mock.answers.append(numbered(4, whole(f"<main></main>{dialog}"), url="/list/add"))
    await page.evaluate("document.querySelector('[value=go]').click()")
    await page.wait_for_selector("dialog")
    same(await motions(page), {"::view-transition-new(dialog) below"})


ROWS = "".join(
    f'<li id="{row}"><button name="tap" value="{row}">{row}</button></li>' for row in ("one", "two", "three")
)
WITHOUT_ONE = '<ul id="l"><keep from="two" to="three"></keep></ul>'


@test
async def a_row_that_moves_is_tapped_where_it_is_seen(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<ul id="l">{ROWS}</ul><p id="p"></p>')
    box = await page.locator("#two").bounding_box()
    slow = [{"ms": 60_000, "rows": {"l": "fade"}}]
    mock.answers += [patch(WITHOUT_ONE, motion=slow), numbered(3, '<p id="p" class="done">done</p>')]
    await page.click("[value=one]")
    await page.wait_for_selector("[data-ghost=one]")
    await page.mouse.click(box["x"] + 5, box["y"] + 5)
    await page.wait_for_selector(".done")
    same([post.fields["tap"] for post in mock.posts], ["one", "two"])


@test
async def a_double_click_on_a_row_that_goes_is_one_press(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<ul id="l">{ROWS}</ul><p id="p"></p>')
    # The clicks follow at once, on a slow machine, too.
    await page.evaluate("Object.defineProperty(Event.prototype, 'timeStamp', {get: () => 1000})")
    box = await page.locator("#one").bounding_box()
    mock.answers.append(patch(WITHOUT_ONE))
    await page.mouse.click(box["x"] + 5, box["y"] + 5)
    await page.wait_for_selector("#one", state="detached")
    await until(page, "document.getAnimations().length == 0")
    await page.mouse.down(click_count=2)
    await page.mouse.up(click_count=2)
    mock.answers.append(numbered(3, '<p id="p" class="done">done</p>'))
    await page.click("[value=three]")
    await page.wait_for_selector(".done")
    same([post.fields["tap"] for post in mock.posts], ["one", "three"])


@test
async def a_push_after_a_change_of_a_list_moves_the_page_as_a_whole(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<ul id="l">{ROWS}</ul><p id="p"></p>')
    await tap(mock, page, patch(WITHOUT_ONE), "[value=two]")
    await page.wait_for_selector("#one", state="detached")
    await until(page, "document.getAnimations().length == 0")
    await page.evaluate("css => document.querySelector('style').append(css)", SLOW)
    mock.answers.append(move(3, "/list/add", "Add", ""))
    await page.click("[value=two]")
    same(await motions(page), {"::view-transition-old(root) behind", "::view-transition-new(root) beside"})


@test
async def a_change_within_a_row_is_not_animated(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<ul id="l">{ROWS}</ul><p id="p"></p>')
    await page.evaluate("css => document.querySelector('style').append(css)", SLOW)
    await tap(
        mock, page, patch('<li id="one" class="done"><button name="tap" value="one">one</button></li>'), "[value=one]"
    )
    await page.wait_for_selector(".done")
    same(await page.evaluate(MOTIONS), "")


@test
async def moves_fade_if_the_user_wants_less_motion(mock: Mock, page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await open_page(mock, page, "")
    await page.evaluate("css => document.querySelector('style').append(css)", SLOW)
    mock.answers.append(move(2, "/list/add", "Add", MORE))
    await page.click("[value=go]")
    same(await motions(page), {"::view-transition-new(root) faded"})


@test
async def modal_screens_take_the_focus_and_give_it_back(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="r"></div>' + MORE)
    sheet = (
        '<main><div id="v" inert>%s</div></main><dialog open aria-modal="true" class="sheet"><form id="screen" method="post" novalidate>'
        '<button name="tap" class="outside" value="close">X</button><div id="in"><input id="f" name="f"></div></form></dialog>'
    )
    await tap(mock, page, patch(whole(sheet % (BUTTON + MORE))), "[value=more]")
    same(await page.evaluate("document.activeElement.value"), "close")
    await page.focus("#f")
    mock.answers.append(numbered(3, whole(window(BUTTON + MORE))))
    await page.keyboard.press("Escape")
    await page.wait_for_selector("dialog", state="detached")
    same((mock.posts[-1].fields["tap"], await page.evaluate("document.activeElement.value")), ("close", "more"))


# MARK: Typing


def echo(field: str) -> Callable[[Asked], object]:
    """Returns the answers of a server that takes the value of the field over."""

    def answer(asked: Asked) -> object:
        number = int(asked.headers["tempura-version"].removeprefix("g.")) + 1
        return numbered(number, field % asked.fields["a"]) if asked.method == "POST" else 204

    return answer


async def type_while_sent(mock: Mock, page: Page, sent: str, key: str, typed: str) -> str:
    """Types into a field whose text was sent, and returns what it has after the answer."""
    await open_page(mock, page, '<input id="f" name="f" value="">')
    await page.fill("#f", sent)
    mock.gate.clear()
    mock.answers.append(patch(f'<div id="v" class="sent">{BUTTON}<keep from="f"></keep></div>'))
    await page.click("[value=go]")
    await page.press("#f", key)
    await page.keyboard.type(typed)
    mock.gate.set()
    await page.wait_for_selector("#v.sent")
    return await page.input_value("#f")


@test
async def what_is_typed_behind_a_sent_text_stays(mock: Mock, page: Page) -> None:
    same(await type_while_sent(mock, page, "hello", "End", " again"), " again")


@test
async def what_is_typed_in_place_of_a_sent_text_stays(mock: Mock, page: Page) -> None:
    same(await type_while_sent(mock, page, "Milk", "Control+A", "Milkshake"), "Milkshake")


TEXT = '<input id="a" name="a" value="%s" data-live>'
LIVE = TEXT % "" + '<input id="b" name="b" value="x">'


@test
async def typing_is_told_when_it_pauses(mock: Mock, page: Page) -> None:
    await open_page(mock, page, LIVE)
    await page.fill("#b", "not this")
    mock.otherwise = echo(TEXT)
    await page.type("#a", "milk")
    await mock.wait(lambda: mock.posts and mock.posts[-1].fields["a"] == "milk")
    same({name for post in mock.posts for name in post.fields}, {"page", "a"})
    await page.keyboard.press("Enter")
    await mock.wait(lambda: "return" in mock.posts[-1].fields)
    same((mock.posts[-1].fields["a"], mock.posts[-1].fields["b"]), ("milk", "not this"))


@test
async def the_server_is_told_of_the_focus(mock: Mock, page: Page) -> None:
    views = '<div class="input-views"><button id="d" type="button">Done</button></div>'
    picker = f'<div id="p" class="UITextField"><input id="p.field" readonly data-live>{views}</div>'
    await open_page(mock, page, LIVE + picker + '<input id="é" data-live name="c" type="date">')
    mock.otherwise = 204

    async def told(name: str, fields: set[str]) -> None:
        await mock.wait(lambda: mock.posts and mock.posts[-1].headers["tempura-focus"] == name)
        same(set(mock.posts[-1].fields), {"page", *fields})

    await page.focus("#a")
    await told("a", {"a"})
    await page.focus("#b")
    await told("b", {"a"})
    await page.focus("#p\\.field")
    await told("p.field", set())
    await page.focus("#d")
    same(await page.evaluate("document.activeElement.id"), "d")
    await page.focus("#é")
    await told("%C3%A9", set())
    count = len(mock.posts)
    await page.click("[value=go]")
    await mock.wait(lambda: "tap" in mock.posts[-1].fields)
    same((len(mock.posts), mock.posts[-1].headers["tempura-focus"]), (count + 1, ""))


@test
async def what_is_in_the_place_of_the_keyboard_covers_no_field(mock: Mock, page: Page) -> None:
    views = '<div class="input-views"><canvas height="250"></canvas></div>'
    field = '<div class="UITextField"><input id="%s" readonly data-live>' + views + "</div>"
    await open_page(mock, page, field % "a" + '<canvas height="550"></canvas>' + field % "b")
    await page.click("#a")
    same(await page.evaluate("scrollY"), 0)
    await page.evaluate("a.blur()")
    # Nothing but the script scrolls: the field is seen already.
    box = await page.locator("#b").bounding_box()
    assert box and page.viewport_size and box["y"] + box["height"] < page.viewport_size["height"], box
    await page.mouse.click(box["x"] + 5, box["y"] + 5)
    edges = "[b.getBoundingClientRect().bottom, b.nextSibling.getBoundingClientRect().top, scrollY]"
    bottom, top, scrolled = await page.evaluate(edges)
    assert bottom <= top and scrolled > 0, (bottom, top, scrolled)


@test
async def a_slider_tells_values_on_the_way(mock: Mock, page: Page) -> None:
    slider = '<input id="a" name="a" type="range" min="0" max="9" value="%s" data-live>'
    await open_page(mock, page, slider % 1)
    mock.gate.clear()
    mock.otherwise = echo(slider)
    await page.focus("#a")
    await page.keyboard.press("ArrowRight")
    await mock.wait(lambda: mock.posts)
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    mock.gate.set()
    await until(page, "a.defaultValue == '5'")
    same([post.fields["a"] for post in (mock.posts[0], mock.posts[-1])], ["2", "5"])
    same(await page.input_value("#a"), "5")


# MARK: Uploads


async def choose(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input type="file" name="f"><p id="p"></p>')
    mock.body = mock.body.replace("<form", '<form enctype="multipart/form-data"')
    await visit(mock, page)
    await page.set_input_files("[name=f]", {"name": "n.txt", "mimeType": "text/plain", "buffer": b"x" * 900_000})
    mock.gate.clear()
    await page.click("[value=go]")
    await page.wait_for_selector("progress")


@test
async def uploads_show_their_progress(mock: Mock, page: Page) -> None:
    await choose(mock, page)
    await until(page, "document.querySelector('progress').value == 1")
    mock.answers.append(patch('<p id="p">done</p>'))
    mock.gate.set()
    await until(page, "p.textContent == 'done'")
    same((await page.locator("progress").count(), b'filename="n.txt"' in mock.posts[0].body), (0, True))
    same(await page.input_value("[name=f]"), "")


@test
async def a_file_is_sent_when_it_is_chosen(mock: Mock, page: Page) -> None:
    button = '<div class="buttons"><button name="tap" value="open" class="default">Open</button></div>'
    await open_page(mock, page, f'<div class="DocumentPickerView"><input type="file" name="f">{button}</div>')
    mock.body = mock.body.replace("<form", '<form enctype="multipart/form-data"')
    await visit(mock, page)
    mock.gate.clear()
    pixel = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
    await page.set_input_files("[name=f]", {"name": "n.svg", "mimeType": "image/svg+xml", "buffer": pixel})
    await page.wait_for_selector(".upload > img")
    mock.gate.set()
    await page.wait_for_selector(".upload", state="detached")
    same((b'filename="n.svg"' in mock.posts[0].body, b"open" in mock.posts[0].body), (True, True))


@test
async def a_control_with_a_button_for_pages_without_script_sends_its_value(mock: Mock, page: Page) -> None:
    await open_page(
        mock, page, '<div><input id="a" name="a"><button name="tap" value="a.set" class="set">Set</button></div>'
    )
    mock.answers.append(204)
    await page.fill("#a", "5")
    await page.dispatch_event("#a", "change")
    await until(page, "!document.querySelector('[aria-busy]')")
    same([(post.fields["a"], post.fields["tap"]) for post in mock.posts], [("5", "a.set")])


@test
async def uploads_can_be_cancelled(mock: Mock, page: Page) -> None:
    await choose(mock, page)
    await page.click(".upload button")
    same(await page.locator("progress, [aria-busy]").count(), 0)
    same(await page.input_value("[name=f]"), "C:\\fakepath\\n.txt")
    mock.gate.set()
    await tap(mock, page, 204)


@test
async def a_cancelled_upload_that_is_applied_is_told(mock: Mock, page: Page) -> None:
    mock.has_streams = True
    await choose(mock, page)
    await mock.wait(lambda: len(mock.streams) == 1)
    [first] = mock.streams
    await page.click(".upload button")
    # The server leaves out the first one only. An event of the next makes the page ask.
    await mock.wait(lambda: len(mock.streams) == 1 and first not in mock.streams)
    mock.gate.set()


@test
async def an_upload_that_is_refused_is_sent_once(mock: Mock, page: Page) -> None:
    await choose(mock, page)
    mock.answers.append(413)
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(([post.is_live for post in mock.posts], await page.inner_text("#notices")), ([True], "Refused 413"))


@test
async def an_upload_waits_for_the_server(mock: Mock, page: Page) -> None:
    await choose(mock, page)
    mock.answers += ["drop", 502, 503, patch('<p id="p">done</p>')]
    mock.gate.set()
    await until(page, "p.textContent == 'done'")
    same([post.is_live for post in mock.posts], [True] * 4)


@test
async def a_file_that_goes_while_its_form_waits_is_sent(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input type="file" name="f" multiple><p id="p"></p>')
    mock.body = mock.body.replace("<form", '<form enctype="multipart/form-data"')
    await visit(mock, page)
    with NamedTemporaryFile(prefix="1;", suffix=".txt") as file, NamedTemporaryFile(prefix="2") as other:
        file.write(b"first")
        file.flush()
        await page.set_input_files("[name=f]", [file.name, other.name])
        # Both at once: the page may try again before this code goes on.
        mock.answers += ["drop", patch('<p id="p">done</p>')]
        await page.click("[value=go]", no_wait_after=True)
        await mock.wait(lambda: mock.posts)
    await until(page, "p.textContent == 'done'")
    first, second = (post.body.split(b"\r\n") for post in mock.posts)
    same((b"first" in second, first), (True, second))


@test
async def a_file_that_has_changed_is_told(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input type="file" name="f"><p id="p"></p>')
    mock.body = mock.body.replace("<form", '<form enctype="multipart/form-data"')
    await visit(mock, page)
    with NamedTemporaryFile(suffix=".txt") as file:
        file.write(b"old")
        file.flush()
        await page.set_input_files("[name=f]", file.name)
        await page.evaluate("document.querySelector('[name=f]').files[0].lastModified")
        file.write(b" and new")
        file.flush()
        os.utime(file.name, (1, 1))
        await page.click("[value=go]")
        await page.wait_for_selector("[aria-busy]", state="detached")
    same((mock.posts, await page.inner_text("#notices")), ([], "File"))
    await tap(mock, page, patch('<p id="p">done</p>'))
    same(await page.inner_text("#notices"), "")


# MARK: Streams


@test
async def one_tab_has_the_stream_and_tells_the_others(mock: Mock, page: Page) -> None:
    mock.has_streams = True
    await open_page(mock, page, '<p id="p"></p>')
    other = await page.context.new_page()
    await open_page(mock, other, '<p id="p"></p>')
    await mock.wait(lambda: len(mock.streams) == 1)
    mock.answers += [patch('<p id="p">news</p>'), patch('<p id="p">news</p>')]
    await mock.tell("change")
    for each in (page, other):
        await until(each, "p.textContent == 'news'")
    [first] = mock.streams
    await hide(page, True)
    await mock.wait(lambda: len(mock.streams) == 1 and first not in mock.streams)
    mock.answers += [numbered(3, '<p id="p">more</p>')]
    await mock.tell("change")
    await until(other, "p.textContent == 'more'")
    same(await page.inner_text("#p"), "news")
    mock.answers += [numbered(3, '<p id="p">more</p>')]
    await hide(page, False)
    await until(page, "p.textContent == 'more'")


def news(asked: Asked, since: int, *markup: str) -> dict[str, dict[str, object]]:
    """What a stream tells the tab of a request: the next version."""
    return {asked.headers["tempura-tab"]: {"from": f"g.{since}", **numbered(since + 1, *markup)}}


async def open_with_stream(mock: Mock, page: Page, body: str) -> Asked:
    """Opens a page with a stream. Returns a request of its tab."""
    mock.has_streams = True
    mock.body = window(BUTTON + body)
    await page.goto(mock.base + "/list")
    asked = await mock.find(lambda asked: asked.is_live and asked.headers["tempura-stream"])
    await page.evaluate("fetch('/tempura.js')")  # after the answer
    mock.asked.clear()
    return asked


@test
async def a_stream_tells_what_is_new(mock: Mock, page: Page) -> None:
    tab = await open_with_stream(mock, page, '<p id="p"></p><input id="a" name="a" value="old"><input id="b" name="b">')
    await page.fill("#a", "typed")
    await page.focus("#b")
    await mock.tell("change", news(tab, 1, '<p id="p">news</p><input id="a" name="a" value="new">'))
    await until(page, "p.textContent == 'news'")
    await mock.tell("change", {tab.headers["tempura-tab"]: {"from": "g.2"}})
    await mock.tell("change", news(tab, 2, '<p id="p">more</p><input id="b" name="b" value="new">'))
    await until(page, "p.textContent == 'more'")
    same(await page.evaluate("[a.value, b.value, document.activeElement.id].join()"), "typed,new,b")
    await tap(mock, page, 204)
    same([(asked.method, asked.headers["tempura-version"]) for asked in mock.live], [("POST", "g.3")])


@test
async def a_page_asks_if_it_missed_what_the_stream_told(mock: Mock, page: Page) -> None:
    tab = await open_with_stream(mock, page, '<p id="p"></p>')
    mock.answers.append(numbered(3, '<p id="p">all</p>'))
    await mock.tell("change", news(tab, 2, '<p id="p">a part</p>'))
    await until(page, "p.textContent == 'all'")
    same([asked.method for asked in mock.live], ["GET"])
    # A server that has started has other versions.
    mock.answers.append({"version": "h.1", "markup": '<p id="p">anew</p>'})
    await mock.tell("change", {tab.headers["tempura-tab"]: {"from": "h.1"}})
    await until(page, "p.textContent == 'anew'")
    same([asked.method for asked in mock.live], ["GET", "GET"])


@test
async def what_a_stream_tells_waits_for_an_answer(mock: Mock, page: Page) -> None:
    tab = await open_with_stream(mock, page, '<p id="p"></p><p id="q"></p>' + MORE)
    mock.gate.clear()
    await page.click("[value=go]")
    await page.click("[value=more]")
    # The answer has the first of both, or comes before it.
    await mock.tell("change", news(tab, 1, '<p id="p">told</p>'))
    await mock.tell("change", news(tab, 2, '<p id="q">told</p>'))
    await page.evaluate("new Promise(end => setTimeout(end))")
    same(await page.evaluate("p.textContent + q.textContent"), "")
    mock.answers += [numbered(2, '<p id="p">answer</p>'), 204]
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.evaluate("p.textContent + q.textContent"), "answertold")
    found = [(asked.method, asked.headers["tempura-version"]) for asked in mock.live]
    same(found, [("POST", "g.1"), ("POST", "g.3")])


@test
async def a_stream_tells_each_tab_what_is_new_there(mock: Mock, page: Page) -> None:
    tab = await open_with_stream(mock, page, '<p id="p"></p>')
    other = await page.context.new_page()
    await open_page(mock, other, '<p id="p"></p>')
    mock.asked.clear()
    await other.evaluate("dispatchEvent(new Event('online'))")
    second = await mock.find(lambda asked: asked.is_live)
    await other.evaluate("fetch('/tempura.js')")
    mock.asked.clear()
    await mock.tell("change", news(tab, 1, '<p id="p">first</p>') | news(second, 1, '<p id="p">second</p>'))
    await until(page, "p.textContent == 'first'")
    await until(other, "p.textContent == 'second'")
    same(mock.live, [])
    # A tab that the server does not know asks.
    mock.answers.append(numbered(3, '<p id="p">asked</p>'))
    await mock.tell("change", news(tab, 2, '<p id="p">told</p>'))
    await until(page, "p.textContent == 'told'")
    await until(other, "p.textContent == 'asked'")
    same(len(mock.live), 1)


@test
async def a_tap_tells_the_other_tabs(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p"></p>')
    other = await page.context.new_page()
    await open_page(mock, other, '<p id="p"></p>')
    mock.answers += [patch(), patch('<p id="p">news</p>')]
    await page.click("[value=go]")
    await until(other, "p.textContent == 'news'")
    same([asked.method for asked in mock.live], ["POST", "GET"])


@test
async def changes_during_a_request_are_asked_for_once_after_it(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    mock.gate.clear()
    await page.click("[value=go]")
    for _ in range(3):
        await page.evaluate(OTHER_TAB)
    mock.gate.set()
    await mock.wait(lambda: len(mock.live) == 2)
    await tap(mock, page, 204)
    same([asked.method for asked in mock.live], ["POST", "GET", "POST"])


@test
async def a_refused_stream_is_opened_again(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    mock.has_streams = True
    await mock.wait(lambda: mock.streams and mock.live)
    [name] = mock.streams
    await tap(mock, page, 204)
    same((mock.posts[0].headers["tempura-stream"], 16 <= len(name) <= 32), (name, True))


@test
async def work_in_progress_is_asked_for_without_a_stream(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p"></p>')
    mock.answers += [patch(working=True), numbered(3, '<p id="p">done</p>')]
    await page.click("[value=go]")
    await until(page, "p.textContent == 'done'")


# MARK: Tabs


@test
async def a_tab_keeps_its_name_and_a_duplicate_has_another(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await tap(mock, page, 204)
    names = [mock.posts[0].headers["tempura-tab"]]
    stored = await page.evaluate("JSON.stringify(sessionStorage)")
    await visit(mock, page)
    await tap(mock, page, 204)
    names.append(mock.posts[0].headers["tempura-tab"])
    other = await page.context.new_page()
    await other.add_init_script(f"Object.assign(sessionStorage, {stored})")
    await open_page(mock, other, "")
    await tap(mock, other, 204)
    names.append(mock.posts[0].headers["tempura-tab"])
    same((names[0] == names[1], names[0] == names[2]), (True, False))


@test
async def a_page_from_the_cache_of_the_browser_catches_up(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p"></p>')
    await page.evaluate("dispatchEvent(new Event('pagehide'))")
    mock.answers.append(patch('<p id="p">news</p>'))
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    await until(page, "p.textContent == 'news'")


@test
async def the_scroll_position_survives_a_reload(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p" class="tall"></p>')
    mock.body += "<p>x</p>" * 200
    await page.reload()
    await page.evaluate("scrollTo(0, 700)")
    await page.reload()
    await until(page, "scrollY == 700")


@test
async def a_page_with_frames_asks_again_in_another_width(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await page.evaluate("w.classList.add('framed')")
    await page.set_viewport_size({"width": 500, "height": 800})
    await mock.wait(lambda: mock.live)
    same(mock.live[0].headers["tempura-screen"], "500 800 16 0 0 0 0")


@test
async def requests_tell_the_time_zone(mock: Mock, page: Page) -> None:
    emulation = await page.context.new_cdp_session(page)
    await emulation.send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Auckland"})
    await open_page(mock, page, BUTTON)
    await page.click("[name=tap]")
    await mock.wait(lambda: mock.live)
    same(mock.live[0].headers["tempura-time-zone"], "Pacific/Auckland")
