/** The objects of the REST API under the names of the glossary, and the messages of the live stream. */
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

/** Answer type of a value that the lab both accepts and sends; it has the fields that a request may omit. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? Sent<Item>[]
  : Value extends object
    ? { [Key in keyof Value]-?: Sent<Exclude<Value[Key], undefined>> }
    : Value;

export type Session = Schemas["Session"];
export type Failure = Schemas["Failure"];
export type Badge = Schemas["Badge"];
export type Headline = Schemas["Headline"];
export type Verdict = Schemas["Verdict"];
export type Server = Schemas["Server"];
export type ServerSummary = Schemas["ServerSummary"];
export type NewServer = Schemas["ServerCreate"];
export type Drive = Schemas["Drive"];
export type Profile = Schemas["ProfileSummary"];
export type ProfileDetail = Schemas["Profile"];
export type ProfileVersion = Schemas["ProfileVersion"];
export type ProfileUse = Schemas["ProfileUse"];
export type ProfileDiff = Schemas["ProfileDiff"];
export type ProfileDifference = Schemas["ProfileDifference"];
export type ProfileLine = Schemas["ProfileLine"];
export type EnginePackage = Schemas["EnginePackage"];
export type NewProfile = Schemas["ProfileCreate"];
export type NewProfileVersion = Schemas["ProfileVersionCreate"];
export type ProfileValidationCreate = Schemas["ProfileValidationCreate"];
export type CheckedProfile = Schemas["ProfileValidation"];
export type ProfileProblem = Schemas["ProfileProblem"];
export type RenderedPhase = Schemas["JobFile"];
export type ReadJobFile = Schemas["JobFileReading"];
export type JobFileFinding = Schemas["JobFileRemark"];
export type ProfileParameter = Schemas["ProfileParameter"];
export type PhasePlan = Schemas["PhasePlan"];
export type Plan = Schemas["JobPlan"];
export type Job = Schemas["Job"];
export type Repeats = Schemas["JobRepeats"];
export type RepeatPoint = Repeats["items"][number];
export type Finish = Schemas["CompletionEstimate"];
export type ListedJob = Schemas["JobSummary"];
export type JobRequest = Schemas["JobCreate"];
export type Operation = NonNullable<JobRequest["preparation"]>[number];
export type Target = Job["target"];
export type Progress = NonNullable<Job["progress"]>;
export type SteadyProgress = NonNullable<Progress["steady"]>;
export type RunSummary = Schemas["RunSummary"];
export type Run = Schemas["Run"];
export type Phase = Schemas["Phase"];
export type Measurement = Schemas["Measurement"];
export type PublishedFigure = Schemas["PublishedFigure"];
export type Attempt = Schemas["Attempt"];
export type AttemptEvent = Schemas["AttemptEvent"];
export type Artifact = Schemas["Artifact"];
export type Series = Schemas["SeriesData"];
export type Measurements = Schemas["MeasurementColumns"];
export type Configuration = Schemas["Configuration"];
export type ConfigurationSummary = Schemas["ConfigurationSummary"];
export type Import = Schemas["Import"];
export type ImportResult = Schemas["ImportResult"];
export type ReadMeasurement = ImportResult["measurements"][number];
export type ReadSeries = ImportResult["series"][number];
export type ReadNumber = ImportResult["numbers"][number];
export type Derived = Schemas["Derived"];
export type DerivedSweep = Schemas["DerivedSweep"];
export type Report = Schemas["Report"];
export type ReportPanel = Report["panels"][number];
export type DerivedPoint = Schemas["DerivedPoint"];
export type RunLatency = Schemas["RunLatency"];
export type RunNote = Schemas["Note"];
export type NewRunNote = Schemas["NoteCreate"];
export type ChangedRunNote = Schemas["NoteUpdate"];
export type PhaseLatency = Schemas["PhaseLatency"];
export type LatencyDistribution = Schemas["LatencyDistribution"];
export type TimedPhase = Schemas["TimedPhase"];
export type LatencyOverTime = Schemas["LatencyOverTime"];
export type PhaseHistograms = Schemas["PhaseHistograms"];
export type LatencySpan = Schemas["LatencySpan"];
export type RunHistory = Schemas["History"];
export type RunConditions = Schemas["RunConditions"];
export type PhaseConditions = Schemas["PhaseConditions"];
export type Finding = Schemas["Finding"];
export type NewFinding = Schemas["FindingCreate"];
export type FindingUpdate = Schemas["FindingUpdate"];
export type FindingMatches = Schemas["FindingMatches"];
export type FindingMatch = Schemas["FindingMatch"];
export type RatingMatrix = Schemas["RatingMatrix"];
export type RatingCell = Schemas["RatingCell"];
export type Dashboard = Sent<Schemas["Dashboard"]>;
export type NewDashboard = Schemas["DashboardCreate"];
export type ChangedDashboard = Schemas["DashboardUpdate"];
export type DashboardEntries = Schemas["DashboardEntries"];
export type DashboardFigures = Schemas["DashboardFigures"];
export type EntryFigure = Schemas["EntryFigure"];
export type StoredWorkbench = Sent<Schemas["StoredWorkbench"]>;
export type WorkbenchDocument = Dashboard["document"];
export type WorkbenchPanel = WorkbenchDocument["panels"][number];
export type DemoData = Schemas["DemoData"];
export type DemoDataRemoval = Schemas["DemoDataRemoval"];
export type StoredResult = Schemas["ImportResultChoice"];
export type Share = Schemas["Share"];
export type ShareReceipt = Schemas["ShareReceipt"];
export type ShareUpdate = Schemas["ShareUpdate"];
export type PublicPageSettings = Schemas["PublicPageSettings"];
export type PublicPageUpdate = Schemas["PublicPageUpdate"];
export type NewShare = Schemas["ShareCreate"];
export type ProbeResult = Schemas["ProbeResult"];
export type TargetProbe = Schemas["TargetProbe"];
export type TargetProbeCreate = Schemas["TargetProbeCreate"];
export type OperationState = Schemas["OperationState"];
export type Resumption = Schemas["Resumption"];
export type Enrolment = Schemas["Enrolment"];
export type NewEnrolment = Schemas["EnrolmentCreate"];
export type ServerWindow = Schemas["ServerWindow"];
export type NewServerWindow = Schemas["ServerWindowCreate"];
export type QueueItem = Schemas["QueueItem"];
export type LabState = Schemas["Lab"];
export type LabPause = Schemas["LabPause"];
export type Lease = Schemas["Lease"];
export type PieceRef = Schemas["NumberedName"];
export type PieceLink = Schemas["ComponentLink"];
export type PieceChanges = Schemas["ComponentUpdate"];
export type ServerChanges = Schemas["ServerUpdate"];
export type Controller = Schemas["Controller"];
export type HardwareArray = Schemas["Array"];
export type ArrayMember = Schemas["ArrayMember"];
export type ServerTree = Schemas["ServerTree"];
export type ControllerNode = Schemas["ControllerNode"];
export type EnclosureNode = Schemas["EnclosureNode"];
export type Slot = Schemas["Slot"];
export type TreeDrive = Schemas["TreeDrive"];
export type HardwareChange = Schemas["InventoryChange"];
export type HealthCheck = Schemas["HealthCheck"];
export type HealthValues = Schemas["HealthValues"];
export type HealthReading = Schemas["HealthReading"];
export type WearForecast = Schemas["EnduranceForecast"];
export type DriveHealth = Schemas["DriveHealth"];
export type DriveLife = Schemas["DriveLife"];
export type DriveNeighbours = Schemas["DriveNeighbours"];
export type DriveRun = Schemas["DriveRun"];
export type DriveStateEntry = Schemas["DriveStateEntry"];
export type AlertPage = Schemas["AlertPage"];
export type Alert = Schemas["Alert"];
export type LabCounts = Schemas["LabCounts"];
export type Overview = Schemas["Overview"];
export type ServerGlance = Schemas["ServerGlance"];
export type RecentResult = Schemas["RecentResult"];
export type RunUnderWay = Schemas["RunUnderWay"];
export type OverviewAlert = Schemas["OverviewAlert"];
export type Notice = Schemas["Notice"];
export type Notices = Schemas["Notices"];
export type PersonalSettings = Schemas["PersonalSettings"];
export type PersonalSettingsUpdate = Schemas["PersonalSettingsUpdate"];
export type HardwareCount = Schemas["HardwareCount"];
export type Thumbnail = Schemas["Thumbnail"];
export type QueueTimeline = Schemas["QueueTimeline"];
export type QueueLane = Schemas["QueueLane"];
export type QueueBar = Schemas["QueueBar"];
export type QueueSchedule = Schemas["QueueSchedule"];
export type ScheduledJob = Schemas["ScheduledJob"];
export type QueueWait = Schemas["QueueWait"];
export type MovePreview = Schemas["MovePreview"];

/** A `run_progress` message of the stream of the lab. */
export type RunMessage = Pick<RunUnderWay, "state" | "progress" | "live" | "temperature_c"> & {
  run_id: string;
  run_number: string;
  job_number: string;
  server_id: string;
};
export type User = Schemas["User"];
export type NewUser = Schemas["UserCreate"];
export type UserChanges = Schemas["UserUpdate"];
export type SignInLink = Schemas["SignInLink"];
export type Token = Schemas["Token"];
export type NewToken = Schemas["TokenCreate"];
export type IssuedToken = Schemas["IssuedToken"];
export type Role = User["role"];
export type Conflicts = Schemas["InventoryConflictPage"];
export type HardwareConflict = Schemas["InventoryConflict"];
export type SearchAnswer = Schemas["SearchResult"];
export type HitGroup = Schemas["SearchHitGroup"];
export type Hit = Schemas["SearchHit"];
export type SavedFilter = Schemas["SavedFilter"];
export type NewSavedFilter = Schemas["SavedFilterCreate"];
export type Photo = Schemas["Photo"];
export type HardwareModel = Schemas["HardwareModel"];
export type NewHardwareModel = Schemas["HardwareModelCreate"];
export type HardwareModelChanges = Schemas["HardwareModelUpdate"];
export type VendorClaim = Schemas["VendorClaim"];
export type InventoryImport = Schemas["InventoryImport"];
export type InventoryImportRow = Schemas["InventoryImportRow"];
export type PublishedHardware = Schemas["PublishedHardware"];
export type ConfigurationDiff = Schemas["ConfigurationDiff"];
export type Factor = Schemas["Factor"];
export type CampaignRequest = Schemas["CampaignCreate"];
/** The share of one server of a campaign over several. */
export type ServerShareRequest = Schemas["CampaignServer"];
export type CampaignPart = WithQuestion<Schemas["ChildCampaign"]>;
export type ListedCampaign = WithParts<Schemas["CampaignSummary"]>;
export type Campaign = WithParts<Schemas["Campaign"]>;
export type CampaignPlan = Schemas["CampaignPlan"];
/** Its cells are pairs of row and column; the client reads them as lists. */
export type CampaignQuestion = Omit<Schemas["PendingDecision"], "cells"> & { cells: number[][] };
export type Proposal = Schemas["PlanProposal"];
export type CampaignMatrix = Schemas["CampaignMatrix"];
export type MatrixRow = Schemas["MatrixRow"];
export type MatrixColumn = Schemas["MatrixColumn"];
export type MatrixCell = Schemas["MatrixCell"];
export type CampaignCalendar = Schemas["CampaignCalendar"];
export type CalendarSlot = Schemas["CalendarEntry"];
export type CampaignResults = Schemas["CampaignResults"];
export type ResultLine = Schemas["CampaignResultLine"];
export type StateFigures = Schemas["CampaignFigures"];
export type ProblemDocument = Schemas["Problem"];
export type QueryField = Schemas["FieldDescription"];
/** A list that queries find rows of. */
export type QueryList = Schemas["ListName"];
export type QueryMatches = Schemas["QueryMatches"];
export type QueryCompletion = Schemas["QueryCompletion"];
export type QueryProblem = Schemas["QueryProblem"];

type WithParts<Of> = Omit<WithQuestion<Of>, "parts"> & { parts: CampaignPart[] };
type WithQuestion<Of> = Omit<Of, "pending_decision"> & { pending_decision: CampaignQuestion | null };

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** One point of the live stream: totals over reads and writes; latency is null in a stall. */
export interface LivePoint {
  run_id: string;
  phase_ordinal: number;
  phase_name: string;
  kind: string;
  t_ms: number;
  dt_ms: number;
  iops: number | null;
  throughput_bytes_per_s: number | null;
  latency_mean_ns: number | null;
  latency_stddev_ns: number | null;
  latency_max_ns: number | null;
  latency_p99_ns: number | null;
}

export interface JobEvent {
  at: string;
  kind: string;
  message: string;
}
