"""What the script of live pages does with patches: every operation of docs/reference/live-protocol.md, and the rules for fields."""

from collections.abc import Awaitable, Callable

from live_answers import Mock, window
from playwright.async_api import Page

Test = Callable[[Mock, Page], Awaitable[None]]
TESTS: list[tuple[str, Test]] = []

BUTTON = '<button name="tap" value="go">Go</button>'


def test(function: Test) -> Test:
    TESTS.append((function.__name__.replace("_", " "), function))
    return function


def patch(*operations: object, **members: object) -> dict[str, object]:
    return {"version": "g.2", "steps": [[2, *operations]], **members}


async def open_page(mock: Mock, page: Page, body: str) -> None:
    mock.body = window(BUTTON + body)
    await visit(mock, page)


async def visit(mock: Mock, page: Page, path: str = "/list") -> None:
    """Opens a page, and waits until its script has asked for changes."""
    before = len(mock.live)
    await page.goto(mock.base + path)
    await mock.wait(lambda: len(mock.live) > before)
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


# MARK: Operations

OPERATIONS: list[tuple[str, str, list[object], str]] = [
    ("a sets", '<p id="a"></p>', ["a", "a", "class", "x", "title", 'a "b" &'],
     '<p id="a" class="x" title="a &quot;b&quot; &amp;"></p>'),
    ("a removes", '<p id="a" hidden="" class="x"></p>', ["a", "a", "hidden", None], '<p id="a" class="x"></p>'),
    ("t", '<p id="a"><b>old</b></p>', ["t", "a", "1 < 2"], '<p id="a">1 &lt; 2</p>'),
    ("t at a place", '<div id="a">text<i></i><p><b></b><b>x</b></p></div>', ["t", ["a", 1, 1], "y"],
     '<div id="a">text<i></i><p><b></b><b>y</b></p></div>'),
    ("h", '<p id="a">old</p>', ["h", "a", "<b>new</b>, and text"], '<p id="a"><b>new</b>, and text</p>'),
    ("r", '<p id="a">old</p>', ["r", "a", '<p id="a" class="x">new</p>'], '<p id="a" class="x">new</p>'),
    ("r by another", '<p id="a">old</p>', ["r", "a", '<h2 id="b">new</h2>'], '<h2 id="b">new</h2>'),
    ("d", '<p id="a"></p><ul id="b"><li></li><li>2</li><li></li></ul>', ["d", "a", ["b", 0], ["b", 2]],
     '<ul id="b"><li>2</li></ul>'),
    ("i at the end", '<ul id="a"><li id="b"></li></ul>', ["i", "a", None, '<li id="c"></li><li id="d"></li>'],
     '<ul id="a"><li id="b"></li><li id="c"></li><li id="d"></li></ul>'),
    ("i before", '<ul id="a"><li id="b"></li></ul>', ["i", "a", "b", '<li id="c"></li><li id="d"></li>'],
     '<ul id="a"><li id="c"></li><li id="d"></li><li id="b"></li></ul>'),
    ("m to the end", '<ul id="a"><li id="b"></li><li id="c"></li><li id="d"></li></ul>', ["m", "a", None, "c", "b"],
     '<ul id="a"><li id="d"></li><li id="c"></li><li id="b"></li></ul>'),
    ("m before a place", '<ul id="a"><li></li><li id="b"></li><li></li><li id="c"></li></ul>',
     ["m", "a", ["a", 2], "c", "b"], '<ul id="a"><li></li><li id="c"></li><li id="b"></li><li></li></ul>'),
    ("m into another parent", '<div id="a"><p id="b">x</p></div><div id="c"></div>', ["m", "c", None, "b"],
     '<div id="a"></div><div id="c"><p id="b">x</p></div>'),
    ("m before", '<ul id="a"><li id="b"></li><li id="c"></li><li id="d"></li></ul>', ["m", "a", "b", "d", "c"],
     '<ul id="a"><li id="d"></li><li id="c"></li><li id="b"></li></ul>'),
]  # fmt: skip


def add_operation(name: str, before: str, operation: list[object], after: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, before)
        await tap(mock, page, patch(operation))
        same(await content(page), after)

    TESTS.append((f"operation {name}", check))


for case in OPERATIONS:
    add_operation(*case)


