/** Curves over time: laid over each other, or each entry in a panel of its own with the same axes. */
import { useQuery } from "@tanstack/react-query";
import { useContext, useMemo } from "react";
import { useApi } from "@/api/context";
import { notesOfRunsQuery } from "@/api/notes";
import { overlaidNotes } from "@/charts/compared/run-notes";
import { type CurveRuns, useCurves } from "@/charts/compared/use-curves";
import { overlay } from "@/charts/overlay/definition";
import { type OverlayData, overlayExtent } from "@/charts/overlay/option";
import {
  noCurves,
  type PlannedCurves,
  plannedCurves,
  timeSubtitle,
  withoutCurves,
} from "@/charts/overlay/planned-curves";
import { words } from "@/charts/overlay/words";
import { hasReadings } from "@/charts/preconditioning/readings";
import { smallMultiples } from "@/charts/small-multiples";
import { rangeWithin } from "@/charts/zoom";
import { useSettled } from "@/lib/use-settled";
import { workbench } from "@/messages/workbench";
import { type PanelProps, PanelRange } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";

const apart = smallMultiples(overlay);

export function TimePanel(props: PanelProps) {
  const { panel, context } = props;
  const { chart, metric, phase } = panel;
  const { shown, entries, align } = context;
  const planned = useMemo(
    () => plannedCurves({ chart, metric, phase }, { shown, entries, align }),
    [chart, metric, phase, shown, entries, align],
  );
  if ("reason" in planned) return <NothingToDraw {...props} reason={planned.reason} />;
  const { drawn, ...plan } = planned;
  return <Curves {...props} {...plan} curves={drawn} />;
}

interface CurvesProps extends PanelProps, Omit<PlannedCurves, "drawn"> {
  curves: PlannedCurves["drawn"];
}

function Curves({ curves, leftOut, without: withoutRuns, points, metric, isApart, ...props }: CurvesProps) {
  const { panel, context } = props;
  const { zoom, shown, numbers } = context;
  const range = useContext(PanelRange);
  const chart: CurveRuns = {
    runs: curves.map(({ run }) => run),
    points,
    phase: panel.phase,
    zeros: curves.map(({ zero_ms }) => zero_ms),
  };
  const { series, wholes, stretch, failed } = useCurves(chart, metric, range);
  const settled = useSettled(series);
  const { log } = panel.options;
  // Includes hidden entries: showing them again needs no request.
  const { data: noted, isError: areNotesMissing } = useQuery(
    notesOfRunsQuery(
      useApi(),
      context.comparison.runs.map(({ number }) => number),
    ),
  );
  const notes = useMemo(
    () =>
      overlaidNotes(
        curves.map(({ run, name, zero_ms }, place) => ({
          chosen: { number: run.number, name },
          notes: noted?.find((runNotes) => runNotes.run === run.number)?.items ?? [],
          series: wholes[place]?.[0] ?? null,
          zero_ms,
        })),
        metric,
      ),
    [curves, noted, wholes, metric],
  );
  const data = useMemo((): OverlayData => {
    const runs = curves.flatMap(({ run: _, ...curve }, place) => {
      const own = settled[place];
      return own ? [{ ...curve, series: own }] : [];
    });
    const whole = { metric, runs, log, isApart, numbers, notes: notes.drawn };
    return { ...whole, range: rangeWithin(stretch, overlayExtent(whole)) };
  }, [curves, settled, metric, log, isApart, numbers, stretch, notes]);
  if (failed) return <PanelFailed {...props} {...failed} />;
  if (series.includes(null)) return <PanelWaiting {...props} />;
  const without = [...withoutRuns, ...data.runs.filter(({ series: own }) => !hasReadings(own)).map(({ name }) => name)];
  if (!data.runs.some(({ series: own }) => hasReadings(own))) {
    return <NothingToDraw {...props} reason={noCurves(metric)} />;
  }
  const isOfOne = panel.chart === "multiples" && shown.some(({ drawn }) => drawn.length > 1);
  const remark = [
    ...leftOut,
    ...notes.listed.map(({ number, run, note }) => words.note(number, run.number, note.text)),
    notes.others > 0 ? words.otherNotes(notes.others) : "",
    areNotesMissing && !noted ? words.noNotes : "",
    withoutCurves(metric, without),
    isOfOne ? workbench.panels.oneRunEach : "",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <PanelFigure
      {...props}
      definition={isApart ? apart : overlay}
      data={data}
      subtitle={timeSubtitle(panel, { align: context.align, isApart })}
      remark={remark || undefined}
      range={data.range ?? null}
      zoom={zoom}
    />
  );
}
