/** Many configurations across several figures at once: what is asked for is in fields, on the axes and in the address. */
import { Button, Group, MultiSelect, Select, Skeleton, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { measurementsQuery, runsQuery } from "@/api/runs";
import type { Measurements } from "@/api/types";
import { axesOf, defaultWorkload, exploredWorkloads, offeredAxes } from "@/charts/parallel/candidates";
import { MOST_AXES, type Ranges } from "@/charts/parallel/option";
import { invalidRuns } from "@/charts/sweeps/points";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader, Section } from "@/components/page";
import { METRICS, type MetricName } from "@/lib/metrics";
import { explore as words } from "@/messages/explore";
import { MatchesTable } from "./matches-table";
import { RangeFields } from "./range-fields";
import { type ExploreSearch, type RangePair, readExplored } from "./search";

const FIGURE_HEIGHT = 520;
const ExploreFigure = lazy(() => import("./explore-figure").then((module) => ({ default: module.ExploreFigure })));

export interface ExplorePageProps {
  search: ExploreSearch;
  change: (next: Partial<ExploreSearch>) => void;
}

export function ExplorePage({ search, change }: ExplorePageProps) {
  const api = useApi();
  const chosen = readExplored(search.runs);
  const listed = useQuery({
    ...runsQuery(api, { q: search.q, state: "finished", valid: true }),
    enabled: chosen.length === 0,
  });
  const runs = chosen.length > 0 ? chosen : (listed.data?.items.map(({ number }) => number) ?? []);
  const { data, error, refetch } = useQuery({ ...measurementsQuery(api, ...runs), enabled: runs.length > 0 });
  const failed = listed.error ?? error;
  const isEmpty = chosen.length === 0 && listed.data?.items.length === 0;
  return (
    <>
      <PageHeader title={words.title}>
        <Text c="dimmed" maw="80ch">
          {words.explain}
        </Text>
      </PageHeader>
      {chosen.length > 0 ? (
        <Group gap={16}>
          <Text>{words.ofChosen(chosen.length)}</Text>
          <AnchorLink to="/compare/explore" search={{}}>
            {words.all}
          </AnchorLink>
        </Group>
      ) : (
        <>
          <Mentioning key={search.q} q={search.q} change={change} />
          {listed.data && <Text c="dimmed">{words.ofNewest(runs.length, listed.data.next_cursor !== null)}</Text>}
        </>
      )}
      {failed && <ErrorNotice error={failed} retry={() => void (listed.error ? listed.refetch() : refetch())} />}
      {!failed && !data && !isEmpty && <Skeleton height={FIGURE_HEIGHT + 240} />}
      {!failed && isEmpty && <Nothing />}
      {!failed && data && !isEmpty && (
        <Explored measurements={data} count={runs.length} search={search} change={change} />
      )}
    </>
  );
}

function Mentioning({ q = "", change }: Pick<ExploreSearch, "q"> & Pick<ExplorePageProps, "change">) {
  const [typed, setTyped] = useState(q);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change({ q: typed.trim() || undefined, workload: undefined, ranges: undefined });
      }}
    >
      <Group gap={8} align="flex-end">
        <TextInput
          label={words.mentioning}
          type="search"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          w={320}
          maw="100%"
        />
        <Button type="submit" variant="default">
          {words.search}
        </Button>
      </Group>
    </form>
  );
}

function Nothing() {
  return (
    <EmptyState title={words.nothingTitle}>
      <Text>{words.nothing}</Text>
    </EmptyState>
  );
}

interface ExploredProps extends ExplorePageProps {
  measurements: Measurements;
  /** How many runs were asked for. */
  count: number;
}

function Explored({ measurements, count, search, change }: ExploredProps) {
  const workloads = useMemo(() => exploredWorkloads(measurements), [measurements]);
  const invalid = useMemo(() => invalidRuns(measurements), [measurements]);
  const workload = workloads.find(({ name }) => name === search.workload) ?? defaultWorkload(workloads);
  const data = useMemo(() => {
    const candidates = workload?.candidates ?? [];
    const lines = candidates.map(({ name, values }, order) => ({ name, values, look: { order } }));
    return { axes: axesOf(candidates, search.axes), lines, ranges: readRanges(search.ranges) };
  }, [workload, search.axes, search.ranges]);
  if (!workload) return <Nothing />;
  const { candidates, cutShort } = workload;
  const incomplete = candidates.filter(({ values }) => data.axes.some((name) => (values[name] ?? null) === null));
  const others = count - candidates.length - cutShort.length - invalid.length;
  const ask = (ranges: Ranges) => change({ ranges: writeRanges(ranges) });
  return (
    <>
      <Group gap={16} align="flex-start">
        <Select
          label={words.workload}
          data={workloads.map(({ name, candidates: own }) => ({
            value: name,
            label: words.workloadOption(name, own.length),
          }))}
          value={workload.name}
          onChange={(name) => name !== null && change({ workload: name, ranges: undefined })}
          allowDeselect={false}
          searchable
          w={420}
          maw="100%"
        />
        <MultiSelect
          label={words.axes}
          description={words.axesHint(MOST_AXES)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={offeredAxes(candidates).map((name) => ({ value: name, label: METRICS[name].label }))}
          value={data.axes}
          onChange={(names) => names.length > 1 && change({ axes: names as MetricName[] })}
          maxValues={MOST_AXES}
          w={520}
          maw="100%"
        />
      </Group>
      <Text c="dimmed">
        {[
          words.sameWorkload,
          ...(others > 0 ? [words.otherWork(others)] : []),
          ...(incomplete.length > 0 ? [words.incomplete(incomplete.length)] : []),
          ...(cutShort.length > 0 ? [words.cutShort(cutShort.join(", "))] : []),
          ...(invalid.length > 0 ? [words.leftOut(invalid.join(", "))] : []),
        ].join(" ")}
      </Text>
      <Section title={words.ranges}>
        <RangeFields data={data} ask={ask} />
      </Section>
      {/* What is below waits for the drawing, so that nothing is pushed down when it comes. */}
      <Suspense fallback={<Skeleton height={FIGURE_HEIGHT} />}>
        {data.axes.length > 1 ? <ExploreFigure data={data} ask={ask} /> : <Text>{words.fewAxes}</Text>}
        <Section title={words.table}>
          <MatchesTable candidates={candidates} data={data} workload={workload.name} />
        </Section>
      </Suspense>
    </>
  );
}

function readRanges(pairs: ExploreSearch["ranges"]): Ranges {
  const known = Object.entries(pairs ?? {}) as [MetricName, RangePair][];
  return Object.fromEntries(known.map(([name, [from, to]]) => [name, { from, to }]));
}

function writeRanges(ranges: Ranges): ExploreSearch["ranges"] {
  const asked = Object.entries(ranges).filter(([, { from, to }]) => from !== null || to !== null);
  return asked.length > 0 ? Object.fromEntries(asked.map(([name, { from, to }]) => [name, [from, to]])) : undefined;
}
