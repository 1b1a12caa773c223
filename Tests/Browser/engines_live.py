"""Uses the demos in Firefox and WebKit, on live pages, which report no errors, and on plain ones."""

import contextlib
import time
from pathlib import Path

from apps import Failure
from engines import Engine

TRIES = 10
# Calls in the page. After a tap of a plain page, another page loads: each call looks at the page that is there.
PRESS = """async name => {
  const find = () => [...document.querySelectorAll('button:not([inert] *)')]
    .find(e => (e.getAttribute('aria-label') || e.textContent).trim() == name && e.checkVisibility())
  // A machine under load may show the button a moment after the text that was waited for.
  for (const end = Date.now() + 20000; !find() && Date.now() < end;) await new Promise(next => setTimeout(next, 20))
  const found = find()
  if (!found) return `no button ${name} on ${location.href}, ${document.readyState}`
  // The next page is plain, too. The script sets that for a page that a patch did not fit.
  if (!window.isLive) sessionStorage.tempuraPlain = 1
  setTimeout(() => found.click())
}"""

TYPE = """async (name, text) => {
  const field = document.getElementsByName(name)[0]
  if (!field) return `no field ${name}`
  field.focus()
  field.value = text
  field.dispatchEvent(new InputEvent('input', {bubbles: true}))
}"""

BEGIN = """async isLive => {
  window.isLive = isLive
  window.errors = []
  addEventListener('error', ({message}) => errors.push(message))
  addEventListener('unhandledrejection', ({reason}) => errors.push('' + reason))
  console.warn = console.error = (...words) => errors.push(words.join(' '))
  if (!isLive) sessionStorage.tempuraPlain = 1
}"""

SEES = """async (text, isThere) => {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise(next => setTimeout(next, 20))) {
    // Between two pages Firefox has an empty one, which lacks any text.
    if (document.readyState == 'complete' && document.querySelector('.UIWindow')
      && !document.querySelector('[aria-busy]') && document.body.innerText.includes(text) == isThere) return
  }
  return `${text} ${isThere ? 'is not on' : 'is still on'} ${location.pathname}: ${document.body.innerText.slice(0, 400)}`
}"""


class User:
    """A user of one page."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.problems: list[str] = []

    def call(self, script: str, *arguments: object) -> None:
        for _ in range(TRIES):
            try:
                problem = self.engine.run(script, *arguments)
                break
            except Failure as failure:
                problem = str(failure)  # the page was left meanwhile
        if problem:
            raise Failure(f"{self.name}: {problem}")

    def press(self, name: str) -> None:
        """Presses a button, once: the page may be left before the engine answers."""
        with contextlib.suppress(Failure):
            if problem := self.engine.run(PRESS, name):
                self.problems.append(f"{self.name}: {problem}")

    def go_back(self) -> None:
        self.call("async () => { setTimeout(() => history.back()) }")

    def type(self, field: str, text: str) -> None:
        self.call(TYPE, field, text)

    def sees(self, text: str) -> None:
        self.call(SEES, text, True)

    def misses(self, text: str) -> None:
        self.call(SEES, text, False)


def keep_a_list(user: User) -> None:
    user.sees("There are 4 items pending")
    user.press("What are you going to do today?")
    user.sees("Cancel")
    user.type("addItemView.textView", "Buy milk")
    user.press("Done")
    user.sees("There are 5 items pending")
    user.press("Done: Buy milk")
    user.sees("There are 4 items pending")
    user.press("Archive completed items")
    user.misses("Buy milk")
    user.press("Visit mars")
    user.sees("Cancel")
    user.type("addItemView.textView", "Visit Venus")
    user.press("Done")
    user.sees("Visit Venus")
    user.misses("Visit mars")
    user.press("Visit Venus")
    user.sees("Cancel")
    user.type("addItemView.textView", "Visit mars")
    user.press("Done")
    user.sees("Visit mars")


def go_back_to_the_list(user: User) -> None:
    user.press("Visit mars")
    user.sees("Cancel")
    user.go_back()
    user.misses("Cancel")


# As in live-walk, but the walk's script comes after the page's own one, and sees only requests that begin later.
WALK = (Path(__file__).parent / "walk.js").read_text()
SCREENS = (
    "buttons",
    "switches",
    "sliders",
    "segments",
    "pickers",
    "text-fields",
    "text-views",
    "search",
    "tables",
    "chat",
)
STEPS = 5


def use(name: str, engine: Engine, todo: str, gallery: str, seed: int) -> list[str]:
    """Returns what does not work."""
    started = time.monotonic()
    user = User(engine, name)
    problems = user.problems
    try:
        for is_live in (True, False):
            engine.open(todo + "/list")
            engine.run(BEGIN, is_live)
            if not is_live:
                engine.open(todo + "/list")
            keep_a_list(user)
            if is_live:
                go_back_to_the_list(user)
                problems += [f"{name}: {error}" for error in engine.run("async () => window.errors") or []]
            if engine.run("async () => !!window.isLive") != is_live:
                problems.append(f"{name}: the page was {'loaded again' if is_live else 'patched'}")
        for number, screen in enumerate(SCREENS):
            engine.open(f"{gallery}/gallery/{screen}")
            engine.run(f"async () => {{ sessionStorage.clear(); {WALK} }}")
            result = engine.run("async (seed, end) => walk(seed, end)", seed + number, STEPS)
            if not isinstance(result, dict) or "problem" in result:
                problems.append(f"{name}: {screen} --seed {seed + number}: {result}")
    except Failure as failure:
        problems.append(f"{name}: {failure}")
    print(f"{name}: used live pages, {len(problems)} problems, {time.monotonic() - started:.0f} s")
    return problems
