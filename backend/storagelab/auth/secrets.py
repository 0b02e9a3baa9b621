"""Tokens: random, shown once, stored as SHA-256 only."""

from __future__ import annotations

import hashlib
import secrets

API_TOKEN_PREFIX = "sl_"  # noqa: S105 - the public beginning of every token, for secret scanners.
MAX_TOKEN_DAYS = 365


def make_secret() -> str:
    """Generate 256 random bits as 43 characters that are safe in an address."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    """Return the stored hash of a token. It has 256 random bits, so a slow hash would protect nothing more."""
    return hashlib.sha256(token.encode()).digest()