@test
async def operations_of_the_page(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="a" class="s1"></p>')
    await tap(mock, page, patch(
        ["s", ".s1{color:rgb(1, 2, 3)}\n@media all{.s1{margin:1px}}\n"],
        ["p", "title", "A & B", "language", "ar", "direction", "rtl", "viewport", "width=390", "heading", "A <b>"]))  # fmt: skip
    same(await page.evaluate("getComputedStyle(a).color + getComputedStyle(a).margin"), "rgb(1, 2, 3)1px")
    same(await page.evaluate("document.title + document.documentElement.lang + document.dir"), "A & Barrtl")
    same(await page.get_attribute("[name=viewport]", "content"), "width=390")
    same(await page.inner_text(".page-heading h1"), "A <b>")
    await tap(mock, page, {"version": "g.3", "steps": [[3, ["p", "heading", None]]]})
    same(await page.locator(".page-heading").count(), 0)


@test
async def an_empty_id_is_that_of_the_last_target(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="a"><i></i><b></b></div>')
    await tap(mock, page, patch(["t", ["a", 0], "x"], ["t", ["", 1], "y"], ["a", "", "class", "z"]))
    same(await content(page), '<div id="a" class="z"><i>x</i><b>y</b></div>')


@test
async def steps_that_are_known_are_left_out(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<p id="a"></p>')
    steps = [[0, ["t", "a", "x"]], [1, ["t", "gone", "x"]], [2, ["t", "a", "2"]], [3, ["a", "a", "title", "3"]]]
    await tap(mock, page, {"version": "g.3", "steps": steps})
    same(await content(page), '<p id="a" title="3">2</p>')
    await tap(mock, page, 204)
    same([asked.headers["tempura-version"] for asked in mock.posts], ["g.1", "g.3"])


# MARK: Doubt

DOUBTS: dict[str, dict[str, object]] = {
    "a gap": {"version": "g.3", "steps": [[3]]},
    "an element that is not there": patch(["t", "gone", "x"]),
    "a place that is not there": patch(["t", ["v", 7], "x"]),
    "a place before nothing": patch(["i", "v", "gone", "<p></p>"]),
    "an unknown operation": patch(["x", "v"]),
    "another release": patch(reload=True),
}


def add_doubt(name: str, answer: dict[str, object]) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, "")
        mock.answers.append(dict(answer))
        async with page.expect_navigation():
            await page.click("[value=go]")
        same([(asked.method, asked.is_live) for asked in mock.asked][:2], [("POST", True), ("GET", False)])

    TESTS.append((f"{name} loads the page", check))


for case in DOUBTS.items():
    add_doubt(*case)


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
    await tap(mock, page, patch(["t", "p", "opened"], location="mailto:someone@example.com"))
    same(await page.inner_text("#p"), "opened")
    await tap(mock, page, {"version": "g.3", "steps": [[3, ["t", "p", "next"]]]})
    same(await page.inner_text("#p"), "next")


@test
async def an_answer_that_is_no_patch_is_left_to_the_browser(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<textarea name="note">a\nb</textarea>')
    mock.answers.append(500)
    async with page.expect_navigation():
        await page.click("[value=go]")
    live, plain = mock.posts
    same(plain.is_live, False)
    same(plain.fields, {**live.fields, "note": "a\r\nb"})
    same(list(live.fields), ["page", "note", "tap"])


@test
async def a_page_that_does_not_help_stays_plain(mock: Mock, page: Page) -> None:
    await open_page(mock, page, "")
    for is_helped in (True, False):
        mock.answers.append(patch(["t", "gone", "x"]))
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
    ("an id that moves down", '<b id="1">x</b>', '<form><b id="1">y</b></form>'),
    ("an id that moves up", '<form><b id="1">x</b></form>', '<b id="1">y</b>'),
    ("buttons without ids", '<button name="tap" value="a">A</button><button name="tap" value="b">B</button>',
     '<button name="tap" value="b">B</button>'),
]  # fmt: skip


def add_morph(name: str, before: str, after: str) -> None:
    async def check(mock: Mock, page: Page) -> None:
        await open_page(mock, page, "")
        set_up = "document.getElementById('m').innerHTML = %r"
        mock.body = mock.body.replace("</form>", '<div id="m"></div></form>')
        await visit(mock, page)
        await page.evaluate(set_up % before)
        await page.evaluate("window.old = Object.fromEntries([...m.querySelectorAll('[id]')].map(e => [e.id, e]))")
        await tap(mock, page, patch(["h", "m", after]))
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
    whole = {"style": ".tall{height:50px} #p{height:500px}", "title": "T", "language": "en", "direction": "ltr",
             "viewport": "width=device-width, initial-scale=1", "heading": None}  # fmt: skip
    below = f'<main><div id="v" inert>{BUTTON}{view % "new"}</div></main>'
    modal = '<dialog open aria-modal="true"><form id="screen" method="post" novalidate><button id="x" name="tap" value="x">X</button></form></dialog>'
    state = "JSON.stringify([kept.every(e => e.isConnected), s.scrollTop, document.querySelector('details').open, f.value, document.activeElement.id, f.selectionStart, f.selectionEnd])"
    shell = '<div id="w" class="UIWindow">%s</div>'
    await page.keyboard.press("Enter")  # sends what was typed
    await mock.wait(lambda: len(mock.posts) == 1)
    await page.wait_for_selector("[aria-busy]", state="detached")
    await page.evaluate("f.value = 'abc'; f.setSelectionRange(1, 2)")
    mock.answers.append({"version": "h.1", "whole": {**whole, "screen": shell % (window(BUTTON + view % "new"))}})
    await page.evaluate("new BroadcastChannel('tempura').postMessage('change')")
    await until(page, "p.textContent == 'new'")
    same(await page.evaluate(state), '[true,40,true,"abc","f",1,2]')
    mock.answers.append({"version": "h.2", "whole": {**whole, "screen": shell % (below + modal)}})
    await page.evaluate("new BroadcastChannel('tempura').postMessage('change')")
    await page.wait_for_selector("dialog")
    same(await page.evaluate("JSON.stringify([document.activeElement.id, f.value, s.scrollTop])"), '["x","abc",40]')
    mock.answers.append({"version": "h.3", "whole": {**whole, "screen": shell % window(BUTTON + view % "new")}})
    await page.click("#x")
    await page.wait_for_selector("dialog", state="detached")
    same(await page.evaluate(state), '[true,40,true,"abc","f",1,2]')


# MARK: Fields

FIELDS = '<input name="a" id="a" value="1"><textarea name="b" id="b">1</textarea><select name="c" id="c"><option selected>1<option>2<option>3</select>'
NEW = [["a", "a", "value", "2"], ["t", "b", "2"], ["a", ["c", 0], "selected", None], ["a", ["c", 1], "selected", ""]]  # fmt: skip
VALUES = "a.value + b.value + c.value"


@test
async def unchanged_fields_take_new_values_over(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = '0'; a.value = '1'; c.value = '2'; c.value = '1'")
    await tap(mock, page, patch(*NEW))
    same(await page.evaluate(VALUES), "222")


@test
async def changed_fields_are_never_overwritten(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = b.value = 'x'; c.value = '3'")
    await tap(mock, page, patch(*NEW, status=422))
    same(await page.evaluate(VALUES), "xx3")


@test
async def fields_take_their_defaults_over_after_a_form_was_applied(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.evaluate("a.value = b.value = 'x'; c.value = '3'")
    await tap(mock, page, patch(["a", "a", "value", "X"]))
    same(await page.evaluate(VALUES), "X11")


@test
async def typing_during_a_tap_stays(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await page.fill("#a", "x")
    mock.gate.clear()
    mock.answers.append(patch(["a", "a", "value", "x!"]))
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
        mock.answers.append({"version": f"g.{number}", "steps": [[number, ["a", "a", "value", str(number)]]]})
        await page.evaluate("new BroadcastChannel('tempura').postMessage('change')")
        await until(page, f"a.defaultValue == {number}")
    await client.send("Input.imeSetComposition", {"text": "日", "selectionStart": 1, "selectionEnd": 1})
    same(await page.input_value("#a"), "1日")
    await client.send("Input.insertText", {"text": "日本"})
    same(await page.input_value("#a"), "1日本")


@test
async def a_patch_can_give_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS)
    await tap(mock, page, patch(["a", "a", "autofocus", ""]))
    same(await page.evaluate("document.activeElement.id"), "a")
    await tap(mock, page, {"version": "g.3", "steps": [[3, ["i", "v", None, '<input id="n" autofocus>']]]})
    same(await page.evaluate("document.activeElement.id"), "n")


@test
async def a_patch_can_take_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, f'<div id="f">{FIELDS}</div>')
    for number, (name, left) in enumerate((("f", "BODY"), ("v.b", "INPUT"), (None, "INPUT")), 2):
        await page.focus("#a")
        values = ["p", "leave", name and f"{number} {name}", "title", str(number)]
        mock.answers.append({"version": f"g.{number}", "steps": [[number, values]]})
        await page.evaluate("new BroadcastChannel('tempura').postMessage('change')")
        await until(page, f"document.title == '{number}'")
        same(await page.evaluate("document.activeElement.nodeName"), left)


@test
async def a_patch_does_not_scroll_to_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, FIELDS + '<p id="p"></p>')
    await page.evaluate("document.querySelector('style').append('#p { height: 3000px }'); a.focus(); scrollTo(0, 900)")
    mock.answers.append(patch(["t", "p", "news"], ["a", "a", "value", "2"]))
    await page.evaluate("new BroadcastChannel('tempura').postMessage('change')")
    await until(page, "p.textContent == 'news'")
    same(await page.evaluate("[document.activeElement.id, scrollY].join()"), "a,900")


@test
async def a_replaced_control_keeps_the_focus(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<div id="r"><button id="k" name="tap" value="k">K</button></div>')
    await tap(mock, page, patch(["r", "k", '<a id="k" href="/x">K</a>']), "#k")
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
    """Every operation is applied to a form, and beside one, whose controls have the names of its properties."""
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

    await press(patch(["a", "screen", "data-x", "1"], ["i", "screen", None, '<p id="q"></p><p id="r"></p>'],
                      ["m", "screen", None, "q"], ["t", ["screen", len(SHADOWS), 1], "moved"]))  # fmt: skip
    same({name: mock.posts[0].fields[name] for name in SHADOWS}, {name: name for name in SHADOWS})
    last = "[...document.querySelectorAll('#screen > p')].map(e => e.id).join()"
    same(await page.evaluate(f"p.textContent + {last}"), "movedr,q")
    answers = [
        patch(["d", "r", "q"], ["r", "v", f'<div id="v">{BUTTON}<p id="p">1</p></div>']),
        patch(["h", "w", form("2")]),
        patch(["r", "screen", form("3").removeprefix("<main>").removesuffix("</main>")]),
        patch(["h", "w", f'<main></main><dialog open aria-modal="true">{form("4")[6:-7]}</dialog>']),
    ]
    for number, answer in enumerate(answers, 1):
        answer |= {"version": f"g.{number + 2}", "steps": [[number + 2, *answer["steps"][0][1:]]]}
        await press(answer)
        same(await page.evaluate("p.textContent"), str(number))
        same(await page.evaluate("kept == document.querySelector('form')"), number < 4)  # a new dialog has a new one
    await press({"version": "h.1", "whole": {"screen": f'<div id="w" class="UIWindow">{form("5")}</div>'}})
    same(await page.evaluate("p.textContent"), "5")
    same([post.is_live for post in mock.posts], [True] * 6)
    mock.answers.append(413)  # the script leaves the form to the browser
    async with page.expect_navigation():
        await page.evaluate("document.querySelector('[value=go]').click()")
    same([post.is_live for post in mock.posts], [True] * 7 + [False])
    same(mock.posts[-1].fields["page"], mock.posts[-2].fields["page"])


@test
async def texts_of_the_page_are_no_markup(mock: Mock, page: Page) -> None:
    await open_page(mock, page, '<input type="file" name="f">')
    markup = '<img src="/icon.svg" id="bad">'
    await page.evaluate(
        "text => Object.assign(document.scripts[0].dataset, {offline: text, away: text, upload: text, cancel: text})",
        markup,
    )
    await page.set_input_files("[name=f]", {"name": "n", "mimeType": "text/plain", "buffer": b"x"})
    mock.body = mock.body.replace("<form", '<form enctype="multipart/form-data"')
    await page.evaluate("document.querySelector('form').enctype = 'multipart/form-data'")
    mock.gate.clear()
    await page.click("[value=go]")
    await page.wait_for_selector(".upload")
    found = (await page.inner_text(".upload button"), await page.get_attribute("progress", "aria-label"))
    same(found, (markup, markup))
    mock.otherwise = 503
    mock.gate.set()
    await page.wait_for_selector(".offline")
    same((await page.inner_text(".offline"), await page.locator("#bad").count()), (markup, 0))


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
