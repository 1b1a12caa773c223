"""Pictures of live pages of the demos in several engines, beside one another."""

from pathlib import Path

from engines import Engine
from engines_live import BEGIN, SCREENS, User

SIZE = (500, 900)  # the smallest width that a window of each engine can have
TODO = ("/list", "/list/addItem")
GALLERY = (*SCREENS, "cards", "form", "modals", "right-to-left")
# After a resize, framed pages ask the server again.
SETTLE = """async () => {
  await document.fonts.ready
  const pause = () => new Promise(next => setTimeout(next, 300))
  do await pause()
  while (document.querySelector('[aria-busy]'))
  document.activeElement.blur()
  await pause()
}"""
PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<title>Live pages in {engines}</title>
<style>td {{ vertical-align: top; padding: 4px }} img {{ width: 480px; border: 1px solid #888 }}</style>
<table>{rows}</table>
"""


def take_pictures(name: str, engine: Engine, todo: str, gallery: str, folder: Path) -> None:
    engine.resize(*SIZE)
    user = User(engine, name)
    # Texts in another direction than that of the page.
    for text in ("حليب طازج", "حليب طازج من المزرعة التي في الطرف الآخر من القرية، وخبز وزبدة للفطور"):
        engine.open(f"{todo}/list/addItem")
        engine.run(SETTLE)
        engine.run(BEGIN, True)
        user.type("addItemView.textView", text)
        user.press("Done")
        user.sees("items pending")
    for url in (*(todo + path for path in TODO), *(f"{gallery}/gallery/{screen}" for screen in GALLERY)):
        engine.open(url)
        engine.run(SETTLE)
        screen = url.partition("//")[2].partition("/")[2].replace("/", "-")
        engine.picture(folder / f"{screen}-{name}.png")


def compare_pictures(engines: list[str], folder: Path) -> Path:
    """Writes a page with a row for each screen."""
    screens = sorted(file.name.removesuffix(f"-{engines[0]}.png") for file in folder.glob(f"*-{engines[0]}.png"))
    rows = [
        f'<tr><th colspan="{len(engines)}">{screen}</th></tr><tr>'
        + "".join(f'<td><img src="{screen}-{name}.png" alt="{screen} in {name}"></td>' for name in engines)
        + "</tr>"
        for screen in screens
    ]
    page = folder / "index.html"
    page.write_text(PAGE.format(engines=", ".join(engines), rows="\n".join(rows)))
    return page
