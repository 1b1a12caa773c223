"""The pages of README.md and of docs/, which stay Markdown that reads well where the code is hosted."""

import re
import shutil
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from struct import unpack
from urllib.parse import unquote

from documentation import markdown
from documentation.failure import Failure
from documentation.layout import Entry, Page, Site
from documentation.symbols import Symbols
from pages import link_problem

README = Path("README.md")
CONTENTS = Path("docs/README.md")
SECTION = re.compile(r"^## (.+)$")
ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\)(?:: (.+))?")


@dataclass
class Contents:
    """The pages in the order of a reader, in sections."""

    sections: dict[str, dict[Path, str]] = field(default_factory=dict)
    # What docs/README.md says of pages.
    summaries: dict[Path, str] = field(default_factory=dict)

    @property
    def pages(self) -> dict[Path, str]:
        """The titles of the pages."""
        return {page: title for pages in self.sections.values() for page, title in pages.items()}


def contents() -> Contents:
    """The pages that docs/README.md lists.

    Raises Failure for a page that is not listed, is listed twice, or is no page.
    """
    found = Contents()
    problems = []
    for line in CONTENTS.read_text().splitlines():
        if section := SECTION.match(line):
            pages = found.sections.setdefault(section[1], {})
        elif found.sections and (item := ITEM.match(line)):
            page = (CONTENTS.parent / item[2]).resolve()
            page = page.relative_to(Path.cwd()) if page.is_relative_to(Path.cwd()) else page
            if not page.is_file() or page.suffix != ".md":
                problems.append(f"lists {item[2]}, which is no page")
            if page in found.pages:
                problems.append(f"lists {item[2]} twice")
            pages[page] = item[1]
            found.summaries[page] = item[3] or ""
    for page in sorted({*Path("docs").rglob("*.md")} - {CONTENTS, *found.pages}):
        problems.append(f"does not list {page}")
    if problems:
        raise Failure("\n".join(f"{CONTENTS} {problem}" for problem in problems))
    return found


def url(page: Path) -> str:
    """The URL of a page."""
    if page == README:
        return "index.html"
    if page == CONTENTS:
        return "contents.html"
    return str((page.relative_to("docs") if page.is_relative_to("docs") else page).with_suffix(".html"))


class PagePlace:
    """The place of a page's text."""

    def __init__(self, page: Path, pages: set[Path], site: Site, symbols: Symbols) -> None:
        self.page, self.pages, self.site, self.symbols = page, pages, site, symbols
        self.root = site.root(url(page))

    def link(self, target: str) -> str | Path:
        if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
            return target
        file, fragment = self._file(target)
        if file in self.pages:
            return (self.root + url(file) if file != self.page or not fragment else "") + fragment
        return self.site.file(file, self.root)

    def picture(self, target: str) -> tuple[str, tuple[int, int] | None]:
        file, _ = self._file(target)
        name = file.relative_to("docs") if file.is_relative_to("docs") else file
        copy = self.site.folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
        head = file.read_bytes()[:24]
        return f"{self.root}{name}", unpack(">II", head[16:]) if head.startswith(b"\x89PNG") else None

    def symbol(self, name: str, is_link: bool) -> str | None:
        found = self.symbols.named(name)
        return found and self.root + found

    def _file(self, target: str) -> tuple[Path, str]:
        """The file of a relative link, and the fragment with its `#`."""
        if problem := link_problem(self.page, target):
            raise Failure(f"{self.page}: {problem}")
        name, mark, fragment = target.partition("#")
        file = (self.page.parent / unquote(name)).resolve().relative_to(Path.cwd()) if name else self.page
        return file, mark + fragment


def write(found: Contents, site: Site, symbols: Symbols) -> None:
    """Writes all pages."""
    listed = [*found.pages]
    pages = {README, CONTENTS, *listed}
    for file in [README, CONTENTS, *listed]:
        try:
            text, sections = markdown.page(file.read_text(), PagePlace(file, pages, site, symbols))
        except Failure as problem:
            raise Failure(str(problem) if str(file) in str(problem) else f"{file}: {problem}") from None
        page = Page(url(file), found.pages.get(file) or sections[0].title, text, "guides")
        page.description = sections[0].text.partition("\n")[0]
        if file == README:
            page.kind, page.text = "front", hero(text, found)
        elif file != CONTENTS:
            page.trail = [(section, "") for section, each in found.sections.items() if file in each]
            page.outline = [(each.level, each.title, f"#{each.anchor}") for each in sections if each.level in (2, 3)]
            page.text += neighbours(file, listed, found, site)
        site.write(page)
        for each in sections if file != CONTENTS else []:
            is_page = each is sections[0]
            kind = "project" if file.parent == Path() else "page" if is_page else "guide"
            where = found.summaries.get(file) if is_page else page.title
            site.entries.append(Entry(kind, each.title, f"{page.url}#{each.anchor}", where or page.title, each.text))


def hero(text: str, found: Contents) -> str:
    """The text of the front page, with links below its first command."""
    first, title = next(iter(found.pages.items()))
    links = (
        f'<p class="actions"><a href="{url(first)}">{escape(title)}</a><a href="contents.html">Documentation</a></p>'
    )
    return text.replace("</figure>\n", f"</figure>\n{links}\n", 1)


def neighbours(page: Path, listed: list[Path], found: Contents, site: Site) -> str:
    """The links to the pages before and after a page."""
    number, root = listed.index(page), site.root(url(page))
    links = [("prev", listed[number - 1])] if number else []
    links += [("next", each) for each in listed[number + 1 : number + 2]]
    items = [f'<a rel="{way}" href="{root}{url(each)}">{escape(found.pages[each])}</a>' for way, each in links]
    return f'<nav class="neighbours" aria-label="Next pages">{"".join(items)}</nav>'
