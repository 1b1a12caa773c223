"""What the script of live pages does with patches, as docs/reference/live-protocol.md says, and the rules for fields."""

from collections.abc import Awaitable, Callable

from live_answers import Mock, Tests, window
from playwright.async_api import Page, Request

Test = Callable[[Mock, Page], Awaitable[None]]
test = TESTS = Tests()

BUTTON = '<button name="tap" value="go">Go</button>'
# Another tab has changed something: the page asks for it.
OTHER_TAB = "new BroadcastChannel('tempura').postMessage(0)"


def patch(*markup: str, **members: object) -> dict[str, object]:
    return numbered(2, *markup, **members)


def numbered(number: int, *markup: str, **members: object) -> dict[str, object]:
    return {"version": f"g.{number}", "markup": "".join(markup), **members}


def whole(body: str) -> str:
    return f'<div id="w" class="UIWindow">{body}</div>'


async def open_page(mock: Mock, page: Page, body: str) -> None:
    mock.body = window(BUTTON + body)
    await visit(mock, page)


def is_live(request: Request) -> bool:
    return "tempura-tab" in request.headers


async def visit(mock: Mock, page: Page, path: str = "/list") -> None:
    """Opens a page, and waits until its script has asked for changes: because the network is back, not after its pause."""
    await page.goto(mock.base + path)
    # The parts of the script, which may ask, too
    await page.evaluate("Promise.all(['lists', 'gestures'].map(part => import(`/tempura-${part}.js`)))")
    async with page.expect_event("requestfinished", is_live):
        await page.evaluate("dispatchEvent(new Event('online'))")
    mock.asked.clear()


async def tap(mock: Mock, page: Page, answer: object, selector: str = "[value=go]") -> None:
    """Presses a control, and waits until its answer is visible."""
    mock.answers.append(answer)
    await page.click(selector)
    await page.wait_for_selector("[aria-busy]", state="detached")


async def until(page: Page, condition: str) -> None:
    """Waits for a condition. Not `wait_for_function`, which the content security policy of the page may forbid."""
    await page.evaluate(
        f"new Promise(end => {{ const look = () => {condition} ? end() : setTimeout(look, 10); look() }})"
    )


async def content(page: Page) -> str:
    return (await page.inner_html("#v")).removeprefix(BUTTON)


def same(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r} is not {wanted!r}")


# MARK: Markup

LIST = '<ul id="l"><li id="1">x</li><li id="2">x</li><li id="3">x</li></ul>'
MARKUP: list[tuple[str, str, str, str]] = [
    ("attributes", '<p id="a" class="x" hidden=""></p>', '<p id="a" class="y" title="a &quot;b&quot; &amp;"></p>',
     '<p id="a" class="y" title="a &quot;b&quot; &amp;"></p>'),
    ("a text", '<p id="a"><b>old</b></p>', '<p id="a">1 &lt; 2</p>', '<p id="a">1 &lt; 2</p>'),
    ("another kind of element", '<p id="a">old</p>', '<h2 id="a">new</h2>', '<h2 id="a">new</h2>'),
    ("another kind around what stays", LIST, '<ol id="l"><keep from="2" to="3"></keep></ol>',
     '<ol id="l"><li id="2">x</li><li id="3">x</li></ol>'),
    ("several elements", '<p id="a"></p><p id="b"></p>', '<p id="b">1</p><p id="a">2</p><p id="b">3</p>',
     '<p id="a">2</p><p id="b">3</p>'),
    ("a row that goes", LIST, '<ul id="l"><keep from="1"></keep><keep from="3"></keep></ul>',
     '<ul id="l"><li id="1">x</li><li id="3">x</li></ul>'),
    ("a row that comes", LIST, '<ul id="l"><keep from="1"></keep><li id="4">y</li><keep from="2" to="3"></keep></ul>',
     '<ul id="l"><li id="1">x</li><li id="4">y</li><li id="2">x</li><li id="3">x</li></ul>'),
    ("rows that move", LIST, '<ul id="l"><keep from="2" to="3"></keep><keep from="1"></keep></ul>',
     '<ul id="l"><li id="2">x</li><li id="3">x</li><li id="1">x</li></ul>'),
    ("rows that get an element around them", LIST, '<ul id="l"><li id="4"><ul><keep from="1" to="3"></keep></ul></li></ul>',
     '<ul id="l"><li id="4"><ul><li id="1">x</li><li id="2">x</li><li id="3">x</li></ul></li></ul>'),
]  # fmt: skip


