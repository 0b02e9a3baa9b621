/** Hardware of the API for tests: complete, plain, and changed by what a test is about. */
import type {
  Controller,
  DriveHealth,
  DriveLife,
  HardwareArray,
  HardwareChange,
  HardwareModel,
  ServerSummary,
  ServerTree,
  TreeDrive,
  WearForecast,
} from "@/api/types";
import { AT, someHealth } from "./objects";

export const SERVER = { id: "server-1", number: "s-1", name: "rack-4" };
/** Name of a drive that would run a script in a browser that trusts it. */
export const HOSTILE = '<img src=x onerror="alert(1)">';
export const NOTHING = { items: [], next_cursor: null };

const DESCRIBED = {
  present: true,
  first_seen_at: AT,
  last_seen_at: AT,
  lifecycle: "in_service",
  note: "",
  labels: {},
  manual: {},
} as const;

export function aController(changes: Partial<Controller> = {}): Controller {
  return {
    ...DESCRIBED,
    labels: {},
    id: "controller-1",
    number: "k-1",
    server: SERVER,
    key: "pci:0000:3b:00.0",
    kind: "raid",
    vendor: "Broadcom",
    model: "PERC H965i",
    serial: "SK1",
    firmware: "8.4.0.0.18-1",
    driver: "mpi3mr",
    driver_version: "8.9.1.0.51",
    pci_address: "0000:3b:00.0",
    link_speed_gts: 16,
    link_width: 8,
    max_link_speed_gts: 16,
    max_link_width: 16,
    link_narrowed: true,
    numa_node: 0,
    cache_bytes: 8 * 1024 ** 3,
    battery: "optimal",
    cache_module: null,
    settings: { rebuild_rate_percent: 30 },
    drive_count: 2,
    array_count: 1,
    ...changes,
  };
}

export function anArray(changes: Partial<HardwareArray> = {}): HardwareArray {
  return {
    ...DESCRIBED,
    labels: {},
    id: "array-1",
    number: "v-1",
    server: SERVER,
    controller: { id: "controller-1", number: "k-1", name: "PERC H965i" },
    drive: null,
    key: "naa.600",
    name: "vd0",
    kernel_name: null,
    implementation: "storcli",
    stable_id: null,
    level: "raid5",
    drive_count: 2,
    strip_bytes: 65_536,
    size_bytes: 3.2e12,
    condition: "rebuilding",
    activity: "none",
    progress_percent: 42,
    policies: {
      write: { requested: "write back", effective: "write through" },
      io: { requested: null, effective: null },
    },
    members: [
      {
        kind: "drive",
        key: "/c0/e252/s3",
        slot: 0,
        state: "online",
        link: { component: "drive", id: "drive-9", number: "d-9", name: "SSD" },
      },
      { kind: "drive", key: "/c0/e252/s4", slot: 1, state: null, link: null },
    ],
    settings: {},
    ...changes,
  };
}

/** A drive behind a RAID controller: the kernel has no name for it. */
export function aTreeDrive(changes: Partial<TreeDrive> = {}): TreeDrive {
  return {
    id: "drive-9",
    number: "d-9",
    name: "SSD (/c0/e252/s3)",
    kernel_name: null,
    location: "/c0/e252/s3",
    slot: "3",
    model: "SSD",
    serial: "S1",
    firmware: "GDC5",
    size_bytes: 1.6e12,
    drive_state: "online",
    condition: "ok",
    lifecycle: "in_service",
    protected: false,
    in_use: false,
    passed: true,
    used_percent: 3,
    temperature_c: 31,
    arrays: [{ id: "array-1", number: "v-1", name: "vd0" }],
    ...changes,
  };
}

export function aTree(changes: Partial<ServerTree> = {}): ServerTree {
  return {
    server: SERVER,
    controllers: [
      {
        controller: aController(),
        enclosures: [
          {
            id: "enclosure-1",
            key: "pci:0000:3b:00.0/e252",
            kind: "backplane",
            product: "BP16",
            slot_count: 3,
            settings: {},
            slots: [
              { slot: "3", drive: aTreeDrive() },
              {
                slot: "4",
                drive: aTreeDrive({
                  id: "drive-10",
                  number: "d-10",
                  slot: "4",
                  serial: "S2",
                  drive_state: "failed",
                  condition: "failed",
                }),
              },
              { slot: null, drive: null },
            ],
          },
        ],
        drives: [],
      },
    ],
    enclosures: [],
    drives: [],
    arrays: [anArray()],
    ...changes,
  };
}

