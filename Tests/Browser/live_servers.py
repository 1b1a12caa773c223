"""Live pages of the todo demo whose server or network goes away, and pages that are not looked at."""

import asyncio
import contextlib
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from apps import TOP, Server, free_port
from live_answers import Tests
from live_patches import same, until
from live_stories import idle, is_as_sent, open_app, press, stayed
from playwright.async_api import BrowserContext, Page, expect

Test = Callable[[BrowserContext, Path], Awaitable[None]]
test = TESTS = Tests()

PENDING = "There are {} items pending"
FIELD = "[name='addItemView.textView']"


async def type_item(page: Page, text: str) -> None:
    """Opens the form for a new item, and types into its field when that has the focus."""
    await page.get_by_role("button", name="What are you going to do today?").click()
    await page.locator(FIELD + ":focus").wait_for()
    await page.keyboard.type(text)


@contextlib.asynccontextmanager
async def todo(programs: Path, *more: str) -> AsyncIterator[Server]:
    """A server of the todo demo with sessions in a file, which can be killed and started again at its port."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        flags = ["--no-access-log", "--sessions", f"sqlite:{folder}/sessions.db", *more]
        with await asyncio.to_thread(
            Server, programs / "TodoServer", *flags, folder=folder, port=free_port(), cwd=TOP
        ) as server:
            yield server


@dataclass
class Network:
    """A network between browser and server that can stop to carry anything, as radio does: no connection is closed."""

    port: int
    base: str = ""
    carries: asyncio.Event = field(default_factory=asyncio.Event)
    # Whether answers are lost: connections are open, and the browser gets nothing.
    loses_answers: bool = False
    # Set when something waits for the network.
    waiting: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
            await asyncio.gather(self.carry(reader, server_writer), self.carry(server_reader, writer, is_answer=True))
        writer.close()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool = False) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                # As many proxies do. Cookies are named by the port.
                data = data.replace(b"\r\nHost: " + self.base[7:].encode(), b"\r\nHost: 127.0.0.1:%d" % self.port)
                if not self.carries.is_set():
                    self.waiting.set()
                await self.carries.wait()
                if not (is_answer and self.loses_answers):
                    writer.write(data)
                    await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def network(port: int) -> AsyncIterator[Network]:
    between = Network(port)
    between.carries.set()
    listener = await asyncio.start_server(between.connect, "127.0.0.1", 0)
    between.base = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield between
    finally:
        between.carries.set()
        listener.close()


async def sees(page: Page, pending: int) -> None:
    await page.get_by_text(PENDING.format(pending)).wait_for()


@test
async def a_server_that_is_killed_under_an_open_page(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page = await context.new_page()
        await open_app(page, server.url + "/list")
        await press(page, "Done: Visit mars")
        await sees(page, 3)
        for pending in (4, 3):
            server.kill()
            # The tap waits for the server, and is applied once.
            await page.get_by_role("button", name="Done: Visit mars").click()
            await page.locator(".offline").wait_for()
            same(await page.locator("[aria-busy]").count(), 1)
            await asyncio.to_thread(server.start)
            await sees(page, pending)
            await page.locator(".offline").wait_for(state="detached")
            await is_as_sent(page)
        # Without a tap, too, the page goes on by itself.
        await type_item(page, "Buy milk")
        await until(page, "!document.querySelector('[aria-busy]')")
        server.kill()
        await asyncio.to_thread(server.start)
        await page.keyboard.press("Enter")
        await sees(page, 4)
        await is_as_sent(page)
        same(await page.get_by_text("Buy milk").count(), 1)
        await stayed(page)


@test
async def a_new_release_while_an_item_is_typed(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page = await context.new_page()
        await open_app(page, server.url + "/list")
        await type_item(page, "Buy ")
        release = await page.get_attribute("[data-release]", "data-release")
        server.kill()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "todo.css").write_text("/* the next release */")
            server.environment["PUBLIC"] = folder
            await asyncio.to_thread(server.start)
            # The page finds out by itself, and goes on with what is typed.
            await page.get_by_text("A new version of this page").wait_for()
            await page.keyboard.type("milk")
            same(await page.input_value(FIELD), "Buy milk")
            await stayed(page)
            async with page.expect_navigation():
                await page.keyboard.press("Enter")
            await page.get_by_role("button", name="Done: Buy milk").wait_for()
            assert await page.get_attribute("[data-release]", "data-release") != release


@test
async def a_server_that_is_killed_after_it_applied_a_tap(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server, network(server.port) as between:
        page = await context.new_page()
        await open_app(page, between.base + "/list")
        await type_item(page, "Buy milk")
        # What was typed is sent by itself, and answered.
        await until(page, "document.activeElement.defaultValue == 'Buy milk'")
        reference = await context.new_page()
        await open_app(reference, server.url + "/list")
        # Requests come through, answers do not: another page sees the new item before the server is killed.
        between.loses_answers = True
        await page.keyboard.press("Enter")
        await sees(reference, 5)
        server.kill()
        between.loses_answers = False
        await asyncio.to_thread(server.start)
        await sees(page, 5)
        await is_as_sent(page)
        same(await page.get_by_role("button", name="Done: Buy milk").count(), 1)
        await stayed(page)


@test
async def a_network_that_is_gone_for_ten_seconds(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server, network(server.port) as between:
        page, other = await context.new_page(), await context.new_page()
        await open_app(page, between.base + "/list")
        await open_app(other, server.url + "/list")
        between.carries.clear()
        await page.get_by_role("button", name="Done: Visit mars").click()
        await page.get_by_role("button", name="Done: Become a doctor").click()
        await between.waiting.wait()
        # The ten seconds are what is tested: shorter than the script waits for an answer.
        await asyncio.sleep(10)
        same(await page.locator("[aria-busy]").count(), 2)
        between.carries.set()
        for each in (page, other):
            await sees(each, 2)
            await is_as_sent(each)
            await stayed(each)


@test
async def windows_at_different_routes(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page, other = await context.new_page(), await context.new_page()
        await open_app(page, server.url + "/list")
        await open_app(other, server.url + "/list/addItem")
        await other.locator(FIELD).fill("Half a thought")
        # The script sends the text a moment later.
        await other.locator('[value="Half a thought"]').wait_for()
        await press(page, "Done: Visit mars")
        await sees(other, 3)
        same(await other.locator(FIELD).input_value(), "Half a thought")
        await is_as_sent(other)
        await other.keyboard.press("Enter")
        await other.wait_for_url("**/list")
        for each in (page, other):
            await sees(each, 4)
            await is_as_sent(each)
            await stayed(each)


HIDE = """hidden => {
  Object.defineProperty(Document.prototype, 'hidden', {get: () => hidden, configurable: true})
  document.dispatchEvent(new Event('visibilitychange'))
}"""


@test
async def a_hidden_page_that_is_shown_again(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page, other = await context.new_page(), await context.new_page()
        await open_app(page, server.url + "/list")
        await page.evaluate(HIDE, True)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await open_app(other, server.url + "/list")
        for name in ("Done: Visit mars", "Done: Become a doctor"):
            await press(other, name)
        await sees(other, 2)
        same(asked, [])
        await page.evaluate(HIDE, False)
        await sees(page, 2)
        await is_as_sent(page)
        await stayed(page)


@test
async def back_and_forward_through_modal_screens(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page = await context.new_page()
        await open_app(page, server.url + "/list")
        length = await page.evaluate("history.length")
        for name in ("What are you going to do today?", "Visit mars"):
            await page.get_by_role("button", name=name, exact=True).click()
            await page.locator("dialog").wait_for()
            await press(page, "Cancel")
            await page.locator("dialog").wait_for(state="detached")
            await page.wait_for_url(server.url + "/list")
        same(await page.evaluate("history.length"), length + 1)
        for move, modal in ((page.go_forward, True), (page.go_back, False)) * 2:
            await move()
            await page.locator("dialog").wait_for(state="attached" if modal else "detached")
            await is_as_sent(page)
        await stayed(page)


@test
async def an_app_below_a_base_path(context: BrowserContext, servers: Path) -> None:
    async with todo(servers, "--base-path", "/apps/todo") as server:
        base, elsewhere = f"{server.url}/apps/todo/", []
        context.on("request", lambda request: request.url.startswith(base) or elsewhere.append(request.url))
        page, other = await context.new_page(), await context.new_page()
        for each in (other, page):
            await open_app(each, base + "list")
        await page.bring_to_front()
        await other.get_by_role("button", name="Done: Visit mars").click()
        await sees(page, 3)
        await page.get_by_role("button", name="What are you going to do today?", exact=True).click()
        await page.locator("dialog").wait_for()
        same(page.url, base + "list/addItem")
        await page.go_back()
        await page.locator("dialog").wait_for(state="detached")
        await is_as_sent(page)
        await stayed(page)
        await page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        same(elsewhere, [])


@test
async def what_a_screen_reader_reads_after_each_step(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page = await context.new_page()
        size = {"width": 390, "height": 844}
        plain = await context.browser.new_context(java_script_enabled=False, viewport=size)
        await open_app(page, server.url + "/list")
        steps = ("What are you going to do today?", "Cancel", "Done: Visit mars", "Archive completed items", "Archive")
        for name in steps:
            await page.get_by_role("button", name=name, exact=True).first.click()
            await is_as_sent(page)
            await page.evaluate("document.activeElement.blur()")  # a fresh page has no focus
            # With a script, a new tab has screens of its own.
            await plain.add_cookies(await context.cookies())
            fresh = await plain.new_page()
            await fresh.goto(page.url)
            same(await tree(page), await tree(fresh))
            await fresh.close()
        await plain.close()
        await stayed(page)


async def tree(page: Page) -> list[str]:
    """The accessibility tree, without the announcement of the screen's title, which a fresh page does not need."""
    client = await page.context.new_cdp_session(page)
    await client.send("Accessibility.enable")
    nodes = (await client.send("Accessibility.getFullAXTree"))["nodes"]
    await client.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def add(node: dict, depth: int) -> None:
        if node.get("role", {}).get("value") == "status":
            return
        if not node["ignored"]:
            # Which control has the focus is the script's doing: on a fresh page it is the field with autofocus.
            properties = [
                f"{item['name']}={item['value'].get('value')}"
                for item in node.get("properties", [])
                if item["name"] not in ("focused", "url")
            ]
            name, value = (node.get(key, {}).get("value") for key in ("name", "value"))
            lines.append(f"{'  ' * depth}{node['role']['value']} {name!r} {value!r} {' '.join(sorted(properties))}")
        for child in node.get("childIds", []):
            if child in by_id:
                add(by_id[child], depth + (not node["ignored"]))

    add(nodes[0], 0)
    return lines


