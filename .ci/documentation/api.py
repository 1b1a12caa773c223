"""The pages of the API: one for each module and each type, and an index of all symbols."""

import re
from collections import defaultdict
from html import escape
from string import ascii_uppercase

from documentation.comments import Comments
from documentation.failure import Failure
from documentation.layout import Entry, Page, Site, breakable
from documentation.symbols import MODULES, Symbol, Symbols

# The headings of a page, and the kinds of the symbols below them.
GROUPS = {
    "Types": ("class", "struct", "enum", "protocol"),
    "Cases": ("enum.case",),
    "Associated types": ("associatedtype",),
    "Initializers": ("init",),
    "Properties": ("property", "var"),
    "Subscripts": ("subscript",),
    "Methods": ("method",),
    "Functions": ("func",),
    "Type properties": ("type.property",),
    "Type methods": ("type.method",),
    "Operators": ("func.op",),
    "Type aliases": ("typealias",),
    "Extensions": ("extension",),
}
KINDS = {
    "class": "Class",
    "struct": "Structure",
    "enum": "Enumeration",
    "protocol": "Protocol",
    "extension": "Extension",
}
# The headings of relations, by their names in symbol graphs. ` of` is the other direction.
RELATIONS = {
    "inheritsFrom": "Inherits from",
    "conformsTo": "Conforms to",
    "extensionTo": "Extends",
    "inheritsFrom of": "Subclasses",
    "conformsTo of": "Conforming types",
    "extensionTo of": "Extended in",
}
# What nearly each type conforms to.
TRIVIAL = {"Copyable", "Escapable", "SendableMetatype"}
CLASSES = {"keyword": "k", "attribute": "a", "typeIdentifier": "t", "genericParameter": "t"}
MAX_LINE = 80


