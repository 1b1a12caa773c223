"""Finds what of an iOS app's sources does not work with Tempura for the web. Tools/find-unsupported and Tools/move-app use it."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent

# Patterns in code, without comments and texts: what is found, and its remedy.
RULES = [
    (r"#selector\b|\bNSSelectorFromString\b|\bSelector\s*\(", "needs selectors, which only Objective-C has: pass a closure, or a method such as `MyView.didTap`"),
    (r"\bselector\s*:(?!\s*[A-Z]\w*\.\w)", "needs a selector: use the variant with a closure; `addObserver` takes a method, too, such as `MyView.didChange`"),
    (r"@(?:objc|objcMembers|NSManaged|GKInspectable)\b", "needs Objective-C: remove the attribute; write the optional methods of a protocol as default implementations"),
    (r"@IB(?:Outlet|Action|Inspectable|Designable|SegueAction)\b", "belongs to a storyboard or nib, which are never loaded: make the view in code"),
    (r"#keyPath\b|\bforKeyPath\s*:|\bNSKeyValueObservation\b|\.observe\s*\(\s*\\", "needs key-value observing: use `didSet`, a delegate or a closure"),
    (r"(?<!UserDefaults\.standard)(?<!efaults)\.setValue\s*\([^()]*,\s*forKey\s*:|(?<!UIApplication)(?<!UserDefaults\.standard)(?<!efaults)\.value\s*\(\s*forKey\s*:", "needs key-value coding, which only UserDefaults has here: use the property itself"),
    (r"\bobjc_(?!(?:[gs]et|remove)AssociatedObjects?\b|AssociationPolicy\b)\w+", "needs the runtime of Objective-C"),
    (r"\bmethod_exchangeImplementations\b|\bclass_(?:get|add|replace)\w+", "needs the runtime of Objective-C: override the method in a subclass"),
    (r"@UIApplicationMain\b", "needs Objective-C, and makes the compiler crash: write `@main`"),
    (r"\bcase\s+(?:let|var)\s+\w+\s+as\b|(?P<found>\bas\s+\[?NSNumber\b)", "does not compile for a CGFloat: write `NSNumber(value: Double(x))`; other numbers are converted"),
    (r"\bautoreleasepool\b", "does not exist on Linux: remove it"),
    (r"\bCFAbsoluteTimeGetCurrent\b|\bmach_absolute_time\b", "does not exist on Linux: use `Date()` or `ContinuousClock`"),
    (r"\bos_unfair_lock\w*", "does not exist on Linux: use `NSLock`, or `Mutex` of Synchronization"),
    (r"\bCF(?:Data|URL|String|Array|Dictionary)Ref\b", "does not exist on Linux: use the type of Foundation"),
    (r"\bNSDataDetector\b", "does not exist on Linux: use a `Regex`"),
    (r"\b(?:RelativeDateTimeFormatter|DateComponentsFormatter|MeasurementFormatter|ListFormatter)\b", "does not exist on Linux: use `formatted(_:)` with a FormatStyle"),
    (r"\bNS(?:Predicate|Expression)\s*\(\s*format\s*:", "is not available on Linux: use a closure"),
    (r"\bNS(?:UserActivity|MetadataQuery)\b|\bUndoManager\b", "does not exist on Linux: keep it in the state"),
    (r"\bNSManaged(?:Object|ObjectContext|ObjectModel)\b|\bNSPersistent\w+|\bNSFetch\w+", "belongs to Core Data, which does not exist on Linux: keep it in the state"),
    (r"\bNSTextStorage\b|\.textStorage\b|\bNSLayoutManager\s*\(|\benumerateLineFragments\b|\bboundingRect\s*\(\s*forGlyphRange\b|\bcharacterIndex\s*\(\s*for\b", "belongs to the parts of TextKit that are not here: set `attributedText`; `caretRect(for:)` and `closestPosition(to:)` of a text view find characters"),
    (r"\bDispatchQueue\s*\.\s*main\s*\.\s*sync\b", "never returns on a server: call the work directly, or use `async`"),
    (r"\bRunLoop\s*\.\s*(?:main|current)\s*\.\s*(?:run|perform)\b", "never runs on a server: use `DispatchQueue.main.async`"),
    (r"\bCADisplayLink\b", "never fires on a server: the browser animates by style sheet"),
    (r"\.(?:dataTaskPublisher|publisher\s*\(\s*for|publish\s*\(\s*every)\b|\bAnyCancellable\b", "belongs to Combine, which does not exist on Linux: use a completion handler, `async`, or the store's listeners"),
    (r"\bBundle\s*\.\s*main\s*\.\s*(?:url|path)\s*\(\s*forResource\b", "finds no files of the app on a server: use `Bundle.module`"),
    (r"\bHTTPCookieStorage\b|\bURLCache\s*\.\s*shared\b", "is shared by all users of the server: give each session a URLSession with a configuration of its own"),
    (r"\bclass\s+\w+\s*:\s*NotificationCenter\b", "overrides nothing on Linux, where the methods of NotificationCenter are not open: use a protocol of your own"),
    (r"\bSec(?:Key|Certificate|Trust|Identity|Policy|AccessControl)\w*", "does not exist on Linux: use `Crypto` of apple/swift-crypto"),
]  # fmt: skip


def by_name(names: dict[str, str]) -> dict[str, str]:
    """The remedies by names, of which one remedy has several."""
    return {name: remedy for remedy, each in names.items() for name in each.split()}


# Modules of iOS. Those that this package has as products are left out.
MODULES = by_name({
    "use `Crypto` of apple/swift-crypto, whose API is the same": "CryptoKit",
    "use `Crypto` of apple/swift-crypto": "CommonCrypto",
    "sign in with a password or a service": "LocalAuthentication",
    "use the web's flow of the service that users sign in with": "AuthenticationServices",
    "use `print`, or `Logging` of apple/swift-log": "os os.log OSLog",
    "use Glibc, or Foundation": "Darwin",
    "use promises, or the store's listeners": "Combine",
    "use UIKit's views": "SwiftUI",
    "remove it":
        "WidgetKit Metal MetalKit SceneKit SpriteKit ARKit RealityKit GameKit AudioToolbox CoreHaptics "
        "CoreMotion HealthKit CoreBluetooth CoreNFC CoreTelephony PushKit CallKit AdSupport "
        "AppTrackingTransparency WatchConnectivity Intents MultipeerConnectivity ObjectiveC",
    "keep it in the state": "CoreData SwiftData RealmSwift",
    "keep it in the state, or call a web service": "CloudKit",
    "use attributed texts": "CoreText",
    "import UniformTypeIdentifiers": "MobileCoreServices",
    "call a web service in a side effect": "CoreML Vision Speech NaturalLanguage",
    "use plain Swift": "Accelerate",
    "use the SIMD types of Swift": "simd",
    "link to the file": "MediaPlayer QuickLook PDFKit",
    "ask for the data with text fields": "Contacts ContactsUI",
    "offer an .ics file": "EventKit",
    "use URLSession in a side effect": "Network",
    "remove it: a page that loads is online": "SystemConfiguration",
    "use the web's flow of a payment service": "PassKit",
    "remove it: pages have URLs": "CoreSpotlight",
    "use a side effect": "BackgroundTasks",
    "use a package for Linux": "Compression",
})  # fmt: skip

# Libraries that do not compile on Linux. docs/moving.md says more about them.
LIBRARIES = by_name({
    "use NSAttributedString": "BonMot",
    "give its sources with --library, or use URLSession in a side effect": "Alamofire",
    "use a UIMenu, a UIPickerView or an action sheet": "DropDown",
    "use layout anchors": "SnapKit",
    "load the image in a side effect, and show it as UIImage(data:)": "Kingfisher SDWebImage Nuke AlamofireImage",
    "keep secrets on the server, and who is signed in in the state": "KeychainAccess KeychainSwift SwiftKeychainWrapper Keychain Locksmith Valet",
})  # fmt: skip

# Files that only Xcode or Objective-C can use.
FILES = {
    ".storyboard": "a storyboard is never loaded: make its views in code",
    ".xib": "a nib is never loaded: make its views in code",
    ".xcdatamodeld": "there is no Core Data: keep it in the state",
    ".m": "Objective-C does not compile on Linux: write it in Swift",
    ".mm": "Objective-C does not compile on Linux: write it in Swift",
    ".metal": "there is no Metal: remove it",
    ".intentdefinition": "there are no intents: remove it",
}
PODS = "there is no CocoaPods or Carthage on Linux: name packages that build there in Package.swift"
# Folders that are not the app's own.
LEFT_OUT = {"Pods", "Carthage", "DerivedData", "build", "fastlane", "node_modules"}

NETWORKING = re.compile(
    r"\b(?:NSURLSession\w*|URLSession\w*|(?:NS(?:Mutable)?)?URLRequest|(?:NS)?(?:HTTP)?URLResponse|HTTPCookie(?:Storage)?"
    r"|URLProtocol|URLCredential|URLAuthenticationChallenge|URLProtectionSpace|URLCache|CachedURLResponse)\b"
)
# What of Foundation runs closures later or keeps values, and follows sessions by the file Following.swift.
FOLLOWED = re.compile(
    r"\b(?:Timer|Thread|OperationQueue|BlockOperation|DispatchWorkItem|UserDefaults)\b(?=\s*[.({])"
    r"|\bFileManager\s*\.\s*default\s*\.\s*(?:urls?\s*\(\s*for\b|temporaryDirectory\b)"
    r"|\bNS(?:Home|Temporary)Directory\b|\bNSSearchPathForDirectoriesInDomains\b"
    r"|\bURLSession\b(?=.*\bDispatchQueue\s*\.\s*main\b)",
    re.DOTALL,
)
IMPORT = re.compile(
    r"(?m)^[ \t]*(?:@\w+[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(?:(?:class|struct|enum|func|var)[ \t]+)?([\w.]+)"
)
# Imports that bring the names of UIKit.
WITH_UIKIT = {"UIKit", "Tempura", "TempuraTesting", "QuartzCore", "CoreGraphics", "MessageUI", "SafariServices"}
# Calls that Foundation has, too. Its own look for texts in the wrong place, and know no languages of pages.
TEXTS = re.compile(r"\bNSLocalizedString\b|\blocalizedString\s*\(\s*forKey\b|\bString\s*\(\s*localized\s*:")
TYPE = re.compile(r"\b(?:class|struct|enum|protocol|typealias)\s+(\w+)")
SHARED = "is shared by all users of the server: keep what belongs to a user in the state"


class Finding(NamedTuple):
    """A place in the sources that needs work."""

    path: Path
    line: int
    found: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.found}` {self.remedy}"


class Source:
    """A file of Swift, without comments, texts, and code for other systems."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text(errors="replace")
        self.code = without_other_systems(without_texts(text))
        self.is_of_swiftgen = "Generated using SwiftGen" in text[:1000]

    def line(self, offset: int) -> int:
        return self.code.count("\n", 0, offset) + 1

    def find(self, pattern: str | re.Pattern[str]) -> Iterator[re.Match[str]]:
        return re.finditer(pattern, self.code)

    def finding(self, match: re.Match[str], remedy: str) -> Finding:
        found = " ".join(match[0].split()).removesuffix("(").removesuffix(".").strip()
        return Finding(self.path, self.line(match.start()), found, remedy)


