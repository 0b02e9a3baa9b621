"""The findings of the published reviews, as packaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources

from sqlalchemy.orm import Session

from storagelab.demo.sets import SETS
from storagelab.domain.finding import Finding
from storagelab.findings.filing import count_published_findings, file_findings, remove_published_findings
from storagelab.formats.table.findings import read_findings
from storagelab.formats.table.sheet import read_sheet

_FILE = "findings.csv"


def read_packaged_findings() -> Mapping[str, Sequence[Finding]]:
    """Return the findings of each source in the order of the file; keys are the names of sources there."""
    data = resources.files("storagelab.demo").joinpath("data", _FILE).read_bytes()
    findings, faults = read_findings(read_sheet(data))
    if faults:
        raise ValueError(f"{_FILE}: {faults[0]}")
    by_source: dict[str, list[Finding]] = {}
    for finding in findings:
        by_source.setdefault(finding.source or "", []).append(finding)
    return by_source


def load_findings(session: Session) -> int:
    """Store the findings of every source that has none under its title; return the number of stored findings."""
    titles = load_source_titles()
    return sum(
        file_findings(session, findings, source_title=titles[source])
        for source, findings in read_packaged_findings().items()
        if count_published_findings(session, [titles[source]]) == 0
    )


def remove_findings(session: Session) -> int:
    """Delete the packaged findings; return their number. Findings that a person wrote stay."""
    return remove_published_findings(session, list(load_source_titles().values()))


def load_source_titles() -> dict[str, str]:
    """Return the title of each source by its name in the packaged lists."""
    return {demo_set.listed_as: demo_set.source_title for demo_set in SETS}
