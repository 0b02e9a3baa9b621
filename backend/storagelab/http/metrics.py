"""Prometheus text: counters of this process and states counted in the database."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Attempt, Job, Server
from storagelab.db.session import get_database

router = APIRouter(include_in_schema=False)


class LabStates(Collector):
    """Number of jobs, attempts and servers in each state, counted on request."""

    def describe(self) -> Iterable[Metric]:
        """Return no metrics in advance: counting needs the database."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Yield the number of jobs, attempts and servers in each state as metrics.

        With the database down, the result only reports this fact.
        """
        up = GaugeMetricFamily("storagelab_database_up", "Whether the database answers")
        metrics: list[Metric] = [up]
        try:
            with Session(get_database(get_settings().database_url)) as session:
                for model in (Job, Attempt, Server):
                    metric = GaugeMetricFamily(
                        f"storagelab_{model.__tablename__}s",
                        f"Rows of {model.__tablename__} by state",
                        labels=["state"],
                    )
                    for state, count in session.execute(select(model.state, func.count()).group_by(model.state)):
                        metric.add_metric([state], count)
                    metrics.append(metric)
            up.add_metric([], 1)
        except SQLAlchemyError:
            up.add_metric([], 0)
        return metrics


@router.get("/metrics")
def get_metrics(request: Request) -> Response:
    """Return the metrics of the lab for Prometheus."""
    registry: CollectorRegistry = request.app.state.metrics_registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
