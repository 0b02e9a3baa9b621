"""Tokens of permalinks under the key of the lab."""

from __future__ import annotations

import stat
import uuid
from pathlib import Path

import pytest

from storagelab.config import ADDRESS_KEY_FILE
from storagelab.shares.address_secrets import AddressCipher, load_cipher, load_or_create_cipher

SECRET = bytes(range(32))
TOKEN = "Vq3xT8mK2pYc7LwZ9aRbNf"
ROW = uuid.UUID(int=1)


def test_a_token_is_decrypted_for_its_row_only() -> None:
    cipher = AddressCipher(SECRET)
    encrypted = cipher.encrypt(ROW, TOKEN)
    assert TOKEN.encode() not in encrypted
    assert cipher.decrypt(ROW, encrypted) == TOKEN
    assert cipher.decrypt(uuid.UUID(int=2), encrypted) is None


def test_equal_tokens_are_encrypted_differently() -> None:
    cipher = AddressCipher(SECRET)
    assert cipher.encrypt(ROW, TOKEN) != cipher.encrypt(ROW, TOKEN)


def test_another_key_decrypts_nothing() -> None:
    encrypted = AddressCipher(SECRET).encrypt(ROW, TOKEN)
    assert AddressCipher(SECRET[::-1]).decrypt(ROW, encrypted) is None


def test_each_changed_byte_is_detected() -> None:
    cipher = AddressCipher(SECRET)
    encrypted = cipher.encrypt(ROW, TOKEN)
    for place in range(len(encrypted)):
        changed = encrypted[:place] + bytes([encrypted[place] ^ 1]) + encrypted[place + 1 :]
        assert cipher.decrypt(ROW, changed) is None


@pytest.mark.parametrize("encrypted", [b"", b"\x01", b"\x01" + b"n" * 11, b"\x01" + b"n" * 12, b"\x02" + b"n" * 60])
def test_bytes_of_another_form_are_refused(encrypted: bytes) -> None:
    assert AddressCipher(SECRET).decrypt(ROW, encrypted) is None


def test_the_key_is_created_once_for_its_owner(tmp_path: Path) -> None:
    assert load_cipher(tmp_path) is None
    first = load_or_create_cipher(tmp_path)
    again = load_cipher(tmp_path)
    assert first is not None
    assert again is not None
    assert again.decrypt(ROW, first.encrypt(ROW, TOKEN)) == TOKEN
    path = tmp_path / ADDRESS_KEY_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"00", b"no hexadecimal digits", b"\xff" * 64])
def test_a_damaged_key_is_no_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / ADDRESS_KEY_FILE
    path.parent.mkdir()
    path.write_bytes(content)
    assert load_cipher(tmp_path) is None
    assert load_or_create_cipher(tmp_path) is None
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("a file in the place of the folder")
    assert load_or_create_cipher(tmp_path) is None
