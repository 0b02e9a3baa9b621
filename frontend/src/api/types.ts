/** The objects of the REST API under the names of the glossary, and the messages of the live stream. */
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type Session = Schemas["SessionOut"];
export type Failure = Schemas["Failure"];
export type Badge = Schemas["Badge"];
export type Headline = Schemas["Headline"];
export type Verdict = Schemas["Verdict"];
export type Server = Schemas["ServerOut"];
export type NewServer = Schemas["ServerIn"];
export type Drive = Schemas["DriveOut"];
export type Profile = Schemas["ProfileOut"];
export type ProfileParameter = Schemas["ParameterOut"];
export type PhasePlan = Schemas["PhasePlanOut"];
export type Plan = Schemas["PlanOut"];
export type Job = Schemas["JobOut"];
export type ListedJob = Schemas["JobListed"];
export type JobRequest = Schemas["JobIn"];
export type Operation = NonNullable<JobRequest["preparation"]>[number];
export type Target = Job["target"];
export type Progress = NonNullable<Job["progress"]>;
export type RunSummary = Schemas["RunSummary"];
export type Run = Schemas["Run"];
export type Phase = Schemas["Phase"];
export type Measurement = Schemas["Measurement"];
export type Attempt = Schemas["Attempt"];
export type AttemptEvent = Schemas["AttemptEvent"];
export type Artifact = Schemas["Artifact"];
export type Series = Schemas["SeriesData"];
export type Measurements = Schemas["MeasurementColumns"];
export type Configuration = Schemas["Configuration"];
export type Import = Schemas["ImportOut"];
export type ImportResult = Schemas["ResultOut"];
export type ReadMeasurement = ImportResult["measurements"][number];
export type ReadSeries = ImportResult["series"][number];
export type ReadNumber = ImportResult["numbers"][number];
export type Derived = Schemas["Derived"];
export type DerivedSweep = Schemas["DerivedSweep"];
export type DerivedPoint = Schemas["DerivedPoint"];
export type Claim = Schemas["Claim"];
export type DemoData = Schemas["DemoData"];
export type DemoDataRemoval = Schemas["DemoDataRemoval"];
export type StoredResult = Schemas["ResultChoice"];
export type Share = Schemas["ShareOut"];
export type NewShare = Schemas["ShareIn"];
export type Finding = Schemas["Finding"];
export type Check = Schemas["CheckOut"];
export type CheckRequest = Schemas["CheckIn"];
export type OperationState = Schemas["OperationState"];
export type Resumption = Schemas["Resumption"];
export type Enrolment = Schemas["EnrolmentOut"];
export type NewEnrolment = Schemas["EnrolmentIn"];
export type MaintenanceWindow = Schemas["MaintenanceOut"];
export type NewMaintenanceWindow = Schemas["MaintenanceIn"];
export type Reservation = Schemas["ReservationOut"];
export type NewReservation = Schemas["ReservationIn"];
export type QueueItem = Schemas["QueueItem"];
export type LabState = Schemas["LabOut"];
export type LabPause = Schemas["PauseOut"];
export type Lease = Schemas["LeaseOut"];
export type PieceRef = Schemas["PieceRef"];
export type PieceLink = Schemas["PieceLink"];
export type PieceChanges = Schemas["PieceIn"];
export type ServerChanges = Schemas["ServerChangeIn"];
export type Controller = Schemas["ControllerOut"];
export type HardwareArray = Schemas["ArrayOut"];
export type ArrayMember = Schemas["MemberOut"];
export type ServerTree = Schemas["ServerTree"];
export type ControllerNode = Schemas["ControllerNode"];
export type EnclosureNode = Schemas["EnclosureNode"];
export type Slot = Schemas["Slot"];
export type TreeDrive = Schemas["TreeDrive"];
export type HardwareChange = Schemas["ChangeOut"];
export type HealthCheck = Schemas["HealthCheckOut"];
export type HealthValues = Schemas["HealthValues"];
export type HealthReading = Schemas["HealthReadingOut"];
export type WearForecast = Schemas["ForecastOut"];
export type DriveHealth = Schemas["DriveHealthOut"];
export type DriveStateEntry = Schemas["DriveStateOut"];
export type Attention = Schemas["AttentionOut"];
export type AttentionItem = Schemas["AttentionItem"];
export type Conflicts = Schemas["ConflictsOut"];
export type HardwareConflict = Schemas["ConflictOut"];
export type SearchAnswer = Schemas["SearchOut"];
export type HitGroup = Schemas["HitGroup"];
export type Hit = Schemas["Hit"];
export type SavedFilter = Schemas["SavedFilterOut"];
export type NewSavedFilter = Schemas["SavedFilterIn"];
export type Photo = Schemas["PhotoOut"];
export type HardwareModel = Schemas["HardwareModelOut"];
export type NewHardwareModel = Schemas["HardwareModelIn"];
export type HardwareModelChanges = Schemas["ModelFields"];
export type VendorClaim = Schemas["VendorClaim"];
export type InventoryImport = Schemas["InventoryImportOut"];
export type InventoryImportRow = Schemas["ImportRow"];
export type PublishedHardware = Schemas["PublishedHardwareOut"];
export type ConfigurationDiff = Schemas["ConfigurationDiff"];
export type Factor = Schemas["Factor"];
export type ProblemDocument = Schemas["Problem"];

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
  bandwidth_bytes_per_s: number | null;
  lat_mean_ns: number | null;
  lat_stddev_ns: number | null;
  lat_max_ns: number | null;
  lat_p99_ns: number | null;
}

export interface JobEvent {
  at: string;
  kind: string;
  message: string;
}
