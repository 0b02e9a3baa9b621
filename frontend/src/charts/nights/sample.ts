/** Eight nights of two configurations, one of which is worse from the sixth night on. */
import { DAY_MS } from "@/lib/calendar";
import { latest } from "../latest-usual/definition";
import { nightMap } from "../night-map/definition";
import { nightVerdicts, OUTCOMES, type VerdictsData } from "../night-verdicts/definition";
import { nightly } from "../nightly/definition";
import { sampleOf } from "../sample";
import type { NightLine, NightsData } from "./lines";

const FIRST = Date.UTC(2026, 10, 1, 22);

/** A line of runs, one each night. */
export function aNightLine(name: string, order: number, values: readonly (number | null)[]): NightLine {
  return {
    name,
    order,
    runs: values.map((value, night) => ({
      run: `r-${order * 100 + night + 1}`,
      at: new Date(FIRST + night * DAY_MS).toISOString(),
      value,
      verdict: night === 2 ? "not_steady" : "steady",
    })),
  };
}

export const NIGHTS_SAMPLE: NightsData = {
  metric: "iops",
  workload: "4K random write",
  lines: [
    aNightLine("RAID 10", 0, [230e3, 231e3, 229e3, 230.5e3, 230e3, 231.5e3, 230e3, 229.5e3]),
    aNightLine("RAID 5", 1, [140e3, 141e3, 139.5e3, 140e3, 140.5e3, 124e3, 125e3, 124.5e3]),
  ],
};

export const VERDICTS_SAMPLE: VerdictsData = {
  runs: NIGHTS_SAMPLE.lines.flatMap(({ runs }, line) =>
    runs.map(({ run, at }, night) => ({
      run,
      at,
      outcome: OUTCOMES[(night * line) % OUTCOMES.length] ?? "steady",
    })),
  ),
};

export const samples = [
  sampleOf(nightly, () => NIGHTS_SAMPLE),
  sampleOf(latest, () => NIGHTS_SAMPLE),
  sampleOf(nightMap, () => NIGHTS_SAMPLE),
  sampleOf(nightVerdicts, () => VERDICTS_SAMPLE),
];
