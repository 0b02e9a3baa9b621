"""Finds the subject that an author names, and the options for a share of it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Campaign, Run
from storagelab.errors import InvalidInput
from storagelab.http.references import find_by_reference, format_row_number
from storagelab.results.queries import find_run, find_runs
from storagelab.shares import schemas
from storagelab.shares.aliases import identifies_model
from storagelab.shares.charts.defaults import choose_defaults
from storagelab.shares.charts.registry import list_finding_charts, list_run_charts
from storagelab.shares.freezing.available_metrics import list_available_metrics
from storagelab.shares.freezing.campaign import share_campaign
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.findings import list_available_findings, list_stored_findings
from storagelab.shares.freezing.known_secrets import read_models, read_secrets
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.outline import outline_share
from storagelab.shares.freezing.pts_reports import lay_out_reports
from storagelab.shares.freezing.ranking import share_ranking
from storagelab.shares.freezing.subject import Subject, list_run_numbers, require_shareable
from storagelab.shares.freezing.workbenches import share_dashboard, share_workbench
from storagelab.shares.options import Layout

#: A longer list is of no use to its reader.
_MAX_HIDDEN_TEXTS = 500
#: Which fields name the subject of each kind.
_NAMED_BY = {
    "run": ("run_id",),
    "comparison": ("run_ids", "dashboard", "workbench"),
    "ranking": ("run_ids", "view.profile"),
    "campaign": ("campaign",),
}

#: Which kinds can be laid out so.
_LAID_OUT: Mapping[Layout, tuple[str, ...]] = {
    "plain": tuple(_NAMED_BY), "review": ("campaign",), "snia": ("campaign", "run"), "figure": tuple(_NAMED_BY)
}  # fmt: skip
_LAYOUT_WORDS: Mapping[Layout, str] = {"review": "campaigns", "snia": "campaigns and runs"}


def choose_subject(session: Session, named: schemas.ShareSubject, *, user: Identity) -> Subject:
    """Return the subject of a share that `named` describes.

    Raises NotFound, Conflict, and InvalidInput for fields that do not belong to the kind of the subject.
    """
    kind = named.kind or "run"
    view = named.view
    given = {
        "run_id": named.run_id, "run_ids": named.run_ids, "campaign": named.campaign, "view.profile": view.profile,
        "dashboard": named.dashboard, "workbench": named.workbench,
    }  # fmt: skip
    _check_names(kind, {path for path, value in given.items() if value is not None})
    _check_layout(kind, named.layout)
    _check_metrics(kind, view)
    subject = _add_finding_charts(session, _find_subject(session, kind, named, user=user))
    return _apply_layout(session, subject, named)


def _find_subject(session: Session, kind: str, named: schemas.ShareSubject, *, user: Identity) -> Subject:
    view = named.view
    if kind == "campaign":
        campaign = find_by_reference(session, Campaign, named.campaign or "")
        return share_campaign(session, campaign, metric=_get_metric(view), layout=named.layout)
    if kind == "run":
        return _share_run(session, find_run(session, named.run_id or ""))
    runs = find_runs(session, named.run_ids) if named.run_ids else []
    if kind == "ranking":
        return share_ranking(
            session,
            runs,
            profile=view.profile,
            everything=view.everything,
            without=view.without,
            reference=view.reference,
        )
    if named.dashboard is not None:
        return share_dashboard(session, named.dashboard, user=user, metric=view.metric, metrics=view.metrics)
    if named.workbench is not None:
        return share_workbench(session, named.workbench, metric=view.metric, metrics=view.metrics)
    return share_comparison(
        session, runs, metric=view.metric, metrics=view.metrics, baseline=view.baseline, pooled=view.pooled
    )


def _share_run(session: Session, run: Run) -> Subject:
    """Return a run as the subject of a share. Raises Conflict for a run in progress or in the trash."""
    require_shareable(run)
    charts = choose_defaults(tuple(list_run_charts(LiveMaterial(session, [run]), format_row_number(run))))
    return Subject("run", (run,), tuple(charts))


def _add_finding_charts(session: Session, subject: Subject) -> Subject:
    """Return a subject with the charts of the stored findings about its runs.

    They lead where a share has these findings by default, and the author did not arrange panels.
    """
    findings = [stored.finding for stored in list_stored_findings(session, subject.runs)]
    charts = tuple(list_finding_charts(findings, default=True))
    if not charts:
        return subject
    has_panels = any("panel" in chart.settings for chart in subject.charts)
    if not has_panels and not subject.compute_findings(session):
        return replace(subject, charts=(*charts, *subject.charts))
    return replace(subject, charts=(*subject.charts, *(replace(chart, default=False) for chart in charts)))


def _check_layout(kind: str, layout: Layout) -> None:
    if kind not in _LAID_OUT[layout]:
        raise InvalidInput(f"does not fit a share of a {kind}: {layout} is for {_LAYOUT_WORDS[layout]}", path="layout")


def _check_metrics(kind: str, view: schemas.ShareViewCreate) -> None:
    """Raise InvalidInput for metrics that a share of this kind cannot have."""
    if view.metrics is None:
        return
    if kind in ("run", "ranking"):
        reason = "has all of its metrics" if kind == "run" else "ranks by the metric of each workload"
        raise InvalidInput(f"does not belong to a share of a {kind}, which {reason}", path="view.metrics")
    if kind == "campaign" and len({*view.metrics, *([view.metric] if view.metric else [])}) > 1:
        raise InvalidInput(
            "must be one metric for a campaign: its tables have IOPS, throughput and latency", path="view.metrics"
        )


def _get_metric(view: schemas.ShareViewCreate) -> str | None:
    """Return the main metric that the author names, alone or first of several."""
    return view.metric or next(iter(view.metrics or ()), None)


def _apply_layout(session: Session, subject: Subject, named: schemas.ShareSubject) -> Subject:
    return lay_out_reports(session, subject) if named.layout == "snia" else replace(subject, layout=named.layout)


def _check_names(kind: str, given: AbstractSet[str]) -> None:
    fields = _NAMED_BY[kind]
    stray = next(iter(sorted(given - set(fields))), None)
    if stray is not None:
        raise InvalidInput(f"does not belong to a share of a {kind}", path=stray)
    if len(given) != 1:
        raise InvalidInput(f"must be given for a share of a {kind}: {' or '.join(fields)}", path=fields[0])


def list_available_options(session: Session, subject: Subject) -> schemas.AvailableShareOptions:
    """Return the options for a share of `subject`.

    The options are its charts, its findings, its metrics, the texts that are hidden by default, and the models that can
    have other names.
    """
    secrets = {(secret.text, secret.group): secret for secret in read_secrets(session, subject.runs)}
    models = read_models(session, subject.runs)
    outline = outline_share(session, subject)
    metrics = list_available_metrics(session, subject)
    return schemas.AvailableShareOptions(
        kind=subject.kind,
        runs=list(list_run_numbers(subject.runs)),
        charts=[
            schemas.AvailableChart(
                key=chart.key,
                kind=chart.kind,
                title=chart.title,
                caption=chart.caption,
                default=chart.default,
                runs=list(chart.runs),
            )
            for chart in subject.charts
        ],
        findings=list_available_findings(session, subject),
        hidden=[
            schemas.HiddenText(text=secret.text, instead=secret.instead, group=secret.group)  # type: ignore[arg-type]
            for secret in list(secrets.values())[:_MAX_HIDDEN_TEXTS]
        ],
        left_out=[schemas.ShareOmission(name=omission.name, reason=omission.reason) for omission in subject.left_out],
        models=[name for name in dict.fromkeys(model.names[0] for model in models) if identifies_model(name)],
        metrics=[
            schemas.AvailableMetric(name=metric.name, label=metric.label, selected=metric.is_selected)
            for metric in metrics
        ],
        max_metrics=len(metrics) if subject.kind == "comparison" else min(len(metrics), 1),
        headline=[
            schemas.AvailableHeadline(
                label=headline.label,
                value=headline.value,
                unit=headline.unit,
                better=headline.better,
                relative_percent=headline.relative_percent,
                baseline=headline.baseline,
            )
            for headline in outline.headline
        ],
        caveats=[
            schemas.AvailableCaveat(code=caveat.code, label=caveat.label, detail=caveat.detail)
            for caveat in outline.caveats
        ],
        raw_files=schemas.AvailableFiles(count=outline.files, size_bytes=outline.file_bytes),
    )
