"""Checks a whole share: hashes first, then every number from what lies under it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from storagelab.errors import StorageLabError
from storagelab.shares.verification import formulas
from storagelab.shares.verification.charts import check_charts
from storagelab.shares.verification.curves import check_series
from storagelab.shares.verification.findings import check_findings
from storagelab.shares.verification.frozen import FrozenShare, Json, format_place
from storagelab.shares.verification.headlines import check_duration, check_headline, check_run_headline
from storagelab.shares.verification.imported import read_import
from storagelab.shares.verification.measurements import check_measurements
from storagelab.shares.verification.printed import Printed, check_page
from storagelab.shares.verification.readings import ChartCode, check_readings
from storagelab.shares.verification.reports import Reports, check_reports
from storagelab.shares.verification.results import read_results
from storagelab.shares.verification.verdicts import check_verdict
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport
from storagelab.shares.verification.views import check_view

_LAB_ONLY = "only the lab knows the runs that are not here"


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome: how many hashes match, and the report on all numbers; `printed` is about the page."""

    hashes: int
    verification: VerificationReport
    printed: Printed


def check_share(document: Json, part: Callable[[str], bytes], *, code: ChartCode | None, hashes: int) -> Checked:
    """Verify a share document: recompute its numbers from its parts, and compare.

    `part` gives the bytes of a part by its SHA-256; `hashes` is the number of hashes that were compared before. `code`
    runs the chart code of the browser; None where nothing here can run it.
    """
    share = FrozenShare(document, part)
    verification = VerificationReport()
    reports = Reports(share)
    checks: list[tuple[str, Callable[[], None]]] = [
        ("artifacts", lambda: _check_artifacts(share, verification)),
        ("runs", lambda: _check_runs(share, verification)),
        ("view", lambda: check_view(share, read_results(share), verification)),
        ("headline", lambda: check_headline(share, verification)),
        ("findings", lambda: check_findings(share, verification)),
        ("charts", lambda: check_charts(share, read_results(share), reports, code, verification)),
        ("charts", lambda: check_readings(share, code, verification)),
        ("reports", lambda: check_reports(share, reports, verification)),
        ("counted", lambda: check_counted(share, verification)),
    ]
    for place, check in checks:
        try:
            check()
        except (*MALFORMED, StorageLabError) as error:
            verification.add_malformed(place, error, formula=formulas.COPY, source="the document")
    return Checked(hashes, verification, check_page(share, verification))


def _check_artifacts(share: FrozenShare, verification: VerificationReport) -> None:
    """Check that published raw files match their entries."""
    for run in share.runs:
        for number, file in enumerate(run["artifacts"]):
            if file["part"] is None:
                continue
            content = share.raw(file["part"])
            frozen: dict[str, object] = {"redacted_sha256": file["redacted_sha256"]}
            computed: dict[str, object] = {"redacted_sha256": file["redacted_sha256"]}
            digest = hashlib.sha256(content).hexdigest()
            if file["redacted_sha256"] is None:
                frozen = {"sha256": file["sha256"], "size_bytes": file["size_bytes"]}
                computed = {"sha256": digest, "size_bytes": len(content)}
            else:
                computed = {"redacted_sha256": digest}
            verification.compare(
                f"{format_place(run)}/artifacts/{number}",
                frozen,
                computed,
                formula=formulas.COUNTED,
                source=file["name"],
            )


def _check_runs(share: FrozenShare, verification: VerificationReport) -> None:
    for run in share.runs:
        try:
            imported = read_import(share, run)
        except (*MALFORMED, StorageLabError) as error:
            imported = None
            verification.add_malformed(
                f"{format_place(run)}/artifacts", error, formula=formulas.PARSE, source="its raw files"
            )
        check_measurements(share, run, imported, verification)
        check_series(share, run, imported, verification)
        check_verdict(share, run, imported, verification)
        check_run_headline(share, run, verification)
        check_duration(run, verification)


def check_counted(share: FrozenShare, verification: VerificationReport) -> None:
    """Check how many runs of each configuration class and profile are shown.

    Also check that the shown runs, with the failed and excluded ones, are all that exist.
    """
    classes = {configuration["key"]: configuration["class_hash"] for configuration in share.document["configurations"]}
    shown = Counter((classes.get(run["configuration"]), _profile(run)) for run in share.runs)
    for number, row in enumerate(share.document["counted"]):
        place = f"counted/{number}"
        here = shown[classes[row["configuration"]], row["profile"]]
        verification.compare(f"{place}/shown", row["shown"], here, formula=formulas.COUNTED, source="runs")
        verification.compare(
            f"{place}/exist", row["exist"], here + row["failed"] + sum(left["runs"] for left in row["excluded"]),
            formula=formulas.COUNTED, source="those that are shown, failed and excluded",
        )  # fmt: skip
        verification.add_unverified(place, {key: row[key] for key in ("failed", "excluded")}, _LAB_ONLY)


def _profile(run: Json) -> str | None:
    profile = run["profile"]
    return f"{profile['name']}@{profile['version']}" if profile else None
