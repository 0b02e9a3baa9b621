/** Rows of the list of configurations for tests. */
import type { ConfigurationRow } from "@/api/configuration-list";
import { AT } from "./objects";

export function aConfigurationRow(changes: Partial<ConfigurationRow> = {}): ConfigurationRow {
  return {
    id: `configuration ${changes.number ?? "c-1"}`,
    number: "c-1",
    name: "PERC 12, RAID 10",
    origin: "discovered",
    controller: "PERC 12 H965i",
    drives: "16 x P5520 3.84 TB",
    level: "RAID 10",
    strip: "64 KiB",
    write_policy: "write through",
    condition: "optimal",
    over_provisioning: null,
    firmware: "8.8.1.0",
    firmware_of: "controller",
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    is_in_place: false,
    is_measuring: false,
    run_count: 3,
    last_run_at: AT,
    result: someResult([4_600_000, 4_700_000, 4_680_000]),
    unknown_count: 1,
    ...changes,
  };
}

export function someResult(values: readonly number[]): NonNullable<ConfigurationRow["result"]> {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    run: "r-7",
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    low: sorted[0] ?? 0,
    high: sorted.at(-1) ?? 0,
    values: [...values],
  };
}
