"""Follows docs/tutorial.md: writes its files, and runs its commands, in their order."""

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

from apps import APPS, link_package
from blocks import Block, Page

# What the commands of the page mean here. Servers have free ports, and packages are built where others were built before: only
# the app itself is compiled. `$SERVER` is the folder of the server that runs.
PRELUDE = r"""
set -euo pipefail
stop() {
  [[ -e $SERVER/pid ]] || return 0
  kill -INT "$(<"$SERVER/pid")" 2>/dev/null || true
  while [[ ! -e $SERVER/status ]]; do sleep 0.05; done
  [[ $(<"$SERVER/status") == 0 ]] || { cat "$SERVER/out" >&2; return 1; }
  rm "$SERVER"/{pid,status}
}
serve() {
  (set +e; "$@" --port 0 --no-access-log >"$SERVER/out" 2>&1 & echo $! >"$SERVER/pid"; wait $!; echo $? >"$SERVER/status") \
    </dev/null >/dev/null 2>&1 &
  until grep -q 'serves http' "$SERVER/out" 2>/dev/null; do
    [[ ! -e $SERVER/status ]] || { cat "$SERVER/out" >&2; return 1; }
    sleep 0.05
  done
}
swift() {
  local command=$1
  shift
  if [[ $command == run ]]; then
    [[ -z ${SESSIONS-} ]] || local -x SESSIONS="${SESSIONS/redis:\/\/localhost/unix://$SERVER/redis}"
    stop
    rm -f "$SERVER/out"
    command swift build --scratch-path "$SCRATCH" --quiet --product "$1"
    local program="$SCRATCH/debug/$1"
    shift
    if [[ ${1-} == sessions ]]; then "$program" "$@"; else serve "$program" "${@/#9090/unix:$SERVER/admin}"; fi
  else
    command swift "$command" --scratch-path "$SCRATCH" "$@"
  fi
}
curl() {
  local address arguments=()
  address=$(grep -o '127.0.0.1:[0-9]*' "$SERVER/out" | head -n 1)
  [[ $* != *localhost:9090* ]] || arguments=(--unix-socket "$SERVER/admin")
  command curl --silent --show-error --max-time 20 "${arguments[@]}" "${@/localhost:8080/$address}"
}
"""


class Tutorial:
    """A page whose files and commands belong together."""

    def __init__(self, page: Page, scratch: Path) -> None:
        self.page = page
        self.folder = APPS / "ReadingList"
        self.server = APPS / "ReadingList.server"
        self.environment = os.environ | {
            "SCRATCH": str(scratch.resolve()),
            "SERVER": str(self.server),
            "XDG_STATE_HOME": str(self.server / "state"),
            "UI_TEST_RECORD": "missing",
        }
        for name in ("PORT", "HOST", "SESSIONS", "CI"):
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
                    if problem:
                        return [problem]
                elif block.language == "text" and output is not None:
                    if block.code != output:
                        return [f"{block.location}: the command before this text prints another one:\n{output}"]
                    output = None
                elif block.name and block.lead != f"`{block.name}`":
                    return [
                        f"{block.location}: readers do not see the name of this file: write it on the line before, as code"
                    ]
                elif block.name:
                    path = self.folder / block.name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(block.code)
                elif block.language == "swift":
                    return [
                        f"{block.location}: a block of Swift on this page is a file, and has its name behind the language"
                    ]
        finally:
            self._stop()
        return []

    def _run(self, block: Block) -> tuple[str, str | None]:
        before, after = block.around()
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
