"""Choices of a person outlast changes of the defaults."""

from __future__ import annotations

from storagelab.auth.personal_settings import DEFAULTS, merge_settings
from storagelab.auth.settings_schemas import PersonalSettings


def test_defaults_are_whole() -> None:
    assert PersonalSettings.model_validate(merge_settings(DEFAULTS, {})).follow_started


def test_a_choice_replaces_its_default_alone() -> None:
    chosen = {"follow_started": False, "notices": {"alert": {"browser": True}}}
    merged = PersonalSettings.model_validate(merge_settings(DEFAULTS, chosen))
    assert not merged.follow_started
    assert (merged.notices.alert.bell, merged.notices.alert.browser) == (True, True)
    assert merged.notices.run_failed.browser


def test_obsolete_setting_names_are_left_out() -> None:
    assert merge_settings(DEFAULTS, {"fax": True, "notices": {"telex": {"bell": True}}}) == DEFAULTS
