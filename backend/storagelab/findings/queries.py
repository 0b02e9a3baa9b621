"""Findings as the API shows them, filtered and rated, in a constant number of queries."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.models import Configuration, FindingRun, Run, StoredFinding, User
from storagelab.db.references import format_row_number
from storagelab.domain.finding import Finding, PrintedFinding, describe_finding
from storagelab.errors import RequestRefused
from storagelab.evaluate.finding_matches import describe_side, is_about
from storagelab.evaluate.rating_matrix import build_rating_matrix
from storagelab.findings import schemas
from storagelab.findings.filing import FINDING_FIELDS
from storagelab.findings.validity import IS_COUNTED, LinkedRun, load_linked_runs
from storagelab.results.load import load_results

#: More findings than a matrix or the findings of compared runs are made of.
MAX_FINDINGS = 20_000
_SENTENCES: Mapping[str, str] = {
    "invalid": "{number} is marked invalid",
    "trashed": "{number} is in the trash",
    "removed": "{number} was removed",
}


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Values that a finding must have, any of each list; an empty list leaves a field free.

    `run` narrows to the findings of the source of a run, of the run itself and of those linked to it. `configuration`
    narrows to findings about a configuration, by its runs and by the names of its parts.
    """

    sources: Sequence[str] = ()
    subjects: Sequence[str] = ()
    relations: Sequence[str] = ()
    tests: Sequence[str] = ()
    raid_levels: Sequence[str] = ()
    states: Sequence[str] = ()
    origins: Sequence[str] = ()
    run: Run | None = None
    configuration: Configuration | None = None

    def narrow(self, session: Session, statement: Select[Any]) -> Select[Any]:
        """Return the statement limited to findings with these values."""
        columns: Sequence[tuple[Any, Sequence[str]]] = (
            (StoredFinding.source_title, self.sources),
            (StoredFinding.subject, self.subjects),
            (StoredFinding.relation, self.relations),
            (StoredFinding.test, self.tests),
            (StoredFinding.raid_level, self.raid_levels),
            (StoredFinding.state, self.states),
            (StoredFinding.origin, self.origins),
        )
        statement = statement.where(*(column.in_(values) for column, values in columns if values))
        if self.run is not None:
            statement = statement.where(is_of_run(self.run))
        if self.configuration is not None:
            statement = statement.where(StoredFinding.id.in_(_list_findings_about(session, self.configuration)))
        return statement


def is_of_run(run: Run) -> Any:
    """Return the SQL condition of findings of the source of a run, of the run itself and of those linked to it."""
    linked = StoredFinding.id.in_(select(FindingRun.finding_id).where(FindingRun.run_id == run.id))
    conditions = [StoredFinding.run_id == run.id, linked]
    if run.origin == "published" and run.source_title:
        of_source = (StoredFinding.source_title == run.source_title) & StoredFinding.run_id.is_(None)
        conditions.append(of_source)
    return or_(*conditions)


def read_finding(row: StoredFinding) -> Finding:
    """Return the content of a stored finding."""
    values = {name: getattr(row, name) for name in FINDING_FIELDS}
    return msgspec.convert({**values, "source": row.source_title}, Finding)


def read_printed_finding(row: StoredFinding) -> PrintedFinding:
    """Return the content of a stored finding that states a printed figure, with its precision and characters."""
    names = (*FINDING_FIELDS, "value_kind", "printed", "source_reads")
    values = {name: getattr(row, name) for name in names}
    return msgspec.convert({**values, "source": row.source_title}, PrintedFinding)


def describe_findings(session: Session, rows: Sequence[StoredFinding], *, user: Identity) -> list[schemas.FindingOut]:
    """Return findings as the API shows them, in the same order."""
    linked = load_linked_runs(session, rows)
    authors = {row.created_by for row in rows if row.created_by is not None}
    named = select(User.id, User.name).where(User.id.in_(authors))
    names = {person.id: person.name for person in session.execute(named)} if authors else {}
    return [_describe(row, linked.get(row.id, []), names.get(row.created_by), user) for row in rows]


def may_change(row: StoredFinding, user: Identity) -> bool:
    """Return whether a user may change or delete a finding: as its author, or as an administrator."""
    is_author = row.created_by is not None and row.created_by == user.user_id
    return user.role == "admin" or (is_author and has_role(user.role, "operator"))


