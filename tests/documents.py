"""Blocks and commands of the documents, for the tests that run or check them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from storagelab.config import CHECKOUT

#: Every document with commands for users, operators and those who change Storage Lab.
PAGES = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
#: The kinds of a block; docs/testing.md describes each of them.
LANGUAGES = frozenset({"sh", "console", "yaml", "text"})
_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<language>[^`\n]*)$")
_INLINE = re.compile(r"`(storagelab [^`\n]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document; `line` is that of its fence."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return all fenced blocks of a document. Raises ValueError for one that does not end."""
    blocks: list[Block] = []
    opened: tuple[int, str, str] | None = None
    inside: list[str] = []
    name = page.relative_to(CHECKOUT).as_posix()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.match(line)
        if opened is None:
            if fence is not None:
                opened, inside = (number, fence["fence"], fence["language"].strip()), []
        elif fence is not None and fence["fence"].startswith(opened[1]) and not fence["language"].strip():
            blocks.append(Block(name, opened[0], opened[2], "".join(f"{content}\n" for content in inside)))
            opened = None
        else:
            inside.append(line)
    if opened is not None:
        raise ValueError(f"{name}:{opened[0]}: the block does not end")
    return blocks


def all_blocks(language: str | None = None) -> list[Block]:
    """Return the blocks of all documents, of one language where it is named."""
    return [block for page in PAGES for block in blocks_of(page) if language in (None, block.language)]


def commands_of(block: Block) -> list[list[str]]:
    """Return the commands of a block in words, without comments; a line that ends in a backslash goes on."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def inline_commands(page: Path) -> list[str]:
    """Return the `storagelab` commands within the text of a document."""
    return _INLINE.findall(page.read_text(encoding="utf-8"))
