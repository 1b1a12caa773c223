"""The findings of the checks. A mistake is one finding, even if several looks of a screen have it."""

from dataclasses import dataclass, field

# Known and still open: Enter in these fields does nothing, and a switch with a frame is as low as on a phone.
OPEN = (
    ("keyboard", "chatScreen.field"),
    ("keyboard", "formScreen.fields"),
    ("small-target", "formScreen.newsSwitch"),
)


@dataclass
class Findings:
    """Mistakes by screen, rule and element, with the looks in which each was seen."""

    found: dict[tuple[str, str, str, str], list[str]] = field(default_factory=dict)

    def add(self, screen: str, look: str, rule: str, element: str, text: str) -> None:
        if any(rule == known and part in element for known, part in OPEN):
            return
        looks = self.found.setdefault((screen, rule, element, text), [])
        if look not in looks:
            looks.append(look)

    def lines(self) -> list[str]:
        """One line per finding: screen, looks, rule, element and message."""
        return [
            f"{screen} [{'; '.join(looks)}] {rule}: {element}: {text}"
            for (screen, rule, element, text), looks in sorted(self.found.items())
        ]
