"""Values of factors by meaning: spellings of one model are one, other models stay others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.configuration_diff import diff_snapshots
from storagelab.domain.equivalent_values import choose_names, is_same_value, normalise_value

EQUAL = [
    ("server.cpu", "2x Intel Xeon Gold 6430", "2x Intel Xeon Gold 6430 (32 cores/64 threads, 1.9 GHz base)"),
    ("server.cpu", "2 x Intel(R) Xeon(R) Gold 6430 CPU @ 1.90GHz", "2x Intel Xeon Gold 6430"),
    ("server.cpu", "Intel® Xeon® Gold 6430", "Xeon Gold 6430"),
    ("server.cpu", "AMD EPYC 7543 32-Core Processor", "AMD EPYC 7543"),
    ("server.cpu", "Intel Core i7-920", "Intel(R) Core(TM) i7 CPU 920 @ 2.67GHz"),
    ("drives", "Samsung 470", "Samsung 470 (OEM PM810)"),
    ("drives", "samsung  ssd_pm983", "Samsung SSD PM983"),
    ("drives", "Solidigm P5520 7.68 TB", "Solidigm P5520 7.68TB"),
    ("drives", "Solidigm P5520 7.68 TB", "Solidigm P5520 7680 GB"),
    ("drives", "1x PM983", "PM983"),
    ("drives", "2× PM983", "2 x PM983"),
    ("drives", "Fusion-io ioDrive2 Duo", "ioDrive2 Duo"),
    ("controllers", "Dell PERC H730P", "PERC H730P"),
    ("controllers", "LSI MegaRAID 9260-8i", "LSI MegaRAID 9260 8i"),
    ("controllers", "LSI MegaRAID 9260-8i", "MegaRAID 9260-8i"),
    ("array.strip", "64 KB", "64k"),
    ("array.strip", "64 KiB", "64 KB"),
    ("array.strip", "1 MB", "1024 KiB"),
    ("server.memory", "16 GB", "16 GiB"),
    ("array.policies.write", "write-through", "write through"),
    ("array.policies.write", "Write_Back", "write back"),
    ("drives.interface", "SATA 6 Gb/s", "SATA 6Gbps"),
]
DIFFERENT = [
    ("drives", "PM983", "PM983a"),
    ("drives", "Samsung PM983", "Samsung PM983a"),
    ("drives", "P320h 700 GB", "P320h 800 GB"),
    ("drives", "6 Gb/s SATA SSD (Intel, model withheld)", "6 Gb/s SATA SSD (HGST, model withheld)"),
    ("drives", "6 Gb/s SAS SSD", "6 GB/s SAS SSD"),
    ("drives", "Samsung 470", "Kingston 470"),
    ("drives", "2x PM983", "PM983"),
    ("drives", "960 GB", "960 GiB"),
    ("controllers", "LSI MegaRAID 9260-8i", "LSI MegaRAID 9260-16i"),
    ("controllers", "LSI MegaRAID 9260-8i", "LSI MegaRAID 92608i"),
    ("controllers", "Areca ARC-1680ix-16", "Areca ARC-1680ix-16 (2 GB)"),
    ("controllers", "PERC H730P", "Mini PERC H730P"),
    ("controllers", "PERC H730", "PERC H730P"),
    ("server.model", "Dell PowerEdge R760 (Direct Drives)", "Dell PowerEdge R760 (HWRAID)"),
    ("server.cpu", "Intel Xeon Gold 6430", "Intel Xeon Gold 6438Y"),
    ("server.cpu", "Intel(R) Xeon(R) CPU @ 2.20GHz", "Intel(R) Xeon(R) CPU @ 2.80GHz"),
    ("server.cpu", "QEMU Virtual CPU, 4 cores", "QEMU Virtual CPU, 8 cores"),
    ("server.cpu", "2x Intel Xeon Gold 6430", "Intel Xeon Gold 6430"),
    ("array.strip", "64 KB", "128 KB"),
    ("array.level", "RAID 5", "software RAID 5"),
    ("controllers.firmware", "1.10", "1.1"),
    ("settings.io_poll_delay", "-1", "1"),
    ("settings.cmdline.x", "A", "a"),
    ("drives.spare_area", "stock 22 %", "high performance +20 %"),
]
KEYS = st.sampled_from(["", "drives", "controllers", "server.cpu", "array.strip", "settings.x"])


@pytest.mark.parametrize(("key", "one", "other"), EQUAL)
def test_spellings_of_one_value_are_equal(key: str, one: str, other: str) -> None:
    assert is_same_value(one, other, key)
    assert is_same_value(other, one, key)


@pytest.mark.parametrize(("key", "one", "other"), DIFFERENT)
def test_other_values_stay_different(key: str, one: str, other: str) -> None:
    assert not is_same_value(one, other, key)
    assert not is_same_value(other, one, key)


@given(st.text(max_size=60), KEYS)
def test_every_text_equals_itself_and_its_spelling(text: str, key: str) -> None:
    assert is_same_value(text, text, key)
    assert normalise_value(text, key) == normalise_value(text, key)
    if not key.startswith("settings."):
        assert normalise_value(f"  {text} ", key) == normalise_value(text, key)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_numbers_of_models_are_never_joined(one: int, other: int) -> None:
    assert is_same_value(f"Brand X{one}", f"Brand X{other}", "drives") == (one == other)


@given(st.lists(st.sampled_from([text for _, *texts in EQUAL + DIFFERENT for text in texts]), max_size=12), KEYS)
def test_a_name_is_one_of_its_values(values: list[str], key: str) -> None:
    names = choose_names(values, key)

    assert names.keys() == set(values)
    assert all(names[name] == name for name in names.values())


def test_model_without_manufacturer_stays_apart_beside_two() -> None:
    names = choose_names(["Kingston X470", "Samsung X470", "X470"], "drives")

    assert len(set(names.values())) == 3


def test_snapshots_of_one_system_have_no_differing_factor() -> None:
    one = {
        "source": "a review",
        "system": {"cpu": "2x Intel Xeon Gold 6430"},
        "controllers": [{"model": "Dell PERC H730P", "count": 1}],
        "drives": [{"model": "Samsung 470", "count": 16}],
        "array": {"level": "RAID0", "condition": "optimal", "strip_bytes": 65536},
    }
    other = {
        **one,
        "system": {"cpu": "2 x Intel(R) Xeon(R) Gold 6430 CPU @ 1.90GHz"},
        "controllers": [{"model": "PERC H730P", "count": 1}],
        "drives": [{"model": "samsung 470 (OEM PM810)", "count": 16}],
        "array": {"level": "raid-0", "condition": "optimal", "strip_bytes": "64 KB"},
    }

    assert diff_snapshots(one, other) == []
    assert [
        factor.key for factor in diff_snapshots(one, {**other, "drives": [{"model": "Samsung 470", "count": 8}]})
    ] == ["drives"]