def imports_of(code: str) -> set[str]:
    return {match[1].partition(".")[0] for match in IMPORT.finditer(code)}


def remedy_of_file(path: Path) -> str | None:
    """What to do about a file that only Xcode or Objective-C can use."""
    return PODS if path.name in ("Podfile", "Cartfile") else FILES.get(path.suffix.lower())


TOKENS = re.compile(r'//[^\n]*|/\*|(?P<raw>#*)(?P<quote>"""|")', re.DOTALL)


def without_texts(code: str) -> str:
    """Blanks comments and texts. Lines keep their numbers."""
    kept = []
    position = 0
    while match := TOKENS.search(code, position):
        kept.append(code[position : match.start()])
        if match["quote"]:
            end = end_of_text(code, match.end(), match["quote"], match["raw"])
        else:
            end = end_of_comment(code, match.start()) if match[0] == "/*" else match.end()
        blank = re.sub(r"[^\n]", " ", code[match.start() : end])
        kept.append('"' + blank[1:-1] + '"' if match["quote"] and len(blank) > 1 else blank)
        position = end
    return "".join(kept) + code[position:]


def end_of_comment(code: str, start: int) -> int:
    """The end of a comment, which can contain comments."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(code, start):
        depth += 1 if match[0] == "/*" else -1
        if depth == 0:
            return match.end()
    return len(code)


def end_of_text(code: str, start: int, quote: str, raw: str) -> int:
    """The end of a text, which can contain code, which can contain texts."""
    position = start
    inner = re.compile(rf"\\{raw}\(|\\{raw}.|{quote}{raw}" + ("" if quote == '"""' else r"|\n"), re.DOTALL)
    while match := inner.search(code, position):
        position = match.end()
        if match[0] == f"\\{raw}(":
            position = end_of_interpolation(code, position)
        elif not match[0].startswith("\\"):
            return position
    return len(code)


