"""Every table, so that one folder shows the schema."""

from storagelab.db.models.configurations import Configuration
from storagelab.db.models.imports import Claim, Import
from storagelab.db.models.inventory import Array, Controller, Drive, Enrolment, MaintenanceWindow, Server, TargetCheck
from storagelab.db.models.jobs import Attempt, AttemptEvent, Campaign, Job, Lease, Phase, Profile, Run
from storagelab.db.models.results import (
    Artifact,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Series,
    StreamCursor,
)
from storagelab.db.models.shares import Share
from storagelab.db.models.users import (
    APIToken,
    AuditEvent,
    Idempotency,
    LabSetting,
    Outbox,
    SignInLink,
    User,
    UserSession,
)

__all__ = [
    "APIToken",
    "Array",
    "Artifact",
    "Attempt",
    "AttemptEvent",
    "AuditEvent",
    "Campaign",
    "Claim",
    "Configuration",
    "Controller",
    "Drive",
    "Enrolment",
    "Idempotency",
    "Import",
    "Job",
    "LabSetting",
    "Lease",
    "LiveChunk",
    "MaintenanceWindow",
    "Measurement",
    "MeasurementPart",
    "Outbox",
    "Phase",
    "Profile",
    "Run",
    "Series",
    "Server",
    "Share",
    "SignInLink",
    "StreamCursor",
    "TargetCheck",
    "User",
    "UserSession",
]
