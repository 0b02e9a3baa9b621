"""How to cite a page: as text, and as BibTeX. The address and the hash are filled in by who prints it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from storagelab.shares.paper.model import ADDRESS, FINGERPRINT
from storagelab.shares.paper.words import anchor

_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_TEX_SIGNS = re.compile(r"[\\{}%&#$_~^]")


def citation(document: Mapping[str, Any]) -> str:
    """One line: who, what, which version, when, where, and the fingerprint that tells whether it is the same."""
    share = document["share"]
    by = f"{share['author']}: " if share["author"] else ""
    return (
        f"{by}{_line(share['title'])}. Storage Lab, version {share['version']}, frozen {day(share['frozen_at'])}. "
        f"{ADDRESS} (SHA-256 {FINGERPRINT})"
    )


def bibtex(document: Mapping[str, Any]) -> str:
    """The same as an entry of BibTeX."""
    share = document["share"]
    frozen = day(share["frozen_at"])
    fields = {
        "author": f"{{{_tex(share['author'])}}}" if share["author"] else None,
        "title": f"{{{_tex(share['title'])}}}",
        "year": frozen[:4],
        "month": str(int(frozen[5:7])),
        "howpublished": r"\url{" + ADDRESS + "}",
        "version": str(share["version"]),
        "note": f"Storage Lab, frozen {frozen}, SHA-256 {FINGERPRINT}",
    }
    name = f"storagelab-{anchor(share['title'])[:40].strip('-')}-{frozen}-v{share['version']}"
    lines = [f"  {field:<12} = {{{value}}}," for field, value in fields.items() if value is not None]
    return "\n".join([f"@misc{{{name},", *lines, "}"])


def day(moment: str) -> str:
    """The day of an RFC 3339 time, in UTC."""
    return dt.datetime.fromisoformat(moment).astimezone(dt.UTC).strftime("%Y-%m-%d")


def _line(text: str) -> str:
    return " ".join(text.split())


def _tex(text: str) -> str:
    return _TEX_SIGNS.sub(lambda match: _TEX[match[0]], _line(text))
