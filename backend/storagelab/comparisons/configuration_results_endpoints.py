"""Results of configurations against each other, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.comparisons import configuration_results_schemas as schemas
from storagelab.comparisons.configuration_results import compare_results, read_variants
from storagelab.comparisons.endpoints import MetricName
from storagelab.db.models import Configuration
from storagelab.domain.metrics import METRICS
from storagelab.http.problems import declare_problem_responses
from storagelab.http.references import Reference, find_by_reference
from storagelab.http.session import SessionDep
from storagelab.results.comparing import find_side
from storagelab.results.configuration_endpoints import Side

router = APIRouter()


@router.get("/configurations/comparison", responses=declare_problem_responses(404, 409, 422))
def get_configuration_comparison(
    session: SessionDep,
    a: Side,
    b: Side,
    metric: Annotated[MetricName, Query(description="Metric of the results")] = "iops",
) -> schemas.ConfigurationComparison:
    """Compare two configurations, or those of two runs: all factors, the results, and the known effect of each factor.

    The result of a configuration is the median over its newest 30 runs that count. An effect is known from pairs of
    configurations that differ in that factor alone. An unknown factor never counts as the same.
    """
    return compare_results(session, find_side(session, a), find_side(session, b), metric=METRICS[metric])


@router.get("/configurations/{ref}/variants", responses=declare_problem_responses(404, 422))
def get_configuration_variants(
    ref: Reference,
    session: SessionDep,
    metric: Annotated[MetricName, Query(description="Metric of the results")] = "iops",
) -> schemas.ConfigurationVariants:
    """List the configurations that are known to differ in one factor, with their results at the shared workloads."""
    return read_variants(session, find_by_reference(session, Configuration, ref), metric=METRICS[metric])
