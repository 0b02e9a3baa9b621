"""A model under another name leaves no form of its own name behind."""

from __future__ import annotations

import pytest

from storagelab.errors import InvalidInput
from storagelab.shares.aliases import Model, identifies_model, iterate_models, list_alias_secrets
from storagelab.shares.redaction import make_redactor

MODELS = [
    Model(("SAMSUNG MZILG1T9HCJR-00A07", "PM1653"), "Samsung"),
    Model(("PERC H965i",), "Broadcom"),
    Model(("ST4000NM0115 4TB",), "ATA"),
]


def renamed(text: str, **aliases: str) -> str:
    given = {name.replace("_", " "): alias for name, alias in aliases.items()}
    return make_redactor(list_alias_secrets(given, MODELS, [text]), serials=True, names=True).text(text)


@pytest.mark.parametrize(
    "text",
    [
        "PM1653", "Samsung PM1653", "pm1653 1.92 TB", "SAMSUNG MZILG1T9HCJR-00A07", "MZILG1T9HCJR", "Samsung",
        "nvme-SAMSUNG_MZILG1T9HCJR-00A07_S6", "samsung mzilg1t9hcjr 00a07",
    ],
)  # fmt: skip
def test_every_form_of_the_name_disappears(text: str) -> None:
    redacted = renamed(text, PM1653="Drive A").lower()
    assert "drive a" in redacted
    assert not any(word in redacted for word in ("pm1653", "mzilg", "samsung"))


def test_other_models_stay() -> None:
    assert renamed("PERC H965i with ST4000NM0115", PM1653="A") == "PERC H965i with ST4000NM0115"


def test_uninformative_vendor_is_unchanged() -> None:
    assert renamed("ATA drive ST4000NM0115 of 4TB", ST4000NM0115="B") == "ATA drive B of 4TB"


def test_model_found_only_in_text_is_renamed() -> None:
    assert renamed("against a Micron 9550 Pro", Micron_9550_Pro="C") == "against a C"


def test_a_typing_error_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        list_alias_secrets({"PM1635": "A"}, MODELS, ["PM1653"])
    assert refused.value.path == "redaction.aliases.PM1635"


def test_models_are_found_at_any_depth_except_processors() -> None:
    snapshot = {
        "product_name": "R760",
        "cpu": {"model": "Xeon 6430"},
        "controllers": [{"model": "H965i", "vendor": "Broadcom"}],
        "arrays": [{"members": [{"drive": {"model": "PM1653", "vendor": None}}]}],
    }
    assert list(iterate_models(snapshot)) == [Model(("R760",)), Model(("H965i",), "Broadcom"), Model(("PM1653",))]


@pytest.mark.parametrize(
    "text",
    [
        "Samsung SSD 990 PRO 2TB", "990 PRO", "990pro.fio", "runs/990_PRO-qd1.json", "samsung 990-PRO", "Samsung990PRO",
        "firmware of the 990 Pro", "990%20PRO", "Samsung",
    ],
)  # fmt: skip
@pytest.mark.parametrize("model_name", ["Samsung SSD 990 PRO 2TB", "990 PRO"])
def test_unlisted_vendor_model_is_renamed_by_common_name(model_name: str, text: str) -> None:
    models = [Model(("Samsung SSD 990 PRO 2TB",)), Model(("INTEL SSDPE2KX010T8",))]
    redacted = (
        make_redactor(list_alias_secrets({model_name: "Drive A"}, models), serials=True, names=True).text(text).lower()
    )
    assert "drive a" in redacted
    assert not any(word in redacted for word in ("990", "samsung"))


def test_isolated_words_of_a_model_name_remain() -> None:
    redactor = make_redactor(
        list_alias_secrets({"990 PRO": "A"}, [Model(("Samsung SSD 990 PRO 2TB",))]), serials=True, names=True
    )
    text = "990 MB/s, a pro of an SSD with 2TB, 980 PRO"
    assert redactor.text(text) == text


def test_model_names_in_keys_are_renamed() -> None:
    models = [Model(("Samsung SSD 990 PRO 2TB",)), Model(("ST4000NM0115",))]
    redactor = make_redactor(
        list_alias_secrets({"990 PRO": "A", "ST4000NM0115": "B"}, models), serials=True, names=True
    )
    value = {"by_model": {"Samsung SSD 990 PRO 2TB": 1, "st4000nm0115": 2}, "p99_ns": 3, "990 PRO": {"iops": 4}}
    assert redactor.value(value) == {"by_model": {"A": 1, "B": 2}, "p99_ns": 3, "A": {"iops": 4}}


@pytest.mark.parametrize(
    ("name", "is_model"),
    [("PM1653", True), ("Intel SSD", True), ("990 PRO", True), ("all", False), ("fio", False), ("FPGA", False)],
)
def test_generic_words_do_not_identify_a_model(name: str, is_model: bool) -> None:
    assert identifies_model(name) is is_model