class API:
    """Writes the pages."""

    def __init__(self, symbols: Symbols, comments: Comments, site: Site) -> None:
        self.symbols, self.comments, self.site = symbols, comments, site

    def write(self) -> None:
        """Raises Failure for what comments say wrongly."""
        self._write_overview()
        for module in self.symbols.modules:
            self._write_module(module)
        for symbol in self.symbols.all:
            if symbol.is_type:
                self._write_type(symbol)
            if symbol.kind != "extension":
                summary = self.comments.of(symbol).plain_summary
                self.site.entries.append(Entry(symbol.kind, symbol.name, symbol.url, symbol.owner, summary))
        self._write_index()
        if self.comments.problems:
            raise Failure("\n".join(sorted(self.comments.problems)))

    # --- Pages

    def _write_overview(self) -> None:
        page = Page("api/index.html", "API", "", "api", "The modules that an app imports")
        items = "".join(
            f'<dt><a href="{module}/index.html"><code>{module}</code></a></dt>\n<dd>{abstract_of(module, "../")}</dd>\n'
            for module in self.symbols.modules
        )
        page.text = (
            '<h1>API</h1>\n<p>The modules that an app imports. The <a href="../symbols/index.html">index</a> has all symbols, '
            f'from A to Z.</p>\n<dl class="list">\n{items}</dl>\n'
        )
        self.site.write(page)

    def _write_module(self, module: str) -> None:
        page = Page(f"api/{module}/index.html", module, "", "api", MODULES[module], [("API", "api/index.html")])
        page.text = (
            f'<p class="eyebrow">Module</p>\n<h1>{module}</h1>\n<div class="lead"><p>{abstract_of(module, "../../")}</p></div>\n'
            f'<figure><pre><code><span class="k">import</span> <span class="t">{module}</span>\n</code></pre></figure>\n'
        )
        self.site.entries.append(Entry("module", module, page.url, "API", page.description.replace("`", "")))
        top = self.symbols.of(module)
        types = [symbol for symbol in top if symbol.kind in GROUPS["Types"]]
        folders: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in types:
            folders[folder_of(symbol)].append(symbol)
        for folder, members in sorted(folders.items()):
            self._add(page, folder or "Types", members)
        for title, members in groups([symbol for symbol in top if symbol not in types]):
            self._add(page, title, members)
        self.site.write(page)

    def _write_type(self, symbol: Symbol) -> None:
        title = f"{symbol.full_name} in {symbol.module}" if symbol.kind == "extension" else symbol.full_name
        page = Page(symbol.url, title, "", "api")
        page.trail = [("API", "api/index.html"), (symbol.module, f"api/{symbol.module}/index.html")]
        page.trail += [(owner.name, owner.url) for owner in symbol.owners]
        root, comment = self.site.root(page.url), self.comments.of(symbol)
        page.description = comment.plain_summary
        page.text = f'{self._place(symbol, root)}<p class="eyebrow">{KINDS[symbol.kind]}</p>\n'
        page.text += f"<h1>{breakable(symbol.full_name)}</h1>\n"
        if comment.summary:
            page.text += f'<div class="lead">{self.comments.html(comment.summary, symbol, root)}</div>\n'
        page.text += self._declaration(symbol, root) + self.comments.html(comment.rest, symbol, root)
        page.text += self.comments.fields(comment, root) + self._relations(symbol, root)
        for title, members in groups(symbol.members):
            self._add(page, title, members)
        self.site.write(page)

    def _write_index(self) -> None:
        """The pages for browsers without a script: all pages, and all symbols by their first letters."""
        letters: dict[str, list[Symbol]] = {letter: [] for letter in [*ascii_uppercase, "Operators"]}
        for symbol in sorted(self.symbols.all, key=lambda each: (each.name.lower(), each.path)):
            if symbol.kind != "extension":
                letters[symbol.name[0].upper() if symbol.name[0].isalpha() else "Operators"].append(symbol)
        links = "".join(f'<a href="{letter}.html">{letter}</a>' for letter, found in letters.items() if found)
        links = f'<nav class="letters" aria-label="Letters">{links}</nav>\n'
        text = f"<h1>Index</h1>\n<p>All symbols by their first letters, and all pages.</p>\n{links}"
        for section, entries in [entry for menu in self.site.menus.values() for entry in menu.items()]:
            items = "".join(f'<li><a href="../{url}">{escape(title)}</a></li>\n' for title, url in entries)
            text += f"<h2>{escape(section)}</h2>\n<ul>\n{items}</ul>\n"
        self.site.write(Page("symbols/index.html", "Index", text, "api", "All pages and symbols"))
        for letter, found in letters.items():
            page = Page(
                f"symbols/{letter}.html", f"Index: {letter}", "", "api", trail=[("Index", "symbols/index.html")]
            )
            items = "".join(
                f'<li><a href="../{escape(each.url)}"><code>{escape(each.name)}</code></a> {escape(each.owner)}</li>\n'
                for each in found
            )
            page.text = f'<h1>{letter}</h1>\n{links}<ul class="symbols">\n{items}</ul>\n'
            if found:
                self.site.write(page)

    # --- Parts of pages

    def _add(self, page: Page, title: str, symbols: list[Symbol]) -> None:
        """Adds a heading with a list of types, or with a section for each other symbol."""
        # Types are in a group with the name of their folder, which may be that of another group.
        root, anchor = self.site.root(page.url), ("Types-" if symbols[0].is_type else "") + title.replace(" ", "-")
        page.outline.append((2, title, f"#{anchor}"))
        page.text += f'<h2 id="{anchor}"><a href="#{anchor}">{escape(title)}</a></h2>\n'
        if symbols[0].is_type:
            page.text += '<dl class="list">\n'
            for symbol in symbols:
                summary = self.comments.line(self.comments.of(symbol).summary, symbol, root)
                page.text += f"<dt>{link(symbol, root)}</dt>\n<dd>{summary}</dd>\n"
            page.text += "</dl>\n"
            return
        for symbol in symbols:
            url, comment = f"#{symbol.url.partition('#')[2]}", self.comments.of(symbol)
            page.outline.append((3, symbol.name, url))
            page.text += (
                f'<section class="member" id="{escape(symbol.anchor)}">\n'
                f'{self._place(symbol, root)}<h3><a href="{escape(url)}">{breakable(symbol.name)}</a></h3>\n'
                f"{self._declaration(symbol, root)}"
                f"{self.comments.html(comment.text, symbol, root)}{self.comments.fields(comment, root)}</section>\n"
            )

    def _declaration(self, symbol: Symbol, root: str) -> str:
        """The declaration, with links to types, and what holds for it."""
        fragments = symbol.declaration
        breaks = len("".join(each["spelling"] for each in fragments)) > MAX_LINE
        code = ""
        for each in fragments:
            text, other = (
                escape(each["spelling"], quote=False),
                self.symbols.by_id.get(each.get("preciseIdentifier", "")),
            )
            kind = CLASSES.get(each["kind"])
            if other and other is not symbol:
                text = f'<a href="{root}{escape(other.url)}">{text}</a>'
            elif kind:
                text = f'<span class="{kind}">{text}</span>'
            if breaks and each["kind"] == "externalParam":
                code, text = code.rstrip(), f"\n  {text}"
            code += text
        notes = "".join(f"<span>{note}</span> " for note in self._notes(symbol, root))
        notes = f'<p class="notes">{notes}</p>\n' if notes else ""
        return f'<figure><pre class="swift"><code>{code}\n</code></pre></figure>\n{notes}'

    def _place(self, symbol: Symbol, root: str) -> str:
        if not symbol.location:
            return ""
        file, line = symbol.location
        return f'<a class="place" href="{self.site.file(file, root, line)}">{file.name}:{line}</a>\n'

    def _notes(self, symbol: Symbol, root: str) -> list[str]:
        notes = []
        for each in symbol.graph.get("availability", []):
            instead = escape(each.get("message") or f"Use {each['renamed']} instead").replace("`", "")
            notes.append(f"<strong>Deprecated.</strong> {instead}")
        if symbol.related["requirementOf"]:
            has_default = symbol.related["defaultImplementationOf of"]
            notes.append("Required, with a default" if has_default else "Required")
        for kind, verb in [("overrides", "Overrides"), ("defaultImplementationOf", "Implements")]:
            notes += [f"{verb} {link(each, root)}" for each in symbol.related[kind]]
        for each in symbol.graph.get("swiftExtension", {}).get("constraints", []) if not symbol.is_type else []:
            sign = " == " if each["kind"] == "sameType" else ": "
            notes.append(f"Where <code>{escape(each['lhs'] + sign + each['rhs'])}</code>")
        return notes

    def _relations(self, symbol: Symbol, root: str) -> str:
        """The types that are related with a type. What its superclass conforms to is on the page of that."""
        inherited = {name_of(each) for other in symbol.superclasses for each in other.related["conformsTo"]}
        rows = ""
        for kind, title in RELATIONS.items():
            others = sorted(symbol.related[kind], key=name_of)
            if kind == "inheritsFrom":
                others = [each for one in [symbol, *symbol.superclasses] for each in one.related[kind]]
            if kind == "conformsTo":
                others = [each for each in others if name_of(each) not in inherited | TRIVIAL]
            links = [link(each, root, each.module if kind == "extensionTo of" else None) for each in others]
            if links:
                rows += f"<dt>{title}</dt>\n<dd>{', '.join(dict.fromkeys(links))}</dd>\n"
        return f'<dl class="fields">\n{rows}</dl>\n' if rows else ""


