"""The views that the development panel shows, and the app's page beside it."""

from playwright.sync_api import FrameLocator, Page, expect


def open_panel(page: Page) -> FrameLocator:
    """Opens the panel beside the page by its key."""
    page.keyboard.press("Control+Shift+Period")
    return page.frame_locator("tempura-panel iframe")


def a_row_outlines_its_view(page: Page, panel: FrameLocator, view: str) -> None:
    panel.locator(f'[id="view-{view}"]').hover()
    outline = page.locator("tempura-panel .outline")
    expect(outline).to_contain_text(view)
    place = (
        "e => { const {x, y, width, height} = e.getBoundingClientRect(); return [x, y, width, height].map(Math.round) }"
    )
    assert outline.evaluate(place) == page.locator(f'[id="{view}"]').evaluate(place)


def a_view_is_selected_by_pointing_at_it(page: Page, panel: FrameLocator, view: str) -> None:
    """The click does not reach the app."""
    url = page.url
    panel.locator("#point").click()
    box = page.locator(f'[id="{view}"]').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(panel.locator(f'[id="view-{view}"][aria-pressed="true"]')).to_be_visible()
    expect(page.locator("tempura-panel .shield")).to_have_count(0)
    assert page.url == url
