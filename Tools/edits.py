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


def edited(text: str, known: set[str], methods: set[str]) -> str:
    """A source with the edits that need no understanding of the app.

    known: the names of UIKit that the app does not declare; methods: those that the app declares."""
    text = re.sub(r"(?m)^([ \t]*import UIKit)\.\w+", r"\1", text)  # Linux has no submodules
    code = without_texts(text)
    text = applied(edits_of_previews(code), text)
    code = without_texts(text)
    edits = [Edit(*match.span(), "@main") for match in re.finditer(r"@UIApplicationMain\b", code)]
    edits += edits_of_conditions(code)
    edits += edits_of_selectors(code, methods)
    edits += edits_of_attributes(code)
    edits += edits_of_rows(code)
    edits += [Edit(*match.span(), "") for match in OBJECTIVE_C.finditer(code)]
    if imports_of(code) & WITH_HYDRA:
        edits += [Edit(*match.span(), "Hydra.await") for match in AWAIT.finditer(code)]
    text = applied(edits, text)
    return with_imports(text, known)


def edits_of_previews(code: str) -> list[Edit]:
    """Removes the previews of Xcode, which are macros of its own."""
    edits = []
    for match in PREVIEW.finditer(code):
        depth = 1
        end = match.end()
        while depth and (brace := re.compile(r"[{}]").search(code, end)):
            depth += 1 if brace[0] == "{" else -1
            end = brace.end()
        edits.append(Edit(match.start(), end + (code[end : end + 1] == "\n"), ""))
    return edits


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
