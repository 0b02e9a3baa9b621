"""Queries over profiles find what an independent filter finds."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from tests.integration.overview.list_agreement import DATES, NOW, TEXTS, GeneratedRow, finds, queries_over

from storagelab.profiles.catalogue import load_catalogue
from storagelab.profiles.profile_fields import PROFILE_FIELDS, is_found
from storagelab.profiles.schemas import ProfileSummary, summarise_profile
from storagelab.profiles.validation import lay_out_within_reason
from storagelab.query.printing import print_query
from storagelab.query.resolving import read_query
from storagelab.query.tree import Query

FIELDS = PROFILE_FIELDS.by_name


def _make_profiles() -> list[ProfileSummary]:
    """Return the built-in profiles, and a copy of each as one of a lab with generated authors and notes."""
    chance = random.Random(27)
    builtin = [summarise_profile(profile, lay_out_within_reason(profile)) for profile in load_catalogue().values()]
    own = [
        profile.model_copy(
            update={
                "origin": "custom",
                "archived": chance.random() < 0.3,
                "problem": chance.choice([None, None, "No phases."]),
                "owner": chance.choice([None, *TEXTS]),
                "created_by": chance.choice([None, *TEXTS]),
                "note": chance.choice(["", *TEXTS]),
                "created_at": chance.choice(DATES),
            }
        )
        for profile in builtin
    ]
    return builtin + own


def _read_row(profile: ProfileSummary) -> GeneratedRow:
    is_read = profile.problem is None
    shapes = profile.shapes
    values: dict[str, list[Any]] = {
        "name": [profile.name],
        "title": [profile.title],
        "description": [profile.description],
        "origin": [profile.origin],
        "version": [profile.version],
        "engine": profile.engines if is_read else [],
        "writes": ["yes" if profile.writes else "no"] if is_read else [],
        "purge": ["yes" if profile.purge else "no"] if is_read else [],
        "report": [profile.report] if is_read else [],
        "source": [profile.source],
        "phases": [profile.phase_count] if is_read else [],
        "duration": [profile.estimated_seconds] if is_read else [],
        "bs": [shape.block_bytes for shape in shapes],
        "read": [shape.read_percent for shape in shapes],
        "random": [shape.random_percent for shape in shapes],
        "qd": [shape.outstanding_ios for shape in shapes],
        "threads": [shape.threads for shape in shapes],
        "parameter": [parameter.name for parameter in profile.parameters],
        "owner": [profile.owner],
        "by": [profile.created_by],
        "note": [profile.note],
        "created": [profile.created_at],
        "archived": ["yes" if profile.archived else "no"],
    }
    filled = {name: [value for value in texts if value not in (None, "")] for name, texts in values.items()}
    text = f"{profile.name} {profile.title} {profile.description}"
    return GeneratedRow(0, filled, text.lower())


PROFILES = [(profile, _read_row(profile)) for profile in _make_profiles()]
#: Some values of each field; texts only with their first letters.
VALUES_BY_FIELD = {
    name: sorted(
        {value[:12] if isinstance(value, str) else value for _, row in PROFILES for value in row.values[name]}
    )[:8]
    for name in PROFILE_FIELDS.names
}


@settings(max_examples=200, deadline=None, database=None)
@given(queries_over(PROFILE_FIELDS, VALUES_BY_FIELD))
def test_profile_filter_matches_reference_evaluation(query: Query) -> None:
    text = print_query(query)
    wanted = read_query(text, PROFILE_FIELDS, NOW)
    for profile, row in PROFILES:
        assert is_found(profile, wanted) == finds(query, row, FIELDS), (text, profile.name)
