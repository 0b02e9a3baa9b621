"""Tests of caveats and their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.unit.shares.completed import complete

from storagelab.shares.caveats import list_caveats
from storagelab.shares.document.answers import ComparisonView, FrozenView
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenCount


def run(**changes: Any) -> dict[str, Any]:
    """Return a run without caveats, except that it was measured once."""
    measurement = {"badges": [], "estimated": False}
    return {
        "number": "r-1", "origin": "measured", "state": "finished", "data": "complete", "scale": "full",
        "target": "devices", "invalid": None, "failure": None, "source": None, "verdict": None, "badges": [],
        "profile": {"name": "p", "version": 1}, "configuration": "c1", "phases": [{"measurement": measurement}],
    } | changes  # fmt: skip


def details_of(
    *runs: dict[str, Any], counted: Sequence[dict[str, Any]] = (), view: FrozenView | None = None
) -> dict[str, str | None]:
    frozen = complete(list[FrozenRun], list(runs))
    caveats = list_caveats(runs=frozen, counted=complete(list[FrozenCount], list(counted)), view=view)
    return {caveat.code: caveat.detail for caveat in caveats}


def badge(code: str, level: str, detail: str | None = None) -> dict[str, Any]:
    return {"code": code, "label": code, "level": level, "detail": detail}


def test_sound_run_has_only_the_repeats_caveat() -> None:
    assert list(details_of(run())) == ["few_repeats"]
    assert details_of(run(number="r-1"), run(number="r-2"), run(number="r-3")) == {}


def test_severest_caveat_is_first() -> None:
    verdict = {"status": "not_steady", "sentence": "It never settled."}
    bad = run(
        invalid={"at": "", "reason": "The fan had failed."}, data="partial", state="cancelled", verdict=verdict,
        target="file", scale="smoke", badges=[badge("cpu_bound", "warn"),
        badge("odd", "error"), badge("small", "info")],
        phases=[{"measurement": {"badges": [], "estimated": True}}],
    )  # fmt: skip
    details = details_of(bad)
    assert list(details)[:3] == ["marked_invalid", "partial", "smoke"]
    order = ["marked_invalid", "odd", "not_steady", "cpu_bound", "file_target"]
    assert [code for code in details if code in order] == order
    assert list(details)[-1] == "small"
    assert details["marked_invalid"] == "The fan had failed."
    assert "estimated" in details


def test_caveat_of_some_runs_names_their_numbers() -> None:
    runs = [run(number="r-1"), run(number="r-2", target="file", badges=[badge("cpu_bound", "warn", "one thread")])]
    details = details_of(*runs)
    assert details["file_target"] == "r-2"
    assert details["cpu_bound"] == "one thread; r-2"


def test_omitted_runs_are_counted_with_reasons() -> None:
    counted = {
        "configuration": "c1", "profile": "p@1", "exist": 7, "shown": 3, "failed": 2,
        "excluded": [{"reason": "they were marked invalid", "runs": 1}, {"reason": "nobody knows", "runs": 1}],
    }  # fmt: skip
    assert details_of(run(), counted=[counted])["runs_not_shown"] == (
        "7 runs of this configuration and p@1 exist, 3 are shown, 2 failed, 1 was excluded because they were marked "
        "invalid, 1 was excluded because nobody knows."
    )
    assert "runs_not_shown" not in details_of(run(), counted=[counted | {"exist": 3, "failed": 0, "excluded": []}])


def comparison(*states: str, by: str | None = None) -> ComparisonView:
    rows = [{"label": f"F{place}", "state": state} for place, state in enumerate(states)]
    differing = sum(state == "differs" for state in states)
    unknown = sum(state == "unknown" for state in states)
    factors = {"rows": rows, "known_count": differing, "unknown_count": unknown, "by": by, "without": []}
    return complete(ComparisonView, {"answer": {"factors": factors}})


def test_one_factor_and_several_have_different_caveats() -> None:
    several = details_of(run(), view=comparison("differs", "differs", "same"))
    assert several["several_factors"] == "F0, F1"
    assert "one_factor" not in several
    one = details_of(run(), view=comparison("differs", "same", by="F0"))
    assert one["one_factor"] == "F0"
    # What is unknown may differ too.
    unknown = details_of(run(), view=comparison("differs", "unknown", by="F0"))
    assert "one_factor" not in unknown
    assert unknown["unknown_factors"] == "F1"


def test_run_measured_elsewhere_names_its_source() -> None:
    published = run(origin="published", source={"title": "A review"})
    assert details_of(published) == {"published": "Source: A review"}
    imported = run(origin="imported", source={"title": "A file"})
    assert details_of(imported) == {"imported": "Source: A file"}


def test_run_without_measurement_has_a_caveat() -> None:
    assert "nothing_measured" in details_of(run(phases=[{"measurement": None}]))


def test_failed_run_is_not_counted_as_repeat() -> None:
    runs = [run(number="r-1"), run(number="r-2"), run(number="r-3", state="failed")]
    assert (details_of(*runs)["few_repeats"] or "").startswith("Measured twice")
