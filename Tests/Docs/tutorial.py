"""Follows a page such as docs/tutorial.md: writes and changes its files, and runs its commands, in their order."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from apps import APPS, link_package
from blocks import TOP, Block, Page
from changes import WrongChange, apply

# Uses each control of an app in a browser.
USE_CHECK = (TOP / "build" / "tools" / "browser" / "bin" / "python", TOP / "Tests" / "Browser" / "use-check")

# What the commands of the page mean here. Servers have free ports, and packages are built where others were built before: only
# the app itself is compiled. `make` installs nothing: Tests/Readme/check runs the Makefile. `$SERVER` is the folder of the server
# that runs.
PRELUDE = r"""
set -euo pipefail
stop() {
  [[ -e $SERVER/pid ]] || return 0
  kill -INT "$(<"$SERVER/pid")" 2>/dev/null || true
  while [[ ! -e $SERVER/status ]]; do sleep 0.05; done
  [[ $(<"$SERVER/status") == 0 ]] || { cat "$SERVER/out" >&2; return 1; }
  rm "$SERVER"/{pid,status}
  [[ ! -e $SERVER/redis ]] || redis-cli -s "$SERVER/redis" shutdown nosave
}
serve() {
  # Cookies are named by the port.
  local port=0
  [[ ! -e $SERVER/port ]] || port=$(<"$SERVER/port")
  (set +e; "$@" --port "$port" --no-access-log >"$SERVER/out" 2>&1 & echo $! >"$SERVER/pid"; wait $!; echo $? >"$SERVER/status") \
    </dev/null >/dev/null 2>&1 &
  until grep -q 'serves http' "$SERVER/out" 2>/dev/null; do
    [[ ! -e $SERVER/status ]] || { cat "$SERVER/out" >&2; return 1; }
    sleep 0.05
  done
  grep -om1 '127.0.0.1:[0-9]*' "$SERVER/out" | cut -d : -f 2 >"$SERVER/port"
}
start_redis() {
  redis-server --port 0 --unixsocket "$SERVER/redis" --daemonize yes --save '' --logfile "$SERVER/redis.log" \
    --pidfile "$SERVER/redis.pid" >/dev/null
  until redis-cli -s "$SERVER/redis" ping >/dev/null 2>&1; do sleep 0.05; done
}
make() {
  if [[ $1 == test ]]; then
    swift test
    return
  fi
  stop
  if [[ -n ${SESSIONS-} ]]; then
    start_redis
    local -x SESSIONS="unix://$SERVER/redis"
  fi
  [[ -z ${ADMIN-} ]] || local -x ADMIN="unix:$SERVER/admin"
  rm -f "$SERVER/out"
  swift build --quiet --product "$APP"
  serve "$SCRATCH/debug/$APP"
}
swift() { command swift "$1" --scratch-path "$SCRATCH" "${@:2}"; }
curl() {
  local address arguments=()
  address=$(grep -o '127.0.0.1:[0-9]*' "$SERVER/out" | head -n 1)
  [[ $* != *localhost:9090* ]] || arguments=(--unix-socket "$SERVER/admin")
  command curl --silent --show-error --max-time 20 "${arguments[@]}" "${@/localhost:8080/$address}"
}
"""


class Tutorial:
    """A page whose files and commands belong together."""

    def __init__(self, page: Page, app: str, scratch: Path) -> None:
        self.page = page
        self.folder = APPS / app
        self.server = APPS / f"{app}.server"
        self.has_changed = False  # since the server was started
        self.is_used = True  # since the server was started
        self.controls = 0  # that were used at both widths, after all starts
        self.environment = os.environ | {
            "APP": app,
            "SCRATCH": str(scratch.resolve()),
            "SERVER": str(self.server),
            "XDG_STATE_HOME": str(self.server / "state"),
            "UI_TEST_RECORD": "missing",
        }
        for name in ("PORT", "HOST", "SESSIONS", "ADMIN", "CI", "STATE_DIRECTORY", "DATABASE_URL"):
            self.environment.pop(name, None)

    def follow(self) -> list[str]:
        """The first problem, as nothing after it is worth a try."""
        for folder in (self.folder, self.server):
            shutil.rmtree(folder, ignore_errors=True)
        self.server.mkdir(parents=True)
        link_package()
        output = None
        try:
            for block in self.page.blocks:
                if block.reason is not None:
                    output = None
                elif block.language == "sh":
                    output, problem = self._run(block)
                    if problem := problem or self._use(block):
                        return [problem]
                elif block.language == "text" and output is not None:
                    if block.code != output:
                        return [f"{block.location}: the command before this text prints another one:\n{output}"]
                    output = None
                elif block.name and block.lead != f"`{block.name}`":
                    return [
                        f"{block.location}: readers do not see the name of this file: write it on the line before, as code"
                    ]
                elif block.language == "diff":
                    if problem := self._change(block):
                        return [problem]
                elif block.name:
                    path = self.folder / block.name
                    if path.exists():
                        return [f"{block.location}: this file is there already: show what changes, in a block of diff"]
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(block.code)
                    self.has_changed = True
                elif block.language == "swift":
                    return [
                        f"{block.location}: a block of Swift on this page is a file, and has its name behind the language"
                    ]
        finally:
            self._stop()
        return [] if self.controls else [f"{self.page.path}: no control of its app was used"]

    def _use(self, block: Block) -> str | None:
        """Uses the app in a browser after each start, as readers do."""
        said = self.server / "out"
        if self.is_used or not (self.server / "pid").exists() or not said.exists():
            return None
        self.is_used = True
        address = re.search(r"127\.0\.0\.1:\d+", said.read_text())
        if not address:
            return None
        command = [*USE_CHECK, f"{self.environment['APP']}=http://{address[0]}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        self.controls += int((re.findall(r"(\d+) controls", done.stdout) or [0])[-1])
        return (
            None if done.returncode == 0 else f"{block.location}: the app cannot be used:\n{done.stdout}{done.stderr}"
        )

    def _change(self, block: Block) -> str | None:
        """Applies a block of `diff` to its file."""
        path = self.folder / block.name
        if not block.name or not path.is_file():
            return f"{block.location}: a block of diff has the path of a file behind the language, which was written before"
        try:
            path.write_text(apply(block.code, path.read_text()))
            self.has_changed = True
        except WrongChange as wrong:
            return f"{block.page.relative_to(TOP)}:{block.line + wrong.line}: {block.name}: {wrong}"
        return None

    def _run(self, block: Block) -> tuple[str, str | None]:
        before, after = block.around()
        # The text asks readers to restart the server, before they look at a change.
        if self.has_changed and "curl" in before + block.code:
            before = f"make run\n{before}"
        self.has_changed = self.has_changed and "make run" not in before + block.code
        self.is_used = self.is_used and "make run" not in before + block.code
        # In files, as a server that is left running would keep pipes open.
        with (self.server / "stdout").open("w+") as out, (self.server / "stderr").open("w+") as errors:
            script = f"{PRELUDE}{before}{block.code}{after}"
            status = subprocess.run(
                ["bash", "-c", script],
                check=False,
                # The first command makes the folder.
                cwd=self.folder if self.folder.exists() else self.folder.parent,
                env=self.environment,
                stdout=out,
                stderr=errors,
                timeout=900,
            ).returncode
            out.seek(0)
            errors.seek(0)
            output = out.read()
            if status != 0:
                return output, f"{block.location}: this block ended with {status}:\n{output}{errors.read()}"
        return output, None

    def _stop(self) -> None:
        """Ends what a block that failed has left."""
        for pid in self.server.glob("*pid"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid.read_text()), signal.SIGKILL)
