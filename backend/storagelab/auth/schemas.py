"""API schemas of sessions and tokens."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field

from storagelab.auth.roles import Role
from storagelab.auth.secrets import MAX_TOKEN_DAYS
from storagelab.auth.settings_schemas import PersonalSettings, PersonalSettingsUpdate
from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, Strict
from storagelab.http.validation_messages import register_pattern_words


class SessionCreate(Strict):
    """The token of a sign-in link."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class SignedInUser(Strict):
    """User who is signed in."""

    id: uuid.UUID
    name: str
    role: Role


class SessionOut(Strict, schema_name="Session"):
    """Session of the signed-in user, with their own settings.

    `last_visit_at` is the end of the visit before this one.
    """

    user: SignedInUser
    settings: PersonalSettings
    last_visit_at: dt.datetime | None


class SessionUpdate(Strict):
    """Changes to one's own session: settings, and with `visited` that the home page has just been opened."""

    settings: PersonalSettingsUpdate | None = None
    visited: Literal[True] | None = None


UserName = Annotated[
    str,
    Field(
        pattern=register_pattern_words(
            r"^[a-z0-9][a-z0-9._-]{0,62}$",
            "must be 1 to 63 lower case letters, digits and . _ -, beginning with a letter or digit",
        )
    ),
]


class UserCreate(Strict):
    """A user to add. The name is lower case: letters, digits, `.`, `_` and `-`."""

    name: UserName
    role: Role


class UserUpdate(Strict):
    """Changes to a user. A field that is left out stays as it is."""

    role: Role | None = None
    disabled: bool | None = None


class UserOut(SignedInUser, schema_name="User"):
    """A user who may sign in, unless disabled. `fixed` is the account of the lab's own machine: it stays as it is."""

    created_at: dt.datetime
    disabled_at: dt.datetime | None
    fixed: bool


class SignInLinkOut(Strict, schema_name="SignInLink"):
    """A way in for one person and one time, whose address is shown this once."""

    user: UserOut
    address: str
    expires_at: dt.datetime


class UserPage(Listing[UserOut]):
    """One page of users."""


class TokenCreate(Strict):
    """A token to make."""

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    role: Role
    expires_in_days: Annotated[int, Field(ge=1, le=MAX_TOKEN_DAYS)] = 90


class Token(Strict):
    """An API token, without its text."""

    id: uuid.UUID
    name: str
    role: Role
    #: Who made it. It is allowed no more than they are, and nothing once they are disabled.
    owner: str
    created_at: dt.datetime
    expires_at: dt.datetime
    last_used_at: dt.datetime | None
    revoked_at: dt.datetime | None


class IssuedToken(Token):
    """An API token with its text, which is shown this once."""

    token: str


class TokenPage(Listing[Token]):
    """One page of tokens."""
