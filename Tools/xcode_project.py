"""Reads from an Xcode project which files an app consists of. Tools/move-app uses it."""

import os
import re
from pathlib import Path
from typing import Any

TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|\s+|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<word>[^\s{}()=;,"]+)|(?P<sign>[{}()=;,])', re.DOTALL
)
APP = "com.apple.product-type.application"
# The kinds of other targets whose code is part of the app's process.
LIBRARIES = {
    f"com.apple.product-type.{kind}" for kind in ("framework", "framework.static", "library.static", "library.dynamic")
}
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
        return self.objects.get(target, {}).get("productType", "")

    def place(self, key: str, parent: Path) -> None:
        """Notes where the files of a group are."""
        each = self.objects.get(key, {})
        start = {"<group>": parent, "SOURCE_ROOT": self.folder}.get(each.get("sourceTree", "<group>"))
        if start is None or key in self.places:
            return
        self.places[key] = Path(os.path.normpath(start / each.get("path", "")))
        for child in each.get("children", []):
            self.place(child, self.places[key])

    def members(self, target: str) -> Members:
        """The files of a target, and of the libraries in the project that it needs."""
        members = Members()
        done: set[str] = set()
        waiting = [target]
        while waiting:
            key = waiting.pop()
            if key in done or (key != target and self.kind(key) not in LIBRARIES):
                continue
            done.add(key)
            self.add_files(self.objects[key], members)
            self.add_folders(key, members)
            waiting += [self.objects[each].get("target", "") for each in self.objects[key].get("dependencies", [])]
        return members

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
