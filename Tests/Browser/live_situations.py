"""Situations that users of other sites reported: proxies, extensions, frozen phones, special displays, slow networks."""

import asyncio
import json
import random
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from apps import WHOLE_CHROMIUM, Server, free_port
from hostile_proxy import Proxy
from live_answers import Asked, Mock, Tests, window
from live_patches import BUTTON, OTHER_TAB, numbered, open_page, patch, same, tap, until
from live_servers import FIELD, network, sees, todo, type_item
from live_stories import idle, is_as_sent, open_app, press, stayed
from looks import ask
from playwright.async_api import BrowserContext, Page, Request

test = TESTS = Tests()
served = SERVED = Tests()

# MARK: The browser's cache of pages

# A page that leads elsewhere when it is loaded, and back from there. It tells the server what it shows.
LEAVES = """
const tell = text => fetch('/shown?' + text)
addEventListener('pageshow', ({persisted}) => {
  if (location.pathname == '/elsewhere') return setTimeout(() => history.back())
  if (persisted) new MutationObserver(() => tell(['restored', p.textContent, a.value])).observe(p, {childList: true, characterData: true, subtree: true})
  else new BroadcastChannel('tempura').postMessage(0)
})
"""


@test
async def a_page_from_the_cache_of_the_browser_shows_what_has_changed_meanwhile(mock: Mock, page: Page) -> None:
    """A page of its own target: Chromium restores none to which a driver is attached."""
    field = '<input id="a" name="a" value="%s"><p id="p">%s</p>'
    mock.body = window(BUTTON + field % ("old", "old") + '<script src="/leaves.js"></script>')
    mock.scripts["/leaves.js"] = LEAVES
    mock.caching = "no-cache"
    elsewhere = mock.base.replace("localhost", "127.0.0.1") + "/elsewhere"
    mock.answers.append({"location": elsewhere})
    assert page.context.browser
    browser = await page.context.browser.browser_type.launch(
        executable_path=WHOLE_CHROMIUM, ignore_default_args=["--disable-back-forward-cache"]
    )
    try:
        session = await browser.new_browser_cdp_session()
        context = await session.send("Target.createBrowserContext")
        await session.send("Target.createTarget", {"url": mock.base + "/list", **context})
        await mock.find(lambda asked: asked.path == "/elsewhere")
        mock.otherwise = patch(field % ("new", "new"))
        shown = await mock.find(lambda asked: asked.path.startswith("/shown"))
        same(shown.path, "/shown?restored,new,new")
    finally:
        await browser.close()


# MARK: Long lists

ROWS = 200
HANDFUL = 40  # elements: the row, what is around it, the notice


def row(number: int, state: str = "false") -> str:
    return (
        f'<li id="r{number}" class="UITableViewCell"><button id="b{number}" name="tap" value="b{number}" '
        f'aria-pressed="{state}"><span>Row</span>{"<b>✓</b>" if state == "true" else ""}</button><p>Row {number}</p></li>'
    )


@test
async def a_press_restyles_only_what_it_changes(mock: Mock, page: Page) -> None:
    """However long the page is: what the browser restyled is counted by its own trace, which is one for all its pages."""
    assert page.context.browser
    browser = await page.context.browser.browser_type.launch(executable_path=WHOLE_CHROMIUM)
    try:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        await open_page(mock, page, f'<ul id="l">{"".join(map(row, range(ROWS)))}</ul>')
        await page.hover("#b3")
        await page.evaluate("document.fonts.ready.then(() => 0)")
        await browser.start_tracing(page=page, categories=["devtools.timeline"])
        notice = '<div class="notice"><p>Done</p></div>'
        for number in (1, 2):
            state = "true" if number == 1 else "false"
            await tap(mock, page, numbered(number + 1, row(3, state), notices=notice), "#b3")
        trace = json.loads(await browser.stop_tracing())
    finally:
        await browser.close()
    # One that has begun as the trace ends has no count.
    all_updates = [event["args"] for event in trace["traceEvents"] if event["name"] == "UpdateLayoutTree"]
    counts = [update["elementCount"] for update in all_updates if "elementCount" in update]
    assert counts, "nothing was restyled"
    assert max(counts) < HANDFUL, f"restyled elements: {counts}"


# MARK: A PIN pad

PAD = "".join(f'<button name="tap" value="{n}" id="k{n}">{n}</button>' for n in range(10))
APART = 0.08  # seconds


async def type_a_pin(mock: Mock, page: Page, is_touch: bool) -> None:
    """Presses keys that are neighbours, and one twice, as fast as people do. The answers come in between."""
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setTouchEmulationEnabled", {"enabled": is_touch})  # as long as there is no page
    await open_page(mock, page, f'{PAD}<p id="p"></p>')

    def take(_: Asked) -> object:
        typed = "".join(post.fields["tap"] for post in mock.posts)
        return numbered(len(typed) + 1, f'<p id="p">{typed}</p>') if typed else 204

    mock.otherwise = take
    # The page is there for some seconds.
    start, pin = await page.evaluate("performance.timeOrigin") / 1000 + 9, "12365445"
    for count, digit in enumerate(pin, 1):
        box = await page.locator(f"#k{digit}").bounding_box()
        assert box
        at, time = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 9}, {"timestamp": start + APART * count}
        if is_touch:
            await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at], **time})
            await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], **time})
        else:
            for kind in ("mousePressed", "mouseReleased"):
                # As in browsers that count presses of neighbours as one click.
                press = {"type": kind, "button": "left", "clickCount": count, **at, **time}
                await session.send("Input.dispatchMouseEvent", press)
    await page.wait_for_selector("[aria-busy]", state="detached")
    same(await page.inner_text("#p"), pin)


