"""The findings of the checks. A mistake is one finding, even if several looks of a screen have it."""

from dataclasses import dataclass, field


@dataclass
class Findings:
    """Mistakes by screen, rule and element, with the looks in which each was seen."""

    found: dict[tuple[str, str, str, str], list[str]] = field(default_factory=dict)

    def add(self, screen: str, look: str, rule: str, element: str, text: str) -> None:
        looks = self.found.setdefault((screen, rule, element, text), [])
        if look not in looks:
            looks.append(look)

    def lines(self) -> list[str]:
        """One line per finding: screen, looks, rule, element and message."""
        return [
            f"{screen} [{'; '.join(looks)}] {rule}: {element}: {text}"
            for (screen, rule, element, text), looks in sorted(self.found.items())
        ]
