"""Printed firmware of a review, split into that of controller, driver and drives."""

from __future__ import annotations

import re
from typing import Literal

Part = Literal["controllers.firmware", "controllers.driver", "drives.firmware"]

_WORDS: dict[str, Part] = {
    "controller": "controllers.firmware",
    "firmware": "controllers.firmware",
    "fw": "controllers.firmware",
    "driver": "controllers.driver",
    "drive": "drives.firmware",
    "drives": "drives.firmware",
}
_NAMED = re.compile(rf"(?P<word>{'|'.join(_WORDS)})\b[\s:]*(?P<version>\S.*)", re.IGNORECASE)


def read_printed_firmware(printed: str) -> dict[Part, str]:
    """Return the firmware and driver versions in a printed text, by the fact that each belongs to.

    Each version stays as printed. `drive 0701Q; controller v12.12.0-0037, driver v4.32.0.64` names all three. A version
    without a name belongs to the controller, because a review prints this version beside the card.
    """
    by_part: dict[Part, list[str]] = {}
    for piece in filter(None, (piece.strip() for piece in re.split(r"[;,]", printed))):
        named = _NAMED.fullmatch(piece)
        part = _WORDS[named["word"].lower()] if named else "controllers.firmware"
        by_part.setdefault(part, []).append(named["version"] if named else piece)
    return {part: ", ".join(versions) for part, versions in by_part.items()}
