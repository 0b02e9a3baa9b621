"""What `storagelab share` asks of the lab."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from storagelab.cli.shares import _aliases, _subject, _title
from storagelab.errors import InvalidInput


def subject(*runs: str, campaign: str | None = None, ranking: str | None = None, **view: Any) -> dict[str, Any]:
    return _subject(list(runs), campaign, ranking, **({"baseline": None, "pooled": False} | view))


def test_what_is_named_decides_what_is_shared() -> None:
    assert subject("r-1") == {"kind": "run", "run_id": "r-1"}
    assert subject("r-1", "r-2", baseline="r-2", pooled=True) == {
        "kind": "comparison",
        "run_ids": ["r-1", "r-2"],
        "view": {"baseline": "r-2", "pooled": True},
    }
    assert subject(ranking="four-corners@2") == {"kind": "ranking", "view": {"profile": "four-corners@2"}}
    assert subject(campaign="m-1") == {"kind": "campaign", "campaign": "m-1"}


@pytest.mark.parametrize("given", [{}, {"campaign": "m-1", "ranking": "x@1"}])
def test_exactly_one_subject_is_shared(given: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="one of them"):
        subject(**given)


def test_other_names_are_given_as_pairs() -> None:
    assert _aliases(["PM1653 = Drive A", "H965i=X=Y"]) == {"PM1653": "Drive A", "H965i": "X=Y"}
    for wrong in ("PM1653", "=A", "PM1653="):
        with pytest.raises(InvalidInput, match="is not MODEL=NAME"):
            _aliases([wrong])


def test_a_campaign_is_called_as_it_is_in_the_lab() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        assert request.url.path.endswith("/campaigns/m-1")
        return httpx2.Response(
            200, content=json.dumps({"name": "PERC 12"}), headers={"content-type": "application/json"}
        )

    with httpx2.Client(transport=httpx2.MockTransport(answer), base_url="http://lab/api/v1") as client:
        assert _title(client, subject(campaign="m-1")) == "PERC 12"
    assert _title(None, subject("r-1", "r-2")) == "r-1, r-2 compared"  # type: ignore[arg-type]  # It asks nobody.
