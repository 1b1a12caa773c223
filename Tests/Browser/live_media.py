"""What comes from elsewhere: pictures by a picker, a drop or the pasteboard (Public/tempura-files.js), map tiles and pages of other
servers."""

import asyncio
import base64
import contextlib
import struct
import tempfile
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

from apps import TOP, Server
from live_answers import Tests
from live_patches import same, until
from playwright.async_api import BrowserContext, Page, expect

test = TESTS = Tests()

File = tuple[str, str, bytes]  # name, media type, content
TRANSFER = """files => {
  const transfer = new DataTransfer
  for (const [name, type, content] of files)
    transfer.items.add(new File([Uint8Array.from(atob(content), e => e.charCodeAt())], name, {type}))
  return transfer
}"""
PASTE = """clipboardData =>
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}))"""
SHARE = """navigator.canShare = () => true
navigator.share = async ({text, url, files}) => {
  window.shared = [text, url, files.map(({name, type, size}) => [name, type, size])]
  if (window.cancels) throw new DOMException('', 'AbortError')
}"""


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head, rows = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), (b"\0" + b"\xd0\x20\x20" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PHOTO = png(40, 20)


def photos(count: int) -> list[File]:
    return [(f"{number}.png", "image/png", PHOTO) for number in range(count)]


@contextlib.asynccontextmanager
async def album(programs: Path) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        flags = ["--no-access-log", "--sessions", "memory:"]
        with await asyncio.to_thread(Server, programs / "MediaServer", *flags, folder=folder, cwd=TOP) as server:
            yield server.url


async def open_album(context: BrowserContext, url: str) -> Page:
    page = await context.new_page()
    await page.goto(url)
    await until(page, "document.adoptedStyleSheets.length")
    return page


async def drop(page: Page, selector: str, files: list[File]) -> None:
    coded = [(name, kind, base64.b64encode(content).decode()) for name, kind, content in files]
    transfer = await page.evaluate_handle(TRANSFER, coded)
    for event in ("dragover", "drop"):
        await page.dispatch_event(selector, event, {"dataTransfer": transfer})


@test
async def photos_are_dropped_and_pasted(context: BrowserContext, programs: Path) -> None:
    async with album(programs) as url:
        page = await open_album(context, url)
        status = page.locator("#status")
        await drop(page, "#zone", photos(2))
        await expect(status).to_have_text("2 photos")
        await page.get_by_label("Message").focus()
        transfer = await page.evaluate_handle(TRANSFER, [["image.png", "image/png", base64.b64encode(PHOTO).decode()]])
        await page.evaluate(PASTE, transfer)
        await expect(status).to_have_text("3 photos")
        await drop(page, "#zone", [("a.txt", "text/plain", b"text")])
        await expect(page.locator(".problem")).to_have_text("a.txt is of another kind than is wanted here.")
        await drop(page, ".UINavigationBar", photos(1))
        await expect(status).to_have_text("3 photos")
        same(page.url, url + "/")


@test
async def a_picker_takes_dropped_photos_up_to_its_limit(context: BrowserContext, programs: Path) -> None:
    async with album(programs) as url:
        page = await open_album(context, url)
        await page.get_by_role("button", name="Add").first.click()
        await expect(page.locator("dialog h2")).to_have_text("Choose Files")
        await drop(page, "dialog h2", photos(4))
        await expect(page.locator("dialog .problem")).to_have_text("Choose 3 files at most.")
        await drop(page, "dialog h2", photos(3))
        await expect(page.locator("#status")).to_have_text("3 photos")
        await expect(page.locator("dialog")).to_have_count(0)


@test
async def photos_are_saved_and_shared(context: BrowserContext, programs: Path) -> None:
    await context.add_init_script(SHARE)
    async with album(programs) as url:
        page = await open_album(context, url)
        await drop(page, "#zone", photos(1))
        await expect(page.locator("#status")).to_have_text("1 photos")
        await page.get_by_role("button", name="Save last").click()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Save image.png").click()
        same((await (await download.value).path()).read_bytes(), PHOTO)
        await page.get_by_role("button", name="Share").click()
        button = page.get_by_role("dialog").get_by_role("button", name="Share")
        await page.evaluate("window.cancels = true")
        await button.click()
        await page.evaluate("window.cancels = false")
        await button.click()
        await expect(page.locator("#status")).to_have_text("Shared")
        same(
            await page.evaluate("window.shared"),
            ["My album", "https://example.com/album", [["image.png", "image/png", len(PHOTO)]]],
        )


@test
async def without_a_script_a_field_and_a_link_do_the_same(context: BrowserContext, programs: Path) -> None:
    assert context.browser
    plain = await context.browser.new_context(java_script_enabled=False)
    async with album(programs) as url:
        page = await plain.new_page()
        await page.goto(url)
        zone = page.locator("#zone")
        await zone.locator("[type=file]").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": PHOTO})
        await zone.get_by_role("button", name="Add").click()
        await expect(page.locator("#status")).to_have_text("1 photos")
        await page.get_by_role("button", name="Share").click()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Save image.png").click()
        same((await download.value).suggested_filename, "image.png")
    await plain.close()


# MARK: Other servers


@contextlib.asynccontextmanager
async def places(programs: Path, asked: list[str]) -> AsyncIterator[str]:
    """An app with a map and pages of another server, which notes what it is asked for."""
    tile = png(256, 256)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        path = head.split()[1]
        asked.append(path)
        kind, body = ("image/png", tile) if path.endswith(".png") else ("text/html", f"<h1>{path}</h1>".encode())
        fields = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
        writer.write(f"HTTP/1.1 200 OK\r\n{fields}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
        base = f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}"
        flags = ["--no-access-log", "--sessions", "memory:", "--map-tiles", base + "/{z}/{x}/{y}.png", "--frames", base]
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            variables = {"PLACES_URL": base}
            program = programs / "PlacesServer"
            with await asyncio.to_thread(Server, program, *flags, folder=folder, cwd=TOP, environment=variables) as app:
                yield app.url


# Those of which something is seen, and whether they have loaded.
TILES = """[...document.querySelectorAll('.MapTilesView > img')].map(e => [e.src, e.getBoundingClientRect(), e.naturalWidth])
  .filter(([, {x, y, right, bottom}]) => {
    const map = document.querySelector('.MKMapView').getBoundingClientRect()
    return right > map.x && x < map.right && bottom > map.y && y < map.bottom
  }).map(([src, , width]) => `${new URL(src).pathname} ${width}`)"""


@test
async def a_map_shows_its_tiles_and_follows_the_finger(context: BrowserContext, programs: Path) -> None:
    asked: list[str] = []
    async with places(programs, asked) as url:
        page = await context.new_page()
        await page.goto(url)
        status = page.locator("#status")
        # 48.8584 north and 2.2945 east is at 0.43 of column 8296 and 0.44 of row 5636.
        await until(page, f"{TILES}.length && {TILES}.every(e => e.endsWith(' 256'))")
        assert "/14/8296/5636.png 256" in await page.evaluate(TILES)
        place = page.get_by_role("button", name="Eiffel Tower")
        await place.click()
        await expect(status).to_have_text("Selected Eiffel Tower")
        await expect(page.locator(".callout")).to_have_text("Eiffel Tower\nParis", use_inner_text=True)
        before = await place.bounding_box()
        assert before
        await page.mouse.move(before["x"] - 60, before["y"] + 100)
        await page.mouse.down()
        await page.mouse.move(before["x"] + 20, before["y"] + 130, steps=8)
        await page.mouse.up()
        await expect(status).to_have_text("Moved")
        await until(
            page,
            f"Math.abs({before['x']} + 80 - document.querySelector('[aria-label^=Eiffel]').getBoundingClientRect().x) < 20",
        )
        await page.get_by_role("button", name="Zoom in").click()
        await until(page, f"{TILES}.length && {TILES}.every(e => e.startsWith('/15/') && e.endsWith(' 256'))")
        same(page.url, url + "/")


@test
async def without_a_script_buttons_move_the_map(context: BrowserContext, programs: Path) -> None:
    assert context.browser
    plain = await context.browser.new_context(java_script_enabled=False)
    asked: list[str] = []
    async with places(programs, asked) as url:
        page = await plain.new_page()
        await page.goto(url)
        await page.get_by_role("button", name="Zoom out").click()
        await expect(page.locator(".MapTilesView > [src*='/13/']").first).to_be_attached()
        await page.get_by_role("button", name="Eiffel Tower").click()
        await expect(page.locator("#status")).to_have_text("Selected Eiffel Tower")
    await plain.close()


@test
async def pages_of_another_server_are_in_frames(context: BrowserContext, programs: Path) -> None:
    asked: list[str] = []
    async with places(programs, asked) as url:
        page = await context.new_page()
        await page.goto(url)
        length = await page.evaluate("history.length")
        status, heading = page.locator("#status"), page.frame_locator(".WebContentView > iframe").locator("h1")
        for name, path, ending in (
            ("One", "one", "false"),
            ("Two", "two", "true"),
            ("Reload", "two", "true"),
            ("Back", "one", "false"),
        ):
            asked.clear()
            await page.get_by_role("button", name=name, exact=True).click()
            await expect(heading).to_have_text(f"/{path}")
            await expect(status).to_have_text(f"127.0.0.1 {path} {ending}")
            same(asked.count(f"/{path}"), 1)
        same(await page.evaluate("history.length"), length)
