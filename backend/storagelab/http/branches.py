"""Routers of one part of all addresses."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.routing import Match
from starlette.types import Scope


class BranchRouter(APIRouter):
    """Router whose addresses all begin with one of some texts.

    A router compares the address of a request with each of its routes. This one does so only for its own addresses,
    because a lab has hundreds of routes.
    """

    def __init__(self, beginnings: tuple[str, ...]) -> None:
        super().__init__()
        self._beginnings = beginnings

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return no match for another address at once."""
        if not scope["path"].startswith(self._beginnings):
            return Match.NONE, {}
        return super().matches(scope)
