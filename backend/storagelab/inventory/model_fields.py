"""The fields of hardware models: vocabulary of a query over their list.

Aliases are not among them: a reader who knows the alias of a model in a permalink must not find the model by it.
"""

from __future__ import annotations

from typing import Annotated, get_args

from storagelab.db.models import HardwareModel
from storagelab.http.pagination import SortedPage, page_of
from storagelab.http.query_text import query_of
from storagelab.inventory.catalogue_schemas import ModelComponent
from storagelab.inventory.filters import build_mention_condition
from storagelab.inventory.hardware_models import MODEL_TEXT
from storagelab.inventory.query_lists import FieldMaker, QueryList
from storagelab.query.conditions import TypedQuery

_make = FieldMaker("model")
MODELS = QueryList(
    HardwareModel,
    (
        _make.text("model", HardwareModel.model, "Name of the model", 'model:"PM9A3"'),
        _make.choice(
            "component",
            HardwareModel.component,
            "Kind of hardware",
            "component:drive",
            *get_args(ModelComponent),
            aliases=("kind",),
        ),
        _make.text("vendor", HardwareModel.vendor, "Vendor of the model", "vendor:samsung"),
        _make.text("nand", HardwareModel.nand, "Kind of flash", "nand:TLC", heading="NAND"),
        _make.number(
            "endurance",
            HardwareModel.rated_endurance_bytes,
            "Rated endurance in bytes written",
            "endurance>=3PB",
            "rated_endurance_bytes",
            unit="decimal bytes",
            heading="Rated endurance",
        ),
        _make.number(
            "writes",
            HardwareModel.drive_writes_per_day,
            "Rated drive writes per day",
            "writes>=1",
            "drive_writes_per_day",
            "dwpd",
            heading="Drive writes per day",
        ),
        _make.number("warranty", HardwareModel.warranty_years, "Warranty in years", "warranty>=5", "warranty_years"),
        _make.number(
            "power",
            HardwareModel.power_limit_watts,
            "Power limit of the model",
            "power<14W",
            "power_limit_watts",
            unit="watts",
            heading="Power limit",
        ),
        _make.number("price", HardwareModel.price, "Price in its own currency", "price<300"),
        _make.text("currency", HardwareModel.currency, "Currency of the price", "currency:EUR"),
        _make.text("note", HardwareModel.note, "Notes of people", "note:loan"),
        _make.date(
            "created", HardwareModel.created_at, "Time at which the model was added", "created>-30d", "created_at"
        ),
    ),
    lambda word: build_mention_condition(HardwareModel, MODEL_TEXT, word),
)
ModelPageDep = Annotated[SortedPage, page_of(MODELS.fields)]
ModelQuery = Annotated[TypedQuery | None, query_of(MODELS.fields)]
