"""The commands of deploy/README.md, so that what is run here is what people read there."""

from __future__ import annotations

from storagelab.config import CHECKOUT

PAGE = CHECKOUT / "deploy" / "README.md"


def sections() -> dict[str, list[list[str]]]:
    """Return the commands of each block by the title of its section, in order."""
    commands: dict[str, list[list[str]]] = {}
    title, inside = "", False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```console"
            if inside:
                commands.setdefault(title, []).append([])
        elif inside:
            commands[title][-1].append(line)
        elif line.startswith("## "):
            title = line.removeprefix("## ")
    return commands


START, UPGRADE, BACKUP = "Start", "Upgrade", "Backup and restore"
