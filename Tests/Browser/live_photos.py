"""Photos of phones in an app of Tests/Fixtures/Album: what browsers load of them, and how they look."""

import asyncio
import tempfile
from pathlib import Path

from apps import TOP, Server, free_port
from live_answers import Tests
from live_patches import same
from live_stories import idle, is_as_sent
from playwright.async_api import BrowserContext, Response

test = TESTS = Tests()

# 12 million pixels, lying: its file has a red corner at the top left, which belongs to the top right.
PHOTO = Path(__file__).with_name("photo.jpg")
# The colour of a picture's point, as parts of its width and height.
COLOR = """(image, [x, y]) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  canvas.drawImage(image, x * image.naturalWidth, y * image.naturalHeight, 1, 1, 0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return red > 200 && green < 90 && blue < 90 ? 'red' : blue > red ? 'blue' : 'other'
}"""


@test
async def photos_are_small_and_upright(context: BrowserContext, programs: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--no-access-log", "--sessions", "memory:"]
        more = {"ALBUM_PHOTO": str(PHOTO), "STATE_DIRECTORY": folder}
        program = programs / "AlbumServer"
        with await asyncio.to_thread(
            Server, program, *flags, folder=folder, port=free_port(), cwd=TOP, environment=more
        ) as server:
            page = await context.new_page()
            pictures: dict[str, Response] = {}
            page.on(
                "response", lambda answer: "tempura-pictures" in answer.url and pictures.update({answer.url: answer})
            )
            answer = await page.goto(server.url)
            assert answer
            assert len(await answer.body()) < 60_000
            images = page.locator("img")
            same(await images.count(), 12)
            for index in range(12):
                image = images.nth(index)
                await image.scroll_into_view_if_needed()
                await image.evaluate("image => image.decode()")
                same(await image.evaluate("image => image.naturalHeight > image.naturalWidth"), True)
                same([await image.evaluate(COLOR, point) for point in ([0.98, 0.02], [0.02, 0.02])], ["red", "blue"])
            sizes = [len(await answer.body()) for answer in pictures.values()]
            assert sizes and max(sizes) < 40_000 and sum(sizes) < 300_000, sizes
            same({answer.headers["content-type"] for answer in pictures.values()}, {"image/webp"})
            await is_as_sent(page)
            await page.locator(".UICollectionViewCell [name=tap]").first.click()
            label = page.get_by_text("3024 × 4032")
            await label.wait_for()
            await idle(page)
            text = await label.text_content() or ""
            assert "orientation 3, raw 4032 × 3024, PNG 71" in text, text
            assert "heart 2" in text, text
            corner = page.get_by_role("img", name="The corner")
            await corner.evaluate("image => image.decode()")
            same(await corner.evaluate(COLOR, [0.1, 0.1]), "red")
