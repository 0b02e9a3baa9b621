"""Types of labels in bodies and answers, and of one label as text."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from storagelab.domain.labels import (
    MAX_KEY_CHARACTERS,
    MAX_LABEL_CHARACTERS,
    MAX_LABELS,
    MAX_SUBMITTED_LABELS,
    MAX_VALUE_CHARACTERS,
    RESERVED_PREFIX,
    find_key,
    has_reserved_key,
    parse_label,
    sort_labels,
)
from storagelab.http.schemas import Line, clean_line
from storagelab.http.validation_messages import register_pattern_words


def _check_key(key: str) -> str:
    if not key:
        raise ValueError("must not be empty")
    if ";" in key or "=" in key:
        raise ValueError("must have no semicolon (;) and no equals sign (=), which end a key in text")
    # What ends a direction of writing was added since.
    if len(key) > MAX_KEY_CHARACTERS:
        raise ValueError(f"must have at most {MAX_KEY_CHARACTERS} characters")
    if has_reserved_key(key):
        raise ValueError(f"labels that begin with {RESERVED_PREFIX} are the lab's own")
    return key


def _check_label(text: str) -> str:
    key, _ = parse_label(text)
    if len(key) > MAX_KEY_CHARACTERS:
        raise ValueError(f"the key of a label must have at most {MAX_KEY_CHARACTERS} characters")
    return text


def _check_keys(labels: dict[str, str | None]) -> dict[str, str | None]:
    keys: list[str] = []
    for key in labels:
        same = find_key(keys, key)
        if same is not None:
            raise ValueError(f"{same} and {key} are the same key, whatever the case")
        keys.append(key)
    return labels


LabelKey = Annotated[
    str,
    Field(min_length=1, max_length=MAX_KEY_CHARACTERS),
    AfterValidator(clean_line),
    AfterValidator(_check_key),
]
LabelValue = Annotated[Line, Field(max_length=MAX_VALUE_CHARACTERS)] | None
LabelDict = Annotated[
    dict[LabelKey, LabelValue],
    Field(
        json_schema_extra={
            "propertyNames": {
                "pattern": register_pattern_words(
                    f"^[^;=]{{1,{MAX_KEY_CHARACTERS}}}$",
                    f"must be 1 to {MAX_KEY_CHARACTERS} characters without semicolon (;) and equals sign (=)",
                )
            }
        }
    ),
]
#: All labels of one object, keys with their values; null is no value.
LabelsToSet = Annotated[LabelDict, Field(max_length=MAX_LABELS), AfterValidator(_check_keys)]
#: The same of a job or campaign to submit again, where all that an earlier release took are still taken: keys that
#: differ in case alone, and labels and tags that an upgrade merged.
LabelsToSubmit = Annotated[LabelDict, Field(max_length=MAX_SUBMITTED_LABELS)]
#: All labels of one object as answers have them.
LabelsShown = Annotated[dict[str, str | None], AfterValidator(sort_labels)]
#: One label as text, `key` or `key=value`.
LabelText = Annotated[Line, Field(min_length=1, max_length=MAX_LABEL_CHARACTERS), AfterValidator(_check_label)]