def add_markup(name: str, before: str, markup: str, after: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, before)
        await page.evaluate("window.old = [...v.querySelectorAll('li')]")
        await tap(mock, page, patch(markup))
        same(await content(page), after)
        same(await page.evaluate("[...v.querySelectorAll('li')].every(e => e.id == '4' || old.includes(e))"), True)

    TESTS.append((f"markup: {name}", check))


for case in MARKUP:
    add_markup(*case)


# MARK: Elements of others

OTHERS = "for (const e of v.querySelectorAll('input, li')) e.%s(Object.assign(document.createElement('div'), {className: 'other'}))"
BOTH = '<input id="a" name="a" value="%s"><p id="p">%s</p>' + LIST


def add_others(place: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, BOTH % ("1", "1"))
        await page.evaluate(OTHERS % place)
        await page.evaluate("window.others = [...document.querySelectorAll('.other')]")
        await tap(mock, page, patch(f'<div id="v">{BUTTON}{BOTH % ("2", "2")}<p id="new">3</p></div>'))
        same(await page.evaluate("[a.value, p.textContent, l.innerText.match(/x/g).length].join()"), "2,2,3")
        same(await page.evaluate("[others.length, others.every(e => e.isConnected)].join()"), "4,true")
        await tap(mock, page, numbered(3, '<ul id="l"><keep from="2" to="3"></keep><li id="1">x</li></ul>'))
        same(await page.evaluate("[...l.querySelectorAll('li')].map(e => e.id).join()"), "2,3,1")
        same(await page.evaluate("others.every(e => e.isConnected)"), True)
        same(len(mock.posts), 2)

    TESTS.append((f"elements of an extension {place} the server’s stay", check))


for place in ("before", "after"):
    add_others(place)


@test
async def attributes_of_others_stay(mock: Mock, page: Page) -> None:
    field = '<input id="a" name="a" value="%s" aria-describedby="hint" autocomplete="off"%s>'
    await open_page(mock, page, field % (1, ' class="x" title="t"'))
    await page.evaluate(
        "a.classList.add('other'); a.dataset.other = '1'; a.style.color = 'red'; a.autocomplete = 'name';"
        "a.setAttribute('aria-describedby', 'hint other')"
    )
    others = 'aria-describedby="hint other" autocomplete="name"%s data-other="1" style="color: red;">'
    await tap(mock, page, patch(f'<div id="v">{BUTTON}{field % (2, " class=x title=t")}</div>'))
    same(await content(page), '<input id="a" name="a" value="2" ' + others % ' class="x other" title="t"')
    await tap(mock, page, numbered(3, field % (3, " class=y")))
    same(await content(page), '<input id="a" name="a" value="3" ' + others % ' class="y"')
    await tap(mock, page, numbered(4, '<input id="a" name="a" value="3">'))
    same(await content(page), '<input id="a" name="a" value="3" data-other="1" style="color: red;">')


