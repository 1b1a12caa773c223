"""What the script of live pages does in the frame of a touch, and moves of a finger: Public/tempura-gestures.js."""

import time

from live_answers import Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, numbered, open_page, patch, same, until, visit, whole
from playwright.async_api import CDPSession, Page

test = TESTS = Tests()

SWITCH = '<button name="tap" value="s" id="s" role="switch" aria-checked="%s" class="UISwitch"><span class="track"></span></button>'
SEGMENTS = '<div class="UISegmentedControl" role="radiogroup">%s</div>'
SEGMENT = '<button name="tap" value="c.%s" id="c%s" class="segment" role="radio" aria-checked="%s">S</button>'
DOTS = '<div class="UIPageControl" role="group">%s</div>'
DOT = '<button name="tap" value="d.%s" id="d%s" class="dot"%s><span></span></button>'


def segments(chosen: int) -> str:
    return SEGMENTS % "".join(SEGMENT % (n, n, str(n == chosen).lower()) for n in range(3))


def dots(chosen: int) -> str:
    return DOTS % "".join(DOT % (n, n, ' aria-current="true"' if n == chosen else "") for n in range(3))


class Finger:
    """A finger on the screen of a page."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.x = self.y = self.ahead = 0.0

    @classmethod
    async def of(cls, page: Page) -> "Finger":
        session = await page.context.new_cdp_session(page)
        await session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})  # as long as there is no page
        return cls(session)

    async def send(self, kind: str, points: list[dict[str, float]]) -> None:
        event = {"type": f"touch{kind}", "touchPoints": points, "timestamp": time.time() + self.ahead}
        await self.session.send("Input.dispatchTouchEvent", event)

    async def rest(self) -> None:
        """Stays where it is for a while, which is only said."""
        for _ in range(2):
            self.ahead += 0.2
            await self.send("Move", [{"x": self.x, "y": self.y}])
            self.x += 1

    async def press(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        await self.send("Start", [{"x": x, "y": y}])

    async def move(self, right: float, down: float, steps: int = 4) -> None:
        for step in range(1, steps + 1):
            await self.send("Move", [{"x": self.x + right * step / steps, "y": self.y + down * step / steps}])
        self.x, self.y = self.x + right, self.y + down

    async def lift(self) -> None:
        await self.send("End", [])

    async def drag(self, x: float, y: float, right: float, down: float) -> None:
        await self.press(x, y)
        await self.move(right, down)
        await self.lift()


async def ready(page: Page) -> None:
    """Waits for the file with the gestures."""
    await until(page, "performance.getEntriesByName(new URL('/tempura-gestures.js', location)).length")
    await page.evaluate("import('/tempura-gestures.js')")


async def still(page: Page) -> None:
    """Waits until nothing moves."""
    await until(
        page,
        "!document.getAnimations().some(({constructor, effect}) => "
        "constructor.name == 'CSSTransition' || /^::view-transition/.test(effect.pseudoElement))",
    )


async def place(page: Page, selector: str) -> dict[str, float]:
    box = await page.locator(selector).bounding_box()
    assert box
    return {name: round(value) for name, value in box.items()}


# MARK: At once


@test
async def a_switch_shows_its_next_state_before_the_answer(mock: Mock, page: Page) -> None:
    await open_page(mock, page, SWITCH % "false")
    mock.gate.clear()
    state = "s.getAttribute('aria-checked')"
    same(await page.evaluate(f"s.click(); {state}"), "true")
    same(await page.evaluate(f"s.click(); {state}"), "false")
    # The first answer does not undo what the second press shows.
    seen = await page.evaluate_handle(
        f"(seen => (new MutationObserver(() => seen.push({state})).observe(s, {{attributes: true}}), seen))([])"
    )
    mock.answers += [numbered(2, SWITCH % "true"), numbered(3, SWITCH % "false")]
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(set(await seen.json_value()), {"false"})


@test
async def a_refused_press_is_taken_back(mock: Mock, page: Page) -> None:
    await open_page(mock, page, SWITCH % "false" + segments(0) + dots(1))
    # No answer changes anything: 204, the markup that was there, a refusal with a notice.
    for answer in (
        204,
        patch(SWITCH % "false"),
        patch("", notices="<div class='notice'><p>No</p></div>", status=409),
        403,
    ):
        for press, shown in (
            ("s", "#s[aria-checked=true]"),
            ("c2", "#c2[aria-checked=true]"),
            ("d2", "#d2[aria-current]"),
        ):
            mock.gate.clear()
            mock.answers.append(dict(answer) if isinstance(answer, dict) else answer)
            same(await page.evaluate(f"{press}.click(); document.querySelectorAll('{shown}').length"), 1)
            mock.gate.set()
            await page.wait_for_selector("[aria-busy]", state="detached")
    same(
        await page.locator("[aria-checked=true], [aria-current]").evaluate_all("all => all.map(e => e.id)"),
        ["c0", "d1"],
    )


@test
async def one_of_several_is_chosen_at_once(mock: Mock, page: Page) -> None:
    await open_page(mock, page, segments(0) + dots(1))
    mock.gate.clear()
    chosen = "[...document.querySelectorAll('[aria-checked=true], [aria-current]')].map(e => e.id).join(' ')"
    same(await page.evaluate(f"c1.click(); d2.click(); {chosen}"), "c1 d2")
    mock.answers += [
        numbered(2, SEGMENT % (0, 0, "false"), SEGMENT % (1, 1, "true")),
        numbered(3, DOT % (1, 1, ""), DOT % (2, 2, ' aria-current="true"')),
    ]
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.evaluate(chosen), "c1 d2")


@test
async def a_held_button_of_a_stepper_is_pressed_again_and_again(mock: Mock, page: Page) -> None:
    step = '<div class="UIStepper"><button name="tap" value="up" class="step" id="up"><span>+</span></button></div><p id="p">%s</p>'
    await open_page(mock, page, step % 0)
    await ready(page)
    mock.otherwise = lambda _: numbered(len(mock.posts) + 1, f'<p id="p">{len(mock.posts)}</p>')
    box = await place(page, "#up")
    await page.mouse.move(box["x"] + 5, box["y"] + 5)
    await page.mouse.down()
    await until(page, "p.textContent == '3'")
    await page.mouse.up()
    await page.wait_for_selector("[aria-busy]", state="detached")
    count = len(mock.posts)
    await page.click("#up")
    await until(page, f"p.textContent == '{count + 1}'")
    same({asked.fields["tap"] for asked in mock.posts}, {"up"})


# MARK: Swipes of rows

ROW = """<li class="UITableViewCell" id="%s"><div class="CellContentView"><p id="p%s">%s</p></div><button type="button" class="opens-menu more over" id="o%s"
popovertarget="m%s">M</button><div id="m%s" popover class="menu"><button name="tap" value="%s.pin" class="swipe leading full">Pin</button>
<button name="tap" value="%s.delete" class="swipe full destructive">Delete</button><button name="tap" value="%s.flag" class="swipe">Flag</button>
<button name="tap" value="%s.copy">Copy</button></div></li>"""


def rows(*names: str) -> str:
    return '<ul id="l">' + "".join(ROW.replace("%s", name) for name in names) + "</ul>"


TEXTS = "[...document.querySelectorAll('.swipe-actions > button')].filter(e => e.offsetWidth && e.parentNode.offsetWidth).map(e => e.textContent).join(' ')"
REST = "!document.querySelector('.swipe-actions, [data-swiped]')"


@test
async def a_row_follows_the_finger_and_shows_its_actions(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    await open_page(mock, page, rows("a", "b"))
    await ready(page)
    box = await place(page, "#a")
    y = box["y"] + 20
    # Down the page is no swipe.
    await finger.press(200, y)
    await finger.move(-60, 80)
    await finger.rest()  # else the page is still being flung, and Chromium leaves its touches to the page
    await finger.lift()
    same(await page.evaluate(REST), True)
    await finger.press(200, y)
    for right in (-60, -20):
        await finger.move(right, 2)
        same((await place(page, "#a"))["x"], finger.x - 200)
    await finger.move(-40, 0)
    await finger.lift()
    await until(page, "Math.round(a.getBoundingClientRect().x) == -148")  # two actions of 74
    same(await page.evaluate(TEXTS), "Delete Flag")
    same((await place(page, ".swipe-actions"))["height"], box["height"])
    same((await place(page, "text=Delete >> visible=true"))["x"], 390 - 74)  # the first one is at the edge
    # It stays when rows come.
    mock.answers.append(patch(whole(window(BUTTON + rows("c", "a", "b")))))
    await page.evaluate(OTHER_TAB)
    await page.wait_for_selector("#c")
    await still(page)
    same((await place(page, "#a"))["x"], -148)
    # Another row closes it. Its leading actions are at the leading edge.
    box = await place(page, "#b")
    await finger.drag(100, box["y"] + 20, 100, 0)
    await until(page, "Math.round(b.getBoundingClientRect().x) == 74 && a.getBoundingClientRect().x == 0")
    same(await page.evaluate(TEXTS), "Pin")
    # A press beside it closes it, and presses nothing.
    box = await place(page, "[value=go]")
    await finger.drag(box["x"] + 5, box["y"] + 5, 0, 0)
    await until(page, REST)
    same(mock.posts, [])


@test
async def an_action_of_a_swipe_is_the_one_of_the_menu(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    await open_page(mock, page, rows("a", "b"))
    await ready(page)
    y = (await place(page, "#a"))["y"] + 20
    await finger.drag(300, y, -120, 0)
    mock.answers.append(204)
    await page.locator(".swipe-actions >> text=Flag").click()
    await until(page, REST)
    same([asked.fields["tap"] for asked in mock.posts], ["a.flag"])
    # The menu is there for keyboards.
    await page.evaluate("oa.focus()")
    await page.keyboard.press("Enter")
    same([await page.is_visible(f"#ma [value='a.{name}']") for name in ("pin", "delete", "flag", "copy")], [True] * 4)
    same(await page.locator("#ma button").all_text_contents(), ["Pin", "Delete", "Flag", "Copy"])


@test
async def a_full_swipe_does_the_first_action(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    await open_page(mock, page, rows("a", "b"))
    await ready(page)
    y = (await place(page, "#a"))["y"] + 20
    mock.gate.clear()
    mock.answers.append(patch(whole(window(BUTTON + rows("b")))))
    await finger.drag(370, y, -340, 0)
    await mock.wait(lambda: mock.posts)
    same([asked.fields["tap"] for asked in mock.posts], ["a.delete"])
    await until(page, "a.getBoundingClientRect().x == -390")
    mock.gate.set()
    await page.wait_for_selector("#a", state="detached")
    await still(page)
    # A refused one comes back.
    mock.answers.append(409)
    await finger.drag(370, y, -340, 0)
    await mock.wait(lambda: len(mock.posts) == 2)
    await until(page, f"{REST} && b.getBoundingClientRect().x == 0 && !document.querySelector('[aria-busy]')")
    same(mock.posts[-1].fields["tap"], "b.delete")


@test
async def the_swipes_of_a_page_from_right_to_left_are_mirrored(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    mock.page = mock.page.replace('dir="ltr"', 'dir="rtl"')
    await open_page(mock, page, rows("a", "b"))
    await ready(page)
    y = (await place(page, "#a"))["y"] + 20
    await finger.drag(200, y, 120, 0)
    await until(page, "Math.round(a.getBoundingClientRect().x) == 148")
    same(await page.evaluate(TEXTS), "Delete Flag")
    same((await place(page, "text=Delete >> visible=true"))["x"], 0)


@test
async def the_minus_of_a_row_shows_its_deletion_at_the_end_of_the_row(mock: Mock, page: Page) -> None:
    await open_page(mock, page, rows("a").replace("more over", "destructive"))
    await ready(page)
    for _ in range(2):
        await page.click("#oa")
        await until(page, "Math.round(a.getBoundingClientRect().x) == -148")
        same((await page.evaluate(TEXTS), await page.is_visible("#ma")), ("Delete Flag", False))
        await page.mouse.click(5, 700)
        await until(page, REST)


# MARK: Sheets

LINES = "".join(f"<p>Line {n}</p>" for n in range(80))


def sheet(detent: str = "medium", outside: str = "", detents: str = 'data-detents="medium large"') -> str:
    closes = f'<button name="tap" value="v.outside" class="outside" aria-label="Close"{outside}><span>x</span></button>'
    grabber = '<button name="tap" value="v.detent" class="grabber" aria-label="Grabber"></button>' if detents else ""
    first, last = ("", closes) if outside else (closes, "")
    return (
        f'<main><div class="UIView" id="u"><p>Below</p></div></main><dialog open aria-modal="true" id="dialog" class="sheet high {detent} grabber" {detents}>'
        f'<form id="screen" method="post" novalidate>{first}{grabber}<div class="UIView" id="v"><p id="top">Top</p>{LINES}</div>{last}</form></dialog>'
    )


async def open_sheet(mock: Mock, page: Page, *what: str) -> Finger:
    finger = await Finger.of(page)
    mock.body = sheet(*what)
    await visit(mock, page)
    await ready(page)
    return finger


BOX = "(({top, height}) => [Math.round(top), Math.round(height)])(v.getBoundingClientRect())"


@test
async def a_sheet_is_dragged_between_its_heights(mock: Mock, page: Page) -> None:
    finger = await open_sheet(mock, page)
    same(await page.evaluate(BOX), [422, 422])
    mock.gate.clear()
    await finger.press(195, 440)
    await finger.move(0, -200)
    same(await page.evaluate(BOX), [222, 622])
    await finger.lift()
    await mock.wait(lambda: mock.posts)
    same(mock.posts[-1].fields["tap"], "v.detent-1")
    await until(page, f"{BOX} == '52,792'")
    mock.answers.append(patch(whole(sheet("large"))))
    mock.gate.set()
    await page.wait_for_selector("dialog.large:not([data-high])")
    same((await page.evaluate(BOX), await page.get_attribute("dialog", "style")), ([52, 792], ""))
    # Now its content scrolls. It has to be at its start again for a drag down.
    await finger.press(195, 700)
    await finger.move(0, -200)
    await finger.rest()
    await finger.lift()
    await until(page, "v.scrollTop > 0")
    same(await page.evaluate(BOX), [52, 792])
    await page.evaluate("v.scrollTop = 0")
    mock.answers.append(patch(whole(sheet("medium"))))
    await finger.press(195, 100)
    await finger.move(0, 300, 30)
    await finger.rest()
    await finger.lift()
    await mock.wait(lambda: len(mock.posts) == 2)
    same(mock.posts[-1].fields["tap"], "v.detent-0")


@test
async def a_sheet_is_dragged_away_if_the_app_lets_it_go(mock: Mock, page: Page) -> None:
    finger = await open_sheet(mock, page, "medium", "", "")
    mock.gate.clear()
    await finger.drag(195, 440, 0, 350)
    await mock.wait(lambda: mock.posts)
    same(mock.posts[-1].fields["tap"], "v.outside")
    await until(page, "v.getBoundingClientRect().top == innerHeight")
    # The delegate says no.
    mock.answers.append(204)
    mock.gate.set()
    await until(page, f"{BOX} == '422,422'")
    mock.answers.append(patch(whole(window(BUTTON))))
    await finger.drag(195, 440, 0, 350)
    await page.wait_for_selector("dialog", state="detached")


@test
async def a_sheet_that_is_modal_comes_back_and_the_app_is_told(mock: Mock, page: Page) -> None:
    finger = await open_sheet(mock, page, "medium", " data-cancels", "")
    await finger.press(195, 440)
    await finger.move(0, 300)
    top, _ = await page.evaluate(BOX)
    assert 422 + 50 < top < 422 + 120, f"it follows at a distance: {top}"
    await finger.lift()
    await mock.wait(lambda: mock.posts)
    same(mock.posts[-1].fields["tap"], "v.outside")
    await until(page, f"{BOX} == '422,422'")
    # A short drag is none.
    await finger.drag(195, 440, 0, 10)
    await until(page, f"{BOX} == '422,422'")
    same(len(mock.posts), 1)


# MARK: The edge

LIST = f'<header class="UINavigationBar"><h1>List</h1></header><div class="UIView" id="n.list"><button name="tap" value="go">Go</button>{LINES}</div>'
ADD = (
    '<header class="UINavigationBar"><div class="LeadingBarItems"><button name="tap" value="back" id="back" class="BackButton UIButton">List</button>'
    '</div><h1>Add</h1></header><div class="UIView" id="n.add"><p>Add</p></div>'
)


def navigation(content: str, more: str = "") -> str:
    return f'<div class="UIView UINavigationView" id="n"{more}>{content}</div>'


async def push(mock: Mock, page: Page, more: str = "") -> Finger:
    finger = await Finger.of(page)
    await page.add_init_script("delete window.GestureEvent")
    mock.body = f'<main><form id="screen" method="post" novalidate>{navigation(LIST, more)}</form></main>'
    await visit(mock, page)
    await ready(page)
    await page.evaluate("scrollTo(0, 300)")
    mock.answers.append(patch(navigation(ADD, more), url="/list/add", page=["title", "Add", "depth", 2]))
    await page.evaluate("document.querySelector('[value=go]').click()")
    await page.wait_for_selector("#back")
    await still(page)
    return finger


LEFT = "n.getBoundingClientRect().x"


@test
async def a_drag_from_the_edge_goes_back(mock: Mock, page: Page) -> None:
    finger = await push(mock, page)
    await finger.press(4, 500)
    await finger.move(150, 0)
    same((await page.evaluate(LEFT), await page.text_content(".screen-below h1")), (150, "List"))
    same(await page.evaluate("document.querySelector('.screen-below').scrollTop"), 300)
    same(
        await page.evaluate(
            "[...document.querySelectorAll('.screen-below [id], .screen-below [name], .screen-below :focus')].length"
        ),
        0,
    )
    below = (await place(page, ".screen-below > div"))["x"]
    assert -130 < below < 0, f"it follows: {below}"
    await finger.move(100, 0)
    await finger.lift()
    mock.answers.append(numbered(3, navigation(LIST), url="/list", page=["title", "List", "depth", 1]))
    await page.wait_for_selector(".screen-below", state="detached")
    same(([asked.fields["tap"] for asked in mock.posts], await page.evaluate(LEFT)), (["go", "back"], 0))
    same(
        await page.evaluate("[scrollY, location.pathname, document.documentElement.dataset.edge ?? null]"),
        [300, "/list", None],
    )


@test
async def a_short_drag_from_the_edge_or_an_app_that_stays_comes_back(mock: Mock, page: Page) -> None:
    finger = await push(mock, page)
    await finger.press(4, 500)
    await finger.move(100, 0)
    await finger.rest()
    await finger.lift()
    await until(page, f"{LEFT} == 0 && !document.querySelector('.screen-below')")
    same(len(mock.posts), 1)
    mock.answers.append(204)
    await finger.drag(4, 500, 300, 0)
    await mock.wait(lambda: len(mock.posts) == 2)
    await until(page, f"{LEFT} == 0 && !document.querySelector('.screen-below')")
    # Elsewhere it is no drag from the edge.
    await finger.drag(100, 500, 250, 0)
    same((await page.locator(".screen-below").count(), len(mock.posts)), (0, 2))


@test
async def an_app_can_turn_the_edge_off(mock: Mock, page: Page) -> None:
    finger = await push(mock, page, " data-edgeless")
    await finger.drag(4, 500, 300, 0)
    same((await page.locator(".screen-below").count(), len(mock.posts)), (0, 1))


# MARK: Pulling

PULLED = (
    '<div class="UITableView" id="t"><div class="UIRefreshControl" id="r"%s><button name="tap" value="r"%s><span>Refresh</span></button>'
    '<span role="status"></span></div><ul id="l"><li class="UITableViewCell" id="a"><p id="p">%s</p></li></ul></div>'
)


@test
async def pulling_refreshes(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    await open_page(mock, page, PULLED % ("", "", "old"))
    await ready(page)
    box = await place(page, "#l")
    mock.gate.clear()
    await finger.press(200, box["y"] + 20)
    await finger.move(0, 60)
    assert (await place(page, "#l"))["y"] > box["y"] + 25, "the content follows"
    same(len(mock.posts), 0)
    await finger.move(0, 100)
    await mock.wait(lambda: mock.posts)
    await finger.lift()
    same([asked.fields["tap"] for asked in mock.posts], ["r"])
    mock.answers += [patch(PULLED % (' aria-busy="true"', " disabled", "old"))]
    mock.otherwise = numbered(3, PULLED % ("", "", "new"))
    mock.gate.set()
    await page.wait_for_selector("#r[aria-busy=true]:not([data-pulled])")
    await page.evaluate(OTHER_TAB)
    await until(page, "p.textContent == 'new' && !r.ariaBusy")
    await until(page, f"Math.round(l.getBoundingClientRect().y) == {box['y']}")
    # A short pull is none.
    await finger.drag(200, box["y"] + 20, 0, 40)
    await until(page, f"Math.round(l.getBoundingClientRect().y) == {box['y']}")
    same(len(mock.posts), 1)


# MARK: Reordering

MOVED = (
    '<li class="UITableViewCell" id="%s"><div class="CellContentView"><p>%s</p></div><button type="button" class="opens-menu reorder" id="h%s" popovertarget="m%s">M</button>'
    '<div id="m%s" popover class="menu"><button name="tap" value="%s.row-up">Up</button><button name="tap" value="%s.row-down">Down</button></div></li>'
)


def sections(*names: str) -> str:
    lists = (
        f'<ul id="s{i}">{"".join(MOVED.replace("%s", name) for name in section)}</ul>'
        for i, section in enumerate(names)
    )
    return (
        '<div class="UITableView" id="t">'
        + "".join(f'<div class="section" id="x{i}"><div class="header">H</div>{ul}</div>' for i, ul in enumerate(lists))
        + "</div>"
    )


@test
async def a_row_is_dragged_by_its_handle(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    await open_page(mock, page, sections("abcd", "ef"))
    await ready(page)
    boxes = {name: await place(page, f"#{name}") for name in "abcdef"}
    height, handle = boxes["a"]["height"], await place(page, "#ha")
    await finger.press(handle["x"] + 5, handle["y"] + 5)
    await finger.move(0, 2 * height + 5)
    same((await place(page, "#a"))["y"], boxes["a"]["y"] + 2 * height + 5)
    await still(page)
    same([(await place(page, f"#{name}"))["y"] - boxes[name]["y"] for name in "bcd"], [-height, -height, 0])
    mock.gate.clear()
    await finger.lift()
    await mock.wait(lambda: mock.posts)
    same(mock.posts[0].fields["tap"], "a.row-down-2")
    await still(page)
    same((await place(page, "#a"))["y"], boxes["c"]["y"])
    mock.answers.append(patch(whole(window(BUTTON + sections("bcad", "ef")))))
    mock.gate.set()
    await until(page, "!document.querySelector('[data-lifted]')")
    await still(page)
    same((await place(page, "#a"))["y"], boxes["c"]["y"])
    # Up, into another section
    handle, goal = await place(page, "#hf"), await place(page, "#d")
    mock.answers.append(204)
    await finger.drag(handle["x"] + 5, handle["y"] + 5, 0, goal["y"] - (await place(page, "#f"))["y"])
    await mock.wait(lambda: len(mock.posts) == 2)
    same(mock.posts[1].fields["tap"], "f.row-up-3")
    await until(page, "!document.querySelector('[data-lifted]') && !f.style.translate")
    # The menu is there for the keyboard.
    await page.evaluate("ha.focus()")
    await page.keyboard.press("Enter")
    same(await page.is_visible("[value='a.row-up']"), True)


# MARK: Menus


@test
async def a_long_press_opens_the_menu_of_a_view(mock: Mock, page: Page) -> None:
    finger = await Finger.of(page)
    card = '<div class="UIView" id="card"><p>Card</p><p>Card</p><p>Card</p><p id="c">Card</p><p>Card</p><p>Card</p><p>Card</p><button type="button" class="opens-menu more" id="o" popovertarget="m">M</button>'
    card += '<div id="m" popover class="menu"><button name="tap" value="copy">Copy</button></div></div>'
    await open_page(mock, page, card + rows("a"))
    await ready(page)
    box = await place(page, "#c")
    await finger.press(195, box["y"] + 5)
    await page.wait_for_selector("[value=copy] >> visible=true")
    await finger.lift()
    await page.evaluate("new Promise(end => requestAnimationFrame(() => requestAnimationFrame(end)))")
    mock.answers.append(204)
    await page.click("[value=copy]")
    await mock.wait(lambda: mock.posts)
    same([asked.fields["tap"] for asked in mock.posts], ["copy"])
    await until(page, "!document.querySelector('[data-lifted]')")
