"""The frame of each page, the pages of source files, and the files beside the pages."""

import json
import re
import shutil
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import NamedTuple

from documentation.code import highlighted, language_of

NAME = "Tempura for the web"
HERE = Path(__file__).parent
FONTS = Path("Public/fonts")


class Entry(NamedTuple):
    """Something that the search finds."""

    # `page` for a page of docs/, `guide` for a section of one, `project` for other pages, or the kind of a symbol.
    kind: str
    title: str
    url: str
    where: str
    text: str


@dataclass
class Page:
    """A page without its frame."""

    url: str
    title: str
    text: str
    # `front`, `guides`, `api` or `source`.
    kind: str = "guides"
    description: str = ""
    # The names and URLs of what the page is in. A name without a URL is no link.
    trail: list[tuple[str, str]] = field(default_factory=list)
    # The levels, titles and URLs of its headings.
    outline: list[tuple[int, str, str]] = field(default_factory=list)


class Site:
    """What is written, and what else has to be."""

    def __init__(self, folder: Path, source: str | None, base: str) -> None:
        """source: the URL of the repository's files at their host; without it, the site has pages of them.
        base: the path of the site, which only the page for wrong addresses needs. Links are relative."""
        self.folder, self.source, self.base = folder, source, base
        self.entries: list[Entry] = []
        # The titles and URLs of pages in the menus of guides and of the API, by their sections.
        self.menus: dict[str, dict[str, list[tuple[str, str]]]] = {}
        self._shown: set[Path] = set()

    def root(self, url: str) -> str:
        """What leads from a page to the front of the site."""
        return "../" * url.count("/")

    def file(self, file: Path, root: str, line: int | None = None) -> str | Path:
        """The URL of a file of the repository; its path if the site cannot show it."""
        fragment = f"#L{line}" if line else ""
        if self.source:
            return f"{self.source.rstrip('/')}/{file}{fragment}"
        if not file.is_file() or b"\0" in file.read_bytes():
            return file
        self._shown.add(file)
        return f"{root}source/{file}.html{fragment}"

    def write(self, page: Page) -> None:
        file = self.folder / page.url
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self._framed(page))

    def finish(self) -> None:
        """Writes what pages have asked for, and the files that all pages use."""
        for file in sorted(self._shown):
            self.write(source_page(file))
        page = Page(
            "404.html", "Not found", "<h1>Not found</h1>\n<p>The documentation has no page at this address.</p>\n"
        )
        (self.folder / page.url).write_text(self._framed(page, root=self.base.rstrip("/") + "/"))
        for file in [HERE / "style.css", HERE / "script.js", HERE / "mark.svg", FONTS / "LICENSE.txt"]:
            shutil.copy(file, self.folder / file.name)
        shutil.copy(next(FONTS.glob("latin.*.woff2")), self.folder / "font.woff2")
        index = json.dumps(self.entries, ensure_ascii=False, separators=(",", ":"))
        (self.folder / "search.js").write_text(f"searchIndex = {index}\nsearchSynonyms = {json.dumps(synonyms())}\n")

    def _framed(self, page: Page, root: str | None = None) -> str:
        root = self.root(page.url) if root is None else root
        title = NAME if page.kind == "front" else f"{page.title} – {NAME}"
        trail = [
            f'<a href="{root}{escape(url)}">{escape(name)}</a>' if url else escape(name) for name, url in page.trail
        ]
        return f"""<!doctype html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="{escape(page.description)}">
<title>{escape(title)}</title>
<link rel="icon" href="{root}mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}style.css">
<script src="{root}script.js" defer></script>
</head>
<body class="{page.kind}">
<a class="skip" href="#site-text">Skip to the text</a>
<header>
<button class="menu" popovertarget="site-menu" aria-label="Menu"></button>
<a class="home" href="{root}index.html"><img src="{root}mark.svg" alt="" width="28" height="28"><span>Tempura <small>for the web</small></span></a>
<nav aria-label="Site"><a href="{root}contents.html">Guides</a><a href="{root}api/index.html">API</a></nav>
<a class="search" href="{root}symbols/index.html">Index</a>
</header>
<nav id="site-menu" popover aria-label="Pages">
{self._menu(page, root)}</nav>
<main id="site-text">
{f'<p class="trail">{" / ".join(trail)}</p>' if trail else ""}
{outline_of(page)}<article>
{page.text}</article>
</main>
</body>
</html>
"""

    def _menu(self, page: Page, root: str) -> str:
        done = ""
        for section, pages in self.menus["api" if page.kind in ("api", "source") else "guides"].items():
            items = [
                f'<li><a href="{root}{url}"{" aria-current=page" if url == page.url else ""}>{escape(title)}</a></li>'
                for title, url in pages
            ]
            done += f"<h2>{escape(section)}</h2>\n<ul>\n{''.join(items)}\n</ul>\n"
        return done


def synonyms() -> list[list[str]]:
    """The words that mean the same to the search, in lower case."""
    lines = (HERE / "synonyms.txt").read_text().splitlines()
    return [line.split(", ") for line in lines if line and not line.startswith("#")]


def outline_of(page: Page) -> str:
    if len(page.outline) < 2:
        return ""
    items = "\n".join(
        f'<li class="level{level}"><a href="{escape(url)}">{breakable(title)}</a></li>'
        for level, title, url in page.outline
    )
    return f'<nav class="outline" aria-label="On this page"><details><summary>On this page</summary><ul>\n{items}\n</ul></details></nav>\n'


def breakable(name: str) -> str:
    """The HTML of a name that may break between its words."""
    return re.sub(r"(?<=[:(.])(?=\w)|(?<=[a-z])(?=[A-Z])", "<wbr>", escape(name))


def source_page(file: Path) -> Page:
    """A file with an element for each line."""
    lines = highlighted(file.read_text(), language_of(file.suffix)).splitlines()
    code = "".join(f'<span id="L{number}">{line}\n</span>' for number, line in enumerate(lines, 1))
    text = f'<h1>{file.name}</h1>\n<figure><pre class="source" tabindex=0><code>{code}</code></pre></figure>\n'
    return Page(f"source/{file}.html", str(file), text, "source", trail=[(part, "") for part in file.parent.parts])
