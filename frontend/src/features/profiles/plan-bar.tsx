/** Steps of a plan to scale, 26 px high, below their curve. */

import { shortSpan } from "@/lib/short-times";
import { plan as words } from "@/messages/profiles";
import type { PlacedStep } from "./placed-steps";
import classes from "./profiles.module.css";

const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;

export function PlanBar({ label, steps }: { label: string; steps: readonly PlacedStep[] }) {
  return (
    <ol className={classes.bar} aria-label={label}>
      {steps.map(({ step, from, to }, index) => {
        const { name, kind, seconds, points = [] } = step;
        const span = words.step(name, shortSpan(seconds));
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may share a name, and keep their order.
            key={index}
            style={{ left: percent(from), width: `calc(${percent(to - from)} - 2px)` }}
            data-kind={kind}
            data-points={points.length > 0 || undefined}
            title={span}
          >
            <span className="visually-hidden">{span}</span>
            <span className={classes.barName} aria-hidden="true" dir="auto">
              {points.length > 0 ? points.map((point) => <i key={point}>{point}</i>) : name}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
