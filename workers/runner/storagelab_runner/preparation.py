"""The operations before the first phase, and what they leave for the phases to run on."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Mapping, NamedTuple

from storagelab_runner.clock import WallClock
from storagelab_runner.engine import build_environment
from storagelab_runner.failure import RunnerFailure
from storagelab_runner.held_devices import HeldDevice, retake
from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.operations.context import Context, get_capacity
from storagelab_runner.operations.playing import play
from storagelab_runner.phase_run import Stop
from storagelab_runner.spec import Spec, check_reach
from storagelab_runner.watch import AttemptWatch


class PreparationOutcome(NamedTuple):
    """Result of the preparation. Phases may run when `stop` and `failure` are both None."""

    stop: Stop | None
    failure: RunnerFailure | None


def build_context(
    state: StateFolder, attempt: AttemptFolder, started: Mapping[str, Any], watch: AttemptWatch, host_lock: int
) -> Context:
    """Return the context of an attempt's operations: its devices, held by inherited descriptors."""
    return Context(
        held=[HeldDevice(**device) for device in started["devices"]],
        state=state,
        attempt=attempt,
        engine_path=str(started.get("filler_path", started["engine_path"])),
        environment=build_environment(),
        inherited=(host_lock,),
        clock=WallClock.of(started),
        pulse=watch.pulse,
        retake=partial(retake, config=state.config),
    )


def prepare(
    spec: Spec, attempt: AttemptFolder, context: Context, watch: AttemptWatch, log: Callable[[str], None]
) -> PreparationOutcome:
    """Carry out the operations of the spec in order until one does not finish.

    Returns the stop or failure that ended the preparation, each None when all finished. Raises Refusal when a phase
    does not fit the target that was made.
    """
    for ordinal, operation in enumerate(spec.preparation, start=1):
        wish = watch.find_stop_between()
        if wish is not None:
            return PreparationOutcome(wish, None)
        log(f"operation {ordinal} ({operation.kind}) starts")
        end = play(operation, attempt.operation(ordinal), context)
        log(f"operation {ordinal} {end.state}: {end.message}")
        if end.stop is not None or end.failure is not None:
            return PreparationOutcome(end.stop, end.failure)
    made = context.made_target
    if made is not None:
        sizes = [made.size_bytes] if made.is_file else [get_capacity(device.descriptor) for device in context.held]
        check_reach(spec.phases, sizes, context.reserved_percent)
    return PreparationOutcome(None, None)
