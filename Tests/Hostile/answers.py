"""Checks that the bytes of each answer are one well-formed message of HTTP/1.1 (RFC 9112)."""

import gzip
import re
import zlib

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) [\x20-\x7e]*\r\n")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\x20-\x7e\x80-\xff\t]*)\r\n")
MAY_REPEAT = {b"set-cookie"}
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Malformed(Exception):
    """An answer that is not allowed."""


class Incomplete(Exception):
    """An answer whose end has not arrived."""


def next_answer(got: bytes, start: int, is_head: bool = False) -> tuple[int, bool, int]:
    """Checks the answer that begins at `start`.

    Returns: Its status, whether the connection ends after it, and the index of its end.
    """
    while got.startswith(CONTINUE, start):
        start += len(CONTINUE)
    end = got.find(b"\r\n\r\n", start)
    if end < 0:
        raise Incomplete
    end += 2
    line = STATUS_LINE.match(got, start, end)
    if not line:
        raise Malformed("no status line")
    fields: dict[bytes, bytes] = {}
    at = line.end()
    while at < end:
        field = FIELD.match(got, at, end)
        if not field:
            raise Malformed("a malformed field")
        name = field[1].lower()
        if name in fields and name not in MAY_REPEAT:
            raise Malformed(f"{field[1].decode()} twice")
        fields[name] = field[2]
        at = field.end()
    status, end = int(line[1]), end + 2
    has_body = not is_head and status not in {204, 304}
    size = fields.get(b"content-length")
    if size is None and has_body:
        raise Malformed("no Content-Length")
    if size is not None and not size.isdigit():
        raise Malformed("a Content-Length that is not a number")
    is_last = fields.get(b"connection", b"").lower() == b"close"
    body_end = end + int(size or 0) if has_body else end
    if got.startswith(b"HTTP/1.", end) and body_end > end:
        raise Malformed("a second head in place of the body")
    if len(got) < body_end:
        raise Incomplete
    if is_last and len(got) > body_end:
        raise Malformed("bytes after the last answer")
    if has_body:
        check_body(fields, got[end:body_end])
    return status, is_last, body_end


def check_body(fields: dict[bytes, bytes], body: bytes) -> None:
    if fields.get(b"content-encoding") == b"gzip":
        try:
            body = gzip.decompress(body)
        except (OSError, EOFError, zlib.error):
            raise Malformed("a body that is not in gzip's format") from None
    if fields.get(b"content-type", b"").startswith(b"text/html") and b"</html>" not in body[-16:]:
        raise Malformed("a page without an end")