export function aServerSummary(changes: Partial<ServerSummary> = {}): ServerSummary {
  return {
    ...SERVER,
    state: "ready",
    use: "idle",
    rebuilding: false,
    product_name: "PowerEdge R760",
    run_number: null,
    free_at: null,
    last_seen_at: AT,
    drive_count: 2,
    slots: [
      { condition: "ok", array: 0 },
      { condition: "failed", array: null },
      { condition: "empty", array: null },
    ],
    ...changes,
  };
}

export function aChange(changes: Partial<HardwareChange> = {}): HardwareChange {
  return {
    id: 1,
    at: AT,
    component: "drive",
    component_id: "drive-9",
    component_number: "d-9",
    component_name: "SSD",
    server: SERVER,
    kind: "changed",
    field: "firmware",
    before: "1.0",
    after: "1.1",
    source: "discovery",
    changed_by: null,
    run_number: null,
    ...changes,
  };
}

export function someDriveHealth(changes: Partial<DriveHealth> = {}): DriveHealth {
  return {
    items: [],
    next_cursor: null,
    identity: null,
    latest: someHealth(),
    forecast: NO_FORECAST,
    ...changes,
  };
}

const NO_FORECAST: WearForecast = {
  remaining_days: null,
  exhausted_at: null,
  exhausted_earliest_at: null,
  exhausted_latest_at: null,
  week_count: 0,
  used_percent: null,
  percent_per_day: null,
  alert_percent: 90,
  alert_at: null,
  basis: null,
  reason: "There are too few readings.",
  drive_writes_per_day: null,
  bytes_per_day: null,
  write_amplification: null,
  rated_endurance_bytes: null,
  span_days: null,
  reading_count: 0,
};

/** A forecast from 12 weeks of readings. */
export function aForecast(changes: Partial<WearForecast> = {}): WearForecast {
  return {
    ...NO_FORECAST,
    remaining_days: 270,
    exhausted_at: "2027-08-15T00:00:00Z",
    exhausted_earliest_at: "2027-06-10T00:00:00Z",
    exhausted_latest_at: "2027-11-02T00:00:00Z",
    week_count: 12,
    used_percent: 58,
    percent_per_day: 0.16,
    alert_at: "2027-06-01T00:00:00Z",
    basis: "rated_endurance",
    reason: "By its rated endurance.",
    drive_writes_per_day: 1,
    bytes_per_day: 1.6e12,
    write_amplification: 1.84,
    rated_endurance_bytes: 14e15,
    span_days: 90,
    reading_count: 80,
    ...changes,
  };
}

/** A drive of which nothing was read yet. */
export function aLife(changes: Partial<DriveLife> = {}): DriveLife {
  return {
    since: null,
    forecast: NO_FORECAST,
    wear: [],
    neighbours: null,
    temperature: [],
    weeks: [],
    places: [
      {
        server: SERVER,
        drive_number: "d-1",
        place: "/dev/nvme1n1",
        slot: null,
        present: true,
        first_seen_at: AT,
        last_seen_at: AT,
      },
    ],
    ...changes,
  };
}

export function aModel(changes: Partial<HardwareModel> = {}): HardwareModel {
  return {
    id: "model-1",
    component: "drive",
    model: "MZ-QL21T9",
    vendor: "Samsung",
    alias: null,
    firmware_aliases: {},
    price: 249.5,
    currency: "EUR",
    power_limit_watts: 14,
    rated_endurance_bytes: 3504e12,
    drive_writes_per_day: 1,
    warranty_years: 5,
    nand: "TLC",
    claims: [{ metric: "4K random read", value: 850_000, unit: "IOPS", conditions: "QD 128", source: "data sheet" }],
    note: "",
    created_at: AT,
    ...changes,
  };
}
