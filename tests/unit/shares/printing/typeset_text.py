"""Text of a typeset document, queried from Typst as its own elements hold it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typst
from tests.unit.shares.printing.sample_pages import ADDRESS, SHA256, drawing

from storagelab.imports.limits import LimitedExit
from storagelab.shares.page.model import SharePageModel
from storagelab.shares.printing import pdf, typesetting

_ELEMENTS = "selector(title).or(heading).or(par).or(table).or(image)"


class Elements:
    """The elements of one document that print something, as Typst describes them."""

    def __init__(self, elements: list[dict[str, Any]]) -> None:
        self.elements = elements

    def of(self, function: str) -> list[dict[str, Any]]:
        """Return the elements made by a function of Typst."""
        return [element for element in self.elements if element["func"] == function]

    def text(self) -> str:
        """Return all text in the order of the document; pieces of a word are joined as they are on paper."""
        return "\n".join("".join(_texts(element)) for element in self.elements)


def elements_of(page: SharePageModel, monkeypatch: pytest.MonkeyPatch) -> Elements:
    """Print a page as far as its elements."""
    elements: list[dict[str, Any]] = []

    def describe(folder: Path, form: str, date: dt.datetime) -> LimitedExit:
        inputs = {"families": json.dumps(typst.Fonts().families())}
        answer = typst.query(folder / "main.typ", _ELEMENTS, root=folder, sys_inputs=inputs)
        elements.extend(json.loads(answer))
        (folder / "print.pdf").write_bytes(b"")
        return LimitedExit("done", 0, b"", "", "")

    monkeypatch.setattr(typesetting, "_run", describe)
    pdf.render(page, svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    return Elements(elements)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if node.get("func") == "space":
            yield " "
        elif node.get("func") == "text":
            yield node["text"]
        else:
            for value in node.values():
                yield from _texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value)
