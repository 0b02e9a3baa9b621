"""Tests of the counts of equal, different and unverified numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.shares.archive.zips import document

from storagelab.shares.verification import formulas
from storagelab.shares.verification.check import Checked, check_share
from storagelab.shares.verification.outcome import describe_outcome, format_outcome_lines
from storagelab.shares.verification.printed import Printed
from storagelab.shares.verification.verification_report import PartMissing, VerificationReport, count_numbers


@pytest.mark.parametrize(
    ("frozen", "computed", "equal", "different"),
    [
        (1, 1.0, 1, 0),
        (1.0, 1.0 + 1e-9, 0, 1),
        ({"a": [1, None, "x"]}, {"a": [1, None, "x"]}, 2, 0),
        ({"a": 1}, {"a": None}, 0, 1),
        ({"a": None}, {"a": 1}, 0, 1),
        ({"a": None}, {}, 0, 0),
        ({"a": 1}, {}, 0, 1),
        ([1, 2], [1], 1, 1),
        ([1, 2], None, 0, 1),
        (True, 1, 0, 1),
        (False, 0, 0, 1),
        ("12", 12, 0, 1),
    ],
)
def test_values_are_compared_one_by_one(frozen: Any, computed: Any, equal: int, different: int) -> None:
    verification = VerificationReport()
    verification.compare("x", frozen, computed, formula=formulas.COPY, source="y")
    assert verification.total() == {"equal": equal, "different": different, "without_source": 0}


def test_merged_sums_tolerate_only_addition_order() -> None:
    verification = VerificationReport()
    assert verification.compare("x", 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, formula=formulas.MERGE, source="parts")
    assert not verification.compare("x", 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, formula=formulas.COPY, source="parts")
    assert not verification.compare("x", 1.0, 1.0 + 1e-9, formula=formulas.MERGE, source="parts")


def test_a_difference_has_place_values_and_lineage() -> None:
    verification = VerificationReport()
    verification.compare("runs/r-1", {"a": [1, 2]}, {"a": [1, 3]}, formula=formulas.MERGE, source="its parts")
    (difference,) = verification.differences
    assert (difference.place, difference.frozen, difference.computed, difference.source) == (
        "runs/r-1/a/1",
        2,
        3,
        "its parts",
    )
    assert difference.formula.version == 1


def test_number_beyond_all_limits_is_reported_by_its_name() -> None:
    verification = VerificationReport()
    verification.compare("x", 1.0, 1e308 * 10, formula=formulas.LITTLE, source="y")
    checked = Checked(1, verification, Printed())
    outcome = json.loads(json.dumps(describe_outcome(checked, document_sha256="", of="zip"), allow_nan=False))
    assert [(item["frozen"], item["computed"]) for item in outcome["differences"]] == [(1.0, "inf")]


def test_unverified_numbers_are_counted_separately() -> None:
    verification = VerificationReport()
    verification.add_unverified("x", {"a": [1, 2.5, None, True, "7"]}, "it was not published")
    verification.add_unverified("y", {"a": None}, "it was not published")
    verification.add_malformed("z", PartMissing("The part is not here."), formula=formulas.COPY, source="")
    assert verification.total() == {"equal": 0, "different": 0, "without_source": 3}
    assert count_numbers({"a": [1, 2.5, None, True, "7"]}) == 2


def test_failed_computation_is_a_difference() -> None:
    verification = VerificationReport()
    verification.attempt("x", 1, lambda: {}["y"], formula=formulas.COPY, source="y")
    assert verification.total()["different"] == 1


def test_terminal_output_escapes_document_texts() -> None:
    verification = VerificationReport()
    verification.compare("x\x1b[2J\u202e", "\x9b" * 500, 1, formula=formulas.COPY, source="\x07")
    outcome = describe_outcome(Checked(1, verification, Printed()), document_sha256="0" * 64, of="zip")
    text = "\n".join(format_outcome_lines(outcome))
    assert all(line.isprintable() and len(line) < 300 for line in text.split("\n"))


def test_formula_names_are_unique() -> None:
    names = [formula.name for formula in formulas.ALL]
    assert len(set(names)) == len(names)
    assert all(formula.version >= 1 for formula in formulas.ALL)


def test_empty_document_is_reported_as_different() -> None:
    outcome = describe_outcome(
        check_share(document(), lambda _: b"", code=None, hashes=1), document_sha256="0" * 64, of="document"
    )
    assert outcome["numbers"]["different"] > 0
    lines = list(format_outcome_lines(outcome))
    assert any("cannot be computed" in line for line in lines)
