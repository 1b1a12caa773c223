"""Makes a DocC catalog of README.md and the pages of docs/, which stay Markdown that reads well where the code is hosted.

README.md becomes two pages: the front page has its introduction, and a page has its sections.
"""

import re
import shutil
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from pages import anchors, link_problem, parts

README = Path("README.md")
# The pages in the order of a reader, by their path in docs/ without its suffix. `README` is the sections of README.md.
TOPICS: dict[str, list[str]] = {
    "Start": ["tutorial", "README", "moving"],
    "Guides": [
        "views",
        "controls",
        "layout",
        "text",
        "navigation",
        "side-effects",
        "sessions",
        "live",
        "reference/live-protocol",
        "localisation",
        "templates",
        "installation",
        "testing",
    ],
    "Run it": [
        "how-to/cloud",
        "deployment",
        "storages",
        "operating",
        "operating/runbook",
        "security",
        "reference/settings",
        "reference/guarantees",
        "reference/performance",
    ],
    "How it works": ["reference/architecture", "reference/differences"],
    "Compared": ["comparison"],
}
FRONT = "Guide"
# The first words of the heading in README.md whose section gives a page its title.
GUIDE = "An app "
# A span of code, or a link with its text and target. What looks like a link in a span of code is none.
SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(<?([^)>\s]+)>?\)", re.DOTALL)


class PageError(Exception):
    """A page that cannot be a part of the site."""


def write(catalog: Path, modules: dict[str, str]) -> None:
    """Writes the catalog.

    modules: the abstracts of the modules, by name.
    Raises PageError for a page that no topic has, for a topic without its page, for a link that leads nowhere, and for two pages or
    images that would have one name.
    """
    check_topics()
    shutil.rmtree(catalog, ignore_errors=True)
    catalog.mkdir(parents=True)
    for name in chain.from_iterable(TOPICS.values()):
        page, text = (README, sections_of_readme()) if name == "README" else (path(name), path(name).read_text())
        (catalog / f"{slug(name)}.md").write_text(convert(page, text, catalog))
    introduction = re.split(r"^## ", README.read_text(), maxsplit=1, flags=re.MULTILINE)[0]
    (catalog / f"{FRONT}.md").write_text(front(convert(README, introduction, catalog), modules))
    for module, abstract in modules.items():
        (catalog / f"{module}.md").write_text(f"# ``{module}``\n\n{abstract}\n")


def path(name: str) -> Path:
    return Path("docs") / f"{name}.md"


def slug(name: str) -> str:
    """The last part of a page's URL."""
    return "ten-minutes" if name == "README" else name.rsplit("/", 1)[-1]


def check_topics() -> None:
    pages = {str(page.relative_to("docs").with_suffix("")) for page in Path("docs").rglob("*.md")} | {"README"}
    named = [*chain.from_iterable(TOPICS.values())]
    problems = [f"{path(name)} is missing in the TOPICS of .ci/catalog.py" for name in sorted(pages - {*named})]
    for name in sorted({*named}):
        if name not in pages:
            problems.append(f"{path(name)} is in the TOPICS of .ci/catalog.py, and is no page")
        if named.count(name) > 1:
            problems.append(f"{path(name)} is twice in the TOPICS of .ci/catalog.py")
        for other in pages:
            if other < name and slug(other) == slug(name):
                problems.append(f"{path(other)} and {path(name)} have the same name on the site")
    if problems:
        raise PageError("\n".join(problems))


def sections_of_readme() -> str:
    """README.md from its guide on. The sections before that follow it."""
    _, *sections = re.split(r"^(?=## )", README.read_text(), flags=re.MULTILINE)
    guide = next((section for section in sections if section.startswith(f"## {GUIDE}")), None)
    if guide is None:
        raise PageError(f"README.md has no section `{GUIDE} …`, which is a page of the site.")
    return "".join([guide.removeprefix("#"), *(section for section in sections if section != guide)])


def front(introduction: str, modules: dict[str, str]) -> str:
    """The front page: a root of the site, with all pages and modules as its topics."""
    title, rest = introduction.split("\n", 1)
    lines = [title, "", "@Metadata {", "  @TechnologyRoot", "}", "", rest.strip(), "", "## Topics", ""]
    for topic, names in TOPICS.items():
        lines += [f"### {topic}", "", *(f"- <doc:{slug(name)}>" for name in names), ""]
    lines += ["### Modules", "", *(f"- ``/{module}``" for module in modules), ""]
    return "\n".join(lines)


def convert(page: Path, text: str, catalog: Path) -> str:
    """The text of a page for DocC: its links lead to pages of the catalog, and its images are copied there."""
    done = []
    prose: list[str] = []
    in_comment = False

    def finish() -> None:
        done.append(SPAN.sub(lambda span: converted(span, page, catalog), "\n".join(prose)))
        prose.clear()

    for _, line, part in parts(text):
        if part == "begin":
            finish()
            # A name behind the language is for the tests.
            done.append(re.sub(r"^(\s*(?:```+|~~~+)\w*).*", r"\1", line))
        elif part != "text":
            done.append(line)
        elif in_comment or line.startswith("<!--"):
            in_comment = "-->" not in line
        else:
            prose.append(line)
    finish()
    return "\n".join(done) + "\n"


def converted(span: re.Match[str], page: Path, catalog: Path) -> str:
    """A span of code as it is; a link to a page as one of DocC; a link to another file as its text and path, as the site
    has no files."""
    image, text, link = span[2], span[3], span[4]
    if span[1] or re.match(r"[a-z][a-z0-9+.-]*:|//", link):
        return span[0]
    if problem := link_problem(page, link):
        raise PageError(f"{page}: {problem}")
    name, _, fragment = link.partition("#")
    target = (page.parent / unquote(name)).resolve().relative_to(Path.cwd()) if name else page
    if image:
        copy = catalog / target.name
        if copy.exists() and copy.read_bytes() != target.read_bytes():
            raise PageError(f"{page}: another image is called {target.name}, too")
        shutil.copy(target, copy)
        return f"![{text}]({target.name})"
    if target != README and not (target.suffix == ".md" and target.is_relative_to("docs")):
        return f"`{target}`" if text.strip("`") == target.name else f"{text} (`{target}`)"
    to = slug(str(target.relative_to("docs").with_suffix("")) if target != README else "README")
    heading = anchors(target)[unquote(fragment)] if fragment else ""
    if not heading or (target == README and heading.startswith(GUIDE)):
        return f"[{text}](doc:{to})"
    return f"[{text}](doc:{to}#{fragment_of(heading)})"


def fragment_of(heading: str) -> str:
    """The fragment that DocC makes of a heading: see `urlReadableFragment` in its sources."""
    words = re.sub(r"[`*]", "", heading).split()
    return re.sub(r"[^\w\-]", "", "-".join(words))
