/** What the runs of one group measured over whatever they varied; repeats that are taken together are one curve. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "@/api/context";
import { measurementsQuery, type SeriesMetric } from "@/api/runs";
import { countedRuns, pooledMeasurements } from "@/charts/compared/entries";
import type { SweepChoices } from "@/charts/sweeps/choices";
import { ErrorNotice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import type { Numbers } from "./choice";
import { chosenRun, type ShownEntry } from "./view-model";

const CHART_HEIGHT = 640;

const SweepOrBars = lazy(() => import("./sweep-or-bars").then((module) => ({ default: module.SweepOrBars })));

export interface CompareSweepsProps {
  entries: readonly ShownEntry[];
  metric: SeriesMetric;
  baseline: string;
  /** How lines and bars show their figures; as they are unless said otherwise. */
  numbers?: Numbers;
  choices: SweepChoices;
  choose: (choices: SweepChoices) => void;
}

export function CompareSweeps({ entries, metric, baseline, numbers, choices, choose }: CompareSweepsProps) {
  const api = useApi();
  const ids = entries.flatMap(({ runs }) => runs.map(({ id }) => id));
  const { data, error, refetch } = useQuery(measurementsQuery(api, ...ids));
  const keys = entries.map((entry) => [entry.key, ...countedRuns(entry)].join()).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the entries and their runs that count; the objects are new each time.
  const measurements = useMemo(() => data && pooledMeasurements(data, entries), [data, keys]);
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!measurements) return <Skeleton height={CHART_HEIGHT} />;
  if (Object.values(measurements.source).every((column) => column.length === 0)) {
    return <Text c="dimmed">{words.noMeasurements}</Text>;
  }
  return (
    <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
      <SweepOrBars
        measurements={measurements}
        runs={entries.map(chosenRun)}
        metric={metric}
        fileName="compare"
        baseline={baseline}
        numbers={numbers}
        choices={choices}
        onChoose={choose}
      />
    </Suspense>
  );
}
