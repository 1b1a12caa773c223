"""Reads from a project of Xcode or XcodeGen which files an app consists of. Tools/move-app uses it."""

import os
import re
from pathlib import Path
from typing import Any

TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|\s+|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<word>[^\s{}()=;,"]+)|(?P<sign>[{}()=;,])', re.DOTALL
)
KIND = "com.apple.product-type."
APP = "application"
# The kinds of other targets whose code is part of the app's process.
LIBRARIES = {"framework", "framework.static", "library.static", "library.dynamic"}
PHASES = {"PBXSourcesBuildPhase", "PBXResourcesBuildPhase"}


def parsed(text: str) -> Any:
    """The content of a property list of the old kind: dictionaries, lists and texts. Raises ValueError if it is none."""
    tokens: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise ValueError("not a property list")
        if match.lastgroup == "quoted":
            tokens.append(("text", re.sub(r"\\(.)", r"\1", match["quoted"])))
        elif match.lastgroup:
            tokens.append(("text" if match.lastgroup == "word" else "sign", match[0]))
        position = match.end()
    tokens.reverse()

    def take(sign: str) -> bool:
        if tokens and tokens[-1] == ("sign", sign):
            tokens.pop()
            return True
        return False

    def value() -> Any:
        if take("{"):
            found: dict[str, Any] = {}
            while not take("}"):
                key = value()
                if not isinstance(key, str) or not take("="):
                    raise ValueError("not a property list")
                found[key] = value()
                take(";")
            return found
        if take("("):
            items = []
            while not take(")"):
                items.append(value())
                take(",")
            return items
        if not tokens or tokens[-1][0] != "text":
            raise ValueError("not a property list")
        return tokens.pop()[1]

    return value()


class Members:
    """The files of an app: single ones, and folders with exceptions."""

    def __init__(self) -> None:
        self.files: set[Path] = set()
        self.folders: list[tuple[Path, set[Path]]] = []

    def __contains__(self, path: Path) -> bool:
        places = {path, *path.parents}
        if self.files & places:
            return True
        return any(folder in places and not exceptions & places for folder, exceptions in self.folders)

    def has_some_of(self, folder: Path) -> bool:
        return folder in self or any(file.is_relative_to(folder) for file in self.files)


class Project:
    """A folder `….xcodeproj`. Raises ValueError, OSError or KeyError if it cannot be read."""

    def __init__(self, path: Path) -> None:
        root = parsed((path / "project.pbxproj").read_text(errors="replace"))
        self.objects: dict[str, Any] = root["objects"]
        project = self.objects[root["rootObject"]]
        self.folder = Path(os.path.normpath(path.parent / project.get("projectDirPath", "")))
        self.places: dict[str, Path] = {}
        self.place(project["mainGroup"], self.folder)
        targets = [each for each in project.get("targets", []) if self.kind(each) == APP]
        self.apps = {self.objects[each].get("name", ""): each for each in targets}

    def kind(self, target: str) -> str:
        return self.objects.get(target, {}).get("productType", "").removeprefix(KIND)

    def place(self, key: str, parent: Path) -> None:
        """Notes where the files of a group are."""
        each = self.objects.get(key, {})
        start = {"<group>": parent, "SOURCE_ROOT": self.folder}.get(each.get("sourceTree", "<group>"))
        if start is None or key in self.places:
            return
        self.places[key] = Path(os.path.normpath(start / each.get("path", "")))
        for child in each.get("children", []):
            self.place(child, self.places[key])

    def members(self, target: str) -> dict[str, Members]:
        """The files of a target, and of the libraries in the project that it needs, by the names of the modules."""
        modules: dict[str, Members] = {}
        done: set[str] = set()
        waiting = [target]
        while waiting:
            key = waiting.pop()
            if key in done or (key != target and self.kind(key) not in LIBRARIES):
                continue
            done.add(key)
            self.add_members(key, modules.setdefault(self.module_name(key), Members()))
            waiting += self.dependencies(key)
        return modules

    def add_members(self, target: str, members: Members) -> None:
        self.add_files(self.objects[target], members)
        self.add_folders(target, members)

    def dependencies(self, target: str) -> list[str]:
        return [self.objects[each].get("target", "") for each in self.objects[target].get("dependencies", [])]

    def module_name(self, target: str) -> str:
        """The name by which sources import a target."""
        name = self.objects[target].get("name", "")
        configurations = self.objects.get(self.objects[target].get("buildConfigurationList", ""), {})
        for key in configurations.get("buildConfigurations", [])[:1]:
            settings = self.objects.get(key, {}).get("buildSettings", {})
            given = [settings.get(each, "$(") for each in ("PRODUCT_MODULE_NAME", "PRODUCT_NAME")]
            name = next(
                (each for each in given if isinstance(each, str) and "$(" not in each),
                name,
            )
        return re.sub(r"\W", "_", name)

    def add_files(self, target: dict[str, Any], members: Members) -> None:
        for phase in (self.objects.get(each, {}) for each in target.get("buildPhases", [])):
            if phase.get("isa") not in PHASES:
                continue
            for file in phase.get("files", []):
                key = self.objects.get(file, {}).get("fileRef", "")
                # The file of a group with variants is one for each language.
                is_variants = self.objects.get(key, {}).get("isa") == "PBXVariantGroup"
                keys = self.objects[key].get("children", []) if is_variants else [key]
                members.files |= {self.places[each] for each in keys if each in self.places}

    def add_folders(self, target: str, members: Members) -> None:
        """Adds what Xcode 16 takes from whole folders. Exceptions are left out of the target that has the folder, and added
        to others."""
        own = self.objects[target].get("fileSystemSynchronizedGroups", [])
        for key, place in self.places.items():
            if self.objects[key].get("isa") != "PBXFileSystemSynchronizedRootGroup":
                continue
            sets = [self.objects.get(each, {}) for each in self.objects[key].get("exceptions", [])]
            names = [
                name for each in sets if each.get("target") == target for name in each.get("membershipExceptions", [])
            ]
            exceptions = {Path(os.path.normpath(place / name)) for name in names}
            if key in own:
                members.folders.append((place, exceptions))
            else:
                members.files |= exceptions


