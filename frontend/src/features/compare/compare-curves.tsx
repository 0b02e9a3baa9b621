/** The curves of several runs over time, laid over each other. */
import { Skeleton, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { notesQuery } from "@/api/notes";
import { phaseOfCurves, type SeriesMetric, seriesQuery } from "@/api/runs";
import { detailQuery, type Stretch, withDetail } from "@/api/series-detail";
import type { Run } from "@/api/types";
import type { Arrangement } from "@/charts/arrangement";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { AnchorLink } from "@/components/link";
import { NoteList } from "@/components/note-list";
import { ErrorNotice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import { overlaidNotes } from "./run-notes";

const CHART_HEIGHT = 560;

const figures = () => import("./compare-figures");
const OverlayFigure = lazy(() => figures().then((module) => ({ default: module.OverlayFigure })));

/** Has ECharts come while what it draws is still on the way; a failure is told by the chart. */
export const loadFigures = () => void figures().catch(() => undefined);

export interface CompareCurvesProps {
  /** What is drawn, in the order of `runs`. */
  chosen: readonly ChosenRun[];
  runs: readonly Run[];
  metric: SeriesMetric;
  by: string | null;
  /** Which runs the title names, where another chart has the same. */
  of: string | null;
  log: boolean;
  setLog: (log: boolean) => void;
  arrangement: Arrangement | undefined;
  onArrangement: (arrangement: Arrangement) => void;
  /** Counted from the beginning of each run. */
  stretch: Stretch | null;
  chooseStretch: (stretch: Stretch | null) => void;
}

export function CompareCurves({ runs, metric, stretch, chooseStretch, ...figure }: CompareCurvesProps) {
  const api = useApi();
  const answers = useQueries({ queries: runs.map((run) => seriesQuery(api, run.id, phaseOfCurves(run), [metric])) });
  const failed = answers.find(({ error, data }) => error && !data);
  const details = useQueries({
    queries: runs.map((run, place) => {
      const coarse = answers[place]?.data;
      const start = coarse?.[0]?.t0_ms ?? 0;
      const own = stretch && { from: stretch.from + start, to: stretch.to + start };
      return detailQuery(api, run, phaseOfCurves(run), [metric], coarse, own);
    }),
  });
  const series = answers.map(({ data }, place) => {
    const [whole] = data ? withDetail(data, stretch ? details[place]?.data : undefined) : [];
    return whole ?? null;
  });
  const noted = useQueries({ queries: runs.map((run) => notesQuery(api, run.number)) });
  const unread = noted.find(({ error, data }) => error && !data);
  const notes = overlaidNotes(
    figure.chosen.map((chosen, place) => ({
      chosen,
      notes: noted[place]?.data ?? [],
      series: series[place] ?? null,
    })),
    metric,
  );
  const silent = runs.filter((_, place) => series[place]?.points === 0);
  if (failed) return <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />;
  if (silent.length === runs.length) return <Text c="dimmed">{words.noCurves}</Text>;
  return (
    <>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        {series.includes(null) || noted.some(({ isPending }) => isPending) ? (
          <Skeleton height={CHART_HEIGHT} />
        ) : (
          <OverlayFigure
            {...figure}
            metric={metric}
            series={series}
            notes={notes.drawn}
            range={stretch}
            onRange={chooseStretch}
          />
        )}
      </Suspense>
      {unread?.error && <ErrorNotice error={unread.error} retry={() => void unread.refetch()} />}
      <NoteList
        items={notes.listed.map(({ number, run, note }) => ({
          number,
          note,
          of: (
            <AnchorLink to="/runs/$ref/curves" params={{ ref: run.number }} size="sm">
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
