/** The phases of a run as a bar: done, now and to come, each as wide as its time. */
import { IconCheck } from "@tabler/icons-react";
import { parts as words } from "@/messages/parts";
import classes from "./phase-bar.module.css";
import { type BarPhase, doneShare, type Segment, segmentsOf } from "./phase-segments";

export interface PhaseBarProps {
  phases: readonly BarPhase[];
  /** Label with the present phase and its place: "Phase 2 of 9: Precondition". */
  label: string;
  /** 26 px high with names, else 8 px without. */
  isNamed?: boolean;
}

export function PhaseBar({ phases, label, isNamed = false }: PhaseBarProps) {
  return (
    <div
      className={classes.bar}
      data-named={isNamed || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * doneShare(phases))}
    >
      {segmentsOf(phases).map((segment, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: phases may share a name, and keep their order.
          key={index}
          className={classes.segment}
          data-state={segment.state}
          style={{ flexGrow: segment.seconds }}
          title={titleOf(segment)}
        >
          {segment.state === "now" && <span className={classes.fill} style={{ width: percent(segment.share) }} />}
          {isNamed && <Name segment={segment} />}
        </span>
      ))}
    </div>
  );
}

const percent = (share = 0): string => `${100 * Math.min(Math.max(share, 0), 1)}%`;

function titleOf({ name, count, state }: Segment): string {
  const stateWord = { done: words.phaseDone, now: words.phaseNow, to_come: words.phaseToCome }[state];
  return `${count === 1 ? name : words.phaseCount(count)}, ${stateWord}`;
}

function Name({ segment: { name, shortName = name, count, state, share = 0 } }: { segment: Segment }) {
  if (state === "done") return <IconCheck size={12} stroke={2.6} className={classes.check} aria-hidden="true" />;
  const text = count === 1 ? shortName : words.phaseCount(count);
  const filled = state === "now" ? percent(share) : "0%";
  return (
    <>
      <span className={classes.under} style={{ clipPath: `inset(0 0 0 ${filled})` }}>
        <span className={classes.name} dir="auto">
          {text}
        </span>
      </span>
      {state === "now" && (
        <span className={classes.over} style={{ clipPath: `inset(0 calc(100% - ${filled}) 0 0)` }}>
          <span className={classes.name} dir="auto">
            {text}
          </span>
        </span>
      )}
    </>
  );
}
