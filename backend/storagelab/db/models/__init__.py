"""Every table, so that one folder shows the schema."""

from storagelab.db.models.awards import Award
from storagelab.db.models.campaigns import Campaign, CampaignCell
from storagelab.db.models.configurations import Configuration
from storagelab.db.models.dashboards import Dashboard, DashboardPin
from storagelab.db.models.findings import FindingRun, StoredFinding
from storagelab.db.models.hardware import (
    Array,
    Controller,
    Drive,
    Enclosure,
    HardwareModel,
    Photo,
    PublishedHardware,
    SavedFilter,
)
from storagelab.db.models.hardware_history import DriveStateEntry, HealthReading, InventoryChange
from storagelab.db.models.imports import Import
from storagelab.db.models.inventory import Enrolment, MaintenanceWindow, Reservation, Server, TargetCheck
from storagelab.db.models.jobs import (
    Attempt,
    AttemptEvent,
    Job,
    JobFollower,
    Lease,
    Phase,
    Profile,
    Run,
    RunMark,
    RunNote,
)
from storagelab.db.models.profiles import CustomProfile, ProfileVersion
from storagelab.db.models.results import (
    Artifact,
    LatencyOverTime,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Series,
    StreamCursor,
)
from storagelab.db.models.searchable import (
    FiledFact,
    FiledFactDue,
    RunCounter,
    RunLabel,
    RunResultDue,
    SearchableResult,
)
from storagelab.db.models.shares import ReceivedRun, ReceivedShare, Share, SharePart, SharePartUse, ShareRun, ShareView
from storagelab.db.models.users import (
    APIToken,
    AuditEvent,
    Idempotency,
    LabSetting,
    NoticeRead,
    Outbox,
    SignInLink,
    User,
    UserSession,
)
from storagelab.db.models.workbenches import StoredWorkbench

__all__ = [
    "APIToken",
    "Array",
    "Artifact",
    "Attempt",
    "AttemptEvent",
    "AuditEvent",
    "Award",
    "Campaign",
    "CampaignCell",
    "Configuration",
    "Controller",
    "CustomProfile",
    "Dashboard",
    "DashboardPin",
    "Drive",
    "DriveStateEntry",
    "Enclosure",
    "Enrolment",
    "FiledFact",
    "FiledFactDue",
    "FindingRun",
    "HardwareModel",
    "HealthReading",
    "Idempotency",
    "Import",
    "InventoryChange",
    "Job",
    "JobFollower",
    "LabSetting",
    "LatencyOverTime",
    "Lease",
    "LiveChunk",
    "MaintenanceWindow",
    "Measurement",
    "MeasurementPart",
    "NoticeRead",
    "Outbox",
    "Phase",
    "Photo",
    "Profile",
    "ProfileVersion",
    "PublishedHardware",
    "ReceivedRun",
    "ReceivedShare",
    "Reservation",
    "Run",
    "RunCounter",
    "RunLabel",
    "RunMark",
    "RunNote",
    "RunResultDue",
    "SavedFilter",
    "SearchableResult",
    "Series",
    "Server",
    "Share",
    "SharePart",
    "SharePartUse",
    "ShareRun",
    "ShareView",
    "SignInLink",
    "StoredFinding",
    "StoredWorkbench",
    "StreamCursor",
    "TargetCheck",
    "User",
    "UserSession",
]
