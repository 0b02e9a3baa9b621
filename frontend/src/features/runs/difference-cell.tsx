/** Difference of a run from the baseline, or the reason why it is unknown. */
import type { RunColumn, RunRow } from "@/api/run-table";
import type { MetricName } from "@/lib/metrics";
import { NO_BREAK_SPACE, NO_VALUE } from "@/lib/short-values";
import { formatCount } from "@/lib/units";
import { runList as words } from "@/messages/run-list";
import { Delta } from "@/parts/delta";
import { valueAt } from "./run-cells";
import classes from "./runs.module.css";

export interface DifferenceCellProps {
  column: RunColumn;
  run: RunRow;
  place: number;
}

export function DifferenceCell({ column, run, place }: DifferenceCellProps) {
  const { value, isAmbiguous } = valueAt(run, place);
  const reason = run.not_comparable?.[place];
  if (run.number === column.baseline) return <Note text={words.baseline} exact={words.baseline} />;
  if (reason !== undefined) return <Note text={words.notComparable} hint={reason} />;
  if (isAmbiguous) return <Note text={words.several} hint={words.severalHint} />;
  if (typeof value !== "number") return <Note text={NO_VALUE} hint={words.unknownHint} />;
  const exact = `${formatCount(value)}${NO_BREAK_SPACE}%`;
  return (
    <span title={exact} data-exact={exact}>
      <Delta percent={value} metric={metricOf(column)} />
    </span>
  );
}

interface NoteProps {
  text: string;
  hint?: string;
  exact?: string;
}

function Note({ text, hint, exact = "" }: NoteProps) {
  return (
    <span className={classes.dim} title={hint} data-exact={exact}>
      {text}
      {hint && <span className="visually-hidden">: {hint}</span>}
    </span>
  );
}

/** Return the metric of a column, which determines its better direction. */
function metricOf({ field }: RunColumn): MetricName {
  if (field === "iops") return "iops";
  return field === "throughput" ? "throughput_bytes_per_s" : "latency_mean_ns";
}
