/** The way of a phase to the steady state: its rounds, range and slope by their limits. */
import { digitsApart, formatPercent } from "@/lib/units";
import { parts as words } from "@/messages/parts";
import { gaugePlace, type Rounds, roundBars } from "./steady";
import classes from "./steady-meter.module.css";

export interface GaugeReading {
  /** In percent; null while the window is too short. */
  value: number | null;
  limit: number;
}

export interface SteadyMeterProps {
  rounds: Rounds;
  /** Number of rounds in the window. */
  window: number;
  range: GaugeReading;
  slope: GaugeReading;
}

export function SteadyMeter({ rounds, window, range, slope }: SteadyMeterProps) {
  const { steady } = words;
  return (
    <div className={classes.meter}>
      <RoundBars rounds={rounds} window={window} />
      <Gauge title={steady.range} means={steady.rangeMeans} reading={range} />
      <Gauge title={steady.slope} means={steady.slopeMeans} reading={slope} />
    </div>
  );
}

function RoundBars({ rounds, window }: { rounds: Rounds; window: number }) {
  const bars = roundBars(rounds);
  const done = rounds.values.length;
  const marks = [bars[0]?.round ?? 1, done, bars.at(-1)?.round ?? 1];
  const shown = marks.filter((round, index) => round > 0 && marks.indexOf(round) === index);
  return (
    <div role="img" aria-label={words.steady.rounds(done, rounds.filled, window)}>
      <div className={classes.rounds}>
        {bars.map(({ round, kind, height }) => (
          <span
            key={round}
            className={classes.round}
            data-kind={kind}
            style={{ height: `${height}%` }}
            title={words.steady.round(round)}
          />
        ))}
      </div>
      <div className={classes.scale}>
        {shown.map((round, index) => (
          <span key={round}>{index === 0 ? words.steady.round(round) : round}</span>
        ))}
      </div>
    </div>
  );
}

/** A value against its limit, which lies at two thirds of the bar. */
function Gauge({ title, means, reading: { value, limit } }: { title: string; means: string; reading: GaugeReading }) {
  const { steady } = words;
  const formatted = value === null ? null : formatPercent(value, { digits: digitsApart(value, limit) });
  const limitText = formatPercent(limit);
  return (
    <div>
      <div className={classes.reading}>
        <span>{title}</span>
        <span>{formatted ?? steady.notKnown}</span>
        <span className={classes.limit}>{steady.limit(limitText)}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser cannot show where its limit is. */}
      <div
        className={classes.gauge}
        role="meter"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={limit * 1.5}
        aria-valuenow={Math.min(Math.max(value ?? 0, 0), limit * 1.5)}
        aria-valuetext={steady.gauge(formatted ?? steady.notKnown, limitText)}
      >
        {value !== null && (
          <span
            className={classes.knob}
            data-beyond={value > limit || undefined}
            style={{ left: `clamp(7px, ${gaugePlace(value, limit)}%, calc(100% - 7px))` }}
          />
        )}
      </div>
      <div className={classes.means}>{means}</div>
    </div>
  );
}
