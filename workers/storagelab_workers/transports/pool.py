"""Open channels, one for each server and process, closed and forgotten on the first failure."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Mapping

from storagelab.config import Settings
from storagelab.domain.json_values import JsonObject
from storagelab_workers.runner_package import runner_package
from storagelab_workers.transports.base import (
    BUSY_SECONDS,
    VERB_SECONDS,
    ChannelBusy,
    ServerAddress,
    ServerUnreachable,
    Transport,
)
from storagelab_workers.transports.local import LocalTransport
from storagelab_workers.transports.ssh import SSHTransport
from storagelab_workers.transports.ssh_keys import read_or_create_client_key

#: All servers with the local transport are this machine, so they share one channel.
_LOCAL = uuid.UUID(int=0)


class TransportPool:
    """The channels of this process. Safe for use by several threads; calls to one server happen one after the other.

    A server that does not answer blocks only the one thread that calls it. Other callers give up soon, so their threads
    are free for other servers.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._channels: dict[uuid.UUID, tuple[ServerAddress | None, Transport]] = {}
        self._taken: dict[uuid.UUID, threading.Lock] = {}

    def call(
        self, address: ServerAddress, verb: str, args: Mapping[str, object], *, timeout_seconds: float = VERB_SECONDS
    ) -> JsonObject:
        """Return the result of a verb on a server, over the channel that is open or a new one.

        Raises as `Transport.call`, and ChannelBusy when another thread is still waiting for this server.
        """
        key = address.id if address.transport == "ssh" else _LOCAL
        taken = self._lock_of(key)
        if not taken.acquire(timeout=BUSY_SECONDS):
            raise ChannelBusy(f"Another call to {address.name} has not ended yet.")
        try:
            channel = self._open(key, address)
            try:
                return channel.call(verb, args, timeout_seconds=timeout_seconds)
            except ServerUnreachable:
                self._channels.pop(key, None)
                channel.close()
                raise
        finally:
            taken.release()

    def warm_up(self) -> None:
        """Open the channel to this machine early, so that the first job does not wait for it."""
        with self._lock_of(_LOCAL):
            if _LOCAL not in self._channels:
                self._channels[_LOCAL] = (None, self._connect_local("this machine"))

    def close(self) -> None:
        """Close every channel."""
        for key in list(self._channels):
            _, channel = self._channels.pop(key)
            channel.close()

    def _lock_of(self, key: uuid.UUID) -> threading.Lock:
        with self._lock:
            return self._taken.setdefault(key, threading.Lock())

    def _open(self, key: uuid.UUID, address: ServerAddress) -> Transport:
        existing = self._channels.get(key)
        if existing is not None and existing[0] in (None, address) and existing[1].is_open:
            return existing[1]
        if existing is not None:
            # A connection to another address or key must not be used, and a broken one cannot be used.
            del self._channels[key]
            existing[1].close()
        if key == _LOCAL:
            self._channels[key] = (None, self._connect_local(address.name))
        else:
            data_dir = self._settings.data_dir
            channel = SSHTransport(
                address, client_key=read_or_create_client_key(data_dir), runner=runner_package(data_dir)
            )
            self._channels[key] = (address, channel)
        return self._channels[key][1]

    def _connect_local(self, name: str) -> LocalTransport:
        runner = runner_package(self._settings.data_dir)
        # Isolated mode: neither the working folder nor the user's own packages can replace the runner's modules.
        argv = [sys.executable, "-I", str(runner.path), "serve"]
        for option, folder in (
            ("--state", self._settings.runner_state_dir),
            ("--config", self._settings.runner_config_dir),
        ):
            argv += [option, str(folder)] if folder is not None else []
        return LocalTransport(argv, server=name)
