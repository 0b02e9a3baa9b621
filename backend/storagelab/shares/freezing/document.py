"""Puts a document together out of a subject: everything a page prints, and the parts that it names.

Schema `storagelab.share/2`, described in docs/share-document.md.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import orjson
from msgspec import structs
from sqlalchemy import text
from sqlalchemy.orm import Session

from storagelab import __version__
from storagelab.db.models import Run
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.recipe import parse_recipe
from storagelab.domain.recipe_shape import RecipeInvalid
from storagelab.domain.recipe_writing import list_recipes
from storagelab.errors import InvalidInput
from storagelab.profiles.catalogue import load_catalogue
from storagelab.results.queries import find_run
from storagelab.results.recipes import read_recipe
from storagelab.results.views import describe_runs
from storagelab.shares.aliases import list_alias_secrets
from storagelab.shares.caveats import list_caveats
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.registry import find_chart, list_finding_charts
from storagelab.shares.document.share import (
    DOCUMENTS,
    ChartData,
    FrozenBlock,
    FrozenChart,
    FrozenFinding,
    ShareDocument,
    ShareHeader,
    ShareProduct,
    ShownSecrets,
    decode_document,
    encode_document,
)
from storagelab.shares.document.texts import replace_texts
from storagelab.shares.freezing.configurations import blind_hashes, describe_configurations
from storagelab.shares.freezing.counted import count_runs
from storagelab.shares.freezing.findings import freeze_findings, list_stored_findings, recompute_findings
from storagelab.shares.freezing.hash_commitments import commit_hashes, read_lab_key
from storagelab.shares.freezing.known_secrets import read_models, read_secrets
from storagelab.shares.freezing.raw_files import redact_raw_files
from storagelab.shares.freezing.run import freeze_run
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import MAX_RUNS, ShareOptions
from storagelab.shares.parts import Parts
from storagelab.shares.pictures import add_readings
from storagelab.shares.redaction import Redactor, make_redactor
from storagelab.shares.result_ids import make_result_id
from storagelab.shares.wording import WORDING

#: Charts are read and raw files redacted between two questions to the database, which takes that for a dead client.
_PATIENCE = "10min"
#: Field that names a subject whose runs are not listed.
_NAMED_BY = {"campaign": "campaign", "ranking": "view.profile"}


@dataclass(frozen=True, slots=True)
class Frozen:
    """A document as canonical JSON, and its parts."""

    content: bytes
    parts: Parts


def freeze(
    session: Session, subject: Subject, options: ShareOptions, *, lineage_id: uuid.UUID, version: int, now: dt.datetime
) -> Frozen:
    """Freeze a complete copy of a subject: its document and parts.

    Raises InvalidInput for options of the author that cannot be met.
    """
    session.execute(text(f"set local idle_in_transaction_session_timeout = '{_PATIENCE}'"))
    if len(subject.runs) > MAX_RUNS:
        path = _NAMED_BY.get(subject.kind, "run_ids")
        raise InvalidInput(f"would use {len(subject.runs)} runs, and a share has at most {MAX_RUNS}", path=path)
    parts = Parts()
    runs = [find_run(session, str(run.id)) for run in subject.runs]
    findings = freeze_findings(
        options.findings,
        computed=subject.compute_findings(session),
        stored=list_stored_findings(session, runs),
    )
    offered = _draw_findings(subject.charts, findings)
    body = _build_body(options, offered, is_figure=subject.layout == "figure")
    configurations, keys = describe_configurations(runs, serials=options.serials, names=options.names)
    described = [run.model_dump(mode="json") for run in describe_runs(session, runs)]
    frozen = [
        freeze_run(
            session,
            run,
            description,
            parts,
            configuration=keys.get(run.configuration_id) if run.configuration_id else None,
            raw_files=options.raw_files,
        )
        for run, description in zip(runs, described, strict=True)
    ]
    counted = count_runs(session, runs, keys, kind=subject.kind)
    charts, chart_data = _freeze_charts(body, offered)
    document = DOCUMENTS[subject.kind](
        share=_describe_share(subject, options, lineage_id=lineage_id, version=version, now=now),
        product=ShareProduct(name="Storage Lab", version=__version__),
        wording=WORDING,
        configurations=configurations,
        runs=frozen,
        view=subject.view,
        reports=list(subject.reports),
        counted=counted,
        headline=[],
        findings=findings,
        caveats=list_caveats(runs=frozen, counted=counted, view=subject.view, configurations=configurations),
        body=body,
        charts=charts,
        recipe=find_recipe(session, subject.kind, runs, described),
        parts={},
    )
    document, chart_data = _redact_document(session, runs, options, document, chart_data, parts)
    # Sentences name entries as the redacted document does.
    document = recompute_findings(document)
    for chart in _list_finding_charts(document.findings):
        if chart.key in document.charts:
            chart_data[document.charts[chart.key].data] = convert_arrays(chart.data())
    for name, data in chart_data.items():
        parts.add_json(name, data)
    charts = add_readings(document.charts, chart_data, parts)
    return Frozen(encode_document(structs.replace(document, charts=charts, parts=parts.list_blobs())), parts)


def replace_version(frozen: Frozen, version: int) -> Frozen:
    """Return the frozen document as another version of its lineage; only the number differs."""
    document = decode_document(frozen.content)
    share = structs.replace(document.share, version=version)
    return Frozen(encode_document(structs.replace(document, share=share)), frozen.parts)


def _list_finding_charts(findings: Sequence[FrozenFinding]) -> list[OfferedChart]:
    return list(list_finding_charts([frozen.finding for frozen in findings], default=True))


def _draw_findings(offered: Sequence[OfferedChart], findings: Sequence[FrozenFinding]) -> list[OfferedChart]:
    """Return the available charts, those of findings drawn from `findings`; one that these do not fill is absent."""
    drawn = {chart.key: chart for chart in _list_finding_charts(findings)}
    return [
        replace(chart, data=drawn[chart.key].data) if chart.key in drawn else chart
        for chart in offered
        if chart.key in drawn or (kind := find_chart(chart.kind)) is None or kind.of_findings is None
    ]


def _describe_share(
    subject: Subject, options: ShareOptions, *, lineage_id: uuid.UUID, version: int, now: dt.datetime
) -> ShareHeader:
    until = options.embargo_until
    return ShareHeader(
        kind=subject.kind,
        layout=subject.layout,
        title=options.title,
        author=options.author,
        licence=options.licence,
        contact=options.contact,
        embargo_until=until.astimezone(dt.UTC).isoformat(timespec="seconds") if until is not None else None,
        lineage_id=str(lineage_id),
        version=version,
        frozen_at=now.astimezone(dt.UTC).isoformat(timespec="seconds"),
        redaction=ShownSecrets(serials=options.serials, names=options.names, aliases=bool(options.aliases)),
    )


def _build_body(
    options: ShareOptions, offered: Sequence[OfferedChart], *, is_figure: bool = False
) -> list[FrozenBlock]:
    """Return the text and chart blocks of a share in the author's order.

    Without an order of the author, the note comes before the default charts, of which a figure has the first. Raises
    InvalidInput for an unknown chart, for a chart that is listed twice, and for a figure without exactly one chart.
    """
    if is_figure:
        _check_figure(options, offered)
    if options.body is None:
        keys = [chart.key for chart in offered if chart.default] or [chart.key for chart in offered[:1] if is_figure]
        charts = [FrozenBlock(chart=key) for key in (keys[:1] if is_figure else keys)]
        return [FrozenBlock(text=options.note), *charts] if options.note else charts
    available = {chart.key for chart in offered}
    seen: set[str] = set()
    for index, block in enumerate(options.body):
        key = block.get("chart")
        if key is None:
            continue
        if key not in available:
            names = _format_keys(offered)
            raise InvalidInput(f"unknown chart {key}. Available: {names}", path=f"body.{index}.chart")
        if key in seen:
            raise InvalidInput(f"{key} is listed twice", path=f"body.{index}.chart")
        seen.add(key)
    return [FrozenBlock(text=block.get("text"), chart=block.get("chart")) for block in options.body]


def _check_figure(options: ShareOptions, offered: Sequence[OfferedChart]) -> None:
    if not offered:
        raise InvalidInput("cannot be figure: there is no chart of this", path="layout")
    charts = [block for block in options.body or () if block.get("chart") is not None]
    if options.body is not None and len(charts) != 1:
        raise InvalidInput(
            f"must have exactly one chart for the layout figure. Available: {_format_keys(offered)}", path="body"
        )


def _format_keys(offered: Sequence[OfferedChart]) -> str:
    return ", ".join(sorted(chart.key for chart in offered)) or "none"


def _freeze_charts(
    body: Sequence[FrozenBlock], offered: Sequence[OfferedChart]
) -> tuple[dict[str, FrozenChart], dict[str, ChartData]]:
    """Return the charts that `body` names in the form of the document, and the data of each.

    The data are by the name of their part.
    """
    by_key = {chart.key: chart for chart in offered}
    chosen = [by_key[block.chart] for block in body if block.chart is not None]
    data = {f"charts/{chart.key}": convert_arrays(chart.data()) for chart in chosen}
    return {
        chart.key: FrozenChart(
            kind=chart.kind,
            title=chart.title,
            caption=chart.caption,
            settings=dict(chart.settings),
            data=f"charts/{chart.key}",
            runs=list(chart.runs),
        )
        for chart in chosen
    }, data


def convert_arrays(data: ChartData) -> Any:
    """Return the data of a chart as plain JSON values."""
    return orjson.loads(orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY))


def _redact_document(
    session: Session,
    runs: Sequence[Run],
    options: ShareOptions,
    document: ShareDocument,
    chart_data: Mapping[str, ChartData],
    parts: Parts,
) -> tuple[ShareDocument, dict[str, ChartData]]:
    """Return the document and the chart data without the secrets that the author hides.

    Also replaces the raw files in `parts` that hold secrets.
    """
    contents = [encode_document(document), *map(encode_canonical_json, chart_data.values())]
    texts = [content.decode() for content in contents]
    whole = build_redactor(session, runs, options, texts=texts)
    redactor = whole.narrow_to_text("\n".join(texts))
    # All keys are text here, and every tuple is a list.
    plain = json.loads(json.dumps(msgspec.to_builtins(document), allow_nan=False))
    recipe = plain.pop("recipe")
    plain = {**redactor.value(plain), "recipe": redact_recipe(recipe, redactor)}
    redacted = msgspec.convert(plain, type(document))
    lab_key = read_lab_key(session)
    redacted = structs.replace(
        redacted,
        runs=[
            structs.replace(
                frozen,
                artifacts=commit_hashes(
                    lab_key, redacted.share, frozen.number, redact_raw_files(frozen.artifacts, parts, whole)
                ),
                result_id=run.result_id or make_result_id(lab_key, run.id),
            )
            for run, frozen in zip(runs, redacted.runs, strict=True)
        ],
    )
    data = {name: redactor.value(chart) for name, chart in sorted(chart_data.items())}
    if options.aliases:
        blind = blind_hashes(redacted.configurations)
        return replace_texts(redacted, lambda text: blind.get(text, text)), replace_texts(
            data, lambda text: blind.get(text, text)
        )
    return redacted, data


def build_redactor(session: Session, runs: Sequence[Run], options: ShareOptions, *, texts: Iterable[str]) -> Redactor:
    """Return the redactor of everything that the author hides in `texts`.

    Raises InvalidInput for an alias of a model that occurs nowhere.
    """
    secrets = read_secrets(session, runs)
    models = list_alias_secrets(options.aliases, read_models(session, runs), texts) if options.aliases else []
    return make_redactor([*models, *secrets], serials=options.serials, names=options.names, profiles=load_catalogue())


def find_recipe(
    session: Session, kind: str, runs: Sequence[Run], described: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the recipe of a run, or for other subjects the recipes of all jobs.

    None where no recipe can be determined.
    """
    recipes = []
    jobs: set[Any] = set()
    for run, description in zip(runs, described, strict=True):
        if run.job_id in jobs:
            continue
        jobs.add(run.job_id)
        try:
            recipes.append(read_recipe(session, run, description=description))
        except RecipeInvalid:
            continue
    if not recipes:
        return None
    return recipes[0] if kind == "run" else list_recipes(recipes)


def redact_recipe(recipe: dict[str, Any] | None, redactor: Redactor) -> dict[str, Any] | None:
    """Return the recipe without secrets. The profile in the recipe stays valid JSON text.

    None where the redacted recipe can no longer be run, such as after the name of a profile had to be hidden.
    """
    if recipe is None:
        return None
    redacted: dict[str, Any] = redactor.value(recipe)
    pairs = zip(recipe.get("recipes", [recipe]), redacted.get("recipes", [redacted]), strict=True)
    for before, after in pairs:
        definition = redactor.value(json.loads(before["profile"]["definition"]))
        after["profile"]["definition"] = json.dumps(
            definition, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
    try:
        for part in redacted.get("recipes", [redacted]):
            parse_recipe(part)
    except RecipeInvalid:
        return None
    return redacted
