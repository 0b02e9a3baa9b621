"""A person whose actions are counted: a key or keys together, some words, or a click."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page

#: The maximum number of actions of a frequent job.
MAX_ACTIONS = 3


@dataclass
class Hands:
    """Hands of one person at one page."""

    page: Page
    actions: int = 0

    def press(self, keys: str) -> None:
        """Press keys together, which is one action."""
        self.actions += 1
        self.page.keyboard.press(keys)

    def write(self, text: str) -> None:
        """Type some words, which is one action."""
        self.actions += 1
        self.page.keyboard.type(text)

    def click(self, target: Locator, *, shift: bool = False) -> None:
        """Click once, with Shift for a range."""
        self.actions += 1
        target.click(modifiers=["Shift"] if shift else [])

    def fill(self, field: Locator, words: str) -> None:
        """Go to a field and type some words there."""
        self.actions += 1
        field.fill(words)

    def choose(self, field: Locator, path: Path) -> None:
        """Choose a file or a folder in the dialog of the browser."""
        self.actions += 1
        field.set_input_files(path)
