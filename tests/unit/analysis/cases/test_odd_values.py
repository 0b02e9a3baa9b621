"""Every kind of case on odd values: the answer is a result, an error in words or a refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.cases.kinds import KINDS, compute_cases
from storagelab.errors import InvalidInput

numbers = st.one_of(
    st.sampled_from([None, 0, -1, 1, 2, 5, -0.0, 0.5, 5e-324, 1e-300, 1e300, 1.7e308, -1.7e308, 10**400, -(10**400)]),
    st.sampled_from(["NaN", "Infinity", "-Infinity"]),
    st.floats(min_value=0, max_value=1e6),
    st.integers(min_value=0, max_value=1000),
)
lists = st.lists(numbers, max_size=12)
statistics = st.fixed_dictionaries(
    dict.fromkeys(("n", "mean", "stddev"), numbers),
    optional=dict.fromkeys(("min", "max", "iops", "bw_bytes"), numbers),
)
several = st.dictionaries(st.sampled_from("abc"), lists, max_size=3)
params = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("window", "max_rounds", "range_limit", "slope_limit"), numbers)
)
names = st.sampled_from(["A", "B", "C"])

CASES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "steady-state": st.one_of(
        st.fixed_dictionaries({"values": lists, "params": params}),
        st.fixed_dictionaries({"series": several, "params": params}),
    ),
    "latency": st.fixed_dictionaries({"parts": st.lists(statistics, max_size=4)}),
    "latency-difference": st.fixed_dictionaries({"before": statistics, "after": statistics}),
    "littles-law": st.fixed_dictionaries(
        dict.fromkeys(("iops", "mean_latency_ms", "configured_oio"), numbers),
    ),
    "bin-mapping": st.fixed_dictionaries({"ns": numbers}),
    "percentiles": st.fixed_dictionaries(
        {"components": st.lists(st.dictionaries(st.integers(0, 10**12).map(str), numbers, max_size=4), max_size=3)}
    ),
    "knee": st.fixed_dictionaries(
        {
            "x": st.one_of(lists, st.permutations([1, 2, 4, 8, 16, 1e300])),
            "y": st.lists(numbers, min_size=6, max_size=6),
            "x_scale": st.sampled_from(["log2", "linear"]),
            "shape": st.sampled_from(["concave", "convex"]),
        }
    ),
    "usl": st.fixed_dictionaries(
        {"n": st.lists(numbers, min_size=6, max_size=6), "throughput": st.lists(numbers, min_size=6, max_size=6)}
    ),
    "rating": st.fixed_dictionaries(
        {
            "metrics": st.dictionaries(names, st.sampled_from(["higher", "lower"]), max_size=3),
            "systems": st.dictionaries(names, st.dictionaries(names, numbers, max_size=3), max_size=3),
            "reference": names,
            "weights": st.one_of(st.none(), st.dictionaries(names, numbers, max_size=3)),
        }
    ),
    "change-points": st.fixed_dictionaries({"values": st.lists(numbers, max_size=30)}),
    "z-score": st.fixed_dictionaries({"history": lists, "contender": numbers, "higher_is_better": st.booleans()}),
    "raid-model": st.fixed_dictionaries(
        {
            "level": st.sampled_from(["RAID0", "RAID1", "RAID10", "RAID5", "RAID6"]),
            **dict.fromkeys(("drives", "write_fraction", "drive_read_iops", "drive_write_iops"), numbers),
        }
    ),
    "raid-reference": st.fixed_dictionaries(dict.fromkeys(("optimal", "jbod_same_cards", "rebuild"), numbers)),
    "scaling": st.fixed_dictionaries(
        {"drives": st.lists(numbers, min_size=5, max_size=5), "iops": st.lists(numbers, min_size=5, max_size=5)}
    ),
    "repeatability": st.fixed_dictionaries({"values": lists}),
    "welch": st.fixed_dictionaries({"a": lists, "b": lists}),
}

anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=60)
def test_odd_numbers_give_results_or_reasons(kind: str, data: st.DataObject) -> None:
    results = compute_cases(kind, [data.draw(CASES[kind])])
    assert len(results) == 1
    # Nothing in it is NaN or infinite: a reader of JSON would stumble over them.
    text = json.dumps(results, allow_nan=False)
    assert json.loads(text) == results
    if isinstance(results[0], dict) and "error" in results[0]:
        assert set(results[0]) == {"error"}
        assert results[0]["error"]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=25)
def test_wrong_field_type_is_refused_with_its_path(kind: str, data: st.DataObject) -> None:
    case = data.draw(CASES[kind])
    field = data.draw(st.sampled_from(sorted(case)))
    case[field] = data.draw(anything)
    refusal = None
    try:
        results = compute_cases(kind, [case])
    except InvalidInput as error:
        refusal = error
    if refusal is None:
        json.dumps(results, allow_nan=False)
    else:
        assert refusal.message.startswith("Case 0: ")
        assert refusal.path is not None
        assert refusal.path.startswith("[0].")
