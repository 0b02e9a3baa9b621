"""Recount of the figures that a ranking left out, where all runs that it considered are here."""

from __future__ import annotations

from collections import Counter

from storagelab.evaluate.ranking import NOT_COUNTABLE, UNKNOWN_SYSTEM, list_exclusions
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.verification_report import VerificationReport

_NOT_HERE = "it was counted over runs that are not all here"


def check_left_out(share: FrozenShare, answer: Json, verification: VerificationReport) -> None:
    """Check for each reason how many figures a ranking leaves out."""
    place = "view/answer/left_out"
    everything = bool(share.document["view"]["settings"].get("all"))
    frozen = {row["reason"]: row["figures"] for row in answer["left_out"]}
    verification.add_unverified(place, frozen.pop(NOT_COUNTABLE, None), _NOT_HERE)
    considered = answer["runs_considered"]
    is_old = any(run.get("lineage") is None for run in share.runs)
    if considered != len(share.runs) or UNKNOWN_SYSTEM in frozen or is_old:
        verification.add_unverified(place, frozen, _NOT_HERE)
        verification.add_unverified("view/answer/runs_considered", considered, _NOT_HERE)
        return
    verification.compare(
        "view/answer/runs_considered", considered, len(share.runs), formula=formulas.COUNTED, source="the runs"
    )
    counted = Counter(
        reason
        for run in share.results
        for _, reason in list_exclusions(run, everything=everything)
        if reason is not None
    )
    verification.compare(place, frozen, dict(counted), formula=formulas.COUNTED, source="the figures of the runs")
