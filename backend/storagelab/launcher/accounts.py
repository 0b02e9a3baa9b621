"""Chooses the unprivileged account under which root runs the embedded services."""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from storagelab.errors import LabUnavailable

# Accounts made for such services come first; `nobody` may own files of others on an untidy machine.
CANDIDATES = ("postgres", "valkey", "redis", "nobody")


class PopenAccount(TypedDict, total=False):
    """The arguments of `subprocess` that choose an account."""

    user: int
    group: int
    extra_groups: Sequence[int]


@dataclass(frozen=True)
class Account:
    """An existing account of this machine."""

    name: str
    uid: int
    gid: int

    def build_popen_arguments(self) -> PopenAccount:
        """Return the arguments that make `subprocess` start a process under this account and no other group."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def can_reach(account: Account, folder: Path) -> bool:
    """Return whether the account may enter every folder on the way to `folder`, as far as these exist."""
    return all(_may_enter(account, parent) for parent in (folder, *folder.parents) if parent.exists())


def _may_enter(account: Account, folder: Path) -> bool:
    status = folder.stat()
    if status.st_uid == account.uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == account.gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def find_service_account(data_dir: Path) -> Account | None:
    """Return the account for the services of this data folder, None where the user's own will do.

    A folder that was used before retains its account, which owns the broker's folder and the database. Raises
    LabUnavailable when root has no account that can reach the folder.
    """
    if os.geteuid() != 0:
        return None
    used = data_dir / "valkey"
    if used.exists() and used.stat().st_uid != 0:
        entry = pwd.getpwuid(used.stat().st_uid)
        accounts = [Account(entry.pw_name, entry.pw_uid, entry.pw_gid)]
    else:
        accounts = list(list_existing_accounts())
    for account in accounts:
        if can_reach(account, data_dir):
            return account
    names = ", ".join(account.name for account in accounts) or ", ".join(CANDIDATES)
    raise LabUnavailable(
        f"The database does not run as root, and no account for it ({names}) can reach {data_dir}: "
        "choose a folder that others may enter with --data (make: DATA=), or start as an ordinary user."
    )


def list_existing_accounts() -> list[Account]:
    """Return the candidate service accounts of this machine, best first, without aliases of root."""
    accounts = []
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        if entry.pw_uid != 0:
            accounts.append(Account(entry.pw_name, entry.pw_uid, entry.pw_gid))
    return accounts