@test
async def a_pin_by_mouse(mock: Mock, page: Page) -> None:
    await type_a_pin(mock, page, False)


@test
async def a_pin_by_touch(mock: Mock, page: Page) -> None:
    await type_a_pin(mock, page, True)


# MARK: Fields that are open

OPEN = """<select id="s" name="s" %s><option value="1">One</option><option value="2">Two</option></select>
<input id="d" name="d" type="date" value="2026-01-01" %s><p id="p">%s</p>"""


async def change(mock: Mock, page: Page, number: int) -> None:
    """Lets a patch of a screen come that a user does not expect."""
    title = f'title="{number}"'
    mock.answers.append(numbered(number, f'<div id="v">{BUTTON}{OPEN % (title, title, number)}</div>'))
    await page.evaluate(OTHER_TAB)
    await until(page, f"p.textContent == '{number}'")


@test
async def an_open_menu_or_calendar_stays_open(mock: Mock, page: Page) -> None:
    await open_page(mock, page, OPEN % ("", "", ""))
    for number, (name, key) in enumerate((("s", "ArrowDown"), ("d", "ArrowRight")), 1):
        await page.focus(f"#{name}")
        await page.evaluate(f"{name}.showPicker()")
        same(await page.evaluate(f"{name}.matches(':open')"), True)
        await change(mock, page, 2 * number)
        await page.keyboard.press(key)
        await change(mock, page, 2 * number + 1)
        same(await page.evaluate(f"{name}.matches(':open')"), True)
        await page.keyboard.press("Enter")
        await until(page, f"!{name}.matches(':open')")
    same(await page.evaluate("[s.value, d.value].join()"), "2,2026-01-02")


@test
async def a_date_is_the_one_that_is_typed(mock: Mock, page: Page) -> None:
    await open_page(mock, page, OPEN % ("", "", ""))
    await page.focus("#d")
    for number, digit in enumerate("12052026", 2):
        await page.keyboard.press(digit)
        await change(mock, page, number)
    same(await page.input_value("#d"), "2026-12-05")


# MARK: Proxies


