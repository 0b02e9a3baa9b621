"""Tests of caveats and their order."""

from __future__ import annotations

from typing import Any

from storagelab.shares.caveats import caveats_of


def run(**changes: Any) -> dict[str, Any]:
    """A run of which nothing has to be said but that it was measured once."""
    measurement = {"badges": [], "estimated": False}
    return {
        "number": "r-1", "origin": "measured", "state": "finished", "data": "complete", "scale": "full",
        "target": "devices", "invalid": None, "failure": None, "source": None, "verdict": None, "badges": [],
        "profile": {"name": "p", "version": 1}, "configuration": "c1", "phases": [{"measurement": measurement}],
    } | changes  # fmt: skip


def told(*runs: dict[str, Any], **more: Any) -> dict[str, str | None]:
    given = {"kind": "run", "counted": [], "view": None} | more
    return {each["code"]: each["detail"] for each in caveats_of(runs=runs, **given)}


def badge(code: str, level: str, detail: str | None = None) -> dict[str, Any]:
    return {"code": code, "label": code, "level": level, "detail": detail}


def test_a_sound_run_is_told_to_be_measured_once() -> None:
    assert list(told(run())) == ["few_repeats"]
    assert told(run(number="r-1"), run(number="r-2"), run(number="r-3")) == {}


def test_the_most_severe_stands_first() -> None:
    verdict = {"status": "not_steady", "sentence": "It never settled."}
    bad = run(
        invalid={"at": "", "reason": "The fan had failed."}, data="partial", state="cancelled", verdict=verdict,
        target="file", scale="smoke", badges=[badge("cpu_bound", "warn"),
        badge("odd", "error"), badge("small", "info")],
        phases=[{"measurement": {"badges": [], "estimated": True}}],
    )  # fmt: skip
    found = told(bad)
    assert list(found)[:3] == ["marked_invalid", "partial", "smoke"]
    order = ["marked_invalid", "odd", "not_steady", "cpu_bound", "file_target"]
    assert [code for code in found if code in order] == order
    assert list(found)[-1] == "small"
    assert found["marked_invalid"] == "The fan had failed."
    assert "estimated" in found


def test_what_only_some_runs_have_is_told_with_their_numbers() -> None:
    runs = [run(number="r-1"), run(number="r-2", target="file", badges=[badge("cpu_bound", "warn", "one thread")])]
    found = told(*runs)
    assert found["file_target"] == "r-2"
    assert found["cpu_bound"] == "one thread; r-2"


def test_the_runs_that_are_not_shown_are_counted_in_a_sentence() -> None:
    counted = {
        "configuration": "c1", "profile": "p@1", "exist": 7, "shown": 3, "failed": 2,
        "excluded": [{"reason": "they were marked invalid", "runs": 1}, {"reason": "nobody knows", "runs": 1}],
    }  # fmt: skip
    assert told(run(), counted=[counted])["runs_not_shown"] == (
        "7 runs of this configuration and p@1 exist, 3 are shown, 2 failed, 1 was excluded because they were marked "
        "invalid, 1 was excluded because nobody knows."
    )
    assert "runs_not_shown" not in told(run(), counted=[counted | {"exist": 3, "failed": 0, "excluded": []}])


def comparison(*states: str, by: str | None = None) -> dict[str, Any]:
    rows = [{"label": f"F{place}", "state": state} for place, state in enumerate(states)]
    known = sum(state == "differs" for state in states)
    unknown = sum(state == "unknown" for state in states)
    factors = {"rows": rows, "known_count": known, "unknown_count": unknown, "by": by, "without": []}
    return {"answer": {"factors": factors}}


def test_one_factor_is_told_apart_from_several() -> None:
    several = told(run(), kind="comparison", view=comparison("differs", "differs", "same"))
    assert several["several_factors"] == "F0, F1"
    assert "one_factor" not in several
    one = told(run(), kind="comparison", view=comparison("differs", "same", by="F0"))
    assert one["one_factor"] == "F0"
    # What is unknown may differ too.
    unknown = told(run(), kind="comparison", view=comparison("differs", "unknown", by="F0"))
    assert "one_factor" not in unknown
    assert unknown["unknown_factors"] == "F1"


def test_what_was_not_measured_here_names_its_source() -> None:
    published = run(origin="published", source={"title": "A review"})
    assert told(published) == {"published": "Source: A review"}
    imported = run(origin="imported", source={"title": "A file"})
    assert told(imported) == {"imported": "Source: A file"}


def test_a_run_without_any_measurement_says_so() -> None:
    assert "nothing_measured" in told(run(phases=[{"measurement": None}]))


def test_repeats_that_do_not_count_are_not_counted() -> None:
    runs = [run(number="r-1"), run(number="r-2"), run(number="r-3", state="failed")]
    assert (told(*runs)["few_repeats"] or "").startswith("Measured twice")
