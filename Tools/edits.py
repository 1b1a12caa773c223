"""Edits Swift sources of iOS apps, so that they compile here. Tools/move-app uses it."""

import re
from typing import NamedTuple

from unsupported import NETWORKING, TEXTS, WITH_UIKIT, imports_of, without_other_systems, without_texts

# How many characters of a call can stand before its selector.
MAX_CALL = 1000
FOUNDATION = re.compile(
    r"\b(?:Data|Date|URL|UUID|Locale|Calendar|TimeZone|TimeInterval|NSObject|IndexPath|Bundle|JSON(?:En|De)coder"
    r"|\w*Formatter|NotificationCenter|NSRegularExpression|DispatchQueue|FileManager|CharacterSet|NSRange)\b"
)
SELECTOR = re.compile(r"(?P<selector>#selector\s*\(\s*(?P<method>(?:\w+\.)*\w+(?:\([\w:\s]*\))?)\s*\))")
TARGET = re.compile(
    r"(?:\btarget\s*:|\b(?:add|remove)Target\s*\(|\baddObserver\s*\(|\bUIImageWriteToSavedPhotosAlbum\s*\([^()]*,)"
    r"\s*(?P<object>[\w.]+)\s*,\s*(?:(?:action|selector)\s*:\s*)?$"
)
# Hydra's function, which Swift takes for its own keyword.
AWAIT = re.compile(r"(?<![\w.])(?<!func )await(?=\()")
WITH_HYDRA = {"Hydra", "Katana", "Tempura"}
PREVIEW = re.compile(r"(?m)^[ \t]*(?:@available\([^)]*\)\s*)?#Preview\b[^{\n]*\{")
CONDITION = re.compile(r"(?m)^[ \t]*#(?:if|elseif)\b(?P<condition>.*)$")
SCOPE = re.compile(
    r"\b(?P<kind>class|struct|enum|actor|extension|protocol)\s+(?!func\b|var\b|let\b)(?P<type>[\w.]+)[^{}]*\{|[{}]"
)
OBJECTIVE_C = re.compile(r"(?m)^[ \t]*import ObjectiveC\b.*\n")
MODIFIERS = r"(?:(?:open|public|internal|fileprivate|private|final|class|static|dynamic)(?:\(set\))?\s+)*"
# Asks for a selector, and is never called here.
CAN_PERFORM = re.compile(rf"(?m)^[ \t]*{MODIFIERS}override\s+{MODIFIERS}func\s+canPerformAction\b[^{{}}]*\{{")
OVERRIDE = re.compile(rf"(?m)^[ \t]*(?:@\w+(?:\([^()]*\))?\s+)*{MODIFIERS}override\b[^{{}}]*\{{")
EXTENSION = re.compile(rf"(?m)^{MODIFIERS}extension\s+(?P<type>\w+)\s*(?::[^{{}}]*)?\{{")
CLASS = re.compile(r"(?m)^[ \t]*(?:@\w+(?:\([^()]*\))?\s+)*(?:\w+\s+)*?class\s+(?P<type>[A-Z]\w*)[^{}]*\{")
OPTIONAL_CALL = re.compile(r"\.\s*(?P<name>\w+)(?P<mark>\?)(?=\()")
KEY_PATH = re.compile(r"#keyPath\s*\(\s*(?P<types>(?:[A-Z]\w*\.)*)(?P<path>[\w.]+)\s*\)")
TRUNCATING = re.compile(r"\bCGFloat\s*(?P<open>\()\s*truncating\s*:")
OUTLET = re.compile(
    r"@IBOutlet\s+(?P<modifiers>(?:\w+(?:\(set\))?\s+)*?)var\s+(?P<name>\w+)\s*:\s*(?P<type>\[\s*\w+\s*\]|[\w.]+)[!?]?"
)
OUTLETS = re.compile(
    r"UI\w*(?:View|Label|Button|Field|Switch|Slider|Control|Bar|Stepper|Picker|Recognizer|ButtonItem|TabBarItem)"
)
# What libraries use of Apple's modules that are not whole here. Their code for Linux does without.
PARTIAL_MODULE = re.compile(r"\bcanImport\((?:UniformTypeIdentifiers|Security)\)(?!\s*&&\s*!os\(Linux\))")
MISSING_PARTS = re.compile(r"\bUTTypeC\w+|\bkUTT\w+|\bSec(?:Trust|Certificate|Policy|Key)\w*")
IMPORT_OF_NETWORKING = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"


class Edit(NamedTuple):
    """The replacement of a part of a text."""

    start: int
    end: int
    text: str


def applied(edits: list[Edit], text: str) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


class Names(NamedTuple):
    """Names that edits depend on."""

    known: set[str]  # of UIKit, which the app does not declare
    methods: set[str]  # that the app declares
    callbacks: set[str]  # the methods of delegates and data sources here, except for what the app declares itself
    merged: set[str]  # modules that became a part of this one


