"""The API process: puts the features together and knows nothing of what they do."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import APIRouter, Depends, FastAPI
from fastapi.responses import JSONResponse
from prometheus_client import CollectorRegistry, Gauge
from sqlalchemy.orm import configure_mappers

from storagelab import __version__
from storagelab.auth.dependencies import authorise
from storagelab.auth.endpoints import router as tokens
from storagelab.auth.endpoints import session_router
from storagelab.auth.rate_limit import RateLimit
from storagelab.auth.user_endpoints import router as users
from storagelab.awards.endpoints import router as awards
from storagelab.campaigns.endpoints import router as campaigns
from storagelab.comparisons.configuration_results_endpoints import router as configuration_results
from storagelab.comparisons.endpoints import router as comparisons
from storagelab.config import Settings, get_settings
from storagelab.demo.endpoints import router as demo
from storagelab.engine_packages.endpoints import router as packages
from storagelab.engine_packages.endpoints import upload_router as package_uploads
from storagelab.findings.endpoints import router as findings
from storagelab.http import health, metrics
from storagelab.http.body import BodyGuard
from storagelab.http.branches import BranchRouter
from storagelab.http.compression import PackedAnswers
from storagelab.http.documentation import DOCUMENT, describe_api, get_operation_id
from storagelab.http.logging import configure_logging
from storagelab.http.middleware import AccessLog, HeadAsGet, HTTPMetrics, SecurityHeaders
from storagelab.http.pages import make_files_router, make_pages_router
from storagelab.http.problems import add_problem_handlers, declare_problem_responses
from storagelab.http.query import refuse_unknown_parameters
from storagelab.http.session import MAX_CONCURRENT_REQUESTS, READERS_AT_ONCE, SessionDep, admit_readers
from storagelab.imports.endpoints import router as imports
from storagelab.imports.endpoints import upload_router as uploads
from storagelab.inventory.alert_endpoints import router as alerts
from storagelab.inventory.catalogue_endpoints import router as catalogue
from storagelab.inventory.endpoints import admin_router as server_care
from storagelab.inventory.endpoints import router as inventory
from storagelab.inventory.enrolment_endpoints import admin_router as enrolment_decisions
from storagelab.inventory.enrolment_endpoints import router as enrolments
from storagelab.inventory.hardware_endpoints import router as hardware
from storagelab.inventory.history_endpoints import router as histories
from storagelab.inventory.transfer_endpoints import router as transfers
from storagelab.inventory.transfer_endpoints import upload_router as transfer_uploads
from storagelab.jobs.endpoints import router as jobs
from storagelab.jobs.health_check_endpoints import router as health_checks
from storagelab.jobs.queue_endpoints import router as queue
from storagelab.labels.endpoints import router as labels
from storagelab.latency.endpoints import router as latencies
from storagelab.latency.over_time_endpoints import router as latencies_over_time
from storagelab.live.endpoints import router as job_event_streams
from storagelab.live.event_stream import JobEvents
from storagelab.notes.endpoints import router as notes
from storagelab.overview.dashboard_figure_endpoints import router as dashboard_figures
from storagelab.overview.endpoints import router as overview
from storagelab.overview.event_endpoints import router as lab_event_streams
from storagelab.overview.event_stream import LabEvents
from storagelab.overview.field_endpoints import router as fields
from storagelab.overview.notice_endpoints import router as notices
from storagelab.overview.queue_plan import QueuePlans
from storagelab.overview.search_endpoints import router as searches
from storagelab.overview.server_summary_endpoints import router as server_summaries
from storagelab.overview.thumbnail_endpoints import router as thumbnails
from storagelab.page_preload.lab import LabOut, describe_lab
from storagelab.page_preload.service import begin_page
from storagelab.photos.endpoints import router as photos
from storagelab.photos.endpoints import upload_router as photo_uploads
from storagelab.pivots.endpoints import router as pivots
from storagelab.profiles.endpoints import router as profiles
from storagelab.rankings.endpoints import router as rankings
from storagelab.reports.endpoints import router as reports
from storagelab.results.comparable_endpoints import router as proposals
from storagelab.results.configuration_endpoints import router as configurations
from storagelab.results.configuration_list_endpoints import router as configuration_lists
from storagelab.results.endpoints import router as results
from storagelab.results.profile_use_endpoints import router as profile_uses
from storagelab.results.recovery_endpoints import admin_router as overrides
from storagelab.results.recovery_endpoints import router as resumptions
from storagelab.run_validity.endpoints import router as run_validity
from storagelab.series.curve_endpoints import router as curves
from storagelab.series.endpoints import router as series
from storagelab.shares.address_endpoints import router as share_addresses
from storagelab.shares.archive.endpoints import public_router as permalink_zips
from storagelab.shares.archive.endpoints import router as share_zips
from storagelab.shares.endpoints import router as shares
from storagelab.shares.picture_endpoints import public_router as permalink_pictures
from storagelab.shares.picture_endpoints import router as share_pictures
from storagelab.shares.print_endpoints import public_router as permalink_prints
from storagelab.shares.printing import html as share_pages
from storagelab.shares.public import MISSES_PER_MINUTE
from storagelab.shares.public import page_router as permalink_pages
from storagelab.shares.public import public_router as permalinks
from storagelab.shares.public_pages.citation_endpoints import public_router as permalink_citations
from storagelab.shares.public_pages.endpoints import router as public_page_settings
from storagelab.shares.public_pages.gallery_endpoints import public_router as public_page
from storagelab.shares.public_pages.oembed_endpoints import public_router as oembed
from storagelab.shares.receiving.endpoints import upload_router as share_uploads
from storagelab.workbench.endpoints import router as dashboards
from storagelab.workbench.stored_endpoints import router as workbenches

BASE = "/api/v1"
#: How all addresses begin that need no sign-in, besides those of the front end.
PUBLIC_PATHS = ("/s/", "/p/", "/embed/", "/public", "/oembed", "/sitemap.xml", "/robots.txt")
SIGN_INS_PER_MINUTE = 20
#: A tenth of what is usual.
SWITCH_SECONDS = 0.000_5
DESCRIPTION = "The control room and the notebook of a storage test lab. Times are RFC 3339 in UTC. Units end the names."
log = structlog.get_logger(__name__)


def create_app(settings: Settings | None = None, *, job_events: JobEvents | None = None) -> FastAPI:
    """Return the API of one installation; nothing is opened before its first request."""
    settings = settings or get_settings()
    configure_logging(settings.log_level)
    app = FastAPI(
        title="Storage Lab",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=get_operation_id,
        lifespan=_lifespan,
    )
    app.openapi = lambda: describe_api(app)  # type: ignore[method-assign]
    start_afresh(app, job_events)
    app.state.metrics_registry = _make_registry(app)
    add_problem_handlers(app)
    app.include_router(make_files_router(settings.frontend_dir))
    app.include_router(_make_public_pages())
    known_parameters = Depends(refuse_unknown_parameters)
    for router in (session_router, uploads, transfer_uploads, photo_uploads, package_uploads, share_uploads):
        app.include_router(router, prefix=BASE, dependencies=[known_parameters])
    app.include_router(_make_api(app))
    app.include_router(health.router)
    app.include_router(metrics.router)
    app.include_router(make_pages_router(settings.frontend_dir, begin_page))
    app.add_middleware(PackedAnswers)
    app.add_middleware(HeadAsGet)
    app.add_middleware(BodyGuard)
    app.add_middleware(AccessLog, metrics=HTTPMetrics(app.state.metrics_registry))
    app.add_middleware(SecurityHeaders)
    return app


def start_afresh(app: FastAPI, job_events: JobEvents | None = None) -> None:
    """Reset the in-process state of an API (events, limits, semaphores) to that of a new process."""
    app.state.job_events = job_events or JobEvents()
    app.state.lab_events = LabEvents()
    app.state.queue_plans = QueuePlans()
    app.state.admission = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)
    app.state.reader_admission = {kind: asyncio.Semaphore(limit) for kind, limit in READERS_AT_ONCE.items()}
    app.state.sign_in_limit = RateLimit(SIGN_INS_PER_MINUTE, 60.0)
    app.state.share_miss_limit = RateLimit(MISSES_PER_MINUTE, 60.0)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    log.info("api_started", version=__version__)
    preparing = asyncio.create_task(asyncio.to_thread(_prepare))
    yield
    await preparing
    await app.state.job_events.close()
    await app.state.lab_events.close()


def _prepare() -> None:
    """Prepare database mappings and share pages, which the first request would else wait for.

    Other requests are answered meanwhile.
    """
    configure_mappers()
    share_pages.prepare()
    # What is there by now stays: to look through it again and again took half the time of a large answer.
    gc.collect()
    gc.freeze()
    # An answer that computes for long leaves the others their turns: files of a page wait for as many turns as steps.
    sys.setswitchinterval(SWITCH_SECONDS)


def _make_public_pages() -> BranchRouter:
    """Build the router of everything that readers of permalinks and of the public page need no sign-in for."""
    public = BranchRouter(PUBLIC_PATHS)
    public.include_router(permalink_pages, dependencies=[admit_readers("pages")])
    public.include_router(permalink_pictures, dependencies=[admit_readers("pictures")])
    public.include_router(permalink_prints, dependencies=[admit_readers("prints")])
    public.include_router(permalink_zips, dependencies=[admit_readers("prints")])
    # A citation ends in .csl.json, so it comes before the documents, which end in .json.
    public.include_router(permalink_citations, dependencies=[admit_readers("pages")])
    # The router of permalinks answers every address below /s/ and /p/.
    public.include_router(permalinks, dependencies=[admit_readers("pages")])
    public.include_router(public_page, dependencies=[admit_readers("pages")])
    public.include_router(oembed, dependencies=[admit_readers("pages")])
    return public


def _make_api(app: FastAPI) -> APIRouter:
    """Build the router of everything that needs a sign-in.

    `authorise` decides the access that an endpoint does not state itself.
    """
    guards = [Depends(authorise), Depends(refuse_unknown_parameters)]
    api = APIRouter(prefix=BASE, dependencies=guards, responses=declare_problem_responses(401, 403, 422, 503))
    for router in (
        inventory,
        server_care,
        enrolments,
        enrolment_decisions,
        hardware,
        histories,
        searches,
        alerts,
        catalogue,
        transfers,
        photos,
        packages,
        health_checks,
    ):
        api.include_router(router)
    # What is below /configurations by name comes before /configurations/{ref}.
    api.include_router(configuration_lists)
    api.include_router(configurations)
    api.include_router(configuration_results)
    for router in (
        profiles,
        profile_uses,
        jobs,
        job_event_streams,
        queue,
        campaigns,
        overview,
        server_summaries,
        thumbnails,
        notices,
        lab_event_streams,
        results,
        fields,
        run_validity,
        labels,
        notes,
        resumptions,
        overrides,
        findings,
        series,
        curves,
        comparisons,
        proposals,
        rankings,
        awards,
        latencies,
        latencies_over_time,
        pivots,
        dashboards,
        dashboard_figures,
        workbenches,
        imports,
        shares,
        share_addresses,
        share_zips,
        share_pictures,
        public_page_settings,
        demo,
        tokens,
        users,
    ):
        api.include_router(router)
    api.include_router(reports)

    @api.get("/lab")
    def get_lab(session: SessionDep) -> LabOut:
        """Show the version of this lab, and whether it is paused."""
        return describe_lab(session)

    @api.get("/openapi.json", responses=DOCUMENT)
    def get_openapi_document() -> JSONResponse:
        """Describe the API."""
        return JSONResponse(app.openapi())

    return api


def _make_registry(app: FastAPI) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(metrics.LabStates())
    streams = Gauge("storagelab_event_streams", "Open event streams of this process", registry=registry)
    streams.set_function(lambda: app.state.job_events.subscriber_count + app.state.lab_events.subscriber_count)
    return registry