@test
async def composing_while_patches_arrive(context: BrowserContext, servers: Path) -> None:
    async with todo(servers) as server:
        page, other = await context.new_page(), await context.new_page()
        await open_app(page, server.url + "/list/addItem")
        await open_app(other, server.url + "/list")
        await page.bring_to_front()
        await page.locator(FIELD).focus()
        client = await context.new_cdp_session(page)
        for pending, text in ((3, "に"), (4, "にほ"), (3, "にほん")):
            await client.send(
                "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
            )
            await other.get_by_role("button", name="Done: Visit mars").click()
            await sees(page, pending)
            same(await page.locator(FIELD).input_value(), text)
        await client.send("Input.insertText", {"text": "日本"})
        same(await page.locator(FIELD).input_value(), "日本")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Done: 日本").wait_for()
        await is_as_sent(page)
        await stayed(page)


@test
async def an_app_with_forms_and_views_over_its_screens(context: BrowserContext, servers: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        await asyncio.to_thread(
            Server, servers / "WizardServer", "--no-access-log", "--sessions", "memory:", folder=folder, cwd=TOP
        ) as server,
    ):
        page = await context.new_page()
        await open_app(page, server.url + "/")
        problem = page.get_by_text("is no address")
        # A field is checked when the user leaves it, not while he types.
        mail = page.get_by_label("Mail")
        async with page.expect_response(lambda answer: answer.request.method == "POST"):
            await page.get_by_label("Name").fill("Ada")
        async with page.expect_response(lambda answer: "ada" in (answer.request.post_data or "")):
            await mail.fill("ada")
        await idle(page)
        await expect(problem).to_have_count(0)
        await page.get_by_label("Name").focus()
        await expect(problem).to_have_text("ada is no address")
        # The return key leads to the next field, and the last one is left: also in the browser.
        await page.keyboard.press("Enter")
        await expect(mail).to_be_focused()
        await expect(problem).to_have_count(0)
        await page.keyboard.press("Enter")
        await expect(mail).not_to_be_focused()
        await expect(problem).to_have_text("ada is no address")
        # So does Escape, and a tap beside the fields.
        for leave in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(200, 400)):
            await mail.focus()
            await expect(problem).to_have_count(0)
            await leave()
            await expect(problem).to_have_text("ada is no address")
            await expect(mail).not_to_be_focused()
        # What the app put over its screens stays, and lets taps through.
        await page.get_by_role("button", name="Fill in all fields").click()
        await page.get_by_role("button", name="Fill in all fields").wait_for(state="detached")
        await page.get_by_role("button", name="Next").click()
        await page.get_by_text("Your birthday").first.wait_for()
        await expect(page.get_by_role("button", name="Next")).to_be_visible()
        # A picker instead of the keyboard.
        month = page.get_by_label("Month").first
        await month.focus()
        await page.get_by_text("Which month?").first.wait_for()
        await page.get_by_role("combobox").select_option("February")
        await page.get_by_role("button", name="Done").click()
        await page.get_by_text("Your birthday").first.wait_for()
        await expect(month).to_have_value("February")
        await expect(page.get_by_role("button", name="Done")).to_be_hidden()
        await is_as_sent(page)
        await stayed(page)


