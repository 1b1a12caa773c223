"""Code as HTML, with its words in colours."""

import re
from functools import cache
from html import escape

from documentation.failure import Failure
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Literal, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

# The classes of the style sheet. The first that has a token decides.
CLASSES = [
    ("c", (Comment,)),
    ("m", (Number, Literal.Date)),
    ("s", (String, Literal)),
    ("a", (Name.Decorator, Name.Attribute)),
    ("t", (Name.Tag, Name.Class, Name.Builtin)),
    ("k", (Keyword,)),
]
# Words that the lexer does not know.
SWIFT_KEYWORDS = {"any", "some", "package", "borrowing", "consuming", "sending"}


def highlighted(code: str, language: str) -> str:
    """The HTML of code. A span ends with its line."""
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        raise Failure(f"no code of the language {language} is known") from None
    done, before, kind = [], "", ""
    text = ""

    def finish() -> None:
        for number, line in enumerate(text.split("\n")):
            done.append("\n" if number else "")
            if line:
                done.append(f'<span class="{kind}">{escape(line, quote=False)}</span>' if kind else escape(line, False))

    for token, value in lexer.get_tokens(code):
        found = kind_of(token, value, before)
        if found != kind and not (value.isspace() and kind == "c"):
            finish()
            kind, text = found, ""
        text += value
        before = value
    finish()
    return "".join(done).rstrip("\n") + "\n"


def kind_of(token: _TokenType, value: str, before: str) -> str:
    """The class of a token; empty for the colour of texts."""
    if token in Name and value in SWIFT_KEYWORDS:
        return "k"
    if before == "@" and value[0].isalpha():
        return "a"
    # Pygments takes all words after `#available` for a directive.
    if token in Comment.Preproc and not value.startswith("#"):
        return "t" if value[0].isupper() else ""
    if token in Comment.Preproc or (before == "#" and token in Name):
        return "a"
    if token in Name and re.fullmatch(r"[A-Z]\w*", value):
        return "t"
    return class_of(token)


@cache
def class_of(token: _TokenType) -> str:
    return next((name for name, tokens in CLASSES if any(token in each for each in tokens)), "")


def marked(code: str, language: str) -> str:
    """The HTML of code whose lines begin with `+`, `-` or a blank."""
    lines = code.splitlines()
    html = highlighted("\n".join(line[1:] for line in lines) + "\n", language).splitlines()
    html += [""] * (len(lines) - len(html))  # blank lines at the end
    tags = {"+": "ins", "-": "del"}
    return "".join(
        f"<{tag}>{line}\n</{tag}>" if (tag := tags.get(original[:1])) else f"{line}\n"
        for original, line in zip(lines, html, strict=True)
    )


@cache
def language_of(suffix: str) -> str:
    """The language of files with a suffix."""
    try:
        return get_lexer_for_filename(f"file{suffix}").aliases[0]
    except ClassNotFound:
        return "text"
