/** A change against another value: arrow, sign, percent, and a colour that repeats better or worse. */
import { IconArrowNarrowDown, IconArrowNarrowUp } from "@tabler/icons-react";
import type { MetricName } from "@/lib/metrics";
import { parts as words } from "@/messages/parts";
import { changeLook } from "./change";
import classes from "./delta.module.css";

export interface DeltaProps {
  /** 0 to 100 and beyond; negative for a fall. */
  percent: number;
  /** Metric that decides which direction is better; null if neither is. */
  metric: MetricName | null;
  /** Other side of the comparison, shown once per group, as "vs r-480" or the value compared with. */
  other?: string;
}

export function Delta({ percent, metric, other }: DeltaProps) {
  const { text, arrow, tone } = changeLook(percent, metric);
  const Arrow = arrow === "up" ? IconArrowNarrowUp : IconArrowNarrowDown;
  return (
    <span className={classes.delta}>
      <span className={classes.change} data-tone={tone}>
        {arrow && <Arrow size={13} stroke={2.2} aria-hidden="true" />}
        {text}
        {tone !== "flat" && <span className="visually-hidden">, {tone === "good" ? words.better : words.worse}</span>}
      </span>
      {other !== undefined && <span className={classes.other}>{other}</span>}
    </span>
  );
}
