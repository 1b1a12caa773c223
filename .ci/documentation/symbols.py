"""The public symbols of the modules that apps import, read from the modules of the debug build."""

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from documentation.failure import Failure

# The modules of the site with their abstracts. `UIKit` is what an app imports, and re-exports other modules.
MODULES = {
    "Katana": "The store of an app: its state, the updaters that change it, side effects and dependencies.",
    "Hydra": "Promises, with which side effects wait for results.",
    "Tempura": "Screens: view controllers with view models, and the navigator with its routes.",
    "UIKit": (
        "The views, controls and view controllers of iOS, shown as HTML. `import UIKit` imports ``TempuraServer``, too."
    ),
    "TempuraServer": "The server of an app, and its configuration. `import UIKit` imports it.",
    "UserFiles": "Files and pictures of users in a folder, which the server shows only to those who may see them.",
    "Accounts": "Users with passwords, in tables of a database.",
    "Databases": "Connections to SQLite and PostgreSQL, and a pool of them.",
    "OpenIDConnect": "Sign-in by a provider.",
    "Mails": "Mails that are stored with what they are about, and sent later.",
    "Sessions": "How sessions are stored, for apps that bring a storage of their own.",
    "SessionsTesting": "Checks of a storage that an app brings.",
    "TempuraTesting": (
        "Tests of apps: pictures of screens, stores step by step, whole apps, and their pages in a browser."
    ),
    "CoreLocation": "Coordinates and regions. The location of a user is not known to a server.",
    "MapKit": "Maps, shown as links to a map.",
    "AVFoundation": "Players of films and sounds, which the browser plays.",
    "AVKit": "The screen of a player.",
    "WebKit": "Pages within a page.",
    "Lottie": "Frames of Lottie animations.",
    "SafariServices": "The screen that shows a page of the web.",
    "MessageUI": "The screens that write mails and messages.",
    "StoreKit": "Requests for reviews, which do nothing on a page.",
    "UserNotifications": "Notifications, which are never allowed on a page.",
    "Security": "The keychain, which belongs to the session.",
}
# Targets whose symbols belong to the module of another target, which re-exports them.
REEXPORTED = {
    "TempuraUI": "UIKit",
    "TempuraGraphics": "UIKit",
    "TempuraLocalization": "UIKit",
    "DefaultDecoding": "TempuraServer",
}
# The names of targets on the site.
NAMES = {name: name for name in MODULES if name != "UIKit"} | REEXPORTED
# Types have a page each. An extension is that of a type of another module.
TYPES = ("class", "struct", "enum", "protocol", "extension")


@dataclass(eq=False)
class Symbol:
    """A declaration. Its kind is that of symbol graphs, such as `class` or `type.method`."""

    module: str
    kind: str
    path: tuple[str, ...]
    graph: dict[str, Any]
    anchor: str = ""
    parent: "Symbol | None" = None
    members: "list[Symbol]" = field(default_factory=list)
    # By the kind of the relation, such as `conformsTo`; a name where the other end is not on the site.
    related: "dict[str, list[Symbol | str]]" = field(default_factory=lambda: defaultdict(list))

    @property
    def name(self) -> str:
        return self.path[-1]

    @property
    def full_name(self) -> str:
        return ".".join(self.path)

    @property
    def owners(self) -> "list[Symbol]":
        """The types around it, from the outermost."""
        return [*self.parent.owners, self.parent] if self.parent else []

    @property
    def owner(self) -> str:
        """The name of the type or of the module around it."""
        return self.parent.full_name if self.parent else self.module

    @property
    def superclasses(self) -> "list[Symbol]":
        """Those on the site, from the next one."""
        found = next((each for each in self.related["inheritsFrom"] if isinstance(each, Symbol)), None)
        return [found, *found.superclasses] if found and self.kind == "class" else []

    @property
    def is_type(self) -> bool:
        return self.kind in TYPES

    @cached_property
    def url(self) -> str:
        if self.is_type:
            return f"api/{self.module}/{self.full_name}.html"
        page = self.parent.url if self.parent else f"api/{self.module}/index.html"
        return f"{page}#{quote(self.anchor, safe='/()_:,.=-+*!&|^~')}"

    @cached_property
    def location(self) -> tuple[Path, int] | None:
        """The file in the repository, and the line."""
        found = self.graph.get("location")
        return found and (source(found["uri"]), found["position"]["line"] + 1)

    @property
    def declaration(self) -> list[dict[str, str]]:
        return self.graph["declarationFragments"]

    @cached_property
    def comment(self) -> list[str]:
        """The lines of the comment. Those that other packages write for what they declare are not of interest here."""
        found = self.graph.get("docComment")
        written_here = found and source(found.get("uri", "file:///")).parts[0] == "Sources"
        return [line["text"] for line in found["lines"]] if written_here else []

    @property
    def comment_location(self) -> str:
        found = self.graph["docComment"]
        return f"{source(found['uri'])}:{found['lines'][0]['range']['start']['line'] + 1}"


def source(uri: str) -> Path:
    path = Path(uri.removeprefix("file://"))
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


