/** Distance of a run to steady state, or its way there. */
import type { Job, Run, SteadyProgress, Verdict } from "@/api/types";
import { METRICS } from "@/lib/metrics";
import { live as words } from "@/messages/run-live";
import { Badge, VerdictBadge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { SteadyMeter, type SteadyMeterProps } from "@/parts/steady-meter";
import classes from "./run-page.module.css";

type Tracked = SteadyProgress["tracked"][number];

/** Return how many variables of a plan are judged; 0 where nothing is repeated until it is steady. */
export function judgedAtOnce({ loops, phases }: Pick<Job["plan"], "loops" | "phases">): number {
  const ofLoops = (loops ?? []).map(({ tracked }) => tracked.length);
  return Math.max(0, ...ofLoops, phases.some(({ stop }) => stop.kind === "steady") ? 1 : 0);
}

/** Return range or slope of a variable as a multiple of its limit; the larger one decides. */
function distance({ range_percent, slope_percent, range_limit_percent, slope_limit_percent }: Tracked): number {
  const share = (value: number | null, limit: number) =>
    value === null ? Number.POSITIVE_INFINITY : Math.abs(value) / Math.max(limit, 1e-9);
  return Math.max(share(range_percent, range_limit_percent), share(slope_percent, slope_limit_percent));
}

export function farthest(tracked: readonly Tracked[]): Tracked | undefined {
  return tracked.toSorted((a, b) => distance(b) - distance(a))[0];
}

/** Return the meter of a run that goes on. Rounds before the window whose values are not sent have none. */
export function meterOf(progress: SteadyProgress, tracked: Tracked): SteadyMeterProps {
  const missing = Math.max(0, progress.round - tracked.values.length);
  return {
    rounds: {
      values: [...Array<null>(missing).fill(null), ...tracked.values],
      filled: progress.filled,
      max: progress.max_rounds,
    },
    window: progress.window,
    range: { value: tracked.range_percent, limit: tracked.range_limit_percent },
    slope: { value: tracked.slope_percent, limit: tracked.slope_limit_percent },
  };
}

/** Its place is there from the start of a run that is judged, so that the page does not jump between two phases. */
export function LiveSteadyCard({ progress, isWaiting }: { progress: SteadyProgress | null; isWaiting: boolean }) {
  const tracked = progress && farthest(progress.tracked);
  if (!progress || !tracked) {
    return (
      <Card title={words.steadyTitle}>
        <div className={`${classes.steady} ${classes.steadyRoom}`}>
          {isWaiting ? words.steadyToCome : words.steadyNone}
        </div>
      </Card>
    );
  }
  const others = progress.tracked.filter((other) => other !== tracked).map(nameOf);
  const left = progress.window - progress.filled;
  const aside =
    tracked.steady && progress.tracked.every(({ steady }) => steady) ? (
      <VerdictBadge verdict="steady" />
    ) : (
      left > 0 && <Badge tone="run">{words.steadyIn(left)}</Badge>
    );
  return (
    <Card
      title={words.steadyTitle}
      note={`${nameOf(tracked)}: ${words.steadyFilled(progress.filled, progress.window)}`}
      aside={aside}
    >
      <div className={classes.steady}>
        <SteadyMeter {...meterOf(progress, tracked)} />
        {others.length > 0 && <div className={classes.quiet}>{words.steadyOthers(others.join(", "))}</div>}
      </div>
    </Card>
  );
}

const nameOf = ({ name, metric }: Tracked) => words.steadyOf(name, METRICS[metric].label);

export function verdictMeter(verdict: Verdict): SteadyMeterProps | null {
  const { range_limit_percent, slope_limit_percent, rounds, window } = verdict;
  if (range_limit_percent === null || slope_limit_percent === null || rounds.length === 0) return null;
  const [first = 0, last = -1] = window ?? [];
  const filled = window ? rounds.length - first + 1 : 0;
  return {
    rounds: { values: rounds, filled: Math.max(0, filled), max: rounds.length },
    window: window ? last - first + 1 : filled,
    range: { value: verdict.range_percent, limit: range_limit_percent },
    slope: {
      value: verdict.slope_percent === null ? null : Math.abs(verdict.slope_percent),
      limit: slope_limit_percent,
    },
  };
}

export function EndedSteadyCard({ run: { verdict } }: { run: Pick<Run, "verdict"> }) {
  const meter = verdict && verdictMeter(verdict);
  if (!verdict || !meter) return null;
  return (
    <Card
      title={words.steadyTitle}
      note={words.steadyDone(verdict.rounds.length)}
      aside={<VerdictBadge verdict={verdict.status} />}
    >
      <div className={classes.steady}>
        <SteadyMeter {...meter} />
      </div>
    </Card>
  );
}
