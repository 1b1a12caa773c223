"""Sessions that are stored in a file, and have never been in the memory of the server that gets them from there."""

import hashlib
import json
import secrets
import subprocess
from dataclasses import replace
from pathlib import Path

from demo import Failure, Server, Session, prepare_session


def store_copies(program: Path, folder: Path, todos: int, number: int) -> tuple[str, list[Session]]:
    """Stores copies of a session with so many todos.

    Returns: The place, for --sessions, and the copies.
    """
    first, place, line = f"sqlite:{folder}/first.db", f"sqlite:{folder}/sessions.db", folder / "line"
    with Server(program, "--sessions", first) as server:
        session = prepare_session(server.port, todos)
    name, _, secret = session.cookie.partition("=")
    operate(program, first, "export", line, key_of(secret))
    row, copies = json.loads(line.read_text()), []
    with line.open("w") as lines:
        for _ in range(number):
            secret = secrets.token_hex(16)
            copies.append(replace(session, cookie=f"{name}={secret}"))
            lines.write(json.dumps(row | {"key": key_of(secret)}) + "\n")
    with Server(program, "--sessions", place):
        pass  # it creates the file
    operate(program, place, "import", line)
    return place, copies


def key_of(secret: str) -> str:
    """The key under which the server stores the session of a cookie."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def operate(program: Path, place: str, *arguments: str | Path) -> None:
    done = subprocess.run(
        [program, "sessions", *arguments, "--sessions", place], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failure(f"{program} sessions {arguments[0]} ended with {done.returncode}: {done.stderr}")