def end_of_interpolation(code: str, start: int) -> int:
    depth = 1
    position = start
    while depth > 0 and (match := re.compile(r'[()]|(?P<raw>#*)(?P<quote>"""|")').search(code, position)):
        position = match.end()
        if match["quote"]:
            position = end_of_text(code, position, match["quote"], match["raw"])
        else:
            depth += 1 if match[0] == "(" else -1
    return position


def without_other_systems(code: str) -> str:
    """Blanks what `#if` keeps from a program for Linux, as far as the conditions say so plainly."""
    lines = code.split("\n")
    blocks: list[tuple[bool, bool]] = []  # whether the branch can be compiled, and whether no later one can
    for number, line in enumerate(lines):
        if found := re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line):
            is_done = blocks.pop()[1] if found[1] != "if" and blocks else False
            if found[1] != "endif":
                value = True if found[1] == "else" else holds_on_linux(found[2])
                blocks.append((value is not False and not is_done, is_done or value is True))
        if found or not all(is_possible for is_possible, _ in blocks):
            lines[number] = ""
    return "\n".join(lines)


def holds_on_linux(condition: str) -> bool | None:
    """Whether a condition holds on Linux; None if it depends on something else."""
    for word, decisive in (("||", True), ("&&", False)):
        if word in condition:
            values = [holds_on_linux(part) for part in condition.split(word)]
            return decisive if decisive in values else None if None in values else not decisive
    condition = condition.strip()
    if condition.startswith("!"):
        value = holds_on_linux(condition[1:])
        return None if value is None else not value
    if found := re.fullmatch(r"os\((\w+)\)", condition):
        return found[1] == "Linux"
    if found := re.fullmatch(r"canImport\(([\w.]+)\)", condition):
        return (
            False if found[1] in missing_modules() else True if found[1] in {"UIKit", "FoundationNetworking"} else None
        )
    return False if condition.startswith("targetEnvironment(") else None


