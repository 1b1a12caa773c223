"""Markdown as HTML."""

import re
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any, Protocol

from documentation.code import highlighted, language_of, marked
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pages import Slugs, heading_text

# A name behind the language of a block is that of a file if it has a dot. Others are for the tests.
INFO = re.compile(r"(\S*)\s*(\S*\.\S*)?")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
PICTURE = re.compile(r'\b(src|srcset)="([^"]*)"')


class Place(Protocol):
    """Where a text stands. The methods raise Failure for what leads nowhere."""

    def link(self, target: str) -> str | Path:
        """The URL of a link; the path of a file that is not on the site."""

    def picture(self, target: str) -> tuple[str, tuple[int, int] | None]:
        """The URL of a picture, and its width and height if they are known."""

    def symbol(self, name: str, is_link: bool) -> str | None:
        """The URL of a symbol that is named in code, or by a link such as ``Store``."""


@dataclass
class Section:
    """A heading with the text below it."""

    level: int
    title: str
    anchor: str
    text: str = ""


def page(text: str, place: Place) -> tuple[str, list[Section]]:
    """The HTML of a page, and its sections. Each heading has the fragment that code hosts make of it."""
    tokens = without_names(PARSER.parse(text))
    sections: list[Section] = []
    slugs = Slugs()
    for opening, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "html_block":
            token.content = finished_html(token.content, place)
        elif token.type == "inline" and opening and opening.type == "heading_open":
            title = heading_text(token.content)
            sections.append(Section(int(opening.tag[1]), re.sub(r"[`*]", "", title), slugs.slug(title)))
            opening.attrs["id"] = sections[-1].anchor
            if opening.tag != "h1":
                link = Token("link_open", "a", 1, attrs={"href": f"#{sections[-1].anchor}"})
                token.children = [link, *(token.children or []), Token("link_close", "a", -1)]
        elif token.type in ("inline", "fence"):
            if token.type == "inline":
                finish(token, place)
            if sections:
                sections[-1].text += f"{plain(token)}\n"
    return PARSER.renderer.render(tokens, PARSER.options, {}), sections


def comment(text: str, place: Place) -> str:
    """The HTML of a documentation comment, or of a part of one."""
    tokens = COMMENT_PARSER.parse(text)
    for token in tokens:
        if token.type == "inline":
            finish(token, place)
    return COMMENT_PARSER.renderer.render(tokens, COMMENT_PARSER.options, {})


def without_names(tokens: list[Token]) -> list[Token]:
    """The tokens without paragraphs that only name the file of the block behind them, as the block shows the name."""
    names = {number: f"`{INFO.match(token.info)[2]}`" for number, token in enumerate(tokens) if token.type == "fence"}
    named = [number for number, name in names.items() if number > 2 and tokens[number - 2].content == name]
    dropped = {number - back for number in named for back in (1, 2, 3)}
    return [token for number, token in enumerate(tokens) if number not in dropped]


def finish(inline: Token, place: Place) -> None:
    """Gives the links, pictures and names in a text their URLs."""
    done: list[Token] = []
    files: list[Path | None] = []  # of the links around a token
    for token in inline.children or []:
        done.append(token)
        if token.type == "link_open":
            target = place.link(token.attrs["href"])
            files.append(target if isinstance(target, Path) else None)
            token.attrs = {} if files[-1] else {"href": target}
            token.tag = "span" if files[-1] else "a"
        elif token.type == "link_close":
            if file := files.pop():
                token.tag = "span"
                if plain(done[-2]) != file.name:
                    done.append(Token("html_inline", "", 0, content=f" (<code>{file}</code>)"))
        elif token.type == "image":
            token.attrs["src"], size = place.picture(token.attrs["src"])
            token.attrs |= {"loading": "lazy"} | (dict(zip(("width", "height"), size, strict=True)) if size else {})
        elif token.type == "html_inline":
            token.content = finished_html(token.content, place)
        elif token.type == "code_inline" and not files:
            is_link = token.markup == "``"
            token.meta["url"] = place.symbol(token.content, is_link)
            if is_link and token.meta["url"]:
                token.content = token.content.replace("/", ".")
    inline.children = done


def finished_html(code: str, place: Place) -> str:
    """HTML without comments, whose pictures have their URLs."""
    code = COMMENT.sub("", code)
    return PICTURE.sub(lambda found: f'{found[1]}="{escape(place.picture(unescape(found[2]))[0])}"', code)


def plain(token: Token) -> str:
    """The text of a token, each paragraph on a line."""
    if token.children is None:
        return " " if token.type == "softbreak" else token.content * (token.type != "html_inline")
    return "".join(plain(child) for child in token.children)


# --- What is written in another way than usual. The signatures are those of the renderer.


def write_block(_: Any, tokens: list[Token], index: int, *__: Any) -> str:
    language, name = INFO.match(tokens[index].info).groups()
    title = f"<figcaption>{escape(name)}</figcaption>" if name else ""
    kind = f' class="{language}"' if language else ""
    if language == "diff":
        code = marked(tokens[index].content, language_of(Path(name or "file.swift").suffix))
    else:
        code = highlighted(tokens[index].content, language)
    return f"<figure>{title}<pre{kind} tabindex=0><code>{code}</code></pre></figure>\n"


def write_code(_: Any, tokens: list[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    code = f"<code>{escape(token.content, quote=False)}</code>"
    return f'<a href="{escape(token.meta["url"])}">{code}</a>' if token.meta.get("url") else code


def write_cell(renderer: Any, tokens: list[Token], index: int, options: Any, env: Any) -> str:
    """A cell. Its alignment is a class, as the site has no styles but those of its style sheet. An empty cell is no heading."""
    if not tokens[index + 1].content:
        tokens[index].tag = tokens[index + 2].tag = "td"
    style = tokens[index].attrs.pop("style", "")
    if style:
        tokens[index].attrs["class"] = style.removeprefix("text-align:")
    return renderer.renderToken(tokens, index, options, env)


def parser(**options: bool) -> MarkdownIt:
    made = MarkdownIt("commonmark", options).enable("table")
    made.add_render_rule("fence", write_block)
    made.add_render_rule("code_block", write_block)
    made.add_render_rule("code_inline", write_code)
    made.add_render_rule("th_open", write_cell)
    made.add_render_rule("td_open", write_cell)
    made.add_render_rule("table_open", lambda *_: '<div class="table" tabindex=0><table>\n')
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return made


PARSER = parser(html=True)
# A comment is no HTML.
COMMENT_PARSER = parser(html=False)