class GeneratedProject(Project):
    """A file `project.yml`, of which XcodeGen makes a project. Raises as `Project`."""

    def __init__(self, path: Path) -> None:
        root = outline(path.read_text(errors="replace"))
        self.folder = path.parent
        self.objects = {name: each for name, each in root["targets"].items() if isinstance(each, dict)}
        self.apps = {name: name for name in self.objects if self.kind(name) == APP}

    def kind(self, target: str) -> str:
        return self.objects.get(target, {}).get("type", "")

    def module_name(self, target: str) -> str:
        settings = self.objects[target].get("settings") or {}
        settings = settings.get("base") or settings
        return re.sub(
            r"\W",
            "_",
            settings.get("PRODUCT_MODULE_NAME") or settings.get("PRODUCT_NAME") or target,
        )

    def add_members(self, target: str, members: Members) -> None:
        for each in listed(self.objects[target].get("sources")) + listed(self.objects[target].get("resources")):
            each = each if isinstance(each, dict) else {"path": each}
            place = Path(os.path.normpath(self.folder / each.get("path", "")))
            exceptions = {path for pattern in listed(each.get("excludes")) for path in place.glob(pattern)}
            members.folders.append((place, exceptions))

    def dependencies(self, target: str) -> list[str]:
        needed = listed(self.objects[target].get("dependencies"))
        return [each["target"] for each in needed if isinstance(each, dict) and "target" in each]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s:\[{"'-][^:]*)\s*:(?:\s+(?P<rest>.*))?$""")


def outline(text: str) -> Any:
    """The content of a file in the part of YAML that people write in projects: mappings, lists, and texts of one line, which may
    be scripts. Raises ValueError if it has more."""
    lines = [re.sub(r"(^|\s)#.*", "", line).rstrip() for line in text.splitlines()]
    waiting = [(len(line) - len(line.lstrip()), line.lstrip()) for line in lines if line.strip(" -")]
    waiting.reverse()

    def value(indent: int) -> Any:
        if waiting[-1][1].startswith("-"):
            items = []
            while waiting and waiting[-1][0] == indent and waiting[-1][1].startswith("-"):
                _, line = waiting.pop()
                rest = line[1:].lstrip()
                if KEY.match(rest):
                    waiting.append((indent + len(line) - len(rest), rest))
                    items.append(value(waiting[-1][0]))
                else:
                    items.append(scalar(rest))
            return items
        found = {}
        while waiting and waiting[-1][0] == indent and (match := KEY.match(waiting[-1][1])):
            waiting.pop()
            rest = match["rest"] or ""
            if re.fullmatch(r"[|>][+-]?", rest):
                while waiting and waiting[-1][0] > indent:
                    waiting.pop()
            elif not rest and waiting and waiting[-1][0] + waiting[-1][1].startswith("-") > indent:
                found[scalar(match["key"])] = value(waiting[-1][0])
            else:
                found[scalar(match["key"])] = scalar(rest) if rest else None
        return found

    def scalar(text: str) -> Any:
        text = text.strip()
        if text.startswith("[") and text.endswith("]"):
            return [scalar(each) for each in text[1:-1].split(",") if each.strip()]
        if text.startswith("{") and text.endswith("}"):
            pairs = (each.partition(":") for each in text[1:-1].split(",") if each.strip())
            return {scalar(key): scalar(rest) for key, _, rest in pairs}
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text

    found = value(waiting[-1][0]) if waiting else {}
    if waiting:
        raise ValueError("not understood: " + waiting[-1][1])
    return found
