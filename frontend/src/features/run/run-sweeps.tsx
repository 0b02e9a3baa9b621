/** The sweeps of a run: what its profile varied, and what follows from it. */
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { derivedQuery, isTerminalRun, measurementsQuery, type SeriesMetric } from "@/api/runs";
import { DRAWN, figureHeights } from "@/charts/heights";
import type { SweepChoices } from "@/charts/sweeps/choices";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import { METRICS } from "@/lib/metrics";
import { run as words } from "@/messages/run";
import { ChartSlot } from "./chart-slot";
import { DerivedSweeps } from "./derived";
import { Sweeps } from "./figures";
import { useRun } from "./run-context";

/** Heights of the placeholder. The charts are not known before; most runs have one over queue depth. */
const HEIGHTS = figureHeights(DRAWN.queueDepth);

export interface SweepsChoice extends SweepChoices {
  /** IOPS unless another one. */
  metric?: SeriesMetric;
}

export interface RunSweepsPartProps {
  choice: SweepsChoice;
  choose: (choice: SweepsChoice) => void;
}

export function RunSweepsPart({ choice, choose }: RunSweepsPartProps) {
  const run = useRun();
  const api = useApi();
  const measured = run.phases.some(({ measurement }) => measurement);
  const { data, error, refetch } = useQuery({ ...measurementsQuery(api, run.id), enabled: measured });
  const derived = useQuery({ ...derivedQuery(api, run.number), enabled: isTerminalRun(run.state) });
  if (!measured) {
    return (
      <EmptyState title={words.noSweepsTitle}>
        <Text>{words.noSweeps}</Text>
      </EmptyState>
    );
  }
  const { metric = "iops", ...choices } = choice;
  const name = run.configuration?.name ?? run.title;
  return (
    <>
      <Section
        title={words.parts.sweeps}
        aside={<MetricSelect metric={metric} choose={(chosen) => choose({ ...choice, metric: chosen })} />}
      >
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!error && (
          <ChartSlot height={HEIGHTS}>
            {data && (
              <Sweeps
                measurements={data}
                runs={[{ number: run.number, name, linkLimit: run.link_limit }]}
                metric={metric}
                fileName={run.number}
                choices={choices}
                onChoose={(chosen) => choose({ ...chosen, metric: choice.metric })}
              />
            )}
          </ChartSlot>
        )}
      </Section>
      <DerivedSweeps answer={derived} />
    </>
  );
}

function MetricSelect({
  metric,
  choose,
}: {
  metric: SeriesMetric;
  choose: (metric: SeriesMetric | undefined) => void;
}) {
  return (
    <Select
      aria-label={words.metric}
      data={SERIES_METRICS.map((name) => ({ value: name, label: METRICS[name].label }))}
      value={metric}
      onChange={(value) => choose(SERIES_METRICS.find((name) => name === value && name !== "iops"))}
      allowDeselect={false}
      w={240}
    />
  );
}
