/** The plan of a run: its steps to scale with their start times, preparation apart from measuring. */
import { clockOf, shortSpan } from "@/lib/short-times";
import { parts as words } from "@/messages/parts";
import { type PlacedStep, type PlanStep, placeSteps } from "./plan-layout";
import classes from "./plan-timeline.module.css";

export interface PlanTimelineProps {
  /** Names the list for those who hear it. */
  label: string;
  steps: readonly PlanStep[];
  /** When the run starts, in ms. */
  start: number;
}

export function PlanTimeline({ label, steps, start }: PlanTimelineProps) {
  const plan = placeSteps(steps, start);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys too.
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <ol className={classes.plan}>
        {plan.steps.map((placed, index) => (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may share a name, and keep their order.
            key={index}
            placed={placed}
            end={index === plan.steps.length - 1 ? plan.end : null}
          />
        ))}
      </ol>
    </section>
  );
}

/** The two grounds of a plan in words, for the head of its card. */
export function PlanLegend() {
  return (
    <span className={classes.legend}>
      <span>{words.plan.prepare}</span>
      <span data-kind="measure">{words.plan.measure}</span>
    </span>
  );
}

const clock = (at: number) => clockOf(new Date(at));

function Step({ placed: { step, start }, end }: { placed: PlacedStep; end: number | null }) {
  const { name, detail, seconds, kind, points = [] } = step;
  return (
    <li className={end === null ? classes.step : `${classes.step} ${classes.last}`} style={{ flexGrow: seconds }}>
      <span className="visually-hidden">{words.plan.step(name, shortSpan(seconds), clock(start))}</span>
      <div className={classes.block} data-kind={kind} aria-hidden="true" title={`${name} · ${shortSpan(seconds)}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.detail}>{detail}</span>
        {kind === "settle" && (
          <svg className={classes.curve} viewBox="0 0 300 26" preserveAspectRatio="none" aria-hidden="true">
            <path d="M0 3h30c30 0 30 17 80 18h190" />
          </svg>
        )}
        {points.length > 0 && (
          <span className={classes.points}>
            {points.map((point) => (
              <span key={point}>{point}</span>
            ))}
          </span>
        )}
      </div>
      <span className={classes.time}>
        <span aria-hidden="true">{clock(start)}</span>
        {end !== null && (
          <>
            <span aria-hidden="true">{clock(end)}</span>
            <span className="visually-hidden">{words.plan.ends(clock(end))}</span>
          </>
        )}
      </span>
    </li>
  );
}
