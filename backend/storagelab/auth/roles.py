"""The roles, each allowed all that the one before it is."""

from __future__ import annotations

from typing import Literal

Role = Literal["viewer", "operator", "admin"]
ROLES: tuple[Role, ...] = ("viewer", "operator", "admin")


def has_role(role: Role, needed: Role) -> bool:
    """Return whether `role` includes the rights of `needed`."""
    return ROLES.index(role) >= ROLES.index(needed)


def find_greatest_role(*roles: Role) -> Role:
    """Return the one of these roles with the most permissions."""
    return max(roles, key=ROLES.index)


def find_lesser_role(first: Role, second: Role) -> Role:
    """Return the lower of two roles: a token never grants more than its owner has."""
    return first if has_role(second, first) else second
