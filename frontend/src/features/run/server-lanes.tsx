/** The last minutes of a server while it measures, or the whole run once it is over. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { telemetryQuery } from "@/api/runs";
import type { Run, Series } from "@/api/types";
import { shortPercent, shortTemperature } from "@/lib/short-values";
import { formatNumber } from "@/lib/units";
import { live as words } from "@/messages/run-live";
import { Card } from "@/parts/card";
import { Curve, type CurveTone } from "@/parts/curve";
import classes from "./run-page.module.css";

const LAST_MS = 300_000;
const REREAD_MS = 10_000;

interface Lane {
  metric: "cpu" | "temperature" | "queue" | "utilisation";
  tone: CurveTone;
  format: (value: number) => string;
  /** Summary that represents a whole run. */
  over: "mean" | "highest";
}

const LANES: readonly Lane[] = [
  { metric: "cpu", tone: 5, format: shortPercent, over: "mean" },
  { metric: "temperature", tone: 2, format: shortTemperature, over: "highest" },
  { metric: "queue", tone: 3, format: (value) => formatNumber(value, { trim: true }), over: "mean" },
  { metric: "utilisation", tone: 6, format: shortPercent, over: "mean" },
];

export function ServerLanes({ run, isOver }: { run: Pick<Run, "id" | "attempts">; isOver: boolean }) {
  const api = useApi();
  const telemetry = run.attempts.findLast((attempt) => attempt.telemetry !== null)?.telemetry ?? null;
  const { data } = useQuery({
    ...telemetryQuery(api, run.id),
    enabled: telemetry?.available === true,
    refetchInterval: isOver ? false : REREAD_MS,
  });
  return (
    <Card
      title={words.server}
      aside={<span className={classes.quiet}>{isOver ? words.wholeRun : words.lastMinutes}</span>}
    >
      <div className={classes.lanes}>
        {telemetry?.available === false ? (
          <div className={classes.laneNote}>{words.noLanes}</div>
        ) : (
          <Lanes series={data} isOver={isOver} />
        )}
      </div>
    </Card>
  );
}

function Lanes({ series, isOver }: { series: readonly Series[] | undefined; isOver: boolean }) {
  // A drive without a sensor has no lane, once that is known.
  const hasValues = (metric: Lane["metric"]) =>
    series === undefined || series.some((one) => one.metric === metric && one.mean.some((value) => value !== null));
  const isEarly = series?.every(({ points }) => points === 0) ?? true;
  return LANES.filter(({ metric }) => isEarly || hasValues(metric)).map(({ metric, tone, format, over }) => {
    const laneSeries = series?.find((one) => one.metric === metric);
    const values = isOver ? (laneSeries?.mean ?? []) : lastMinutes(laneSeries);
    const shown = isOver ? overall(values, over) : (values.findLast((value) => value !== null) ?? null);
    return (
      <div key={metric} className={classes.lane}>
        <div className={classes.laneHead}>
          <span>{isOver ? words.lanesOver[metric] : words.lanes[metric]}</span>
          <b>{shown === null ? "–" : format(shown)}</b>
        </div>
        <Curve values={values} height={30} tone={tone} fromZero={metric === "cpu" || metric === "utilisation"} />
      </div>
    );
  });
}

export function lastMinutes(series: Series | undefined): (number | null)[] {
  if (!series) return [];
  const ends = series.mean.map(
    (_, place) => series.intervals?.end_ms[place] ?? series.t0_ms + (place + 1) * series.step_ms,
  );
  const from = (ends.at(-1) ?? 0) - LAST_MS;
  return series.mean.filter((_, place) => (ends[place] ?? 0) > from);
}

export function overall(values: readonly (number | null)[], kind: Lane["over"]): number | null {
  const defined = values.filter((value) => value !== null);
  if (defined.length === 0) return null;
  return kind === "highest" ? Math.max(...defined) : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
