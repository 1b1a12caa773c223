"""What the script of live pages does in the web as it is: proxies, lost connections, keyboards, old browsers, the way back."""

import asyncio

from live_answers import HEADS, Asked, Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, is_live, numbered, open_page, patch, same, tap, until, visit, whole
from playwright.async_api import Dialog, Page, Route

test = TESTS = Tests()
COUNT_PULSES = """window.pulses = 0
EventSource = class extends EventSource {
  constructor(url) {
    super(url)
    this.addEventListener('pulse', () => pulses++)
  }
}"""
ACTIVE = "(document.activeElement.id || document.activeElement.nodeName)"


# MARK: Proxies


@test
async def a_proxy_that_wants_a_log_in_gets_a_page(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    mock.otherwise = mock.base.replace("localhost", "127.0.0.1") + "/login"
    async with page.expect_navigation():
        await page.click("[value=go]")
    same(page.url, mock.base + "/list")


@test
async def a_page_that_may_not_ask_asks_later(mock: Mock, page: Page) -> None:
    """A proxy refuses what the user has not asked for. The change would not be seen otherwise."""
    await page.clock.install()
    await open_page(mock, page, '<p id="p"></p>')
    mock.answers += [429, 429, patch('<p id="p">1</p>')]
    for _ in range(2):  # one of the stream, one of another tab
        async with page.expect_event("requestfinished", is_live):
            await page.evaluate(OTHER_TAB)
    await page.clock.run_for(21_000)
    await until(page, "p.textContent == '1'")
    await page.clock.run_for(21_000)
    same((len(mock.live), await page.inner_html("#notices")), (3, ""))


async def open_stream(mock: Mock, page: Page) -> None:
    """Opens a page, and waits until it has asked for changes because its stream is open."""
    mock.has_streams = True
    mock.body = window(BUTTON)
    await page.clock.install()
    await page.goto(mock.base + "/list")
    await mock.wait(lambda: any(asked.headers["tempura-stream"] for asked in mock.live))
    mock.asked.clear()


@test
async def a_stream_that_falls_silent_is_opened_anew_and_then_the_page_asks(mock: Mock, page: Page) -> None:
    await open_stream(mock, page)
    [first] = mock.streams
    await miss(mock, page, 45_000)
    await mock.wait(lambda: mock.live[-1].headers["tempura-stream"] not in ("", first))
    for pause in (45_000, 20_000, 20_000):
        await miss(mock, page, pause)
    same(list(mock.streams), [])


async def miss(mock: Mock, page: Page, pause: int) -> None:
    """Checks that a page asks after a pause of so many milliseconds, and not before."""
    mock.asked.clear()
    await page.clock.run_for(pause - 2000)
    same(mock.asked, [])
    await page.clock.run_for(2000)
    await mock.wait(lambda: mock.live)


def add_silence(name: str, opening: bytes) -> None:
    async def check(mock: Mock, page: Page) -> None:
        mock.has_streams, mock.opening = True, opening
        await page.clock.install()
        await open_page(mock, page, '<p id="p"></p>')
        await mock.wait(lambda: mock.streams)
        [first] = mock.streams
        await miss(mock, page, 45_000)
        await mock.wait(lambda: mock.streams and first not in mock.streams)
        for pause in (45_000, 20_000):
            await miss(mock, page, pause)
        await mock.wait(lambda: not mock.streams)
        mock.answers.append(patch('<p id="p">new</p>'))
        await miss(mock, page, 20_000)
        await until(page, "p.textContent == 'new'")

    TESTS.append((f"a page asks if its stream {name}", check))


for case in (("gets no answer", b""), ("gets nothing but the head of an answer", HEADS)):
    add_silence(*case)


@test
async def a_stream_with_a_pulse_is_trusted(mock: Mock, page: Page) -> None:
    await page.add_init_script(COUNT_PULSES)
    await open_stream(mock, page)
    for count in range(1, 6):
        await page.clock.run_for(20_000)
        await mock.tell("pulse")
        await until(page, f"pulses == {count}")
    same(mock.asked, [])


@test
async def an_idle_page_says_that_it_cannot_know(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    await page.context.set_offline(True)
    await page.wait_for_selector(".offline")
    same(await page.inner_text(".offline"), "Offline")
    await page.context.set_offline(False)
    await page.wait_for_selector(".offline", state="detached")


@test
async def a_page_with_waiting_changes_asks_before_it_is_left(mock: Mock, page: Page) -> None:
    asked: list[str] = []

    async def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()

    page.on("dialog", answer)
    await open_page(mock, page, "")
    mock.otherwise = "drop"
    await page.click("[value=go]")
    await page.wait_for_selector(".offline")
    await page.evaluate("location = '/elsewhere'")
    mock.otherwise = 204
    await page.wait_for_selector(".offline", state="detached")
    same((asked, page.url), (["beforeunload"], mock.base + "/list"))
    await page.goto(mock.base + "/elsewhere")
    same(len(asked), 1)


# MARK: Browsers

APIS = {
    "hidePopover": "delete HTMLElement.prototype.hidePopover",
    "moveBefore": "delete Element.prototype.moveBefore",
    "view transitions": "delete Document.prototype.startViewTransition",
    "locks": "delete Navigator.prototype.locks",
    "sendBeacon": "delete Navigator.prototype.sendBeacon",
    "storage": "Object.defineProperty(self, 'sessionStorage', {get() { throw new DOMException('', 'SecurityError') }})",
    "room in the storage": "Storage.prototype.setItem = Storage.prototype.__defineSetter__ = () => { throw 0 }",
}


def add_api(name: str, script: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        mock.body = window(BUTTON + '<p id="p"></p>')
        mock.otherwise = patch('<p id="p">live</p>')
        await page.add_init_script(script)
        await page.goto(mock.base + "/list")
        await page.evaluate("window.first = true")
        await page.click("[value=go]")
        await mock.wait(lambda: mock.posts)
        if mock.posts[0].is_live:
            await until(page, "p.textContent == 'live'")
        else:
            await page.wait_for_function("!window.first")
        same(len(mock.posts), 1)

    TESTS.append((f"a browser without {name} presses once", check))


for case in APIS.items():
    add_api(*case)


# MARK: Typing


@test
async def a_caret_stays_where_an_app_groups_digits(mock: Mock, page: Page) -> None:
    field = '<input id="a" name="a" value="%s" data-live>'
    await open_page(mock, page, field % "1234 5678")

    def group(asked: Asked) -> object:
        if asked.method != "POST":
            return 204
        digits = asked.fields["a"].replace(" ", "")
        number = int(asked.headers["tempura-version"].removeprefix("g.")) + 1
        return numbered(number, field % " ".join(digits[i : i + 4] for i in range(0, len(digits), 4)))

    mock.otherwise = group
    await page.focus("#a")
    await page.evaluate("a.setSelectionRange(2, 2)")
    await page.keyboard.press("9")
    await until(page, "a.value == '1293 4567 8'")
    await page.keyboard.press("8")
    await until(page, "a.value == '1298 3456 78'")
    same(await page.evaluate("a.selectionStart"), 4)


@test
async def a_press_ends_a_composition(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input id="a" name="a" value="">')
    await page.focus("#a")
    client = await page.context.new_cdp_session(page)
    await client.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
    await tap(mock, page, patch('<input id="a" name="a" value="">'))
    same((mock.posts[0].fields["a"], await page.input_value("#a")), ("日本", ""))
    await tap(mock, page, 204)
    same(mock.posts[1].fields["a"], "")


@test
async def escape_that_ends_a_composition_closes_nothing(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<button name="tap" value="close" data-cancels>X</button><input id="a" name="a">')
    await page.focus("#a")
    for kind in ("keyCode: 229", "isComposing: true"):
        await page.evaluate(f"a.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Escape', bubbles: true, {kind}}}))")
    same(await page.evaluate(ACTIVE), "a")
    await page.keyboard.press("Escape")
    await mock.wait(lambda: mock.posts)
    same([post.fields["tap"] for post in mock.posts], ["close"])


# MARK: Focus

ROW = '<li id="l.{0}"><button id="l.{0}.toggle" name="tap" value="l.{0}.toggle" aria-label="Done"></button><button id="l.{0}.delete" name="tap" value="l.{0}.delete">Row {0}</button></li>'
ROWS = '<ul id="l">' + "".join(ROW.format(row) for row in "abc") + "</ul>"


@test
async def the_next_row_gets_the_focus_of_a_deleted_one(mock: Mock, page: Page) -> None:
    await open_page(mock, page, ROWS)
    await page.focus("[id='l.b.delete']")
    for number, (left, focused, said) in enumerate(
        (("ac", "l.c.delete", "b"), ("a", "l.a.delete", "c"), ("", "l", "a")), 2
    ):
        rows = "".join(f'<keep from="l.{row}"></keep>' for row in left)
        mock.answers.append(numbered(number, f'<ul id="l">{rows}</ul>'))
        await page.keyboard.press("Enter")
        await until(page, f"!document.getElementById('l.{said}')")
        await until(page, "!document.querySelector('[aria-busy]')")
        same(await page.evaluate(ACTIVE), focused)
        same(await page.inner_text(".announcement"), f"Row {said} removed")


@test
async def a_row_that_shows_something_else_keeps_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, ROWS)
    await page.focus("[id='l.b.delete']")
    mock.answers.append(patch(f'<ul id="l"><keep from="l.a"></keep>{ROW.format("d")}<keep from="l.c"></keep></ul>'))
    await page.keyboard.press("Enter")
    await until(page, "document.getElementById('l.d')")
    same((await page.evaluate(ACTIVE), await page.inner_text(".announcement")), ("l.d.delete", ""))


@test
async def scrolling_moves_no_focus(mock: Mock, page: Page) -> None:
    rows = "".join(ROW.format(row) for row in "abcdefgh")
    body = f'<dialog open><button id="o">Other</button><ul id="l" data-seen="all" data-scrolls>{rows}</ul></dialog>'
    await open_page(mock, page, body)
    await page.evaluate("l.style.cssText = 'display: block; height: 50px; overflow: auto'")
    await page.focus("[id='l.a.delete']")
    mock.answers.append(patch('<ul id="l" data-seen="all" data-scrolls><keep from="l.b" to="l.h"></keep></ul>'))
    await page.evaluate("l.scrollTop = 100")
    await until(page, "!document.getElementById('l.a')")
    same((await page.evaluate(ACTIVE), await page.inner_text(".announcement")), ("l", ""))


PLACES = "[...document.querySelectorAll('#l > li')].map(e => e.id + ' ' + e.ariaPosInSet + ' of ' + e.ariaSetSize)"
ROOM = '<li class="room" data-room="{0}"><button id="l.{1}" name="tap" value="l.{1}">Show more</button></li>'


@test
async def rows_that_come_to_a_room_get_the_focus_of_its_button(mock: Mock, page: Page) -> None:
    rows = ROWS.removesuffix("</ul>").replace('"l"', '"l" data-seen', 1)
    await open_page(
        mock, page, rows.replace("<li", ROOM.format(5, "before") + "<li", 1) + ROOM.format(2, "after") + "</ul>"
    )
    same(await page.evaluate(PLACES), [" null of null", "l.a 6 of 10", "l.b 7 of 10", "l.c 8 of 10", " null of null"])
    kept = '<keep from="l.a" to="l.c"></keep>'
    for number, (name, after, focused) in enumerate(
        (("after", ROW.format("d"), "l.d"), ("before", "<keep from='l.d'></keep>", "l.z")), 2
    ):
        before = ROOM.format(5, "before") if name == "after" else ROOM.format(4, "before") + ROW.format("z")
        mock.answers.append(
            numbered(number, f'<ul id="l" data-seen>{before}{kept}{after}{ROOM.format(1, "after")}</ul>')
        )
        # Safari gives a pressed button no focus.
        await page.evaluate(f"document.getElementById('l.{name}').click()")
        await until(page, f"document.activeElement.id == '{focused}'")
    same((await page.evaluate(PLACES))[1:-1], [f"l.{row} {place} of 10" for place, row in enumerate("zabcd", 5)])


@test
async def rows_from_right_to_left_are_counted_from_the_right(mock: Mock, page: Page) -> None:
    rows = "".join(f'<li id="l.{row}"></li>' for row in range(20)) + '<li class="room" data-room="30"></li>'
    await open_page(
        mock, page, f'<ul id="l" class="UICollectionView" data-seen="all" data-scrolls data-horizontal>{rows}</ul>'
    )
    await page.evaluate("""() => {
      document.documentElement.dir = 'rtl'
      l.style.cssText = 'display: flex; flex-flow: row nowrap; height: 90px'
      for (const e of l.children) e.style.cssText = `flex: none; height: 80px; width: ${(e.dataset.room || 1) * 100}px`
      l.scrollLeft = -800
    }""")
    seen = await mock.find(lambda asked: asked.headers.get("tempura-seen", "").startswith("l 800 "))
    first, last = map(int, seen.headers["tempura-seen"].split()[3:5])
    assert first == 8 and last in (11, 12), seen.headers["tempura-seen"]


@test
async def what_takes_the_place_of_a_focused_control_gets_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="d"><button id="a" name="tap" value="a">A</button></div>')
    await tap(mock, page, patch('<div id="d"><p>Done</p></div>'), "#a")
    same(await page.evaluate(ACTIVE), "d")


@test
async def a_dialog_returns_the_focus_to_the_place_of_its_opener(mock: Mock, page: Page) -> None:
    await open_page(mock, page, ROWS)
    form = '<form id="screen" method="post"><button name="tap" value="yes" id="yes">Yes</button></form>'
    below = f'<main><div id="v" inert>{BUTTON}<keep from="l"></keep></div></main>'
    await page.focus("[id='l.b.delete']")
    mock.answers.append(patch(whole(f'{below}<dialog open aria-modal="true">{form}</dialog>'), page=["depth", "2"]))
    await page.keyboard.press("Enter")
    await until(page, f"{ACTIVE} == 'yes'")
    rows = '<ul id="l"><keep from="l.a"></keep><keep from="l.c"></keep></ul>'
    mock.answers.append(numbered(3, whole(window(BUTTON + rows)), page=["depth", "1"]))
    await page.keyboard.press("Enter")
    await page.wait_for_selector("dialog", state="detached")
    same(await page.evaluate(ACTIVE), "l.c.delete")


@test
async def back_leads_to_the_row_that_was_pressed(mock: Mock, page: Page) -> None:
    await open_page(mock, page, ROWS)
    mock.answers.append(numbered(2, whole(window('<p id="p">Row b</p>')), url="/list/b"))
    await page.click("[id='l.b.delete']")
    await until(page, "self.p")
    mock.answers.append(numbered(3, whole(window(BUTTON + ROWS))))
    await page.evaluate("history.back()")
    await page.wait_for_selector("#p", state="detached")
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.evaluate(ACTIVE), "l.b.delete")


# WebKit has no scroll anchoring.
NO_ANCHORS = """
Object.defineProperty(HTMLElement.prototype, "style", {get: () => ({})})
document.adoptedStyleSheets = [new CSSStyleSheet]
document.adoptedStyleSheets[0].replaceSync("* { overflow-anchor: none } li { height: 100px }")
"""


@test
async def rows_that_come_above_do_not_move_what_is_read(mock: Mock, page: Page) -> None:
    await page.add_init_script(NO_ANCHORS)
    await open_page(mock, page, '<ul id="l">' + "".join(ROW.format(row) for row in range(30)) + "</ul>")
    await page.evaluate("scrollTo(0, 1000)")
    place = "document.getElementById('l.12').getBoundingClientRect().y"
    before = await page.evaluate(place)
    rows = f'<ul id="l">{ROW.format("new")}{ROW.format("newer")}<keep from="l.0" to="l.29"></keep></ul>'
    mock.answers.append(numbered(2, rows))
    await page.evaluate(OTHER_TAB)
    await page.wait_for_selector("[id='l.newer']")
    same(await page.evaluate(place), before)
    # At the top, the new rows are visible.
    await page.evaluate("scrollTo(0, 0)")
    mock.answers.append(numbered(3, f'<ul id="l">{ROW.format("newest")}<keep from="l.new" to="l.29"></keep></ul>'))
    await page.evaluate(OTHER_TAB)
    await page.wait_for_selector("[id='l.newest']")
    same(await page.evaluate("scrollY"), 0)


@test
async def a_file_that_was_refused_can_be_chosen_again(mock: Mock, page: Page) -> None:
    mock.body = (
        '<main><form id="screen" method="post" enctype="multipart/form-data"><div id="v" class="DocumentPickerView">'
        '<input type="file" name="f"><button class="set" name="tap" value="send">Open</button></div></form></main>'
    )
    await visit(mock, page)
    for count in (1, 2):
        mock.answers.append(413)
        await page.set_input_files("input[type=file]", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"a"})
        await mock.wait(lambda count=count: len(mock.posts) == count)
        await until(page, "document.querySelector('[type=file]').value == ''")


# MARK: The way back

BACK = '<button id="back" class="BackButton" name="tap" value="back">Back</button>'


def screen(number: int, depth: int, body: str) -> dict[str, object]:
    return numbered(number, f'<div id="v">{BUTTON}{body}<p id="p">{depth}</p></div>', page=["depth", str(depth)])


@test
async def back_presses_the_button_of_the_bar(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    length = await page.evaluate("history.length")
    for depth in (2, 3):
        await tap(mock, page, screen(depth, depth, BACK))
    same(await page.evaluate("history.length"), length + 2)
    for number, depth in ((4, 2), (5, 1)):
        mock.answers.append(screen(number, depth, BACK if depth > 1 else ""))
        await page.evaluate("history.back()")
        await until(page, f"p.textContent == '{depth}'")
        await until(page, "!document.querySelector('[aria-busy]')")
    same([post.fields["tap"] for post in mock.posts], ["go", "go", "back", "back"])
    same(await page.evaluate("JSON.stringify(history.state)"), "[1]")


@test
async def two_steps_back_are_two_presses(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    for depth in (2, 3):
        await tap(mock, page, screen(depth, depth, BACK))
    mock.answers += [screen(4, 2, BACK), screen(5, 1, "")]
    await page.evaluate("history.go(-2)")
    await until(page, "p.textContent == '1'")
    same([post.fields["tap"] for post in mock.posts], ["go", "go", "back", "back"])


@test
async def the_button_of_the_bar_leaves_no_entry(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, BACK))
    await tap(mock, page, screen(3, 1, ""), "#back")
    await until(page, "JSON.stringify(history.state) == '[1]'")
    await tap(mock, page, screen(4, 2, BACK))
    mock.answers.append(screen(5, 1, ""))
    await page.evaluate("history.back()")
    await until(page, "p.textContent == '1'")
    same([post.fields["tap"] for post in mock.posts], ["go", "back", "go", "back"])


@test
async def back_to_the_url_above_presses_what_escape_would(mock: Mock, page: Page) -> None:
    cancel = '<button id="cancel" class="cancel" name="tap" value="cancel">Cancel</button>'
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, cancel) | {"url": "/list/item"})
    mock.answers.append(patch(notices="Discard?"))  # the app asks first
    await page.evaluate("history.back()")
    await until(page, "notices.textContent == 'Discard?' && location.pathname == '/list/item'")
    await until(page, "!document.querySelector('[aria-busy]')")
    mock.answers.append(screen(3, 1, "") | {"url": "/list"})
    await page.evaluate("history.back()")
    await until(page, "p.textContent == '1' && location.pathname == '/list'")
    same([post.fields["tap"] for post in mock.posts], ["go", "cancel", "cancel"])


@test
async def forward_to_a_screen_that_has_gone_leads_back(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, BACK))
    mock.answers.append(screen(3, 1, ""))
    await page.evaluate("history.back()")
    await until(page, "p.textContent == '1'")
    await page.evaluate("history.forward()")
    await until(page, "JSON.stringify(history.state) == '[1]'")
    same(len(mock.posts), 2)


