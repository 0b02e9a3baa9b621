"""Watcher that polls the API for every open run several times a second and records the answers."""

from __future__ import annotations

import threading
from typing import Any

from tests.faults.api import Api, NoAnswer, Refused
from tests.faults.independent.checker import TERMINAL
from tests.faults.independent.history import History

PERIOD_SECONDS = 0.15


class Watcher:
    """Thread that follows the runs and records every change in what the lab reports of them."""

    def __init__(self, api: Api, history: History) -> None:
        self._api = api
        self._history = history
        self._open: dict[str, str] = {}
        self._last: dict[str, list[dict[str, Any]]] = {}
        self._failures: dict[str, str] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and wait for its end."""
        self._stop.set()
        self._thread.join()

    def follow(self, run: str, trial: str) -> None:
        """Follow a run to its end."""
        self._open[run] = trial

    def again(self) -> None:
        """Follow ended runs as well, because an older database may report them otherwise."""
        for run in self._last:
            self._open.setdefault(run, "")

    def drop(self, run: str) -> None:
        """Stop following a run that its trial has given up."""
        self._open.pop(run, None)

    def state(self, run: str) -> str:
        """Return the last reported state of the run's last attempt; empty before the first answer."""
        attempts = self._last.get(run)
        return str(attempts[-1]["state"]) if attempts else ""

    def connectivity(self, run: str) -> str:
        """Return the connectivity of the run's last attempt, in the API's word."""
        attempts = self._last.get(run)
        return str(attempts[-1]["connectivity"]) if attempts else ""

    def failure(self, run: str) -> str:
        """Return the reason for which a run ended badly, in the API's words."""
        return self._failures.get(run, "")

    def _watch(self) -> None:
        while not self._stop.wait(PERIOD_SECONDS):
            for run, trial in list(self._open.items()):
                try:
                    answer = self._api.call("GET", f"/runs/{run}", trial=trial)
                except (NoAnswer, Refused):
                    continue
                self._keep(run, trial, answer)

    def _keep(self, run: str, trial: str, answer: dict[str, Any]) -> None:
        attempts = [
            {
                "id": attempt["id"],
                "state": attempt["state"],
                "connectivity": attempt["connectivity"],
                "evidence": any(event["kind"] == "state" for event in attempt["events"]),
            }
            for attempt in answer["attempts"]
        ]
        if attempts != self._last.get(run):
            self._failures[run] = str((answer["failure"] or {}).get("message", ""))
            self._last[run] = attempts
            facts = {"run_state": answer["state"], "attempts": attempts, "failure": self._failures[run]}
            self._history.write("answer", trial=trial, run=run, **facts)
        if attempts and all(attempt["state"] in TERMINAL for attempt in attempts):
            self._open.pop(run, None)