@test
async def texts_of_a_translator_are_replaced(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p">one</p>' + LIST)
    translate = """() => { for (const e of v.querySelectorAll('p, li'))
        e.innerHTML = '<font dir="auto"><font>uno</font></font>' }"""
    await page.evaluate(translate)
    await tap(mock, page, patch('<p id="p">two</p><ul id="l"><li id="1">y</li><keep from="2" to="3"></keep></ul>'))
    same(await page.evaluate("[...v.querySelectorAll('p, li')].map(e => e.textContent).join()"), "two,y,uno,uno")


@test
async def texts_of_others_are_replaced(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<time id="a">1 May</time><p id="b">one two</p>')
    await page.evaluate(
        "a.textContent = '5 minutes ago'; const mark = document.createElement('mark');"
        "mark.append(b.firstChild.splitText(4)); b.append(mark, '!')"
    )
    await tap(mock, page, patch('<time id="a">2 May</time><p id="b">three</p>'))
    same(await page.evaluate("a.textContent + b.firstChild.data + b.childNodes.length"), "2 Maythree2")


@test
async def values_of_the_page(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="a" class="s1"></p>')
    values = ["title", "A & B", "language", "ar", "direction", "rtl", "viewport", "width=390", "heading", "A <b>"]
    await tap(mock, page, patch(rules=".s1{color:rgb(1, 2, 3)}\n@media all{.s1{margin:1px}}\n", page=values))
    same(await page.evaluate("getComputedStyle(a).color + getComputedStyle(a).margin"), "rgb(1, 2, 3)1px")
    same(await page.evaluate("document.title + document.documentElement.lang + document.dir"), "A & Barrtl")
    same(await page.get_attribute("[name=viewport]", "content"), "width=390")
    same(await page.inner_text(".page-heading h1"), "A <b>")
    await tap(mock, page, numbered(3, page=["heading", None]))
    same(await page.locator(".page-heading").count(), 0)


# MARK: Doubt

DOUBTS: dict[str, dict[str, object]] = {
    "an element that is not there": patch('<p id="gone"></p>'),
    "a row that is not there": patch('<div id="v"><keep from="gone"></keep></div>'),
    "rows that are not in this order": patch('<div id="v"><keep from="p" to="v"></keep></div>'),
    "an unknown value": patch(page=["x", ""]),
    "another release": patch(reload=True),
}


def add_doubt(name: str, answer: dict[str, object]) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, '<p id="p"></p>')
        mock.answers.append(dict(answer))
        async with page.expect_navigation():
            await page.click("[value=go]")
        same([(asked.method, asked.is_live) for asked in mock.asked][:2], [("POST", True), ("GET", False)])

    TESTS.append((f"{name} loads the page", check))


for case in DOUBTS.items():
    add_doubt(*case)


TYPED = """<textarea id="a" name="a"></textarea><input id="b" name="b" type="password"><input id="c" name="c" value="x">
<p id="p">Old</p><div id="tall"></div>"""
IN_FIELDS = "[a.value, b.value, document.activeElement.id, a.selectionStart, a.selectionEnd].join()"


@test
async def a_new_release_waits_while_something_is_typed(mock: Mock, page: Page) -> None:
    """Also in fields that the app does not listen to. The button sends them, and then the page is loaded."""
    await open_page(mock, page, TYPED)
    await page.evaluate("window.isSamePage = true")
    await page.fill("#b", "secret")
    await page.fill("#a", "Dear Anna")
    await page.evaluate("a.setSelectionRange(2, 4)")
    mock.otherwise = lambda _: {"reload": True, "later": True}
    for _ in range(2):
        async with page.expect_event("requestfinished", is_live):
            await page.evaluate(OTHER_TAB)
        await until(page, "document.querySelector('.notice')")
        same(await page.evaluate(IN_FIELDS), "Dear Anna,secret,a,2,4")
    same((await page.locator(".notice").count(), await page.evaluate("isSamePage")), (1, True))
    async with page.expect_navigation():
        await page.get_by_role("button", name="Load").click()
    [post] = mock.posts
    same([post.fields[name] for name in "abc"], ["Dear Anna", "secret", "x"])


@test
async def a_new_release_waits_while_a_field_has_the_focus(mock: Mock, page: Page) -> None:
    """A page that nobody uses is loaded at once, and keeps its place."""
    await open_page(mock, page, TYPED)
    await page.evaluate("document.querySelector('style').append('#tall { height: 3000px }')")
    await page.focus("#c")
    mock.page = mock.page.replace(".s0{color:red}", "#tall { height: 3000px }")
    mock.answers.append({"reload": True, "later": True})
    await page.evaluate(OTHER_TAB)
    await until(page, "document.querySelector('.notice')")
    await page.evaluate("document.activeElement.blur(), scrollTo(0, 700)")
    mock.answers.append({"reload": True, "later": True})
    mock.body = window(BUTTON + TYPED.replace("Old", "New"))
    async with page.expect_navigation():
        await page.evaluate(OTHER_TAB)
    same(await page.inner_text("#p"), "New")
    await until(page, "scrollY == 700")


@test
async def a_page_of_a_session_that_is_gone_does_not_wait(mock: Mock, page: Page) -> None:
    """What it shows may be private."""
    await open_page(mock, page, TYPED)
    await page.fill("#a", "Dear Anna")
    mock.answers.append({"reload": True})
    async with page.expect_navigation():
        await page.evaluate(OTHER_TAB)
    same(await page.input_value("#a"), "")


@test
async def a_page_that_a_patch_has_half_changed_does_not_wait(mock: Mock, page: Page) -> None:
    """A form of it would have fields of two screens."""
    await open_page(mock, page, TYPED)
    await page.focus("#c")
    mock.answers.append(patch('<p id="p">New</p><p id="gone"></p>'))
    async with page.expect_navigation():
        await page.evaluate(OTHER_TAB)
    same(await page.inner_text("#p"), "Old")


@test
async def another_site_is_gone_to(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    other = mock.base.replace("localhost", "127.0.0.1") + "/elsewhere?x=1"
    mock.answers.append({"location": other})
    async with page.expect_navigation():
        await page.click("[value=go]")
    same(page.url, other)
    same([(asked.method, asked.path) for asked in mock.asked][:2], [("POST", "/list"), ("GET", "/elsewhere?x=1")])


@test
async def a_page_goes_on_after_it_has_opened_a_mail_address(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="p"></p>')
    await tap(mock, page, patch('<p id="p">opened</p>', location="mailto:someone@example.com"))
    same(await page.inner_text("#p"), "opened")
    await tap(mock, page, numbered(3, '<p id="p">next</p>'))
    same(await page.inner_text("#p"), "next")


@test
async def a_foreign_refusal_is_told_and_the_page_stays(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<textarea id="t" name="note"></textarea>')
    await page.fill("#t", "typed")
    for status in (400, 411, 413, 500):
        mock.asked.clear()
        await tap(mock, page, status)
        same(await page.inner_text("#notices"), f"Refused {status}")
        same((await page.input_value("#t"), len(mock.asked)), ("typed", 1))
    await tap(mock, page, patch())
    same(await page.inner_text("#notices"), "")


@test
async def a_foreign_page_loads_the_page(mock: Mock, page: Page) -> None:
    """As when a proxy asks for a password, or answers with its own log-in."""
    for status in (200, 401):
        await open_page(mock, page, "")
        mock.answers.append(status)
        async with page.expect_navigation():
            await page.click("[value=go]")
        same([(asked.method, asked.is_live) for asked in mock.asked][:2], [("POST", True), ("GET", False)])
        await page.evaluate("delete sessionStorage.tempuraLeft")


@test
async def a_page_that_does_not_help_stays_plain(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    for is_helped in (True, False):
        mock.answers.append(patch('<p id="gone"></p>'))
        async with page.expect_navigation():
            await page.click("[value=go]")
        same(mock.posts[-1].is_live, True)
        if is_helped:
            await mock.wait(lambda: mock.asked[-1].is_live and mock.asked[-1].method == "GET")
            await page.evaluate("sessionStorage.tempuraLeft = Date.now()")  # on a slow machine, too
    async with page.expect_navigation():
        await page.click("[value=go]")
    same(mock.posts[-1].is_live, False)


# MARK: Morphing

MORPHS: list[tuple[str, str, str]] = [
    ("attributes and text", '<p class="x">a</p>b', '<p title="y">c</p>d'),
    ("a list in another order", '<b id="1"></b><b id="2"></b><b id="3"></b>', '<b id="3"></b><b id="1"></b>'),
    ("new rows", '<b id="1">x</b>', '<b id="0"></b><b id="1">x</b><b id="2"><i>y</i></b>'),
    ("another kind of element", "<b>x</b><i>y</i>", "<i>y</i><b>x</b>"),
    ("nothing", '<b id="1"></b>text<i></i>', ""),
    ("an id that moves down", '<b id="1">x</b>', '<div><b id="1">y</b></div>'),
    ("an id that moves up", '<div><b id="1">x</b></div>', '<b id="1">y</b>'),
    ("buttons without ids", '<button name="tap" value="a">A</button><button name="tap" value="b">B</button>',
     '<button name="tap" value="b">B</button>'),
]  # fmt: skip


def add_morph(name: str, before: str, after: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, f'<div id="m">{before}</div>')
        await page.evaluate("window.old = Object.fromEntries([...m.querySelectorAll('[id]')].map(e => [e.id, e]))")
        await tap(mock, page, patch(f'<div id="m">{after}</div>'))
        same(await page.inner_html("#m"), after)
        same(await page.evaluate("[...m.querySelectorAll('[id]')].every(e => !old[e.id] || old[e.id] == e)"), True)

    TESTS.append((f"morphing: {name}", check))


for case in MORPHS:
    add_morph(*case)


@test
async def a_whole_page_keeps_what_the_user_sees(mock: Mock, page: Page) -> None:
    """Focus, caret, scroll positions, open details and elements stay, also when a modal screen takes the form."""
    view = '<div id="s" data-scrolls class="UIScrollView tall"><p id="p">%s</p></div><details><summary>x</summary></details><input id="f" name="f" value="">'
    await open_page(mock, page, view % "old")
    await page.evaluate("""() => {
      const style = document.querySelector('style')
      style.append('.tall{height:50px} #p{height:500px}')
      s.scrollTop = 40; document.querySelector('details').open = true; f.focus(); f.value = 'abc'; f.setSelectionRange(1, 2)
      window.kept = [v, s, p, f]
    }""")
    values = [
        "title",
        "T",
        "language",
        "en",
        "direction",
        "ltr",
        "viewport",
        "width=device-width, initial-scale=1",
        "heading",
        None,
    ]
    rest = {"style": ".tall{height:50px} #p{height:500px}", "page": values}
    below = f'<main><div id="v" inert>{BUTTON}{view % "new"}</div></main>'
    modal = '<dialog open aria-modal="true"><form id="screen" method="post" novalidate><button id="x" name="tap" value="x">X</button></form></dialog>'
    state = "JSON.stringify([kept.every(e => e.isConnected), s.scrollTop, document.querySelector('details').open, f.value, document.activeElement.id, f.selectionStart, f.selectionEnd])"
    await page.keyboard.press("Enter")  # sends what was typed
    await mock.wait(lambda: len(mock.posts) == 1)
    await page.wait_for_selector("[aria-busy]", state="detached")
    await page.evaluate("f.value = 'abc'; f.setSelectionRange(1, 2)")
    mock.answers.append({"version": "h.1", "markup": whole(window(BUTTON + view % "new")), **rest})
    await page.evaluate(OTHER_TAB)
    await until(page, "p.textContent == 'new'")
    same(await page.evaluate(state), '[true,40,true,"abc","f",1,2]')
    mock.answers.append({"version": "h.2", "markup": whole(below + modal), **rest})
    await page.evaluate(OTHER_TAB)
    await page.wait_for_selector("dialog")
    same(await page.evaluate("JSON.stringify([document.activeElement.id, f.value, s.scrollTop])"), '["x","abc",40]')
    mock.answers.append({"version": "h.3", "markup": whole(window(BUTTON + view % "new")), **rest})
    await page.click("#x")
    await page.wait_for_selector("dialog", state="detached")
    same(await page.evaluate(state), '[true,40,true,"abc","f",1,2]')


# MARK: Fields

FIELDS = '<input name="a" id="a" value="1"><textarea name="b" id="b">1</textarea><select name="c" id="c"><option selected>1<option>2<option>3</select>'
NEW = '<input name="a" id="a" value="2"><textarea name="b" id="b">2</textarea><select name="c" id="c"><option>1<option selected>2<option>3</select>'
VALUES = "a.value + b.value + c.value"


def field(value: str) -> str:
    return f'<input name="a" id="a" value="{value}">'


@test
async def a_modal_screen_scrolls_nothing_where_elements_cannot_be_moved(mock: Mock, page: Page) -> None:
    """An element that is taken out and put in again loses its scroll position, in Firefox also one that is moved."""
    await page.add_init_script("delete Element.prototype.moveBefore")
    view = '<div id="s" data-scrolls class="UIScrollView"><p id="p">%s</p></div>'
    await open_page(mock, page, view % "1")
    await page.evaluate("document.querySelector('style').append('#s{height:50px} #p{height:500px}'); s.scrollTop = 40")
    modal = '<dialog open aria-modal="true"><form id="screen" method="post"><button name="tap" value="x">X</button></form></dialog>'
    await tap(mock, page, patch(whole(f'<main><div id="v" inert>{BUTTON}{view % "2"}</div></main>{modal}')))
    same(await page.evaluate("p.textContent + s.scrollTop"), "240")
    await tap(mock, page, numbered(3, whole(window(BUTTON + view % "3"))), "[value=x]")
    same(await page.evaluate("p.textContent + s.scrollTop"), "340")


@test
async def unchanged_fields_take_new_values_over(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = '0'; a.value = '1'; c.value = '2'; c.value = '1'")
    await tap(mock, page, patch(NEW))
    same(await page.evaluate(VALUES), "222")


@test
async def changed_fields_are_never_overwritten(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = b.value = 'x'; c.value = '3'")
    await tap(mock, page, patch(NEW, status=422))
    same(await page.evaluate(VALUES), "xx3")


@test
async def fields_take_their_defaults_over_after_a_form_was_applied(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = b.value = 'x'; c.value = '3'")
    await tap(mock, page, patch(field("X")))
    same(await page.evaluate(VALUES), "X11")


@test
async def a_text_of_a_hidden_field_is_refused_once(mock: Mock, page: Page) -> None:
    """The server refuses each form with a text for a field that takes none. Other texts stay."""
    fields = '<input id="a" name="a" value="old"%s><input id="b" name="b" value="">'
    await open_page(mock, page, fields % "")
    await page.fill("#a", "typed")
    await page.fill("#b", "kept")
    await page.focus("body")
    mock.answers.append(patch(f'<div id="v">{BUTTON}{fields % " hidden"}</div>'))
    await page.evaluate(OTHER_TAB)
    await until(page, "a.hidden")
    await tap(mock, page, patch(status=409, notices='<div class="notice"><p>typed</p></div>'))
    same(await page.inner_text("#notices"), "typed")
    await tap(mock, page, numbered(3))
    same([(post.fields["a"], post.fields["b"]) for post in mock.posts], [("typed", "kept"), ("old", "kept")])


@test
async def typing_during_a_tap_stays(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.fill("#a", "x")
    mock.gate.clear()
    mock.answers.append(patch(field("x!")))
    await page.click("[value=go]")
    await page.fill("#a", "xy")
    mock.gate.set()
    await until(page, "a.defaultValue == 'x!'")
    same(await page.input_value("#a"), "xy")


@test
async def a_field_in_composition_is_not_touched(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.focus("#a")
    await page.keyboard.press("End")
    client = await page.context.new_cdp_session(page)
    await client.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    for number in (2, 3):
        mock.answers.append(numbered(number, field(str(number))))
        await page.evaluate(OTHER_TAB)
        await until(page, f"a.defaultValue == {number}")
    await client.send("Input.imeSetComposition", {"text": "日", "selectionStart": 1, "selectionEnd": 1})
    same(await page.input_value("#a"), "1日")
    await client.send("Input.insertText", {"text": "日本"})
    same(await page.input_value("#a"), "1日本")


@test
async def a_patch_can_give_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await tap(mock, page, patch(field("1").replace("value", "autofocus value")))
    same(await page.evaluate("document.activeElement.id"), "a")
    await tap(mock, page, numbered(3, f'<div id="v">{BUTTON}<keep from="a"></keep><input id="n" autofocus></div>'))
    same(await page.evaluate("document.activeElement.id"), "n")


@test
async def a_patch_can_take_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<div id="f">{FIELDS}</div>')
    for number, (name, left) in enumerate((("f", "BODY"), ("v.b", "INPUT"), (None, "INPUT")), 2):
        await page.focus("#a")
        values = ["leave", name and f"{number} {name}", "title", str(number)]
        mock.answers.append(numbered(number, page=values))
        await page.evaluate(OTHER_TAB)
        await until(page, f"document.title == '{number}'")
        same(await page.evaluate("document.activeElement.nodeName"), left)


@test
async def a_patch_does_not_scroll_to_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS + '<p id="p"></p>')
    await page.evaluate("document.querySelector('style').append('#p { height: 3000px }'); a.focus(); scrollTo(0, 900)")
    mock.answers.append(patch('<p id="p">news</p>', field("2")))
    await page.evaluate(OTHER_TAB)
    await until(page, "p.textContent == 'news'")
    same(await page.evaluate("[document.activeElement.id, scrollY].join()"), "a,900")


@test
async def a_replaced_control_keeps_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="r"><button id="k" name="tap" value="k">K</button></div>')
    await tap(mock, page, patch('<a id="k" href="/x">K</a>'), "#k")
    same(await page.evaluate("document.activeElement.id"), "k")


# MARK: Names


SHADOWS = [
    "action",
    "append",
    "attributes",
    "call",
    "childNodes",
    "children",
    "closest",
    "cloneNode",
    "contains",
    "content",
    "elements",
    "enctype",
    "firstChild",
    "focus",
    "getAttribute",
    "hasAttribute",
    "id",
    "insertBefore",
    "isConnected",
    "isEqualNode",
    "lastChild",
    "length",
    "matches",
    "method",
    "moveBefore",
    "name",
    "nextSibling",
    "nodeName",
    "nodeType",
    "ownerDocument",
    "parentNode",
    "querySelectorAll",
    "remove",
    "removeAttribute",
    "removeChild",
    "replaceChildren",
    "replaceWith",
    "requestSubmit",
    "reset",
    "setAttribute",
    "style",
    "submit",
    "tagName",
    "target",
    "textContent",
    "value",
]


@test
async def names_of_controls_do_not_shadow_the_form(mock: Mock, page: Page) -> None:
    """A form, and what is in it, is patched, although its controls have the names of its properties."""
    named = "".join(f'<input type="hidden" id="{name}" name="{name}" value="{name}">' for name in SHADOWS)

    def form(text: str) -> str:
        content = f'{BUTTON}<p id="p">{text}</p>'
        return f'<main><form id="screen" method="post" novalidate>{named}<div id="v">{content}</div></form></main>'

    mock.body = form("0")
    await visit(mock, page)
    await page.evaluate("window.kept = document.querySelector('form')")

    async def press(answer: object) -> None:
        """Presses the button. The browser's driver would trip over the names, too."""
        mock.answers.append(answer)
        await page.evaluate("document.querySelector('[value=go]').click()")
        await until(page, "!document.querySelector('[aria-busy]')")

    await press(
        patch(
            f'<form id="screen" method="post" data-x="1">{named}<div id="v">{BUTTON}<p id="p">1</p></div><p id="q"></p></form>'
        )
    )
    same({name: mock.posts[0].fields[name] for name in SHADOWS}, {name: name for name in SHADOWS})
    answers = [
        numbered(3, f'<div id="v">{BUTTON}<p id="p">2</p></div>'),
        numbered(4, whole(form("3"))),
        numbered(5, form("4").removeprefix("<main>").removesuffix("</main>")),
        numbered(6, whole(f'<main></main><dialog open aria-modal="true">{form("5")[6:-7]}</dialog>')),
    ]
    for number, answer in enumerate(answers, 2):
        await press(answer)
        same(await page.evaluate("p.textContent"), str(number))
        same(await page.evaluate("kept == document.querySelector('form')"), True)
    await press({"version": "h.1", "style": "", "markup": whole(form("6"))})
    same(await page.evaluate("p.textContent"), "6")
    same([post.is_live for post in mock.posts], [True] * 6)


@test
async def texts_of_the_page_are_no_markup(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    markup = '<img src="/icon.svg" id="bad">'
    texts = "text => Object.assign(document.scripts[0].dataset, {offline: text, away: text})"
    await page.evaluate(texts, markup)
    mock.otherwise = 503
    await page.click("[value=go]")
    await page.wait_for_selector(".offline")
    same((await page.inner_text(".offline"), await page.locator("#bad").count()), (f"{markup} Waiting 1", 0))


@test
async def the_header_of_a_table_below_a_bar_stays_at_the_bar(mock: Mock, page: Page) -> None:
    table = '<div id="t" class="UITableView placed" data-style="plain" data-scrolls tabindex="0"><div class="section">'
    await open_page(mock, page, table + '<h2 class="header">H</h2><ul><li id="l">L</li></ul></div></div>')
    await page.evaluate(
        "document.querySelector('style').append('#t { --bar: 96px; padding-top: 96px; height: 300px; overflow: auto }"
        " #l { height: 3000px }'); t.scrollTop = 900"
    )
    top = "document.querySelector('.header').getBoundingClientRect().top - t.getBoundingClientRect().top"
    same(await page.evaluate(top), 96)
