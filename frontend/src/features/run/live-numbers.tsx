/** Four numbers of a run to read from across the room, with their last minute. */
import type { LivePoint, Phase, Series } from "@/api/types";
import { shortValue } from "@/lib/short-values";
import { live as words } from "@/messages/run-live";
import { Curve } from "@/parts/curve";
import { Delta } from "@/parts/delta";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { changePercent } from "./compared-run";
import { meanBetween } from "./course-data";
import { LIVE_METRICS, type LiveMetric, liveTail } from "./live-tail";
import { blockText } from "./main-result";

export interface LiveNumbersProps {
  series: readonly Series[] | undefined;
  streamed: readonly LivePoint[];
  phase: Phase | undefined;
  /** The same metrics of the last run of this configuration. */
  other: { number: string; series: readonly Series[] } | null;
}

const LABELS: Record<LiveMetric, string> = {
  iops: words.iops,
  throughput_bytes_per_s: words.throughput,
  latency_mean_ns: words.mean,
  latency_p99_ns: words.p99,
};
const TONES = { iops: "accent", throughput_bytes_per_s: "accent", latency_mean_ns: 2, latency_p99_ns: 2 } as const;
const MINUTE = 60_000;

export function LiveNumbers({ series, streamed, phase, other }: LiveNumbersProps) {
  return (
    <section aria-label={words.numbers}>
      <NumberTiles>
        {LIVE_METRICS.map((metric) => {
          const tail = liveTail(
            metric,
            series?.find((one) => one.metric === metric),
            streamed,
          );
          return (
            <NumberTile
              key={metric}
              label={LABELS[metric]}
              value={bareIops(metric, tail.value)}
              size={44}
              note={noteOf(metric, tail.at_ms, tail.values, phase, other)}
              curve={tail.values.length > 1 && <Curve values={tail.values} height={30} tone={TONES[metric]} isLive />}
            />
          );
        })}
      </NumberTiles>
    </section>
  );
}

/** Format IOPS without a unit, because the label contains it: 1.73 and M. */
function bareIops(metric: LiveMetric, value: number | null) {
  const short = shortValue(metric, value);
  if (metric !== "iops" || value === null) return short;
  const [, number = short.number, unit = ""] = /^(.*?)([kMG]?)$/.exec(short.number) ?? [];
  return { number, unit };
}

function noteOf(
  metric: LiveMetric,
  at: number | null,
  values: readonly (number | null)[],
  phase: Phase | undefined,
  other: LiveNumbersProps["other"],
) {
  const before = other?.series.find((one) => one.metric === metric);
  const defined = values.filter((value) => value !== null);
  if (at !== null && other && before && defined.length > 0 && (metric === "iops" || metric === "latency_p99_ns")) {
    const own = defined.reduce((sum, value) => sum + value, 0) / defined.length;
    const percent = changePercent(own, meanBetween(before, at - MINUTE, at));
    if (percent !== null) return <Delta percent={percent} metric={metric} other={words.versus(other.number)} />;
  }
  const size = phase && blockText(phase);
  if (metric === "throughput_bytes_per_s" && size) return words.blocks(size);
  const outstanding = phase?.workload.outstanding_ios;
  if (metric === "latency_mean_ns" && typeof outstanding === "number") return words.outstanding(outstanding);
  return null;
}
