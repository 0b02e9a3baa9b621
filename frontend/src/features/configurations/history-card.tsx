/** The history of one test on a configuration: its chart, and remarks on what is not in it. */
import { Suspense } from "react";
import type { HistoryFigures } from "@/api/comparison";
import { FigureSkeleton } from "@/charts/figure-skeleton";
import { history } from "@/charts/history/definition";
import { AnchorLink } from "@/components/link";
import { METRICS } from "@/lib/metrics";
import { configuration as words } from "@/messages/configurations";
import { Segmented } from "@/parts/segmented";
import { CONFIGURATION_METRICS, type ConfigurationMetric } from "./choice";
import classes from "./configurations.module.css";
import { HistoryFigure } from "./figures";
import type { HistoryLine, HistoryView } from "./history-view";

export interface HistoryCardProps {
  number: string;
  metric: ConfigurationMetric;
  setMetric: (metric: ConfigurationMetric) => void;
  figures: HistoryFigures;
  line: HistoryLine;
  view: HistoryView;
}

export function HistoryCard({ number, metric, setMetric, figures, line, view }: HistoryCardProps) {
  const { points, marks, bands } = view;
  const title = words.history(line.workload);
  const data = { metric, workload: line.workload, points, marks, bands };
  return (
    <div>
      <Suspense fallback={<FigureSkeleton definition={history} data={data} title={title} />}>
        <HistoryFigure
          fileName={number}
          title={title}
          subtitle={words.historyNote(METRICS[metric].label)}
          data={data}
          control={<MetricChoice metric={metric} setMetric={setMetric} />}
        />
      </Suspense>
      <Remarks number={number} figures={figures} />
    </div>
  );
}

export function MetricChoice({ metric, setMetric }: Pick<HistoryCardProps, "metric" | "setMetric">) {
  return (
    <Segmented
      label={words.metric}
      options={CONFIGURATION_METRICS.map((value) => ({ value, label: words.metrics[value] }))}
      value={metric}
      change={setMetric}
    />
  );
}

function Remarks({ number, figures }: { number: string; figures: HistoryFigures }) {
  const { history: runs, left_out: leftOut, other_scale: otherScale, scale } = figures;
  const remarks = [
    ...(runs.complete ? [] : [words.incomplete]),
    ...(leftOut.length > 0 ? [words.leftOut(leftOut.join(", "))] : []),
    ...(otherScale.length > 0 ? [words.otherScale(otherScale.join(", "), scale === "smoke")] : []),
  ];
  return (
    <p className={classes.quiet}>
      {remarks.map((remark) => `${remark} `)}
      <AnchorLink to="/configurations/$ref/history" params={{ ref: number }}>
        {words.allChanges}
      </AnchorLink>
    </p>
  );
}
