"""Check of the counts of runs of the same test. Runs that are not shown are known only to the lab."""

from __future__ import annotations

from collections import Counter

from storagelab.shares.archive.verification import formulas
from storagelab.shares.archive.verification.frozen import FrozenShare, Json
from storagelab.shares.archive.verification.verification_report import VerificationReport

_LAB_ONLY = "only the lab knows the runs that are not here"


def check_counted(share: FrozenShare, verification: VerificationReport) -> None:
    """Check how many runs of each class and profile are shown, and that they and the others are all that exist."""
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
