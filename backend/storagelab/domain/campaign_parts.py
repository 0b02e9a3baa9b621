"""A campaign over several servers: what follows for the whole from its parts, which run side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.domain.campaign_deadlines import Proposal
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CampaignState


def derive_parent_state(states: Sequence[str]) -> CampaignState:
    """Return the state of a campaign from the states of its child campaigns.

    A pending decision comes first, because a person has to answer it whatever the other children do. The campaign has
    ended when all children have, and is cancelled when all of them are.
    """
    distinct = set(states)
    if CampaignState.WAITING_FOR_DECISION in distinct:
        return CampaignState.WAITING_FOR_DECISION
    if distinct <= CAMPAIGN_TERMINAL:
        return CampaignState.CANCELLED if distinct == {CampaignState.CANCELLED} else CampaignState.FINISHED
    if CampaignState.RUNNING in distinct:
        return CampaignState.RUNNING
    if CampaignState.PLANNED in distinct:
        return CampaignState.RUNNING if distinct & CAMPAIGN_TERMINAL else CampaignState.PLANNED
    return CampaignState.PAUSED


def propose_for_whole(
    parts: Sequence[tuple[float, Sequence[Proposal]]], *, available_seconds: float | None
) -> list[Proposal]:
    """Return the saving of each measure for a campaign that takes as long as its longest child.

    `parts` has (seconds without any measure, measures in order) of each child. A measure that shortens only another
    child than the longest is still available, with a saving of nothing.
    """
    if not parts:
        return []
    left = [seconds for seconds, _ in parts]
    result = []
    for proposals in zip(*(measures for _, measures in parts), strict=True):
        before = max(left)
        left = [seconds - (proposal.saves_seconds or 0.0) for seconds, proposal in zip(left, proposals, strict=True)]
        first = proposals[0]
        reasons = dict.fromkeys(proposal.reason for proposal in proposals if proposal.available) or [first.reason]
        result.append(
            replace(
                first,
                available=any(proposal.available for proposal in proposals),
                saves_seconds=None if first.saves_seconds is None else before - max(left),
                fits=None if available_seconds is None else max(left) <= available_seconds,
                reason=" ".join(reasons),
                drops=(),
            )
        )
    return result
