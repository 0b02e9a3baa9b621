/** The curves of several runs over time, laid over each other. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import type { Comparison } from "@/api/comparison";
import { useApi } from "@/api/context";
import type { SeriesMetric } from "@/api/runs";
import type { Arrangement } from "@/charts/arrangement";
import { overlaidNotes } from "@/charts/compared/run-notes";
import { useCurves } from "@/charts/compared/use-curves";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { AnchorLink } from "@/components/link";
import { NoteList } from "@/components/note-list";
import { ErrorNotice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import type { Numbers, StretchChoice } from "./choice";
import { comparedNotesQuery, type SharedChart } from "./prefetch";

const CHART_HEIGHT = 560;

const figures = () => import("./compare-figures");
const OverlayFigure = lazy(() => figures().then((module) => ({ default: module.OverlayFigure })));

/** Has ECharts come while what it draws is still on the way; a failure is told by the chart. */
export const loadFigures = () => void figures().catch(() => undefined);

export interface CompareCurvesProps extends StretchChoice {
  comparison: Comparison;
  /** What is drawn, in the order of the runs of the chart. */
  chosen: readonly ChosenRun[];
  chart: SharedChart;
  metric: SeriesMetric;
  numbers: Numbers;
  by: string | null;
  /** Which runs the title names, where another chart has the same. */
  of: string | null;
  log: boolean;
  setLog: (log: boolean) => void;
  arrangement: Arrangement | undefined;
  onArrangement: (arrangement: Arrangement) => void;
}

export function CompareCurves({ comparison, chart, metric, useStretch, chooseStretch, ...figure }: CompareCurvesProps) {
  const api = useApi();
  const stretch = useStretch();
  const { runs } = chart;
  const { series, wholes, stretch: drawn, failed } = useCurves(chart, metric, stretch);
  const noted = useQuery(comparedNotesQuery(api, comparison));
  const pinned = noted.data;
  const { chosen } = figure;
  const notes = useMemo(
    () =>
      overlaidNotes(
        chosen.map((each, place) => ({
          chosen: each,
          notes: pinned?.find(({ run }) => run === each.number)?.items ?? [],
          series: wholes[place]?.[0] ?? null,
        })),
        metric,
      ),
    [chosen, pinned, wholes, metric],
  );
  const silent = runs.filter((_, place) => series[place]?.points === 0);
  if (failed) return <ErrorNotice {...failed} />;
  if (silent.length === runs.length) return <Text c="dimmed">{words.noCurves}</Text>;
  return (
    <>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        {series.includes(null) || noted.isPending ? (
          <Skeleton height={CHART_HEIGHT} />
        ) : (
          <OverlayFigure
            {...figure}
            metric={metric}
            series={series}
            notes={notes.drawn}
            range={drawn}
            onRange={chooseStretch}
          />
        )}
      </Suspense>
      {noted.error && !pinned && <ErrorNotice error={noted.error} retry={() => void noted.refetch()} />}
      <NoteList
        items={notes.listed.map(({ number, run, note }) => ({
          number,
          note,
          of: (
            <AnchorLink to="/runs/$ref/curves" params={{ ref: run.number }}>
              {run.name}
            </AnchorLink>
          ),
        }))}
      />
      {notes.others > 0 && <Text c="dimmed">{words.otherNotes(notes.others)}</Text>}
      {silent.length > 0 && <Text c="dimmed">{words.noCurvesOf(silent.map(({ number }) => number).join(", "))}</Text>}
    </>
  );
}
