/** Several runs in one chart: their curves over time, or their sweeps over outstanding I/O. */
import { Button, Group, SegmentedControl, Select, Skeleton, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { Api } from "@/api/client";
import { useApi } from "@/api/context";
import { runQuery, SERIES_METRICS, type SeriesMetric } from "@/api/runs";
import type { Run } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice, Notice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { VerdictLabel } from "@/components/state-label";
import { OriginTag } from "@/components/tag";
import { METRICS } from "@/lib/metrics";
import { messages } from "@/messages";
import { compare as words } from "@/messages/compare";
import { CompareCurves } from "./compare-curves";
import { CompareSweeps } from "./compare-sweeps";
import { workloadsDiffer, workloadsOf } from "./compared-runs";

export type CompareView = "curve" | "sweep";

export interface CompareChoice {
  references: readonly string[];
  metric: SeriesMetric;
  view: CompareView;
}

export interface ComparePageProps extends CompareChoice {
  change: (choice: Partial<CompareChoice>) => void;
}

export function ComparePage(props: ComparePageProps) {
  const { references, metric, view } = props;
  const runs = useRuns(useApi(), references);
  if (references.length === 0) return <NothingChosen />;
  return (
    <>
      <PageHeader title={words.title} documentTitle={words.documentTitle(references.join(", "))} />
      <Controls {...props} />
      {runs.failed && <ErrorNotice error={runs.failed.error} retry={runs.failed.retry} />}
      {runs.found && (
        <Section title={words.runs}>
          <Compared {...props} runs={runs.found} />
        </Section>
      )}
      {!runs.found && !runs.failed && <CompareSkeleton rows={references.length} />}
      {runs.found && (
        <Section title={words.views[view]}>
          {view === "curve" && <CompareCurves runs={runs.found} metric={metric} />}
          {view === "sweep" && <CompareSweeps runs={runs.found} metric={metric} />}
        </Section>
      )}
    </>
  );
}

/** All runs, once all of them are there; the first failure otherwise. */
function useRuns(api: Api, references: readonly string[]) {
  const answers = useQueries({ queries: references.map((reference) => runQuery(api, reference)) });
  const failed = answers.find(({ error, data }) => error && !data);
  const found = answers.flatMap(({ data }) => data ?? []);
  return {
    found: found.length === references.length ? found : null,
    failed: failed ? { error: failed.error, retry: () => void failed.refetch() } : null,
  };
}

function Controls({ metric, view, change }: ComparePageProps) {
  return (
    <Group gap={16} align="flex-end">
      <SegmentedControl
        aria-label={words.view}
        data={[
          { value: "curve", label: words.views.curve },
          { value: "sweep", label: words.views.sweep },
        ]}
        value={view}
        onChange={(next) => change({ view: next === "sweep" ? "sweep" : "curve" })}
      />
      <Select
        label={words.metric}
        data={SERIES_METRICS.map((value) => ({ value, label: METRICS[value].label }))}
        value={metric}
        onChange={(value) => change({ metric: value ?? undefined })}
        allowDeselect={false}
        w={240}
      />
    </Group>
  );
}

/** The runs as a table, and a warning when they did different work. */
function Compared({ runs, references, change }: ComparePageProps & { runs: readonly Run[] }) {
  const [first, second, ...others] = references;
  const columns: readonly Column<Run>[] = [
    {
      key: "run",
      title: words.columns.run,
      cell: ({ number }) => (
        <AnchorLink to="/runs/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      ),
    },
    {
      key: "title",
      title: words.columns.title,
      wrap: true,
      cell: (run) => (
        <Group gap={8}>
          {run.title}
          {run.origin !== "measured" && <OriginTag origin={run.origin} />}
        </Group>
      ),
    },
    {
      key: "configuration",
      title: words.columns.configuration,
      wrap: true,
      cell: ({ configuration }) => configuration?.name ?? messages.none,
    },
    { key: "workload", title: words.columns.workload, wrap: true, cell: (run) => workloadText(run) },
    {
      key: "verdict",
      title: words.columns.verdict,
      cell: ({ verdict }) => (verdict ? <VerdictLabel status={verdict.status} /> : messages.none),
    },
    {
      key: "remove",
      title: words.columns.remove,
      cell: (run) => (
        <Button
          variant="default"
          size="compact-xs"
          h={24}
          aria-label={words.remove(run.number)}
          onClick={() => change({ references: references.filter((_, place) => runs[place] !== run) })}
        >
          {words.columns.remove}
        </Button>
      ),
    },
  ];
  return (
    <>
      {workloadsDiffer(runs) && (
        <Notice level="warn" title={words.differentTitle}>
          {words.different}
        </Notice>
      )}
      {first && second && others.length === 0 && (
        <AnchorLink to="/configurations/diff" search={{ a: first, b: second }}>
          {words.differences}
        </AnchorLink>
      )}
      <DataTable caption={words.runsCaption} columns={columns} rows={runs} rowKey={({ id }) => id} minWidth={820} />
    </>
  );
}

const WORKLOADS_SHOWN = 2;

function workloadText(run: Run): string {
  const workloads = workloadsOf(run);
  const shown = workloads.slice(0, WORKLOADS_SHOWN).join("; ");
  const more = workloads.length - WORKLOADS_SHOWN;
  if (workloads.length === 0) return messages.unknown;
  return more > 0 ? words.moreWorkloads(shown, more) : shown;
}

function NothingChosen() {
  return (
    <>
      <PageHeader title={words.title} />
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
        <ButtonLink to="/runs">{words.toRuns}</ButtonLink>
      </EmptyState>
    </>
  );
}

/** As high as the table and the chart that replace it. */
function CompareSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={36 * (rows + 1) + 82} mb={24} />
      <Skeleton height={600} />
    </div>
  );
}