@cache
def names_in_manifest() -> set[str]:
    """The names of this package's modules, and other words of its manifest."""
    return set(re.findall(r'"(\w+)"', (TOP / "Package.swift").read_text()))


@cache
def missing_modules() -> dict[str, str]:
    """The modules of iOS that this package does not have, with the remedies."""
    all_modules = MODULES | {name: f"{remedy}: see docs/moving.md" for name, remedy in LIBRARIES.items()}
    return {name: remedy for name, remedy in all_modules.items() if name not in names_in_manifest()}


@cache
def names_here() -> set[str]:
    """The names of the types of UIKit and Core Animation that this package has."""
    names = {"UIKit"}
    for path in (TOP / "Sources").rglob("*.swift"):
        if "Demos" in path.parts:
            continue
        declared = r"\b(?:class|struct|enum|protocol|typealias|func|let|var)\s+((?:UI|CA|NSLayout)[A-Z]\w*)"
        names.update(re.findall(declared, path.read_text(errors="replace")))
    return names


@cache
def callbacks_here() -> set[str]:
    """The methods of delegates and data sources here. On a phone many are optional: `delegate?.scrollViewDidScroll?(view)`."""
    names = {"urlSession"}
    protocol = re.compile(
        r"(?m)^public protocol UI\w*(?:Delegate|DataSource)\w*\b[^{]*\{(.*?)^\}",
        re.DOTALL,
    )
    for path in (TOP / "Sources" / "TempuraUI").rglob("*.swift"):
        for match in protocol.finditer(path.read_text(errors="replace")):
            names.update(re.findall(r"\bfunc\s+(\w+)", match[1]))
    return names


