/** The numbers of a result as tiles, each with its change against another run. */
import type { Headline, Run } from "@/api/types";
import { findMetric, type MetricName } from "@/lib/metrics";
import { type ShortValue, shortValue } from "@/lib/short-values";
import { formatNumber } from "@/lib/units";
import { runPage as words } from "@/messages/run-page";
import { changePercent } from "./compared-run";
import { type MainResult, workloadName } from "./main-result";

export interface ResultTile {
  key: string;
  label: string;
  value: ShortValue;
  metric: MetricName | null;
  /** Percent against the other run, and that run's value. */
  change: { percent: number; other: string } | null;
}

const METRICS_SHOWN: readonly [MetricName, string | null][] = [
  ["iops", null],
  ["latency_mean_ns", words.mean],
  ["latency_p99_ns", words.p99],
  ["latency_p9999_ns", words.p9999],
  ["throughput_bytes_per_s", words.throughput],
];
const MAX_TILES = 5;
/** The headline number that only a run judged steady has. */
const STEADY_LABEL = "IOPS at steady state";

/** Signs before a number, by the source's qualification of its figures. */
const SIGNS: Record<string, string> = { approximate: "≈", lower_bound: "≥", upper_bound: "≤", bound: "≤" };

/** Return at most five tiles: those of the main result, and headline numbers where it has few. */
export function resultTiles(
  run: Pick<Run, "headline" | "verdict">,
  main: MainResult | null,
  other: MainResult | null,
): ResultTile[] {
  const own = main ? ofMain(main, other) : [];
  const room = MAX_TILES - own.length;
  const taken = new Set(own.map(({ value }) => value.number));
  const others = own.length >= 4 ? [] : run.headline.map(ofHeadline).filter(({ value }) => !taken.has(value.number));
  return [...own, ...others.slice(0, room)];
}

function ofMain({ phase, measurement }: MainResult, other: MainResult | null): ResultTile[] {
  const depth = measurement.outstanding_ios;
  const first = [workloadName(phase) ?? phase.name, ...(depth === null ? [] : [words.outstanding(depth)])].join(", ");
  const sign = SIGNS[measurement.value_kind];
  const available = METRICS_SHOWN.filter(([metric]) => measurement[metric as keyof typeof measurement] !== null);
  return available.map(([metric, label], place): ResultTile => {
    const value = measurement[metric as keyof typeof measurement] as number;
    const before = (other?.measurement[metric as keyof typeof measurement] ?? null) as number | null;
    const percent = changePercent(value, before);
    const short = shortValue(metric, value);
    return {
      key: metric,
      label: place === 0 ? first : (label ?? words.throughput),
      value: sign ? { ...short, number: `${sign}\u00a0${short.number}` } : short,
      metric,
      change: percent === null ? null : { percent, other: joined(shortValue(metric, before)) },
    };
  });
}

function ofHeadline({ metric, label, value, unit, workload }: Headline): ResultTile {
  const definition = findMetric(metric);
  const isApproximate = label.endsWith(", approximate");
  const name = isApproximate ? label.slice(0, -", approximate".length) : label;
  const isSteady = name === STEADY_LABEL;
  const short =
    definition && definition.unit === unit ? shortValue(definition.name, value) : { number: formatNumber(value), unit };
  return {
    key: label,
    label: workload === null ? name : `${workload} · ${isSteady ? name : (definition?.label ?? name)}`,
    value: isApproximate ? { ...short, number: `≈\u00a0${short.number}` } : short,
    metric: definition?.name ?? null,
    change: null,
  };
}

/** Join number and unit; IOPS have no unit beside a number with one. */
function joined({ number, unit }: ShortValue): string {
  return unit === "IOPS" || unit === "" ? number : `${number}\u00a0${unit}`;
}