@contextlib.contextmanager
def service(held: dict[str, threading.Event]) -> Iterator[str]:
    """A web service that answers each path with its name, and those in `held` when their events are set."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if event := held.get(self.path):
                event.wait()
            body = self.path.removeprefix("/").encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            for event in held.values():
                event.set()
            server.shutdown()
            thread.join()


@test
async def an_app_with_a_network(context: BrowserContext, servers: Path) -> None:
    held = {"/headline": threading.Event(), "/text": threading.Event()}
    with tempfile.TemporaryDirectory() as folder, service(held) as url:
        flags = ["--no-access-log", "--sessions", "memory:"]
        with await asyncio.to_thread(
            Server, servers / "WireServer", *flags, folder=folder, cwd=TOP, environment={"WIRE_SERVICE": url}
        ) as server:
            page = await context.new_page()
            await open_app(page, server.url + "/wire")
            await page.get_by_text("ready").wait_for()
            # What the launch loads comes to the open page, and so does what a tap loads, and what a timer does.
            held["/headline"].set()
            await page.get_by_text("headline", exact=True).wait_for()
            await page.get_by_role("button", name="request").first.click()
            await page.locator("[aria-busy]").wait_for(state="detached")
            held["/text"].set()
            await page.get_by_text("text true", exact=True).wait_for()
            await page.get_by_role("button", name="timer", exact=True).click()
            await page.get_by_text("true 3 true", exact=True).wait_for()
            await stayed(page)
            await is_as_sent(page)
            await page.reload()
            await page.get_by_text("true 3 true", exact=True).wait_for()
            # Another browser, without a script.
            assert context.browser
            plain = await (await context.browser.new_context(java_script_enabled=False)).new_page()
            await plain.goto(server.url + "/wire")
            await plain.get_by_text("headline", exact=True).wait_for()
            await plain.get_by_role("button", name="data", exact=True).click()
            await plain.get_by_text("text true", exact=True).wait_for()
            await plain.context.close()


@test
async def changes_of_another_user_come_without_a_request(context: BrowserContext, servers: Path) -> None:
    async with todo(servers, "--shared", "kitchen") as server:
        page, other = await context.new_page(), await (await context.browser.new_context()).new_page()
        await open_app(page, server.url + "/list")
        await press(page, "What are you going to do today?")
        await page.locator(FIELD + ":focus").wait_for()
        second = await page.context.new_page()
        asked: list[str] = []
        for each, path in (other, "/list"), (second, "/list"):
            async with each.expect_response(lambda response: "tempura-tab" in response.request.headers):
                await open_app(each, server.url + path)
        for each in (page, second):
            each.on("request", lambda request: asked.append(request.url) if "tempura-tab" in request.headers else None)
        # What the user types is sent, and stays.
        await page.bring_to_front()
        await page.keyboard.type("Buy milk")
        await until(page, "document.activeElement.defaultValue == 'Buy milk'")
        await second.get_by_text("1 other is here").wait_for()
        asked.clear()
        for name, pending in (("Done: Visit mars", 3), ("Done: Become a doctor", 2)):
            await press(other, name)
            await sees(second, pending)
        same(asked, [])
        same(
            await page.evaluate("[document.activeElement.value, document.activeElement.name].join()"),
            "Buy milk," + FIELD[7:-2],
        )
        for each in (page, second, other):
            await is_as_sent(each)
            await stayed(each)
        await other.context.close()