def find_in(source: Source, own: set[str], known: set[str], missing: dict[str, str]) -> Iterator[Finding]:
    """The findings that one file is enough for."""
    for pattern, remedy in RULES:
        for match in source.find(pattern):
            if "found" not in match.groupdict() or match["found"]:
                yield source.finding(match, remedy)
    for match in source.find(IMPORT):
        module = match[1] if match[1] in missing else match[1].partition(".")[0]
        if module in missing:
            remedy = f"does not exist here: {missing[module]}"
            yield Finding(source.path, source.line(match.start(1)), f"import {match[1]}", remedy)
    if (match := NETWORKING.search(source.code)) and "import FoundationNetworking" not in source.code:
        yield source.finding(match, "needs `import FoundationNetworking` on Linux")
    names = list(source.find(r"\b(?:UI|CA)[A-Z]\w*|\bNSLayout(?:Constraint|\w*Anchor)\b"))
    imports = imports_of(source.code)
    if (match := next((match for match in names if match[0] in known - own), None)) and not imports & WITH_UIKIT:
        reason = "in what SwiftGen makes, " if source.is_of_swiftgen else ""
        yield source.finding(match, f"needs `import UIKit` in this file: {reason}other modules do not bring its names")
    elif not imports & WITH_UIKIT and (match := TEXTS.search(source.code)):
        yield source.finding(
            match, "needs `import UIKit` in this file: Foundation's function knows no languages of pages"
        )
    for match in names:
        if match[0] not in known and not any(re.fullmatch(pattern, match[0]) for pattern, _ in RULES):
            yield source.finding(match, "does not exist here")
    yield from shared_variables(source)


def shared_variables(source: Source) -> Iterator[Finding]:
    """Variables of types and of files, and instances that a type keeps for all."""
    for match in source.find(r"(?m)(?:\bstatic[ \t]+|^(?:\w+[ \t]+)?)var[ \t]+\w+([^\n{]*)"):
        accessors = re.match(r"\{\s*(didSet|willSet)?", source.code[match.end() :])
        if "=" in match[1] or not accessors or accessors[1]:
            yield Finding(source.path, source.line(match.start()), match[0].removesuffix(match[1]).strip(), SHARED)
    for match in source.find(r"\bstatic[ \t]+let[ \t]+(?:shared|default|current|standard|main|instance)\b"):
        yield source.finding(match, SHARED)


class Declaration(NamedTuple):
    """A method or property of a type."""

    source: Source
    match: re.Match[str]
    type: str
    is_in_extension: bool
    name: str
    is_override: bool


DECLARATION = re.compile(
    r"\b(?P<kind>class|struct|enum|actor|extension|protocol)\s+(?!func\b|var\b|let\b)(?P<type>[\w.]+)(?:<[^>{]*>)?"
    r"(?:\s*:\s*(?P<parent>\w+))?[^{}]*\{|(?P<override>\boverride\b[\w\s]*?)?\b(?:func|var)\s+(?P<name>\w+)|[{}]"
)