def edited(text: str, names: Names) -> str:
    """A source with the edits that need no understanding of the app."""
    text = re.sub(r"(?m)^([ \t]*import UIKit)\.\w+", r"\1", text)  # Linux has no submodules
    code = without_texts(text)
    removed = [block(code, match) for pattern in (PREVIEW, CAN_PERFORM) for match in pattern.finditer(code)]
    text = applied([Edit(start, end, "") for start, end in removed], text)
    code = without_texts(text)
    edits = [Edit(*match.span(), "@main") for match in re.finditer(r"@UIApplicationMain\b", code)]
    edits += edits_of_conditions(code)
    edits += edits_of_selectors(code, names.methods)
    edits += edits_of_attributes(code)
    edits += edits_of_outlets(code, names.known)
    edits += edits_of_rows(code)
    edits += edits_of_foundation(code, names)
    edits += [Edit(*match.span(), "") for match in OBJECTIVE_C.finditer(code)]
    for name in names.merged:
        edits += [Edit(*match.span(), "") for match in re.finditer(rf"(?m)^[ \t]*(?:@\w+ )*import {name}\b.*\n", code)]
    if imports_of(code) & WITH_HYDRA:
        edits += [Edit(*match.span(), "Hydra.await") for match in AWAIT.finditer(code)]
    text = applied(edits, text)
    return with_imports(text, names.known)


def end_of(code: str, start: int, pair: str = "{}") -> int:
    """Where what begins with a brace ends."""
    depth = 0
    for match in re.compile("[" + re.escape(pair) + "]").finditer(code, start):
        depth += 1 if match[0] == pair[0] else -1
        if depth == 0:
            return match.end()
    return len(code)


def block(code: str, match: re.Match[str]) -> tuple[int, int]:
    """A declaration with its braces, of which the match ends with the first one, and the end of its line."""
    end = end_of(code, match.end() - 1)
    return match.start(), end + (code[end : end + 1] == "\n")


def edits_of_conditions(code: str) -> list[Edit]:
    """Compiles for Linux what is for iOS, in files that do not know Linux."""
    if "os(Linux)" in code:
        return []
    edits = []
    for match in CONDITION.finditer(code):
        is_plain = not re.search(r"!|&&", match["condition"])
        new = "os(iOS) || os(Linux)" if is_plain else "(os(iOS) || os(Linux))"
        edits.append(Edit(*match.span("condition"), match["condition"].replace("os(iOS)", new)))
    return edits


def edits_of_foundation(code: str, names: Names) -> list[Edit]:
    """Replaces what only Apple's Foundation and the runtime of Objective-C have."""
    edits = []
    for match in OPTIONAL_CALL.finditer(code):
        if match["name"] in names.callbacks:
            edits.append(Edit(*match.span("mark"), ""))
    for match in KEY_PATH.finditer(code):
        path = match["path"]
        # The name for Objective-C.
        if match["types"].rstrip(".") in names.known and re.match(r"is[A-Z]", path):
            path = path[2].lower() + path[3:]
        edits.append(Edit(*match.span(), f'"{path}"'))
    for match in TRUNCATING.finditer(code):
        end = end_of(code, match.start("open"), "()")
        edits += [
            Edit(match.end("open"), match.end("open"), "Double("),
            Edit(end, end, ")"),
        ]
    for match in re.finditer(r"(?<![\w.])Timer\(\)", code):
        edits.append(Edit(*match.span(), "Timer(timeInterval: 0, repeats: false) { _ in }"))
    for match in re.finditer(r"\bMAXFLOAT\b", code):
        edits.append(Edit(*match.span(), "Float.greatestFiniteMagnitude"))
    if MISSING_PARTS.search(code):
        edits += [Edit(match.end(), match.end(), " && !os(Linux)") for match in PARTIAL_MODULE.finditer(code)]
    return edits


def edits_of_outlets(code: str, known: set[str]) -> list[Edit]:
    """Makes the views that a storyboard would make. None of them is in another view."""
    edits = []
    for match in OUTLET.finditer(code):
        name = match["type"]
        if name.startswith("["):
            value = " = []"
        elif name == "UICollectionView":
            value = " = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())"
        else:
            value = f" = {name}()" if name in known and OUTLETS.fullmatch(name) else ""
        modifiers = re.sub(r"\b(?:weak|unowned)\s+", "", match["modifiers"]) if value else match["modifiers"]
        mark = code[match.end("type") : match.end()]
        edits.append(Edit(*match.span(), f"{modifiers}var {match['name']}: {name}{mark}{value}"))
    return edits