@test
async def back_where_nothing_can_be_pressed_leaves_all_as_it_is(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, ""))
    for _ in range(2):
        await page.evaluate("new Promise(went => { addEventListener('popstate', went, {once: true}); history.back() })")
        await until(page, "JSON.stringify(history.state) == '[1,2]'")
    same((len(mock.posts), await page.inner_text("#p")), (1, "2"))


@test
async def an_app_may_refuse_to_go_back(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, BACK))
    length = await page.evaluate("history.length")
    for _ in range(2):
        mock.answers.append(patch(notices="No"))
        await page.evaluate("history.back()")
        await until(page, "notices.textContent == 'No'")
        await until(page, "!document.querySelector('[aria-busy]')")
        same(await page.evaluate("[JSON.stringify(history.state), history.length].join()"), f"[1,2],{length}")
    same(len(mock.posts), 3)


@test
async def back_before_the_page_of_a_log_in_comes(mock: Mock, page: Page) -> None:
    """Going back stops the page that the script loads. The shown one must not stay as it is, without a script."""
    await open_page(mock, page, '<p id="p">1</p>')
    await tap(mock, page, screen(2, 2, BACK))
    held: list[Route] = []
    has_begun = asyncio.Event()

    async def hold(route: Route) -> None:
        if held or not route.request.is_navigation_request():
            await route.continue_()
        else:
            held.append(route)
            has_begun.set()

    async def tell(route: Route) -> None:
        await has_begun.wait()
        await route.fulfill()

    await page.route("**/list", hold)
    await page.route("**/begun", tell)
    mock.answers.append(401)
    # The page itself goes back: whoever controls the browser waits for the load that is held.
    await page.evaluate("void fetch('/begun').then(() => history.back())")
    await page.click("[value=go]", no_wait_after=True)
    await mock.wait(lambda: any(not asked.is_live for asked in mock.asked))
    await page.get_by_text("1", exact=True).wait_for()
    [route] = held
    await route.abort()
