"""Pictures that come to an app by a picker, a drop or the pasteboard, and leave it: Public/tempura-files.js."""

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