def find_excluded_reason(linked: Sequence[LinkedRun]) -> str | None:
    """Return the reason why a finding with these runs does not count, as a sentence; None for one that counts."""
    reasons = [
        _SENTENCES[run.validity].format(number=run.number) + (f": {run.reason}" if run.reason else "")
        for run in linked
        if run.validity != "counted"
    ]
    return ". ".join(reason.rstrip(".") for reason in reasons) + "." if reasons else None


def build_matrix(session: Session, chosen: FindingFilter) -> schemas.RatingMatrixOut:
    """Return the rating matrix of the findings that `chosen` selects and that count."""
    statement = chosen.narrow(session, select(StoredFinding)).order_by(
        StoredFinding.source_title, StoredFinding.ordinal, StoredFinding.number
    )
    rows = list(session.scalars(statement.where(IS_COUNTED).limit(MAX_FINDINGS + 1)))
    if len(rows) > MAX_FINDINGS:
        raise RequestRefused(f"More than {MAX_FINDINGS:,} findings match. Narrow the filters.")
    of_excluded = chosen.narrow(session, select(func.count(StoredFinding.id))).where(~IS_COUNTED)
    findings = [read_finding(row) for row in rows]
    matrix = build_rating_matrix(findings)
    numbers = [format_row_number(row) for row in rows]
    used = {place for row in matrix.rows for cell in row.cells if cell is not None for place in cell.findings}
    return schemas.RatingMatrixOut(
        configurations=list(matrix.configurations),
        levels=list(matrix.levels),
        rows=[
            schemas.RatingRowOut(
                test=row.test,
                raid_level=row.raid_level,
                cells=[
                    schemas.RatingCellOut(
                        rating=cell.rating,
                        strength=cell.strength,
                        findings=[numbers[place] for place in cell.findings],
                    )
                    if cell is not None
                    else None
                    for cell in row.cells
                ],
            )
            for row in matrix.rows
        ],
        finding_count=len(rows),
        excluded_count=session.scalar(of_excluded) or 0,
        sentences={numbers[place]: describe_finding(findings[place]) for place in sorted(used)},
    )


def count_by_source(session: Session) -> list[tuple[str, int]]:
    """Return every source with the number of its findings, in order of the titles."""
    titles = session.scalars(select(StoredFinding.source_title).where(StoredFinding.source_title.is_not(None)))
    return sorted(Counter(title for title in titles if title is not None).items())


def _list_findings_about(session: Session, configuration: Configuration) -> list[uuid.UUID]:
    """Return the ids of findings about a configuration: linked to one of its runs, or naming it or its parts."""
    run_ids = session.scalars(select(Run.id).where(Run.configuration_id == configuration.id).limit(200)).all()
    linked = select(FindingRun.finding_id).where(FindingRun.run_id.in_(run_ids))
    own = select(StoredFinding.id).where(StoredFinding.run_id.in_(run_ids))
    ids = {*session.scalars(linked), *session.scalars(own)}
    results = load_results(session, run_ids[:1], measured=True, every_round=False, snapshots=True)
    for side in map(describe_side, results):
        named = session.execute(
            select(StoredFinding.id, StoredFinding.subject, StoredFinding.object, StoredFinding.raid_level)
        )
        ids.update(
            row.id
            for row in named
            if is_about(row.subject, row.raid_level, side)
            or (row.object and is_about(row.object, row.raid_level, side))
        )
    return list(ids)


def _describe(
    row: StoredFinding, linked: Sequence[LinkedRun], author: str | None, user: Identity
) -> schemas.FindingOut:
    excluded = find_excluded_reason(linked)
    names = ("value_kind", "printed", "source_reads", "source_title", "ordinal", "created_at", "edited_at", "id")
    return schemas.FindingOut(
        **{name: getattr(row, name) for name in (*FINDING_FIELDS, *names)},
        number=format_row_number(row),
        sentence=describe_finding(read_finding(row)),
        runs=[
            schemas.FindingLink(
                side=run.side, id=run.id, number=run.number, title=run.title, validity=run.validity, reason=run.reason
            )
            for run in linked
        ],
        counted=excluded is None,
        excluded=excluded,
        author=author,
        may_change=may_change(row, user),
    )