def abstract_of(module: str, root: str) -> str:
    """A module's abstract. Its links name modules."""
    text = re.sub(r"``(\w+)``", rf'<a href="{root}api/\1/index.html"><code>\1</code></a>', MODULES[module])
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def groups(symbols: list[Symbol]) -> list[tuple[str, list[Symbol]]]:
    """Symbols with the headings above them. Cases stand in the order of their declarations."""
    found = []
    for title, kinds in GROUPS.items():
        members = [symbol for symbol in symbols if symbol.kind in kinds]
        if members:
            is_ordered = title == "Cases" and all(symbol.location for symbol in members)
            key = (lambda symbol: symbol.location) if is_ordered else (lambda symbol: symbol.name.lower())
            found.append((title, sorted(members, key=key)))
    return found


def folder_of(symbol: Symbol) -> str:
    """The folder of a symbol's file in that of its target, as a heading; empty for the latter."""
    file = symbol.location[0] if symbol.location else None
    parts = file.parent.parts[3 if "Frameworks" in file.parts else 2 :] if file else ()
    return re.sub(r"(?<=[a-z])[A-Z]", lambda found: f" {found[0].lower()}", parts[0]) if parts else ""


def name_of(symbol: Symbol | str) -> str:
    if isinstance(symbol, str):
        return symbol
    return symbol.full_name if symbol.is_type else f"{symbol.owner}.{symbol.name}"


def link(symbol: Symbol | str, root: str, name: str | None = None) -> str:
    code = f"<code>{escape(name or name_of(symbol), quote=False)}</code>"
    return f'<a href="{root}{escape(symbol.url)}">{code}</a>' if isinstance(symbol, Symbol) else code
