"""What the script of live pages does with animations, as docs/reference/live-protocol.md says."""

from live_answers import Mock, Tests
from live_patches import BUTTON, open_page, patch, tap
from playwright.async_api import Page

test = TESTS = Tests()

BOX = '<div id="box">Box</div>'
# The running animations: their elements, their first key frames without what all have, and their times.
RUNNING = """document.getAnimations().filter(a => a.effect.target && !(a instanceof CSSAnimation)).map(({effect}) => {
  const [{offset, computedOffset, easing, composite, ...frame}] = effect.getKeyframes(), time = effect.getTiming()
  return [effect.target.id || effect.target.dataset.ghost || effect.target.textContent, frame, time.duration, time.delay,
    time.iterations == Infinity ? 0 : time.iterations]
})"""


async def running(page: Page) -> object:
    return await page.evaluate(RUNNING)


@test
async def what_a_view_had_before_is_where_it_begins(mock: Mock, page: Page) -> None:
    await open_page(mock, page, BOX)
    motion = [{"ms": 60_000, "delay": 500, "from": {"box": {"opacity": "0.5", "move": "16px 0px"}}}]
    await tap(mock, page, patch('<div id="box">Moved</div>', motion=motion))
    assert await running(page) == [
        ["box", {"translate": "16px"}, 60_000, 500, 1],
        ["box", {"opacity": "0.5"}, 60_000, 500, 1],
    ], await running(page)
    assert await page.evaluate("getComputedStyle(box).opacity") == "0.5"


@test
async def a_view_that_moves_already_goes_on_from_there(mock: Mock, page: Page) -> None:
    await open_page(mock, page, BOX)
    await tap(mock, page, patch(BOX, motion=[{"ms": 60_000, "from": {"box": {"opacity": "0.25"}}}]))
    await page.evaluate("document.getAnimations().map(a => { a.pause(); a.currentTime = 30_000 })")
    now = await page.evaluate("getComputedStyle(box).opacity")
    await tap(mock, page, patch(BOX, version="g.3", motion=[{"ms": 60_000, "from": {"box": {"opacity": None}}}]))
    assert (await running(page))[1][1] == {"opacity": now}, await running(page)


@test
async def with_less_motion_only_colours_change(mock: Mock, page: Page) -> None:
    await open_page(mock, page, BOX)
    await page.emulate_media(reduced_motion="reduce")
    motion = [{"ms": 60_000, "from": {"box": {"opacity": "0.5", "move": "16px 0px", "scale": "2"}}}]
    await tap(mock, page, patch(BOX, motion=motion))
    assert await running(page) == [["box", {"opacity": "0.5"}, 60_000, 0, 1]], await running(page)


@test
async def rows_come_go_and_move(mock: Mock, page: Page) -> None:
    rows = [f'<li id="{name}">{name}<input name="{name}.field" value="{name}"></li>' for name in "abcd"]
    await open_page(mock, page, f'<ul id="list">{rows[0]}{rows[1]}{rows[2]}</ul>')
    motion = [{"ms": 60_000, "rows": {"list": "fade"}}]
    await tap(mock, page, patch(f'<ul id="list">{rows[3]}{rows[0]}{rows[2]}</ul>', motion=motion))
    found = {name: frame for name, frame, *_ in await running(page)}
    assert found.keys() == {"a", "b", "d"} and found["d"] == {"opacity": "0"}, found
    # The picture of the row that has gone is no part of the form.
    fields = await page.evaluate("[...new FormData(document.querySelector('#screen')).keys()].sort().join()")
    assert fields == "a.field,c.field,d.field,page", fields
    assert await page.get_attribute("[data-ghost]", "inert") is not None


@test
async def what_the_markup_plays_ends_with_it(mock: Mock, page: Page) -> None:
    plays = (
        "[{&quot;ms&quot;:500,&quot;times&quot;:0,&quot;frames&quot;:[{&quot;opacity&quot;:0,&quot;offset&quot;:0}]}]"
    )
    await open_page(mock, page, f'<div id="box" data-plays="{plays}">Box</div>')
    await page.wait_for_function("document.getAnimations().length")
    assert await running(page) == [["box", {"opacity": "0"}, 500, 0, 0]], await running(page)
    await tap(mock, page, patch(BOX))
    assert await running(page) == []


@test
async def an_animator_is_held_and_let_go(mock: Mock, page: Page) -> None:
    await open_page(mock, page, BOX)
    begin = [{"ms": 60_000, "key": 7, "from": {"box": {"opacity": "0"}}}, {"key": 7, "seek": 0.25}]
    await tap(mock, page, patch(BOX, motion=begin))
    assert await page.evaluate("getComputedStyle(box).opacity") == "0.25"
    await tap(mock, page, patch(version="g.3", motion=[{"key": 7, "run": -1, "ms": 90_000, "easing": "linear"}]))
    assert await running(page) == [["box", {"opacity": "0.25"}, 90_000, 0, 1]], await running(page)
    await tap(mock, page, patch(version="g.4", motion=[{"key": 7, "stop": True}]))
    assert await running(page) == []


@test
async def a_screen_fades_into_another_face(mock: Mock, page: Page) -> None:
    await open_page(mock, page, BOX)
    motion = [{"ms": 60_000, "faces": [["box", "other", "dissolve"]]}]
    other = f'<div id="v">{BUTTON}<div id="other">Other</div></div>'
    await tap(mock, page, patch(other, motion=motion))
    assert [name for name, *_ in await running(page)] == ["other", "box"], await running(page)
