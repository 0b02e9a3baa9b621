"""A campaign over several servers: what follows for the whole from its parts, which run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.domain.campaign_deadlines import Proposal
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState


def state_of_parts(states: Sequence[str]) -> CampaignState:
    """The state of the whole.

    A question comes first, as somebody has to answer it whatever the other parts do. The whole has ended when all parts
    have, and is cancelled when all of them are.
    """
    found = set(states)
    if CampaignState.WAITING_FOR_DECISION in found:
        return CampaignState.WAITING_FOR_DECISION
    if found <= CAMPAIGN_TERMINAL:
        return CampaignState.CANCELLED if found == {CampaignState.CANCELLED} else CampaignState.FINISHED
    if CampaignState.RUNNING in found:
        return CampaignState.RUNNING
    if CampaignState.PLANNED in found:
        return CampaignState.RUNNING if found & CAMPAIGN_TERMINAL else CampaignState.PLANNED
    return CampaignState.PAUSED


def propose_for_whole(
    parts: Sequence[tuple[float, Sequence[Proposal]]], *, available_seconds: float | None
) -> list[Proposal]:
    """Return the saving of each measure for the whole, which takes as long as its longest part.

    `parts` are (seconds without any measure, its measures in their order). A measure that shortens another part than
    the longest is still available, and saves nothing of the whole.
    """
    if not parts:
        return []
    left = [seconds for seconds, _ in parts]
    found = []
    for proposals in zip(*(each for _, each in parts), strict=True):
        before = max(left)
        left = [seconds - (each.saves_seconds or 0.0) for seconds, each in zip(left, proposals, strict=True)]
        first = proposals[0]
        reasons = dict.fromkeys(each.reason for each in proposals if each.available) or [first.reason]
        found.append(
            replace(
                first,
                available=any(each.available for each in proposals),
                saves_seconds=None if first.saves_seconds is None else before - max(left),
                fits=None if available_seconds is None else max(left) <= available_seconds,
                reason=" ".join(reasons),
                drops=(),
            )
        )
    return found
