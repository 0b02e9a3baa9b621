"""Tokens of permalinks, encrypted with a key that is not in the database (ADR 0033)."""

from __future__ import annotations

import secrets
import uuid
from pathlib import Path

import structlog
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from storagelab.config import ADDRESS_KEY_FILE, read_or_create_secret

log = structlog.get_logger(__name__)

KEY_BYTES = 32
_NONCE_BYTES = 12
#: First byte of an encrypted token: ChaCha20-Poly1305 under a key derived by HKDF-SHA256.
_FORMAT = b"\x01"
_PURPOSE = b"storagelab share address 1"


class AddressCipher:
    """Encrypts and decrypts the tokens of addresses; each is bound to the row of its address."""

    def __init__(self, secret: bytes) -> None:
        key = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=_PURPOSE).derive(secret)
        self._cipher = ChaCha20Poly1305(key)

    def encrypt(self, address_id: uuid.UUID, token: str) -> bytes:
        """Return the encrypted token of an address."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _FORMAT + nonce + self._cipher.encrypt(nonce, token.encode("ascii"), address_id.bytes)

    def decrypt(self, address_id: uuid.UUID, encrypted: bytes) -> str | None:
        """Return the token of an address; None for bytes that were changed, moved or encrypted with another key."""
        version, nonce, content = encrypted[:1], encrypted[1 : 1 + _NONCE_BYTES], encrypted[1 + _NONCE_BYTES :]
        if version != _FORMAT or len(nonce) != _NONCE_BYTES:
            return None
        try:
            return self._cipher.decrypt(nonce, content, address_id.bytes).decode("ascii")
        except (InvalidTag, UnicodeDecodeError):
            return None


def load_cipher(data_dir: Path) -> AddressCipher | None:
    """Return the cipher of the lab; None where its key is missing or damaged."""
    try:
        text = (data_dir / ADDRESS_KEY_FILE).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None
    return _parse_key(text)


def load_or_create_cipher(data_dir: Path) -> AddressCipher | None:
    """Return the cipher of the lab, whose key is created once; None where it cannot be stored or is damaged.

    An address without a cipher works and cannot be displayed again, so that publication never fails for the key.
    """
    path = data_dir / ADDRESS_KEY_FILE
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = read_or_create_secret(path, size_bytes=KEY_BYTES)
    except (OSError, UnicodeDecodeError) as problem:
        log.warning("share_address_key_unavailable", path=str(path), reason=str(problem))
        return None
    cipher = _parse_key(text)
    if cipher is None:
        log.warning("share_address_key_unavailable", path=str(path), reason="not 64 hexadecimal digits")
    return cipher


def _parse_key(text: str) -> AddressCipher | None:
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        return None
    return AddressCipher(secret) if len(secret) == KEY_BYTES else None
