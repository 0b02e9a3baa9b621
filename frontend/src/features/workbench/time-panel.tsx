/** Curves over time: laid over each other, or each entry in a panel of its own with the same axes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { notesOfRunsQuery } from "@/api/notes";
import { pointsOfEach, SERIES_METRICS, type SeriesMetric } from "@/api/runs";
import { overlaidNotes } from "@/charts/compared/run-notes";
import { type CurveRuns, useCurves } from "@/charts/compared/use-curves";
import { overlay } from "@/charts/overlay/definition";
import { type OverlayData, overlayExtent } from "@/charts/overlay/option";
import { hasReadings } from "@/charts/preconditioning/readings";
import { smallMultiples } from "@/charts/small-multiples";
import { rangeWithin } from "@/charts/zoom";
import { METRICS } from "@/lib/metrics";
import { useSettled } from "@/lib/use-settled";
import { workbench } from "@/messages/workbench";
import { type AlignedCurve, alignedCurves } from "./alignment";
import { curveRuns } from "./entries";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { panelTitle, phaseName } from "./panel-words";

const words = workbench.panels;
const apart = smallMultiples(overlay);
/** More curves than these are read in panels of their own. */
const MOST_TOGETHER = 8;

export function TimePanel(props: PanelProps) {
  const { panel, context } = props;
  const metric = SERIES_METRICS.find((name) => name === panel.metric);
  const isApart = panel.chart === "multiples";
  const { shown, entries, align } = context;
  const { phase } = panel;
  const curves = useMemo(() => shown.flatMap((entry) => curveRuns(entry, isApart)), [shown, isApart]);
  const aligned = useMemo(() => alignedCurves(curves, { align, phase }), [curves, align, phase]);
  // Hiding one of them changes no curve of another: how many intervals these have follows from all that can be drawn.
  const points = pointsOfEach(entries.flatMap((entry) => curveRuns(entry, isApart)).length);
  if (shown.length === 0) return <NothingToDraw {...props} reason={words.allHidden} />;
  if (!metric) {
    const known = SERIES_METRICS.map((name) => METRICS[name].label).join(", ");
    return <NothingToDraw {...props} reason={words.notOverTime(METRICS[panel.metric].label, known)} />;
  }
  if (curves.length === 0) return <NothingToDraw {...props} reason={words.noCurves} />;
  const { drawn, withoutPhase, unaligned } = aligned;
  if (withoutPhase.length === curves.length) {
    return <NothingToDraw {...props} reason={words.noPhase(phaseName(phase ?? ""))} />;
  }
  if (drawn.length === 0) return <NothingToDraw {...props} reason={words.noneAligned[align]} />;
  const leftOut = [
    withoutPhase.length > 0 ? words.noPhaseOf(phaseName(phase ?? ""), withoutPhase.join(", ")) : "",
    unaligned.length > 0 ? words.unaligned[align](unaligned.join(", ")) : "",
  ];
  return <Curves {...props} curves={drawn} leftOut={leftOut} points={points} metric={metric} />;
}

interface CurvesProps extends PanelProps {
  curves: readonly AlignedCurve[];
  /** Which curves are not drawn, and why. */
  leftOut: readonly string[];
  points: number;
  metric: SeriesMetric;
}

function Curves({ curves, leftOut, points, metric, ...props }: CurvesProps) {
  const { panel, context } = props;
  const { range, zoom, shown, numbers } = context;
  const chart: CurveRuns = {
    runs: curves.map(({ run }) => run),
    points,
    phase: panel.phase,
    zeros: curves.map(({ zero_ms }) => zero_ms),
  };
  const { series, wholes, stretch, failed } = useCurves(chart, metric, range);
  const settled = useSettled(series);
  const isApart = panel.chart === "multiples" || curves.length > MOST_TOGETHER;
  const { log } = panel.options;
  // Those of hidden entries too: showing them again asks nobody.
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
          notes: noted?.find((each) => each.run === run.number)?.items ?? [],
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
  const without = [
    ...shown.filter((entry) => curveRuns(entry, true).length === 0).map(({ name }) => name),
    ...data.runs.filter(({ series: own }) => !hasReadings(own)).map(({ name }) => name),
  ];
  if (!data.runs.some(({ series: own }) => hasReadings(own))) {
    return <NothingToDraw {...props} reason={words.noCurves} />;
  }
  const isOfOne = panel.chart === "multiples" && shown.some(({ drawn }) => drawn.length > 1);
  const remark = [
    ...leftOut,
    ...notes.listed.map(({ number, run, note }) => words.note(number, run.number, note.text)),
    notes.others > 0 ? words.otherNotes(notes.others) : "",
    areNotesMissing && !noted ? words.noNotes : "",
    without.length > 0 ? words.noCurvesOf(without.join(", ")) : "",
    isOfOne ? words.oneRunEach : "",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <PanelFigure
      {...props}
      definition={isApart ? apart : overlay}
      data={data}
      title={panelTitle(panel)}
      subtitle={[
        panel.phase === null ? "" : phaseName(panel.phase),
        isApart ? words.sharedAxes : "",
        log ? words.log : "",
        words.alignedBy[context.align],
      ]
        .filter(Boolean)
        .join(", ")}
      remark={remark || undefined}
      range={data.range ?? null}
      zoom={zoom}
    />
  );
}
