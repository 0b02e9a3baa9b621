"""The API's schemas of a person's own settings: which notices reach them, and where."""

from __future__ import annotations

from storagelab.http.schemas import Strict


class NoticeChannels(Strict):
    """The places where a kind of notice appears."""

    bell: bool
    browser: bool


class NoticeChannelsUpdate(Strict):
    """The channels to change. Those that are left out stay."""

    bell: bool | None = None
    browser: bool | None = None


class NoticeSettings(Strict):
    """The channels of each kind of notice."""

    decision: NoticeChannels
    alert: NoticeChannels
    run_finished: NoticeChannels
    run_failed: NoticeChannels
    run_steady: NoticeChannels
    import_finished: NoticeChannels


class NoticeSettingsUpdate(Strict):
    """The kinds of notices to change. Those that are left out stay."""

    decision: NoticeChannelsUpdate | None = None
    alert: NoticeChannelsUpdate | None = None
    run_finished: NoticeChannelsUpdate | None = None
    run_failed: NoticeChannelsUpdate | None = None
    run_steady: NoticeChannelsUpdate | None = None
    import_finished: NoticeChannelsUpdate | None = None


class PersonalSettings(Strict):
    """A person's own settings. With `follow_started` they follow the jobs that they submit.

    `has_seen_tour` is true once the tour of Home was shown to them.
    """

    follow_started: bool
    has_seen_tour: bool
    notices: NoticeSettings


class PersonalSettingsUpdate(Strict):
    """The settings to change. Those that are left out stay."""

    follow_started: bool | None = None
    has_seen_tour: bool | None = None
    notices: NoticeSettingsUpdate | None = None
