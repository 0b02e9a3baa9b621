"""Card of a configuration that was tested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from storagelab.shares.page.kernel_settings import gathered
from storagelab.shares.page.model import Block, Fact, Facts, Section, Sentence
from storagelab.shares.page.words import listed

NOT_RECORDED = "The configuration was not recorded."


def tested(document: Mapping[str, Any]) -> Section:
    """The section; a document without configurations says so."""
    cards: list[Block] = [_card(configuration) for configuration in document["configurations"]]
    without = [run["number"] for run in document["runs"] if run["configuration"] is None]
    if without and cards:
        cards.append(Sentence(f"Configuration not recorded: {listed(without)}.", "warn"))
    return Section("tested", "What was tested", tuple(cards or [Sentence(NOT_RECORDED, "warn")]))


def name_of(document: Mapping[str, Any], key: str | None) -> str | None:
    """The name of a configuration of the document."""
    return next((each["name"] for each in document["configurations"] if each["key"] == key), None)


def _card(configuration: Mapping[str, Any]) -> Facts:
    rows = list(gathered(Fact(row["label"], row["value"]) for row in configuration["rows"]))
    for label, field in (("Class", "class_hash"), ("Instance", "instance_hash")):
        if configuration.get(field):
            rows.append(Fact(f"{label} fingerprint", configuration[field][:16], code=True))
    return Facts(tuple(rows), title=configuration["name"])
