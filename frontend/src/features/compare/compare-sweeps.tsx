/** The measurements of several runs over offered load or outstanding I/O; where none varies, their figures side by side. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { measurementsQuery } from "@/api/runs";
import { ErrorNotice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import type { CompareProps } from "./compare-curves";
import { nameOf } from "./compared-runs";

const CHART_HEIGHT = 640;

const figures = () => import("./compare-figures");
const SweepFigure = lazy(() => figures().then((module) => ({ default: module.SweepFigure })));
const LoadsFigure = lazy(() => figures().then((module) => ({ default: module.LoadsFigure })));
const FiguresSideBySide = lazy(() => figures().then((module) => ({ default: module.FiguresSideBySide })));

export function CompareSweeps({ runs, metric }: CompareProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(measurementsQuery(api, ...runs.map(({ id }) => id)));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={CHART_HEIGHT} />;
  if (Object.values(data.source).every((column) => column.length === 0)) {
    return <Text c="dimmed">{words.noMeasurements}</Text>;
  }
  const depths = new Set((data.source.outstanding_ios ?? []).filter((depth) => depth !== null));
  const loads = (data.source.load_percent ?? []).some((share) => share !== null);
  const chosen = runs.map((run) => ({ number: run.number, name: nameOf(run) }));
  return (
    <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
      {loads ? (
        <LoadsFigure runs={chosen} measurements={data} />
      ) : depths.size > 1 ? (
        <SweepFigure metric={metric} runs={chosen} measurements={data} />
      ) : (
        <>
          <Text c="dimmed">{words.noSweep}</Text>
          <FiguresSideBySide metric={metric} measurements={data} />
        </>
      )}
    </Suspense>
  );
}
