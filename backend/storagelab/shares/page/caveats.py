"""Caveats of a page, and the runs that exist and are not shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.shares.page.model import Block, Caveat, Caveats, Cell, Column, Section, Sentence, Table
from storagelab.shares.page.tested import name_of

NONE = "No caveats found by the rules of the lab."


def caveats(document: Mapping[str, Any]) -> Section:
    """The section; that there is no caveat is said, too."""
    found = document["caveats"]
    blocks: list[Block] = [
        Caveats(tuple(Caveat(item["label"], item.get("detail")) for item in found)) if found else Sentence(NONE, "good")
    ]
    counted = [_counted(entry, document) for entry in document["counted"]]
    if counted:
        columns = (
            Column("Configuration"), Column("Profile"), Column("Runs", "count"), Column("Shown", "count"),
            Column("Failed", "count"), Column("Not included because"),
        )  # fmt: skip
        blocks.append(Table(columns, tuple(counted), title="Runs included"))
    return Section("caveats", "Caveats", tuple(blocks))


def _counted(entry: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[Cell, ...]:
    return (
        Cell(name_of(document, entry["configuration"]) or entry["configuration"]),
        Cell(entry["profile"]),
        Cell(entry["exist"]),
        Cell(entry["shown"]),
        Cell(entry["failed"]),
        Cell(_reasons(entry["excluded"])),
    )


def _reasons(excluded: Sequence[Mapping[str, Any]]) -> str:
    if not excluded:
        return "none"
    return ", ".join(f"{each['runs']} because {each['reason']}" for each in excluded)