def with_overrides_in_classes(texts: dict[str, str]) -> dict[str, str]:
    """Moves overrides from extensions into their classes, because only Objective-C can override there."""
    codes = {name: without_texts(text) for name, text in texts.items()}
    edits: dict[str, list[Edit]] = {name: [] for name in texts}
    ends: dict[str, tuple[str, int]] = {}
    for name, code in codes.items():
        for match in CLASS.finditer(code):
            ends[match["type"]] = (name, end_of(code, match.end() - 1) - 1)
    for name, code in codes.items():
        for extension in EXTENSION.finditer(code):
            if extension["type"] not in ends:
                continue
            last = end_of(code, extension.end() - 1)
            position = extension.end()
            while match := OVERRIDE.search(code, position, last):
                before = code[extension.end() : match.start()]
                if before.count("{") != before.count("}"):  # of a type in the extension
                    position = match.end()
                    continue
                start, position = block(code, match)
                while start and texts[name][: start - 1].rpartition("\n")[2].lstrip().startswith("//"):
                    start = texts[name].rfind("\n", 0, start - 1) + 1
                edits[name].append(Edit(start, position, ""))
                file, end = ends[extension["type"]]
                edits[file].append(Edit(end, end, "\n" + texts[name][start:position]))
    return {name: applied(edits[name], text) for name, text in texts.items()}


def edits_of_attributes(code: str) -> list[Edit]:
    """Removes the attributes of Objective-C. A protocol that had one stays one of classes."""
    edits = []
    protocol = r"@objc(?:\s*\([^)]*\))?\s+((?:\w+\s+)?protocol\s+\w+)\s*(:?)"
    for match in re.finditer(protocol, code):
        edits.append(Edit(*match.span(), match[1] + (": AnyObject," if match[2] else ": AnyObject ")))
    taken = [edit.start for edit in edits]
    attribute = (
        r"@(?:objcMembers|nonobjc|IBAction|IBDesignable|IBInspectable|objc(?:\s*\([^)]*\))?)(?![\w(])[ \t]*\n?[ \t]*"
    )
    for match in re.finditer(attribute, code):
        is_optional = re.match(r"(?:\w+\s+)*optional\b", code[match.end() : match.end() + 40])
        if match.start() not in taken and not is_optional:
            edits.append(Edit(*match.span(), ""))
    return edits


def edits_of_rows(code: str) -> list[Edit]:
    """Says that rows can be deleted, where iOS concludes it from the method that deletes them."""
    if "canEditRowAt" in code or "DiffableDataSource" in code:
        return []
    commit = (
        r"(?m)^([ \t]*(?:(?:override|public|open|internal) +)*)func +tableView\(\s*_ +\w+: *UITableView,\s*commit\b"
    )
    method = "func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }\n\n"
    return [Edit(match.start(), match.start(), match[1] + method) for match in re.finditer(commit, code)]


def edits_of_selectors(code: str, methods: set[str]) -> list[Edit]:
    """Replaces the selectors of controls, gesture recognizers, bar buttons and notifications by methods of the app. Those of
    UIKit, such as `UIView.endEditing(_:)`, take no sender."""
    edits = []
    for match in SELECTOR.finditer(code):
        before = code[max(match.start() - MAX_CALL, 0) : match.start()]
        target = TARGET.search(before)
        if not target or target["object"] == "nil":
            continue
        owner, _, method = match["method"].partition("(")[0].rpartition(".")
        if method not in methods:
            continue
        method += match["method"][len(match["method"].partition("(")[0]) :]
        if not owner or owner in ("self", "Self"):
            # Only the type of `self` is known.
            owner = type_around(code, match.start()) if target["object"] == "self" else None
        elif not owner[0].isupper():
            continue
        if owner:
            edits.append(Edit(*match.span("selector"), f"{owner}.{method}"))
    return edits


def type_around(code: str, offset: int) -> str | None:
    """The type in whose braces a place of the code is."""
    scopes: list[str | None] = []
    for match in SCOPE.finditer(code, 0, offset):
        if match[0] == "}":
            scopes = scopes[:-1]
        else:
            scopes.append(match["type"])
    return next((scope for scope in reversed(scopes) if scope), None)


def with_imports(text: str, known: set[str]) -> str:
    """Adds the imports that a phone does not need."""
    code = without_other_systems(without_texts(text))
    imports = imports_of(code)
    missing = "" if "Hydra" in imports or "Hydra.await(" not in code else "import Hydra\n"
    names = set(re.findall(r"\b(?:UI|CA|NSLayout)[A-Z]\w*", code))
    if not imports & WITH_UIKIT and (names & known or TEXTS.search(code)):
        missing += "import UIKit\n"
    elif not imports and FOUNDATION.search(code):
        missing += "import Foundation\n"
    if NETWORKING.search(code) and "FoundationNetworking" not in imports:
        missing += IMPORT_OF_NETWORKING
    first = re.search(r"\S", without_texts(text))
    if not missing or not first:
        return text
    start = text.rfind("\n", 0, first.start()) + 1
    return text[:start] + missing + text[start:]