class Symbols:
    """All symbols of the site, with what relates them."""

    def __init__(self, folder: Path) -> None:
        """Reads the symbol graphs of a folder."""
        self.by_id: dict[str, Symbol] = {}
        self.by_path: dict[tuple[str, ...], Symbol] = {}
        graphs = [(file.name.split("@")[0].split(".")[0], json.loads(file.read_text())) for file in folder.iterdir()]
        for target, graph in sorted(graphs, key=lambda each: list(NAMES).index(each[0])):
            for each in graph["symbols"]:
                kind = each["kind"]["identifier"].removeprefix("swift.")
                symbol = Symbol(NAMES[target], kind, tuple(each["pathComponents"]), each)
                self.by_id[each["identifier"]["precise"]] = symbol
        relations = [relation for _, graph in graphs for relation in graph["relationships"]]
        self._join_extensions(relations)
        for relation in relations:
            self._relate(relation)
        self.all = sorted(dict.fromkeys(self.by_id.values()), key=lambda symbol: symbol.path)
        self._join_defaults()
        self.modules = [module for module in MODULES if any(symbol.module == module for symbol in self.all)]
        self._name()

    def _join_extensions(self, relations: list[dict[str, str]]) -> None:
        """An extension of a type of its own module is that type. Extensions of another type are one in each module."""
        first: dict[tuple[str, ...], Symbol] = {}
        for relation in relations:
            if relation["kind"] == "extensionTo":
                extension, extended = self.by_id[relation["source"]], self.by_id.get(relation["target"])
                if not extended or extension.module != extended.module:
                    extended = first.setdefault((extension.module, *extension.path), extension)
                self.by_id[relation["source"]] = extended

    def _relate(self, relation: dict[str, str]) -> None:
        kind, one = relation["kind"], self.by_id[relation["source"]]
        other = self.by_id.get(relation["target"]) or relation.get("targetFallback", "").partition(".")[2]
        if not other or one is other:
            return
        if kind in ("memberOf", "requirementOf") and isinstance(other, Symbol):
            one.parent = other
            other.members.append(one)
        one.related[kind].append(other)
        if isinstance(other, Symbol):
            other.related[f"{kind} of"].append(one)

    def _join_defaults(self) -> None:
        """A protocol's own implementation of its requirement is no member. Another protocol's is one of that protocol."""
        types = {(symbol.module, *symbol.path): symbol for symbol in self.all if symbol.is_type}
        for symbol in self.all.copy():
            requirements = symbol.related["defaultImplementationOf"]
            if not requirements or symbol.parent:
                continue
            symbol.parent = types[symbol.module, *symbol.path[:-1]]
            if any(isinstance(each, Symbol) and each.parent is symbol.parent for each in requirements):
                self.all.remove(symbol)
            else:
                symbol.parent.members.append(symbol)

    def _name(self) -> None:
        """Gives each symbol its place on a page."""
        taken: set[str] = set()
        for symbol in self.all:
            anchor, again = symbol.name, 1
            while f"{symbol.module}/{symbol.path}{anchor}" in taken:
                again += 1
                anchor = f"{symbol.name}-{again}"
            taken.add(f"{symbol.module}/{symbol.path}{anchor}")
            symbol.anchor = anchor
            if symbol.is_type and again > 1:
                raise Failure(f"Two types are called {symbol.full_name} in {symbol.module}")
            self.by_path.setdefault((symbol.module, *symbol.path), symbol)

    def of(self, module: str) -> list[Symbol]:
        """The symbols at the top of a module."""
        return [symbol for symbol in self.all if symbol.module == module and not symbol.parent]

    def find(self, link: str, scope: tuple[str, ...]) -> str | None:
        """The URL of a link such as `Store/dispatch(_:)`, seen from a symbol of a module: its members come first, then those
        around it, modules, and what any module declares."""
        parts = tuple(link.split("/"))
        if parts[0] in self.modules and len(parts) == 1:
            return f"api/{parts[0]}/index.html"
        paths = [(*scope[:end], *parts) for end in range(len(scope), -1, -1)]
        for path in [*paths, *((module, *parts) for module in self.modules)]:
            if symbol := self.by_path.get(path):
                return symbol.url
        return None

    @cached_property
    def _top_types(self) -> dict[str, Symbol]:
        """Types by their names, without those whose name two modules use."""
        found = defaultdict(list)
        for symbol in self.all:
            if symbol.is_type and symbol.kind != "extension":
                found[symbol.full_name].append(symbol)
        return {name: symbols[0] for name, symbols in found.items() if len(symbols) == 1}

    def named(self, code: str) -> str | None:
        """The URL of a type that a guide names in code, or of a member, as in `Store` and `UIView.alpha`."""
        if symbol := self._top_types.get(code):
            return symbol.url
        owner, _, member = code.rpartition(".")
        if owner := self._top_types.get(owner):
            for each in owner.members:
                if member == each.name or (member.isidentifier() and each.name.startswith(f"{member}(")):
                    return each.url
        return None


# --- Extraction


def extract(folder: Path, cache: Path) -> None:
    """Writes the symbol graphs of the modules.

    Raises Failure for a module that is not built.
    """
    built = Path(run("swift", "build", "--show-bin-path"))
    flags: list[str | Path] = ["-I", built / "Modules"]
    for module in sorted(Path("Sources").glob("C/*/module.modulemap")):
        flags += ["-I", module.parent]
    for module in sorted(built.glob("C*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={module}"]
    libraries = re.findall(r'pkgConfig: "([^"]+)"', Path("Package.swift").read_text())
    for flag in run("pkg-config", "--cflags", *libraries).split():
        flags += ["-Xcc", flag]
    target = json.loads(run("swift", "-print-target-info"))["target"]["unversionedTriple"]
    # Inherited members are those of the superclass's page, to which each page has a link.
    flags += ["-skip-synthesized-members", "-emit-extension-block-symbols", "-module-cache-path", cache]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    def write(name: str) -> None:
        if not (built / "Modules" / f"{name}.swiftmodule").exists():
            raise Failure(f"{name} is not built: swift build --target {name}")
        run("swift", "symbolgraph-extract", "-module-name", name, "-target", target, *flags, "-output-dir", folder)

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for _ in workers.map(write, NAMES):
            pass


def run(*command: str | Path) -> str:
    """The output of a command. Raises Failure if the command fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} failed with {done.returncode}:\n{done.stdout}")
    return done.stdout.strip()
