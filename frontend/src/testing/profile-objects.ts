/** Profiles in full for tests. */
import type { CheckedProfile, PhasePlan, ProfileDetail, ProfileUse } from "@/api/types";
import { aProfile } from "./objects";

export function aPhasePlan(changes: Partial<PhasePlan> = {}): PhasePlan {
  return {
    ordinal: 1,
    name: "Fill",
    kind: "fill",
    group: null,
    workload: {
      block_sizes: [{ bytes: 131_072, percent: 100 }],
      read_percent: 0,
      random_percent: 0,
      threads: 1,
      queue_depth: 32,
      outstanding_ios: 32,
      range: { offset_bytes: 0, size_bytes: null },
      offered_iops: null,
      description: "128K sequential write, 1T/32Q",
      streams: 1,
      arrival: "even",
      compress_percent: 0,
      per_device: false,
    },
    stop: { kind: "volume", seconds: 86_400, judged: false, passes: 1 },
    ramp_seconds: 0,
    estimated_seconds: 2,
    max_seconds: 86_400,
    writes: true,
    ...changes,
  };
}

export function aProfileDetail(changes: Partial<ProfileDetail> = {}): ProfileDetail {
  return {
    ...aProfile({ name: "my-reads", title: "My reads", origin: "custom", owner: "ada", created_by: "ada" }),
    phases: [
      aPhasePlan(),
      aPhasePlan({
        ordinal: 2,
        name: "4K read 1Q",
        kind: "measure",
        group: "Grid",
        stop: { kind: "time", seconds: 60, judged: false },
      }),
      aPhasePlan({
        ordinal: 3,
        name: "4K read 2Q",
        kind: "measure",
        group: "Grid",
        stop: { kind: "time", seconds: 60, judged: false },
      }),
    ],
    text: "# mine\nname: my-reads\nversion: 1\ntitle: My reads\n",
    document: {},
    versions: [],
    ...changes,
  };
}

export function aCheck(changes: Partial<CheckedProfile> = {}): CheckedProfile {
  return {
    problems: [],
    profile: aProfileDetail(),
    text: "",
    document: {},
    engine: "fio",
    target_bytes: 268_435_456,
    job_files: [
      { ordinal: 1, name: "Fill", text: "[job001]\nrw=write\n" },
      { ordinal: 2, name: "4K read 1Q", text: "[job001]\nrw=randread\n" },
    ],
    ...changes,
  };
}

export function aProfileUse(changes: Partial<ProfileUse> = {}): ProfileUse {
  return {
    run_count: 0,
    versions: [],
    configurations: [],
    campaigns: [],
    campaign_count: 0,
    permalinks: [],
    permalink_count: 0,
    waiting: [],
    waiting_count: 0,
    ...changes,
  };
}