def overrides(sources: list[Source]) -> Iterator[Finding]:
    """Overrides that stand in extensions, and those of what an extension declares."""
    declarations: list[Declaration] = []
    parents: dict[str, str] = {}
    for source in sources:
        scopes: list[tuple[str, str] | None] = []
        for match in source.find(DECLARATION):
            if match["kind"]:
                scopes.append((match["kind"], match["type"]))
                if match["kind"] == "class" and match["parent"]:
                    parents[match["type"]] = match["parent"]
            elif match["name"]:
                if scopes and (scope := scopes[-1]) and scope[0] in ("class", "extension"):
                    is_extension = scope[0] == "extension"
                    declarations.append(
                        Declaration(source, match, scope[1], is_extension, match["name"], bool(match["override"]))
                    )
            elif match[0] == "{":
                scopes.append(None)
            else:
                scopes = scopes[:-1]
    in_classes = {(each.type, each.name) for each in declarations if not each.is_in_extension}
    in_extensions = {(each.type, each.name) for each in declarations if each.is_in_extension}
    for each in (each for each in declarations if each.is_override):
        line = each.source.line(each.match.start())
        if each.is_in_extension:
            remedy = "in an extension needs Objective-C: move the method into the class"
            yield Finding(each.source.path, line, "override", remedy)
            continue
        parent = parents.get(each.type)
        seen: set[str] = set()
        while parent and parent not in seen:
            seen.add(parent)
            if (parent, each.name) in in_extensions - in_classes:
                remedy = f"overrides what an extension of {parent} declares, which needs Objective-C: move that into the class"
                yield Finding(each.source.path, line, f"override {each.name}", remedy)
            parent = parents.get(parent)


def states_that_are_not_stored(sources: list[Source]) -> Iterator[Finding]:
    """States and local states that are not `Codable`, in the whole app."""
    codable: set[str] = set()
    states: list[tuple[Source, re.Match[str]]] = []
    for source in sources:
        for match in source.find(r"\b(struct|class|enum|extension)\s+([\w.]+)(?:<[^>]*>)?\s*:\s*([^{]*)\{"):
            parents = set(re.split(r"[\s,&]+", match[3]))
            if "Codable" in parents or {"Encodable", "Decodable"} <= parents:
                codable.add(match[2])
            elif parents & {"State", "LocalState"}:
                states.append((source, match))
    for source, match in states:
        if match[2] not in codable:
            remedy = "ends with the process: make it Codable, so that it is stored"
            yield Finding(source.path, source.line(match.start()), match[2], remedy)


def closures_without_session(sources: list[Source]) -> Iterator[Finding]:
    """The first use in each file of what Foundation runs later, if the sources do not have Following.swift."""
    if any("UIApplication.following(" in source.code for source in sources):
        return
    for source in sources:
        if match := FOLLOWED.search(source.code):
            yield source.finding(match, "loses the session: copy Tools/Following.swift into the target")


def files_of(folder: Path) -> Iterator[Path]:
    """The files of an app, which is a folder or one file."""
    if folder.is_file():
        yield folder
        return
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in LEFT_OUT:
            continue
        if path.is_dir() and path.suffix not in FILES:
            yield from files_of(path)
        else:
            yield path


def find(files: list[Path], modules: Iterable[str] = ()) -> list[Finding]:
    """All findings in the files, by file and line.

    modules: those that the app brings along."""
    sources = [Source(path) for path in files if path.suffix == ".swift"]
    own = {name for source in sources for name in TYPE.findall(source.code)}
    known = names_here() | own
    missing = {name: remedy for name, remedy in missing_modules().items() if name not in modules}
    findings = [finding for source in sources for finding in find_in(source, own, known, missing)]
    findings += states_that_are_not_stored(sources)
    findings += closures_without_session(sources)
    findings += overrides(sources)
    findings += [Finding(path, 1, path.name, remedy) for path in files if (remedy := remedy_of_file(path))]
    return sorted(set(findings))
