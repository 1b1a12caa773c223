"""What the script of live pages does in the frame of a touch, and moves of a finger: Public/tempura-gestures.js."""

from live_answers import Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, numbered, open_page, patch, same, until, whole
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
        self.x = self.y = 0.0

    @classmethod
    async def of(cls, page: Page) -> "Finger":
        session = await page.context.new_cdp_session(page)
        await session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})  # as long as there is no page
        return cls(session)

    async def send(self, kind: str, points: list[dict[str, float]]) -> None:
        await self.session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

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
    seen = await page.evaluate_handle(f"(seen => (new MutationObserver(() => seen.push({state})).observe(s, {{attributes: true}}), seen))([])")
    mock.answers += [numbered(2, SWITCH % "true"), numbered(3, SWITCH % "false")]
    mock.gate.set()
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(set(await seen.json_value()), {"false"})


@test
async def a_refused_press_is_taken_back(mock: Mock, page: Page) -> None:
    await open_page(mock, page, SWITCH % "false" + segments(0) + dots(1))
    # No answer changes anything: 204, the markup that was there, a refusal with a notice.
    for answer in (204, patch(SWITCH % "false"), patch("", notices="<div class='notice'><p>No</p></div>", status=409), 403):
        for press, shown in (("s", "#s[aria-checked=true]"), ("c2", "#c2[aria-checked=true]"), ("d2", "#d2[aria-current]")):
            mock.gate.clear()
            mock.answers.append(dict(answer) if isinstance(answer, dict) else answer)
            same(await page.evaluate(f"{press}.click(); document.querySelectorAll('{shown}').length"), 1)
            mock.gate.set()
            await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.locator("[aria-checked=true], [aria-current]").evaluate_all("all => all.map(e => e.id)"), ["c0", "d1"])


@test
async def one_of_several_is_chosen_at_once(mock: Mock, page: Page) -> None:
    await open_page(mock, page, segments(0) + dots(1))
    mock.gate.clear()
    chosen = "[...document.querySelectorAll('[aria-checked=true], [aria-current]')].map(e => e.id).join(' ')"
    same(await page.evaluate(f"c1.click(); d2.click(); {chosen}"), "c1 d2")
    mock.answers += [numbered(2, SEGMENT % (0, 0, "false"), SEGMENT % (1, 1, "true")), numbered(3, DOT % (1, 1, ""), DOT % (2, 2, ' aria-current="true"'))]
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
    await finger.drag(200, y, -60, 80)
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