@dataclass
class Rechunking(Proxy):
    """A proxy that sends forms in chunks, as those do that do not wait for the end of a body."""

    async def forward(self, head: bytes, body: bytes) -> bytes:
        if body:
            head = re.sub(rb"(?i)content-length: \d+", b"Transfer-Encoding: chunked", head)
            pieces = [body[start : start + 7] for start in range(0, len(body), 7)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
        return await super().forward(head, body)


@served
async def a_proxy_that_sends_forms_in_chunks_to_an_app_below_a_base_path(
    context: BrowserContext, servers: Path
) -> None:
    async with todo(servers, "--base-path", "/apps/todo") as server:
        proxy = Rechunking(server, random.Random(1), free_port())
        async with await asyncio.start_server(proxy.connect, "127.0.0.1", proxy.port):
            page = await context.new_page()
            await open_app(page, f"http://127.0.0.1:{proxy.port}/apps/todo/list")
            await press(page, "Done: Visit mars")
            await sees(page, 3)
            await type_item(page, "Bücher lesen")
            await page.keyboard.press("Enter")
            await page.get_by_role("button", name="Done: Bücher lesen").wait_for()
            await is_as_sent(page)
            await stayed(page)


# MARK: Phones


@served
async def a_phone_that_freezes_the_page_while_a_tap_is_on_its_way(context: BrowserContext, servers: Path) -> None:
    """Before the server gets the tap, and before the page gets the answer. Meanwhile the server starts again."""
    async with todo(servers) as server, network(server.port) as between:
        page, other = await context.new_page(), await context.new_page()
        await open_app(page, between.base + "/list")
        await open_app(other, server.url + "/list")
        client = await context.new_cdp_session(page)
        for pending, text in ((5, "Buy milk"), (6, "Call Anna")):
            await page.bring_to_front()
            await type_item(page, text)
            await until(page, f"document.activeElement.defaultValue == '{text}'")
            await idle(page)
            between.waiting.clear()
            if pending == 5:
                between.carries.clear()
            else:
                between.loses_answers = True
            await page.keyboard.press("Enter")
            await (between.waiting.wait() if pending == 5 else sees(other, pending))
            await client.send("Page.setWebLifecycleState", {"state": "frozen"})
            server.kill()
            between.carries.set()
            between.loses_answers = False
            await asyncio.to_thread(server.start)
            await client.send("Page.setWebLifecycleState", {"state": "active"})
            for each in (page, other):
                await sees(each, pending)
                await is_as_sent(each)
            same(await page.get_by_role("button", name=f"Done: {text}").count(), 1)
        await stayed(page)


# MARK: Displays and keyboards


@served
async def a_page_at_400_percent_in_two_colours_by_keyboard(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        assert context.browser
        page = await context.browser.new_page(
            viewport={"width": 320, "height": 256}, has_touch=True, forced_colors="active", reduced_motion="reduce"
        )
        await open_app(page, server.url + "/list")
        same(await ask(page, "layout()"), [])
        await go_to(page, "What are you going to do today?")
        await page.keyboard.press("Enter")
        await page.locator(FIELD + ":focus").wait_for()
        same(await ask(page, "layout()"), [])
        await page.keyboard.type("Buy milk")
        await page.keyboard.press("Enter")
        await sees(page, 5)
        await go_to(page, "Done: Buy milk")
        await page.keyboard.press("Space")
        await sees(page, 4)
        await stayed(page)
        await page.context.close()


async def go_to(page: Page, name: str) -> None:
    """Presses Tab until a control has the focus. Each one on the way is visible, and so is that it has the focus."""
    wanted = page.get_by_role("button", name=name, exact=True)
    for _ in range(20):
        await page.keyboard.press("Tab")
        found = await ask(page, "focused()")
        same((found["hasRing"], found["coveredBy"]), (True, ""))
        if await wanted.evaluate("e => e == document.activeElement"):
            return
    raise AssertionError(f"no {name} by the Tab key")


# What is cut off on paper. The heading for screen readers is a pixel high.
CUT_OFF = """[...document.querySelectorAll('body *')].filter(e => e.scrollHeight > e.clientHeight + 2 && e.clientHeight > 2
  && getComputedStyle(e).overflowY != 'visible' && e.checkVisibility()).map(e => e.className)"""


@served
async def a_printed_page_has_all_rows(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page = await context.new_page()
        await page.set_viewport_size({"width": 600, "height": 300})
        await page.emulate_media(media="print")
        await open_app(page, server.url + "/list")
        same((await ask(page, "layout()"), await page.evaluate(CUT_OFF)), ([], []))


# MARK: Slow networks

# Of the first visit, without the font, which the browser keeps: the text is there before it.
MAX_REQUESTS = 12
MAX_BYTES = 36_800  # heads and bodies; nonces and ids make it differ by some 40 from run to run
MAX_BLOCKING = 1
BLOCKING = "performance.getEntriesByType('resource').filter(e => e.renderBlockingStatus == 'blocking').length"


@served
async def a_first_visit_needs_few_requests_and_bytes(context: BrowserContext, servers: Path) -> None:
    """Until the page asks for changes because its stream is open. The service worker is installed later."""
    with (
        tempfile.TemporaryDirectory() as folder,
        await asyncio.to_thread(
            Server, servers / "TodoServer", "--no-access-log", "--sessions", "memory:", folder=folder
        ) as server,
    ):
        assert context.browser
        page = await context.browser.new_page(service_workers="block", viewport={"width": 390, "height": 844})
        requests: list[Request] = []
        page.on("request", lambda request: requests.append(request))
        async with page.expect_request(lambda request: bool(request.headers.get("tempura-stream"))) as last:
            await page.goto(server.url + "/list")
        await (await last.value).response()
        counted = [request for request in requests if request.resource_type != "font"]
        # The stream has no end.
        sizes = [await request.sizes() for request in counted if "/live?" not in request.url]
        count = sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)
        found = (len(counted), count, await page.evaluate(BLOCKING))
        assert all(a <= b for a, b in zip(found, (MAX_REQUESTS, MAX_BYTES, MAX_BLOCKING), strict=True)), found
        await page.context.close()


RULES = """sheets => sheets.map(css => {
  const sheet = new CSSStyleSheet
  sheet.replaceSync(css)
  return [...sheet.cssRules].map(({cssText}) => cssText.replace(/\\s/g, ''))
})"""


@served
async def the_joined_style_sheet_has_the_rules_of_its_parts(context: BrowserContext, servers: Path) -> None:
    parts = ["/tempura-sans.css", "/tempura.css", "/todo.css"]
    with (
        tempfile.TemporaryDirectory() as folder,
        await asyncio.to_thread(Server, servers / "TodoServer", "--no-access-log", folder=folder) as server,
    ):
        sheets = [await (await context.request.get(server.url + url)).text() for url in ["/tempura-site.css", *parts]]
        page = await context.new_page()
        joined, rules = await page.evaluate(RULES, [sheets[0], "\n".join(sheets[1:])])
        assert len(rules) > 500
        same(joined, rules)
        end = re.search(r"\n/\*\*/[^\n]*\n", sheets[0])
        assert end
        for rest in ["", "}", ";", "@layer e,f", "b", "b{c:d", "b{c:'d", "b{c:rgb(1", "/* b", "@media print{b{c:url(d"]:
            (*_, last), _ = await page.evaluate(RULES, [f"{rest}{end[0]}a{{color:red}}", ""])
            same(last, "a{color:red;}")
