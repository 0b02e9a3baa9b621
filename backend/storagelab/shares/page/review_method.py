"""Method of a campaign in sentences: ways of testing, meaning of figures, validity of arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.shares.page.method import group_runs
from storagelab.shares.page.model import Block, PageSection, Sentence
from storagelab.shares.page.steadiness import build_steadiness
from storagelab.shares.page.words import format_count, format_list, format_sentence

MEANS = (
    "Every value is the mean of the repeats of its cell. Runs in rounds count with the mean over the rounds of the "
    "measurement window, also for percentiles. n is the number of repeats."
)
CONDITIONS = (
    "An array counts as optimal or degraded only if it was in this condition during all measured phases. Rebuild "
    "values cover the time in which the array was rebuilding. Values in another condition than planned are withheld."
)


def review_method(document: Mapping[str, Any]) -> PageSection:
    """Return the section; job files are in the appendix."""
    runs = document["runs"]
    answer = (document.get("view") or {}).get("answer") or {}
    states = (answer.get("results") or {}).get("states") or []
    blocks: list[Block] = [Sentence(_describe_method(facts, own)) for facts, own in group_runs(runs)]
    blocks.append(Sentence(MEANS))
    if len(states) > 1:
        blocks.append(Sentence(CONDITIONS))
    blocks += build_steadiness(document)
    if not runs:
        blocks = [Sentence("No runs included.", "warn")]
    return PageSection("method", "Method", tuple(blocks))


def _describe_method(facts: Mapping[str, str], runs: Sequence[Mapping[str, Any]]) -> str:
    """Describe one way of testing; facts that were not recorded are omitted, never guessed."""
    numbers = format_list(run["number"] for run in runs)
    profile, engine = facts.get("Profile"), facts.get("Engine")
    verb = "uses" if len(runs) == 1 else "use"
    parts = [f"{numbers} {verb} the profile {profile}" if profile else f"{numbers}: the profile was not recorded"]
    parts[0] += f" with {engine}" if engine else ", the load generator was not recorded"
    if "Target" in facts:
        direct = {"yes": " with direct I/O"}.get(facts.get("Direct I/O", ""), "")
        parts[0] += f" on {facts['Target'][0].lower()}{facts['Target'][1:]}{direct}"
    if "Scale" in facts:
        parts.append(f"The times are {facts['Scale']}: a short test, not a measurement")
    if "Conditioning" in facts:
        parts.append(f"Conditioning: {facts['Conditioning']}")
    if "Measured for" in facts:
        parts.append(f"Each run measures for {facts['Measured for']}")
    if "Steady-state rule" in facts:
        parts.append(f"Steady state: {facts['Steady-state rule']}")
    parts.append(f"{format_count(len(runs), 'run')} in all")
    return " ".join(format_sentence(part) for part in parts)
