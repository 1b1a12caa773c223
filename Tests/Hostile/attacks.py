"""Attacks that several programs use."""

import socket
import struct

from server import form, request

PARTS = 999


def file_form(path: str, content: str, size: int = 735_000) -> tuple[bytes, bytes]:
    """A form with the largest number of files, in two parts: all but its end, and the end."""
    last = b"--b--\r\n"
    part = f'--b\r\nContent-Disposition: form-data; name="f"; filename="{{}}"\r\n\r\n{content}\r\n'
    part = part.replace("{}", "n" * (size // PARTS - len(part) + 2))
    body = PARTS * part.encode() + last
    whole = request(path, "POST", "Content-Type: multipart/form-data; boundary=b\r\n", body)
    return whole[: -len(last)], last


def begun(path: str, cookie: str) -> dict[str, bytes]:
    """Requests, whole or begun, after which a client of a session leaves."""
    stale = form(path, {"tap": "nothing", "text": 1000 * "x"}, cookie)
    return {
        "in the head": request(path, cookie=cookie)[:-10],
        "in a form": stale[:-900],
        "in an upload": file_form(path, "x", 100_000)[0],
        "after the request": request(path, cookie=cookie),
        "after a form": stale,
    }


def send_and_close(connection: socket.socket, what: bytes) -> None:
    """Sends and closes together, so that the end arrives with the last bytes."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
    connection.sendall(what)
    connection.close()


def send_and_reset(connection: socket.socket, what: bytes) -> None:
    connection.sendall(what)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def send_and_shut(connection: socket.socket, what: bytes) -> None:
    """Sends, closes its side, and keeps the connection."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
    connection.sendall(what)
    connection.shutdown(socket.SHUT_WR)


LEAVE = {"close": send_and_close, "reset": send_and_reset, "half-close": send_and_shut}
