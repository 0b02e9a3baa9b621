"""Head of the page of a share before it is frozen: figures, caveats, raw files and pictures."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Artifact
from storagelab.errors import InvalidInput
from storagelab.results.queries import find_run
from storagelab.results.views import describe_runs
from storagelab.shares.caveats import list_caveats
from storagelab.shares.document.share import FrozenCaveat, FrozenHeadline
from storagelab.shares.freezing.computed_findings import choose_headline_findings
from storagelab.shares.freezing.configurations import describe_configurations
from storagelab.shares.freezing.counted import count_runs
from storagelab.shares.freezing.document import convert_arrays
from storagelab.shares.freezing.findings import freeze_findings
from storagelab.shares.freezing.headlines import list_headlines
from storagelab.shares.freezing.run import freeze_run
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import MAX_RUNS
from storagelab.shares.page.model import PageChart
from storagelab.shares.parts import Parts
from storagelab.shares.pictures import Theme, get_pictures


@dataclass(frozen=True, slots=True)
class PageOutline:
    """Beginning of the page of a share. `files` are the raw files of its runs, with their size in bytes."""

    headline: tuple[FrozenHeadline, ...]
    caveats: tuple[FrozenCaveat, ...]
    files: int
    file_bytes: int


def outline_share(session: Session, subject: Subject) -> PageOutline:
    """Return the outline of a share of `subject`; of more runs than a share can have, only its raw files."""
    files, file_bytes = session.execute(
        select(func.count(), func.coalesce(func.sum(Artifact.size_bytes), 0)).where(
            Artifact.run_id.in_([run.id for run in subject.runs])
        )
    ).one()
    if len(subject.runs) > MAX_RUNS:
        return PageOutline((), (), files, int(file_bytes))
    runs = [find_run(session, str(run.id)) for run in subject.runs]
    configurations, keys = describe_configurations(runs, serials=False, names=False)
    frozen = [
        freeze_run(
            session,
            run,
            described.model_dump(mode="json"),
            Parts(),
            configuration=keys.get(run.configuration_id) if run.configuration_id else None,
            raw_files=False,
            curves=False,
        )
        for run, described in zip(runs, describe_runs(session, runs), strict=True)
    ]
    counted = count_runs(session, runs, keys, kind=subject.kind)
    computed = subject.compute_findings(session)
    findings = freeze_findings(None, computed=computed, stored=())
    return PageOutline(
        headline=tuple(list_headlines(frozen, subject.view, choose_headline_findings(findings, computed))),
        caveats=tuple(list_caveats(runs=frozen, counted=counted, view=subject.view, configurations=configurations)),
        files=files,
        file_bytes=int(file_bytes),
    )


def draw_offered_chart(subject: Subject, key: str, *, theme: Theme, width: int, height: int) -> bytes:
    """Return the picture of an available chart as SVG, in the small form of a panel; sizes are in CSS px.

    Raises InvalidInput for an unknown chart, and for a table, and ChartImagesUnavailable.
    """
    chart = next((candidate for candidate in subject.charts if candidate.key == key), None)
    if chart is None:
        names = ", ".join(sorted(candidate.key for candidate in subject.charts)) or "none"
        raise InvalidInput(f"unknown chart {key}. Available: {names}", path="chart")
    if chart.kind == "values":
        raise InvalidInput(f"{key} is a table and has no picture", path="chart")
    drawn = PageChart(
        key=key,
        kind=chart.kind,
        title=chart.title,
        caption=chart.caption,
        settings_line="",
        data=convert_arrays(chart.data()),
        height=height,
        width=width,
        is_panel=True,
    )
    return gzip.decompress(get_pictures().draw(drawn, theme=theme, width=width, height=height, whom="authors"))
