"""Checks of headlines: of runs by measurements and verdicts, of the share by its runs or answer."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from storagelab.domain.result import RunResult
from storagelab.errors import StorageLabError
from storagelab.evaluate.headline import BEST_IOPS, choose_headline, find_best
from storagelab.shares.document.share import FrozenHeadline
from storagelab.shares.freezing.computed_findings import choose_headline_findings
from storagelab.shares.freezing.headlines import list_headlines
from storagelab.shares.verification import formulas
from storagelab.shares.verification.earlier_headlines import list_earlier_headlines
from storagelab.shares.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport


def check_run_headline(share: FrozenShare, run: Json, verification: VerificationReport) -> None:
    """Check the headline figures of a run against its measurements and its verdict."""
    verification.attempt(
        f"{format_place(run)}/headline",
        run["headline"],
        lambda: _find_headline(run, share.result(run["number"])),
        formula=formulas.BEST,
        source="the measurements and the verdict of the run",
    )


def check_duration(run: Json, verification: VerificationReport) -> None:
    """Check the duration of a run against its start and its end."""
    if run["duration_s"] is None or run["started_at"] is None or run["finished_at"] is None:
        return
    verification.attempt(
        f"{format_place(run)}/duration_s",
        run["duration_s"],
        lambda: (
            dt.datetime.fromisoformat(run["finished_at"]) - dt.datetime.fromisoformat(run["started_at"])
        ).total_seconds(),
        formula=formulas.COUNTED,
        source="its start and its end",
    )


def check_headline(share: FrozenShare, verification: VerificationReport) -> None:
    """Check the headline of the share against its runs and its view."""
    document = share.document
    try:
        computed = msgspec.to_builtins(_list_headlines(share))
    except (*MALFORMED, StorageLabError) as error:
        verification.add_malformed("headline", error, formula=formulas.COPY, source="runs and view")
        return
    verification.compare("headline", document["headline"], computed, formula=formulas.COPY, source="runs and view")


def _list_headlines(share: FrozenShare) -> list[FrozenHeadline]:
    runs, view = share.typed.runs, share.typed.view
    if not share.has_findings:
        return list_earlier_headlines(runs, view)
    return list_headlines(runs, view, choose_headline_findings(share.typed.findings, share.findings))


def _find_headline(run: Json, result: RunResult) -> list[dict[str, Any]]:
    """Return the headline figures of a run, computed by today's rule.

    Without IOPS of mixed loads where the frozen headline has no IOPS, because it is older than these figures, and
    without workloads where it is older than these.
    """
    has_iops = any(figure["metric"] == "iops" for figure in run["headline"])
    computed = choose_headline(find_best(result), result.verdict)
    if not any("workload" in figure for figure in run["headline"]):
        computed = [{key: value for key, value in figure.items() if key != "workload"} for figure in computed]
    return [figure for figure in computed if has_iops or not figure["label"].startswith(BEST_IOPS)]
