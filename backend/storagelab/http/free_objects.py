"""Objects of REST whose fields no schema lists, each with the reason; all others have types."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType

FreeObject: TypeAlias = dict[str, object]

ConfigurationSnapshot = TypeAliasType(
    "ConfigurationSnapshot",
    Annotated[
        FreeObject,
        Field(
            description="Facts by area, exactly as the two hashes cover them: collectors of any release found them, "
            "or the files of an import state them."
        ),
    ],
)
RecordedWorkload = TypeAliasType(
    "RecordedWorkload",
    Annotated[
        FreeObject,
        Field(
            description="The workload as it was filed, with those fields of `Workload` that are known. An import "
            "may know few, a run of another lab may have more."
        ),
    ],
)
RecordedStop = TypeAliasType(
    "RecordedStop",
    Annotated[
        FreeObject,
        Field(
            description="The rule by which a phase ended as it was filed, with the fields of `stop` of a planned "
            "phase. A run of another lab may have more."
        ),
    ],
)
RecordedOperation = TypeAliasType(
    "RecordedOperation",
    Annotated[
        FreeObject,
        Field(
            description="An operation as it was planned, with the fields of `preparation` of `JobCreate`. Kinds of "
            "earlier releases keep theirs."
        ),
    ],
)
RecordedCampaign = TypeAliasType(
    "RecordedCampaign",
    Annotated[
        FreeObject,
        Field(
            description="The body that submitted a campaign, without serial numbers: `CampaignCreate` as the "
            "release of that time had it."
        ),
    ],
)
OperationEvidence = TypeAliasType(
    "OperationEvidence",
    Annotated[
        FreeObject,
        Field(
            description="Readings of the runner that prove an operation: each kind of operation and each tool has "
            "its own fields."
        ),
    ],
)
ProfileDocument = TypeAliasType(
    "ProfileDocument",
    Annotated[
        FreeObject,
        Field(
            description="A profile as docs/profiles.md describes it. `POST /profiles/validate` judges it in place "
            "of a schema, and names every fault with its path and line."
        ),
    ],
)
RecipeDocument = TypeAliasType(
    "RecipeDocument",
    Annotated[
        FreeObject,
        Field(
            description="A recipe (`storagelab.recipe/1`) of any lab as docs/share-document.md describes it. `POST "
            "/jobs/from-recipe` judges it in place of a schema, and names every fault with its path."
        ),
    ],
)
