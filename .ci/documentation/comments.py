"""The comments of symbols."""

import re
from html import escape

from documentation import markdown
from documentation.failure import Failure
from documentation.symbols import Symbol, Symbols

FIELD = re.compile(r"- (Parameters|Parameter|Returns|Throws|Important|Note|Warning)(?: (\S+?))?:\s*(.*)")
PARAMETER = re.compile(r"- (\S+?):\s*(.*)")


class Comment:
    """The parts of a comment, in Markdown."""

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self.text = ""
        self.parameters: dict[str, str] = {}
        # Such as `Returns`, with its text.
        self.fields: dict[str, str] = {}
        self.repeated: list[str] = []
        kind = name = ""
        for line in symbol.comment:
            field = FIELD.match(line)
            if field or not kind or (line and line[0] != " "):
                kind, name, line = field.groups(default="") if field else ("", "", line)
            elif kind == "Parameters" and (parameter := PARAMETER.match(line.strip())):
                name, line = parameter.groups()
            else:
                self._append(kind, name, line)
                continue
            if name in self.parameters:
                self.repeated.append(name)
            self._append(kind, name, line)
        self.summary, _, self.rest = self.text.strip().partition("\n\n")

    def _append(self, kind: str, name: str, line: str) -> None:
        if name:
            self.parameters[name] = f"{self.parameters.get(name, '')}{line.strip()}\n"
        elif kind and kind != "Parameters":
            self.fields[kind] = f"{self.fields.get(kind, '')}{line.removeprefix('  ')}\n"
        elif not kind:
            self.text += f"{line}\n"

    @property
    def plain_summary(self) -> str:
        return re.sub(r"`|\[(?=[^\]]*\]\()|\]\([^)]*\)", "", self.summary).replace("\n", " ")

    def problems(self) -> list[str]:
        """What the comment says of parameters and results that the declaration has not."""
        signature = self.symbol.graph.get("functionSignature")
        if not signature:
            return []  # symbol graphs have no parameters of cases
        # A parameter that has no name inside comes from a protocol, whose comment may name it.
        names = set()
        for parameter in signature.get("parameters", []):
            inside = parameter.get("internalName", "_")
            names.add(parameter["name"] if inside == "_" else inside)
        found = [f"there is no parameter {name}" for name in self.parameters if name not in names]
        found += [f"the parameter {name} is described twice" for name in self.repeated]
        returns = "".join(each["spelling"] for each in signature.get("returns", []))
        return found + (["nothing is returned"] if "Returns" in self.fields and returns == "()" else [])


class Comments:
    """Renders comments. Collects what is wrong in them."""

    def __init__(self, symbols: Symbols, pages: dict[str, str]) -> None:
        """pages: the URLs of guides by their names, for links such as <doc:sessions>."""
        self.symbols, self.pages = symbols, pages
        self.problems: dict[str, None] = {}

    def of(self, symbol: Symbol) -> Comment:
        comment = Comment(symbol)
        for problem in comment.problems():
            self.problems[f"{symbol.comment_location}: {problem}"] = None
        return comment

    def html(self, text: str, symbol: Symbol, root: str) -> str:
        try:
            return markdown.comment(text, CommentPlace(self, symbol, root)) if text else ""
        except Failure as problem:
            self.problems[f"{symbol.comment_location}: {problem}"] = None
            return ""

    def line(self, text: str, symbol: Symbol, root: str) -> str:
        """The HTML of a text that is one paragraph, without its element."""
        return self.html(text, symbol, root).strip().removeprefix("<p>").removesuffix("</p>")

    def fields(self, comment: Comment, root: str) -> str:
        """The parameters and the result."""
        symbol, rows, done = comment.symbol, "", ""
        for name, text in comment.parameters.items():
            rows += f"<dt><code>{escape(name)}</code></dt>\n<dd>{self.html(text, symbol, root)}</dd>\n"
        for name, text in comment.fields.items():
            html = self.html(text, symbol, root)
            if name in ("Returns", "Throws"):
                rows += f"<dt>{name}</dt>\n<dd>{html}</dd>\n"
            else:
                done += f'<aside><p class="title">{name}</p>\n{html}</aside>\n'
        return f'{done}<dl class="fields">\n{rows}</dl>\n' if rows else done


class CommentPlace:
    """The place of a comment's text. What leads nowhere is a problem."""

    def __init__(self, comments: Comments, symbol: Symbol, root: str) -> None:
        self.comments, self.subject, self.root = comments, symbol, root

    def link(self, target: str) -> str:
        name, mark, fragment = target.removeprefix("doc:").partition("#")
        if re.match(r"https?:", target):
            return target
        if target.startswith("doc:") and name in self.comments.pages:
            return self.root + self.comments.pages[name] + mark + fragment
        return self._problem(f"{target} is no page of the documentation")

    def picture(self, target: str) -> tuple[str, None]:
        return self._problem(f"{target} is not on the site: comments have no pictures"), None

    def symbol(self, name: str, is_link: bool) -> str | None:
        if not is_link:
            return None
        found = self.comments.symbols.find(name, (self.subject.module, *self.subject.path))
        return self.root + found if found else self._problem(f"``{name}`` is no symbol")

    def _problem(self, text: str) -> str:
        self.comments.problems[f"{self.subject.comment_location}: {text}"] = None
        return ""
