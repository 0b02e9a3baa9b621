/** Panels of measurements: queue depths and other sweeps, bars, rate against latency, load curves, and the values as a table. */
import { useMemo } from "react";
import { axisSweep } from "@/charts/axis-sweep/definition";
import { bars } from "@/charts/bars/definition";
import { figureHeight } from "@/charts/heights";
import { loadCurve } from "@/charts/load-curve/definition";
import { depthMetrics } from "@/charts/queue-depth/curves";
import { queueDepth } from "@/charts/queue-depth/definition";
import { rateLatency } from "@/charts/rate-latency/definition";
import { Readings } from "@/charts/readings";
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { heightOf } from "./grid";
import { barsOf, depthsOf, loadsOf, sweepOf, valuesTable } from "./measured";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFrame } from "./panel-frame";
import { panelTitle } from "./panel-words";
import classes from "./workbench.module.css";

const words = workbench.panels;

export function MeasuredPanel(props: PanelProps) {
  switch (props.panel.chart) {
    case "queue_depth":
      return <DepthPanel {...props} />;
    case "scatter":
      return <ScatterPanel {...props} />;
    case "load_curve":
      return <LoadPanel {...props} />;
    case "sweep":
      return <SweepPanel {...props} />;
    case "table":
      return <TablePanel {...props} />;
    default:
      return <BarsPanel {...props} />;
  }
}

const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(", ");

function DepthPanel(props: PanelProps) {
  const { panel, context } = props;
  const drawn = useMemo(() => depthsOf(panel, context), [panel, context]);
  if ("reason" in drawn) return <NothingToDraw {...props} reason={drawn.reason} />;
  return (
    <PanelFigure
      {...props}
      definition={queueDepth}
      data={drawn.data}
      title={panelTitle(panel)}
      subtitle={joined(drawn.workload, panel.options.log && words.log)}
      remark={drawn.remark}
    />
  );
}

function ScatterPanel(props: PanelProps) {
  const { panel, context } = props;
  const drawn = useMemo(() => depthsOf(panel, context), [panel, context]);
  if ("reason" in drawn) return <NothingToDraw {...props} reason={drawn.reason} />;
  const { rate, latency } = depthMetrics(drawn.data);
  return (
    <PanelFigure
      {...props}
      definition={rateLatency}
      data={drawn.data}
      title={words.rateAgainst(rate.label, latency.label)}
      subtitle={joined(drawn.workload, words.allDepths)}
      remark={drawn.remark}
    />
  );
}

function BarsPanel(props: PanelProps) {
  const { panel, context } = props;
  const room = heightOf(panel) - figureHeight(0);
  const drawn = useMemo(() => barsOf(panel, context, room), [panel, context, room]);
  if ("reason" in drawn) return <NothingToDraw {...props} reason={drawn.reason} />;
  const repeats = Math.max(1, ...context.shown.map(({ n }) => n));
  return (
    <PanelFigure
      {...props}
      definition={bars}
      data={drawn.data}
      title={panelTitle(panel)}
      subtitle={joined(METRICS[panel.metric].label, repeats > 2 ? words.medians(repeats) : null)}
      remark={drawn.remark}
    />
  );
}

function SweepPanel(props: PanelProps) {
  const { panel, context } = props;
  const drawn = useMemo(() => sweepOf(panel, context), [panel, context]);
  const title = panelTitle({ ...panel, axis: drawn.axis ?? panel.axis });
  if ("reason" in drawn) return <NothingToDraw {...props} title={title} reason={drawn.reason} />;
  return (
    <PanelFigure
      {...props}
      definition={axisSweep}
      data={drawn.data}
      title={title}
      subtitle={joined(drawn.workload, panel.options.log && words.log)}
      remark={drawn.remark}
    />
  );
}

function LoadPanel(props: PanelProps) {
  const { panel, context } = props;
  const drawn = useMemo(() => loadsOf(context), [context]);
  if ("reason" in drawn) return <NothingToDraw {...props} reason={drawn.reason} />;
  return (
    <PanelFigure
      {...props}
      definition={loadCurve}
      data={drawn.data}
      title={panelTitle(panel)}
      subtitle={words.loads}
      remark={drawn.remark}
    />
  );
}

function TablePanel(props: PanelProps) {
  const { panel, acts, context } = props;
  const drawn = useMemo(() => valuesTable(panel, context), [panel, context]);
  if ("reason" in drawn) return <NothingToDraw {...props} reason={drawn.reason} />;
  return (
    <PanelFrame panel={panel} acts={acts} subtitle={METRICS[panel.metric].label}>
      <div className={classes.table}>
        <Readings table={drawn.data} />
      </div>
    </PanelFrame>
  );
}
