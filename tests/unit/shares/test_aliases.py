"""A model under another name leaves no form of its own name behind."""

from __future__ import annotations

import pytest

from storagelab.errors import InvalidInput
from storagelab.shares.aliases import Model, alias_secrets, models_of
from storagelab.shares.redaction import make_redactor

MODELS = [
    Model(("SAMSUNG MZILG1T9HCJR-00A07", "PM1653"), "Samsung"),
    Model(("PERC H965i",), "Broadcom"),
    Model(("ST4000NM0115 4TB",), "ATA"),
]


def renamed(text: str, **aliases: str) -> str:
    given = {name.replace("_", " "): alias for name, alias in aliases.items()}
    return make_redactor(alias_secrets(given, MODELS, [text]), serials=True, names=True).text(text)


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


def test_a_vendor_that_says_nothing_stays() -> None:
    assert renamed("ATA drive ST4000NM0115 of 4TB", ST4000NM0115="B") == "ATA drive B of 4TB"


def test_a_model_that_stands_in_a_text_only_can_be_renamed() -> None:
    assert renamed("against a Micron 9550 Pro", Micron_9550_Pro="C") == "against a C"


def test_a_typing_error_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        alias_secrets({"PM1635": "A"}, MODELS, ["PM1653"])
    assert refused.value.path == "redaction.aliases.PM1635"


def test_models_are_found_wherever_they_stand_but_not_processors() -> None:
    snapshot = {
        "product_name": "R760",
        "cpu": {"model": "Xeon 6430"},
        "controllers": [{"model": "H965i", "vendor": "Broadcom"}],
        "arrays": [{"members": [{"drive": {"model": "PM1653", "vendor": None}}]}],
    }
    assert list(models_of(snapshot)) == [Model(("R760",)), Model(("H965i",), "Broadcom"), Model(("PM1653",))]
