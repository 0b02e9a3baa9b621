/** The history of a configuration: one metric over all runs of a test on it, with what changed on the way. */
import { Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { type HistoryFigures, historyFiguresQuery } from "@/api/comparison";
import { configurationQuery } from "@/api/configurations";
import { useApi } from "@/api/context";
import type { SeriesMetric } from "@/api/runs";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import { METRICS } from "@/lib/metrics";
import { messages } from "@/messages";
import { configurationHistory as words } from "@/messages/configuration-history";
import { type HistoryChange, historyChanges, historyMarks } from "./history-changes";

const CHART_HEIGHT = 420;

const HistoryFigure = lazy(() => import("./history-figure").then((module) => ({ default: module.HistoryFigure })));

export interface HistoryChoice {
  /** The newest run of the test on this configuration. */
  series: string | undefined;
  metric: SeriesMetric;
  workload: string | undefined;
}

export interface HistoryPageProps extends HistoryChoice {
  reference: string;
  change: (choice: Partial<HistoryChoice>) => void;
}

export function HistoryPage(props: HistoryPageProps) {
  const { reference, metric, change } = props;
  const api = useApi();
  const { data, error, refetch } = useQuery(configurationQuery(api, reference));
  if (error) return <NotShown subject={messages.problem.things.history} error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={600} />;
  const { name, number, histories } = data;
  const chosen = histories.find(({ newest }) => newest === props.series) ?? histories[0];
  return (
    <>
      <PageHeader title={words.title(name)}>
        <AnchorLink to="/configurations/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      </PageHeader>
      {!chosen && <EmptyState title={words.none} />}
      {chosen && (
        <>
          <Group gap={16} align="flex-end">
            <Select
              label={words.series}
              data={histories.map(({ newest, title, version, server, scale, run_count }) => ({
                value: newest,
                label: words.seriesOf(title, version, server?.name ?? null, scale === "smoke", run_count),
              }))}
              value={chosen.newest}
              onChange={(series) => change({ series: series ?? undefined, workload: undefined })}
              allowDeselect={false}
              w={420}
            />
            <Select
              label={words.metric}
              data={SERIES_METRICS.map((value) => ({ value, label: METRICS[value].label }))}
              value={metric}
              onChange={(value) => change({ metric: value ?? undefined })}
              allowDeselect={false}
              w={220}
            />
          </Group>
          <Figures {...props} run={chosen.newest} />
        </>
      )}
    </>
  );
}

function Figures(props: HistoryPageProps & { run: string }) {
  const { data, error, refetch } = useQuery(historyFiguresQuery(useApi(), props.run, props.metric));
  const { ref, height } = useElementSize();
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <Stack ref={ref} gap={24}>
      {/* As high as what stood there before, so that nothing moves while other figures are on their way. */}
      {data ? <ShownFigures {...props} data={data} /> : <Loading height={Math.max(height, CHART_HEIGHT)} />}
    </Stack>
  );
}

function ShownFigures({ data, metric, workload, change }: HistoryPageProps & { data: HistoryFigures }) {
  const line = data.lines.find((candidate) => candidate.workload === workload) ?? data.lines[0];
  if (!line) return <Text c="dimmed">{words.noFigures(data.label)}</Text>;
  const changes = historyChanges(data, line);
  return (
    <>
      <Select
        label={words.workload}
        data={[...new Set(data.lines.map((entry) => entry.workload))]}
        value={line.workload}
        onChange={(next) => change({ workload: next ?? undefined })}
        allowDeselect={false}
        maw={420}
      />
      {line.newest && (
        <Notice level={line.newest === "regression" ? "warn" : "info"}>
          {line.newest === "regression" ? words.regression : words.improvement}
        </Notice>
      )}
      <Section title={words.chart(data.label)}>
        <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
          <HistoryFigure
            metric={metric}
            workload={line.workload}
            points={data.history.items.map(({ run: measuredRun }, index) => ({
              run: measuredRun.number,
              at: measuredRun.started_at,
              value: line.values[index] ?? null,
            }))}
            marks={historyMarks(data, line)}
          />
        </Suspense>
        <Remarks data={data} />
      </Section>
      <Section title={words.changes}>
        {changes.length === 0 ? (
          <Text c="dimmed">{words.noChange}</Text>
        ) : (
          <DataTable
            caption={words.changesCaption}
            columns={COLUMNS}
            rows={changes}
            rowKey={({ key }) => key}
            minWidth={640}
          />
        )}
      </Section>
    </>
  );
}

function Remarks({ data }: { data: HistoryFigures }) {
  return (
    <>
      {!data.history.complete && <Text c="dimmed">{words.incomplete}</Text>}
      {data.left_out.length > 0 && <Text c="dimmed">{words.leftOut(data.left_out.join(", "))}</Text>}
      {data.other_scale.length > 0 && (
        <Text c="dimmed">{words.otherScale(data.other_scale.join(", "), data.scale === "smoke")}</Text>
      )}
    </>
  );
}

const COLUMNS: readonly Column<HistoryChange>[] = [
  { key: "when", title: words.columns.when, cell: ({ at }) => <Moment at={at} /> },
  {
    key: "run",
    title: words.columns.run,
    cell: ({ run }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: run }}>
        {run}
      </AnchorLink>
    ),
  },
  { key: "what", title: words.columns.change, wrap: true, cell: ({ description }) => description },
];
