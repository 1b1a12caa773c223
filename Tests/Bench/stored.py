"""Sessions that are stored in a file, and have never been in the memory of the server that gets them from there."""

import hashlib
import json
import secrets
import subprocess
from dataclasses import replace
from pathlib import Path

from demo import Browser, Failure, Server, Session, prepare_session, session_of

# More todos are not added through forms, as each form takes as long as there are todos.
THROUGH_FORMS = 5


def store_copies(program: Path, folder: Path, todos: int, number: int) -> tuple[str, list[Session]]:
    """Stores copies of a session with so many todos.

    Returns: The location, for --sessions, and the copies.
    """
    first, location, line = f"sqlite:{folder}/first.db", f"sqlite:{folder}/sessions.db", folder / "line"
    with Server(program, "--sessions", first) as server:
        session = prepare_session(server.port, min(todos, THROUGH_FORMS))
    name, _, secret = session.cookie.partition("=")
    operate(program, first, "export", line, key_of(secret))
    row, cookies = json.loads(line.read_text()), []
    row["content"] = with_todos(row["content"], todos)
    with line.open("w") as lines:
        for _ in range(number + 1):
            secret = secrets.token_hex(16)
            cookies.append(f"{name}={secret}")
            lines.write(json.dumps(row | {"key": key_of(secret)}) + "\n")
    with Server(program, "--sessions", location):
        pass  # it creates the file
    operate(program, location, "import", line)
    with Server(program, "--sessions", location) as server:
        session = session_of(Browser(server.port, cookies.pop()), todos)
    return location, [replace(session, cookie=cookie) for cookie in cookies]


def with_todos(content: str, number: int) -> str:
    """What is stored of a session, with so many todos."""
    stored = json.loads(content)
    todos = stored["state"]["items"]
    for added in range(len(todos), number):
        # As long as those of the app: a string holds them without memory of their own.
        todos.append(todos[0] | {"id": secrets.token_hex(8)[:15], "text": f"Todo number {added + 1}"})
    return json.dumps(stored)


def key_of(secret: str) -> str:
    """The key under which the server stores the session of a cookie."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def operate(program: Path, location: str, *arguments: str | Path) -> None:
    command = [program, "sessions", *arguments, "--sessions", location]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{program} sessions {arguments[0]} ended with {done.returncode}: {done.stderr}")
