/** How near the running phase or loop is to steady state: its window, and range and slope against their limits. */
import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { Job, Plan, SteadyStanding } from "@/api/types";
import { Section } from "@/components/page";
import { ToneLabel } from "@/components/state-label";
import { METRICS } from "@/lib/metrics";
import { digitsApart, formatPercent } from "@/lib/units";
import { steadyMeter as words } from "@/messages/jobs";
import classes from "./steady-meter.module.css";

type Tracked = SteadyStanding["tracked"][number];

const FORMATS = {
  iops: METRICS.iops,
  throughput_bytes_per_s: METRICS.throughput_bytes_per_s,
  latency_mean_ns: METRICS.latency_mean_ns,
} as const;
/** A longer window is told in figures only. */
const MOST_BOXES = 30;

/** From the start of the run on its place is kept while nothing is judged, so that the page does not jump between two phases. */
export function SteadyMeter({ job }: { job: Job }) {
  if (job.progress === null) return null;
  const standing = job.progress.steady ?? null;
  const rows = Math.max(judgedAtOnce(job.plan), standing?.tracked.length ?? 0);
  if (rows === 0) return null;
  return (
    <Section title={words.title}>
      <div className={classes.meter} style={{ "--rows": rows, "--remarks": rows > 1 ? 1 : 0 } as CSSProperties}>
        {standing ? <Standing standing={standing} /> : <Nothing loops={job.plan.loops ?? []} />}
      </div>
    </Section>
  );
}

/** The most variables that one loop or phase of a plan is judged by; 0 where nothing is repeated until it is steady. */
export function judgedAtOnce({ loops, phases }: Pick<Plan, "loops" | "phases">): number {
  const ofLoops = (loops ?? []).map(({ tracked }) => tracked.length);
  return Math.max(0, ...ofLoops, phases.some(({ stop }) => stop.kind === "steady") ? 1 : 0);
}

/** What a plan will have judged, or had. */
function Nothing({ loops }: { loops: NonNullable<Plan["loops"]> }) {
  return (
    <>
      <Text c="dimmed">{words.nothing}</Text>
      {loops.map(({ name, window, max_rounds, range_limit_percent, slope_limit_percent }) => (
        <Text key={name} c="dimmed">
          {words.rule(name, window, max_rounds, formatPercent(range_limit_percent), formatPercent(slope_limit_percent))}
        </Text>
      ))}
    </>
  );
}

function Standing({ standing }: { standing: SteadyStanding }) {
  const { kind, name, round, max_rounds, filled, window, tracked } = standing;
  return (
    <>
      <div className={classes.head}>
        <span>{words.rounds(words.of[kind](name), round, max_rounds)}</span>
        <span className={classes.window}>
          <strong>{words.window(filled, window)}</strong>
          {window <= MOST_BOXES && <Boxes filled={filled} window={window} />}
        </span>
      </div>
      <ul className={classes.tracked}>
        {tracked.map((variable) => (
          <Variable key={`${variable.name} ${variable.metric}`} variable={variable} isFull={filled === window} />
        ))}
      </ul>
      {tracked.length > 1 && <Text c="dimmed">{words.together}</Text>}
    </>
  );
}

function Boxes({ filled, window }: { filled: number; window: number }) {
  return (
    <span className={classes.boxes} aria-hidden="true">
      {Array.from({ length: window }, (_, index) => index).map((index) => (
        <span key={index} data-filled={index < filled || undefined} />
      ))}
    </span>
  );
}

function Variable({ variable, isFull }: { variable: Tracked; isFull: boolean }) {
  const { name, metric, mean, range_percent, slope_percent, range_limit_percent, slope_limit_percent } = variable;
  const { label, format } = FORMATS[metric];
  const title = words.variable(name, label);
  return (
    <li className={classes.variable}>
      <div className={classes.name}>
        <strong>{title}</strong>
        <span>{mean === null ? words.noAverage : words.average(format(mean))}</span>
      </div>
      <Gauge title={words.range} of={title} value={range_percent} limit={range_limit_percent} />
      <Gauge title={words.slope} of={title} value={slope_percent} limit={slope_limit_percent} />
      {variable.steady ? (
        <ToneLabel tone="ok" Icon={IconCircleCheck} text={words.steady} />
      ) : (
        <ToneLabel tone="idle" Icon={IconCircleDashed} text={isFull ? words.notSteady : words.filling} />
      )}
    </li>
  );
}

/** A share against its limit, which stands in the middle of the bar. */
function Gauge({ title, of, value, limit }: { title: string; of: string; value: number | null; limit: number }) {
  const digits = value === null ? 3 : digitsApart(value, limit);
  const text = value === null ? words.unknown : words.share(formatPercent(value, { digits }), formatPercent(limit));
  const most = limit > 0 ? 2 * limit : 1;
  const shown = Math.min(value ?? 0, most);
  return (
    <div className={classes.gauge}>
      <div className={classes.share}>
        <span>{title}</span> <span>{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser cannot show where its limit is. */}
      <div
        className={classes.bar}
        role="meter"
        aria-label={words.gauge(title, of)}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={shown}
        aria-valuetext={text}
      >
        <span
          className={classes.fill}
          data-beyond={(value !== null && value > limit) || undefined}
          style={{ width: `${(100 * shown) / most}%` }}
        />
        <span className={classes.limit} />
      </div>
    </div>
  );
}
