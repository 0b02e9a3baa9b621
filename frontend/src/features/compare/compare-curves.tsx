/** The curves of several runs over time, laid over each other. */
import { Skeleton, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "@/api/context";
import { notesQuery } from "@/api/notes";
import { phaseOfCurves, pointsOfEach, type SeriesMetric, seriesQuery } from "@/api/runs";
import { allDetails, detailQuery, withDetail } from "@/api/series-detail";
import type { Run } from "@/api/types";
import type { Arrangement } from "@/charts/arrangement";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { AnchorLink } from "@/components/link";
import { NoteList } from "@/components/note-list";
import { ErrorNotice } from "@/components/notice";
import { useComplete, useSettled } from "@/lib/use-settled";
import { compare as words } from "@/messages/compare";
import type { StretchChoice } from "./choice";
import { overlaidNotes } from "./run-notes";

const CHART_HEIGHT = 560;

const figures = () => import("./compare-figures");
const OverlayFigure = lazy(() => figures().then((module) => ({ default: module.OverlayFigure })));

/** Has ECharts come while what it draws is still on the way; a failure is told by the chart. */
export const loadFigures = () => void figures().catch(() => undefined);

export interface CompareCurvesProps extends StretchChoice {
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
}

export function CompareCurves({ runs, metric, useStretch, chooseStretch, ...figure }: CompareCurvesProps) {
  const api = useApi();
  const stretch = useStretch();
  const points = pointsOfEach(runs.length);
  const answers = useQueries({
    queries: runs.map((run) => seriesQuery(api, run.id, phaseOfCurves(run), [metric], points)),
  });
  const failed = answers.find(({ error, data }) => error && !data);
  const details = useQueries({
    combine: allDetails,
    queries: runs.map((run, place) => {
      const coarse = answers[place]?.data;
      const start = coarse?.[0]?.t0_ms ?? 0;
      const own = stretch && { from: stretch.from + start, to: stretch.to + start };
      return detailQuery(api, run, phaseOfCurves(run), [metric], coarse, own, points);
    }),
  });
  const wholes = useSettled(answers.map(({ data }) => data));
  const asked = useMemo(
    () => ({
      stretch,
      series: wholes.map((data, place) => {
        const [whole] = data ? withDetail(data, stretch ? details?.[place] : undefined) : [];
        return whole ?? null;
      }),
    }),
    [wholes, details, stretch],
  );
  const drawn = useComplete(asked, details !== null, wholes);
  const { series } = drawn;
  const noted = useQueries({ queries: runs.map((run) => notesQuery(api, run.number)) });
  const unread = noted.find(({ error, data }) => error && !data);
  const pinned = useSettled(noted.map(({ data }) => data));
  const { chosen } = figure;
  const notes = useMemo(
    () =>
      overlaidNotes(
        chosen.map((each, place) => ({
          chosen: each,
          notes: pinned[place] ?? [],
          series: wholes[place]?.[0] ?? null,
        })),
        metric,
      ),
    [chosen, pinned, wholes, metric],
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
            range={drawn.stretch}
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
