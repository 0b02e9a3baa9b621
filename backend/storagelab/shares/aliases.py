"""Models that have to stay anonymous: every form under which a document could name one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.errors import InvalidInput
from storagelab.shares.redaction import Secret

#: Vendor texts that do not name the maker of a piece.
_NO_VENDORS = frozenset({"ata", "nvme", "scsi", "sas", "sata", "usb", "virtio", "linux", "generic", "unknown", "raid"})
_MODEL_FIELDS = ("model", "product_name", "product", "marketing_name", "alias")
_SEPARATED = re.compile(r"[\s_/-]+")
#: A word of a model that names it alone: letters and digits together.
_TELLING = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9.]{4,}")
#: Makers whose name begins that of a model, where no other field names the maker.
_MAKERS = frozenset(
    {
        *(
            "samsung",
            "intel",
            "micron",
            "crucial",
            "wd",
            "wdc",
            "seagate",
            "kingston",
            "hynix",
            "sk",
            "skhynix",
            "solidigm",
        ),
        *(
            "kioxia",
            "toshiba",
            "corsair",
            "sabrent",
            "adata",
            "hgst",
            "hitachi",
            "sandisk",
            "lexar",
            "pny",
            "transcend",
        ),
        *("dell", "hpe", "hp", "lenovo", "supermicro", "broadcom", "lsi", "avago", "adaptec", "microchip", "microsemi"),
        *("areca", "highpoint", "graid", "patriot", "gigabyte", "msi", "netac", "fanxiang", "teamgroup", "plextor"),
        *("western", "digital", "sk-hynix", "memblaze", "dapustor", "phison", "nvidia", "marvell"),
    }
)
#: Words that names of many models have.
_GENERIC = frozenset(
    {
        *(
            "ssd",
            "hdd",
            "nvme",
            "sata",
            "sas",
            "pcie",
            "drive",
            "disk",
            "series",
            "internal",
            "solid",
            "state",
            "flash",
        ),
        *(
            "gen3",
            "gen4",
            "gen5",
            "m.2",
            "u.2",
            "u.3",
            "e1.s",
            "e3.s",
            "2.5",
            "enterprise",
            "controller",
            "raid",
            "card",
        ),
    }
)
#: All that is left of a name such as "Crucial T700".
_CORE = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9.]{3,}")
#: A part of a drive's name that contains only its capacity.
_SIZE = re.compile(r"\d+(?:\.\d+)?[kmgtp]i?b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Model:
    """The names under which one model of hardware is known, and who made it."""

    names: tuple[str, ...]
    vendor: str | None = None


def identifies_model(name: str) -> bool:
    """Return whether a name could be the name of a hardware model: it has a digit or several words.

    Published reviews also have `all`, `FPGA` and `fio` in place of a model name. An alias for such a word would change
    every sentence that contains it.
    """
    return any(character.isdigit() for character in name) or len(name.split()) > 1


def iterate_models(value: Any) -> Iterator[Model]:
    """Yield the model of every component in a snapshot, at any depth; processors do not count."""
    if isinstance(value, Mapping):
        names = tuple(str(value[name]) for name in _MODEL_FIELDS if isinstance(value.get(name), str) and value[name])
        vendor = value.get("vendor")
        if names:
            yield Model(names, vendor if isinstance(vendor, str) else None)
        for key, item in value.items():
            if key != "cpu":
                yield from iterate_models(item)
    elif isinstance(value, list):
        for item in value:
            yield from iterate_models(item)
    elif isinstance(value, str):
        return


def list_alias_secrets(aliases: Mapping[str, str], models: Sequence[Model], texts: Iterable[str] = ()) -> list[Secret]:
    """Return the names to replace so that nothing identifies the models with an alias.

    `aliases` maps model names to their aliases. `texts` are texts in which a model may have another name. Raises
    InvalidInput for a model that occurs nowhere, because a typing error must not publish a secret name.
    """
    secrets: dict[str, Secret] = {}
    haystack = [_normalise_name(text) for text in texts]
    for model_name, alias in aliases.items():
        meant = [
            model
            for model in models
            if any(_is_same_model(model_name, name) for name in (*model.names, *_list_full_names(model)))
        ]
        plain = _normalise_name(model_name)
        if not plain or (not meant and not any(plain in text for text in haystack)):
            raise InvalidInput(
                "is not a model of these runs: copy its name from one of them",
                path=f"redaction.aliases.{model_name}",
            )
        for form in dict.fromkeys((model_name, *(form for model in meant for form in _iterate_name_forms(model)))):
            secrets.setdefault(form.lower(), Secret(form, alias, "models"))
        for vendor in dict.fromkeys(vendor for model in meant for vendor in _iterate_makers(model)):
            secrets.setdefault(vendor.lower(), Secret(vendor, f"vendor of {alias}", "models"))
    return list(secrets.values())


def _iterate_name_forms(model: Model) -> Iterator[str]:
    yield from _list_full_names(model)
    for name in model.names:
        yield name
        words = [word for word in _SEPARATED.split(name) if word]
        yield from (word for word in words if _TELLING.fullmatch(word) and not _SIZE.fullmatch(word))
        # "990 PRO" of "Samsung SSD 990 PRO 2TB": what people call it, alone and behind its maker.
        core = [word for word in words if not _is_common(word)]
        if len(core) > 1 or (core and _CORE.fullmatch(core[0])):
            yield " ".join(core)
            yield from (f"{maker} {' '.join(core)}" for maker in _iterate_makers(model))


def _is_common(word: str) -> bool:
    plain = word.lower()
    return plain in _MAKERS or plain in _GENERIC or _SIZE.fullmatch(word) is not None


def _iterate_makers(model: Model) -> Iterator[str]:
    """Yield the makers of a model: the vendor in the inventory, and the makers that its names begin with."""
    if model.vendor is not None and model.vendor.lower() not in _NO_VENDORS:
        yield model.vendor
    for name in model.names:
        words = [word for word in _SEPARATED.split(name) if word]
        yield from (word for word in words[:2] if word.lower() in _MAKERS and len(word) > 2)


def _list_full_names(model: Model) -> tuple[str, ...]:
    return tuple(f"{model.vendor} {name}" for name in model.names) if model.vendor else ()


def _is_same_model(model_name: str, name: str) -> bool:
    """Return whether both names are of one model. One may be longer, as in `PM1653` and `Samsung PM1653`."""
    first, second = _normalise_name(model_name), _normalise_name(name)
    return len(min(first, second, key=len)) >= 3 and (first in second or second in first)


def _normalise_name(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())
