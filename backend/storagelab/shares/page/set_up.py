"""Set-up of all configurations as one table: shared facts once, different facts side by side."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from storagelab.shares.campaign_lines import Lines
from storagelab.shares.page.kernel_settings import gathered
from storagelab.shares.page.model import Block, Cell, Column, Fact, Facts, Section, Sentence, Table
from storagelab.shares.page.tested import tested
from storagelab.shares.page.words import listed


def set_up(document: Mapping[str, Any], *, title: str) -> Section:
    """The section; of one configuration its card."""
    configurations = document["configurations"]
    if len(configurations) < 2:
        return Section("tested", title, tested(document).blocks)
    facts = [_facts_of(each) for each in configurations]
    labels = list(dict.fromkeys(label for each in facts for label in each))
    shared = [label for label in labels if len({each.get(label) for each in facts}) == 1]
    blocks: list[Block] = []
    if shared:
        rows = gathered(Fact(label, facts[0][label]) for label in shared)
        blocks.append(Facts(rows, title="Same in all configurations"))
    names = _names(document)
    own = [{names[each["key"]], each["name"]} for each in configurations]
    differing = [
        label
        for label in labels
        # What only says the name again stands in the heads.
        if label not in shared and not all(each.get(label) in called for each, called in zip(facts, own, strict=True))
    ]
    table = [(Cell(label), *(_cell(each.get(label)) for each in facts)) for label in differing]
    table.append((Cell("Measured with"), *(Cell(listed(each.get("measured_with") or [])) for each in configurations)))
    for label, field in (("Class fingerprint", "class_hash"), ("Instance fingerprint", "instance_hash")):
        # Published figures name no pieces, so one of the two says it all.
        if field == "class_hash" or any(each.get(field) != each.get("class_hash") for each in configurations):
            table.append((Cell(label), *(Cell((each.get(field) or "")[:16] or None) for each in configurations)))
    columns = (Column("Differs"), *(Column(names[each["key"]]) for each in configurations))
    blocks.append(Table(columns, tuple(table), title="Configurations"))
    without = [run["number"] for run in document["runs"] if run["configuration"] is None]
    if without:
        blocks.append(Sentence(f"Configuration not recorded: {listed(without)}.", "warn"))
    return Section("tested", title, tuple(blocks))


def _names(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the name of each configuration by its key.

    It is the name in the plan of a campaign, where that has one name for it.
    """
    names = {each["key"]: each["name"] for each in document["configurations"]}
    answer = (document.get("view") or {}).get("answer") or {}
    results = answer.get("results")
    if results is None:
        return names
    keys = {run["number"]: run["configuration"] for run in document["runs"]}
    planned: dict[str, set[str]] = {}
    lines = Lines(results)
    for place, work, state in product(lines.configurations, lines.works, lines.states):
        for repeat in (lines.figures(place, work, state) or {}).get("repeats") or ():
            if (key := keys.get(repeat["run_number"])) is not None:
                planned.setdefault(key, set()).add(lines.configurations[place])
    return names | {key: next(iter(found)) for key, found in planned.items() if len(found) == 1}


def _facts_of(configuration: Mapping[str, Any]) -> dict[str, str]:
    """By label; a label that stands there several times keeps all of its values."""
    facts: dict[str, list[str]] = {}
    for row in configuration["rows"]:
        facts.setdefault(row["label"], []).append(row["value"])
    return {label: ", ".join(values) for label, values in facts.items()}


def _cell(value: str | None) -> Cell:
    return Cell(None, note="none or not recorded") if value is None else Cell(value)
