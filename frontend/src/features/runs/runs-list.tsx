/** The runs of the lab: filters and the selection in the address, newest first, page by page. */
import { Button, Checkbox, Group, Pill, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/api/context";
import type { RunFilters } from "@/api/runs";
import { ORIGINS, RUN_STATES, runsQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { StateLabel, VerdictLabel } from "@/components/state-label";
import { OriginTag } from "@/components/tag";
import { MOST_RUNS, readRunList, writeRunList } from "@/lib/run-list";
import { messages } from "@/messages";
import { compare } from "@/messages/compare";
import { runs as words } from "@/messages/runs";
import { DemoNote } from "./demo-note";
import { formatHeadline } from "./headline";
import { PartialTag } from "./partial-tag";
import classes from "./runs-list.module.css";
import { SelectionBar } from "./selection-bar";

const TABLE_WIDTH = 1230;

interface Filters extends Pick<RunFilters, "state" | "origin" | "q" | "cursor"> {
  /** Runs that are selected for a comparison; they stay so on other pages of the list. */
  selected?: string;
}

export interface RunsListProps {
  filters: Filters;
  change: (filters: Filters) => void;
}

export function RunsList({ filters, change }: RunsListProps) {
  const api = useApi();
  const { selected, ...asked } = filters;
  const { data, error, refetch, isPlaceholderData } = useQuery(runsQuery(api, asked));
  const selection = readRunList(selected);
  const select = (next: string[]) => change({ ...filters, selected: writeRunList(next) });
  const columns = [selectColumn(selection, select), ...COLUMNS];
  return (
    <>
      <DemoNote />
      <FilterBar filters={filters} change={change} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={columns} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && <NoRuns filters={filters} change={change} />}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={data.items}
            rowKey={(run) => run.id}
            minWidth={TABLE_WIDTH}
          />
        </div>
      )}
      {data && (
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
      {selection.length > 0 && <SelectionBar selection={selection} clear={() => select([])} />}
    </>
  );
}

function selectColumn(selection: readonly string[], select: (next: string[]) => void): Column<RunSummary> {
  return {
    key: "select",
    title: compare.column,
    cell: ({ number }) => {
      const chosen = selection.includes(number);
      return (
        <Checkbox
          size="xs"
          aria-label={compare.select(number)}
          checked={chosen}
          disabled={!chosen && selection.length >= MOST_RUNS}
          onChange={() => select(chosen ? selection.filter((other) => other !== number) : [...selection, number])}
        />
      );
    },
  };
}

const COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: (run) => (
      <AnchorLink to="/runs/$ref" params={{ ref: run.number }}>
        {run.number}
      </AnchorLink>
    ),
  },
  { key: "title", title: words.columns.title, wrap: true, cell: (run) => run.title },
  {
    key: "configuration",
    title: words.columns.configuration,
    wrap: true,
    cell: (run) => run.configuration?.name ?? messages.none,
  },
  { key: "profile", title: words.columns.profile, wrap: true, cell: (run) => run.profile?.title ?? messages.none },
  { key: "server", title: words.columns.server, cell: (run) => run.server?.name ?? messages.none },
  { key: "origin", title: words.columns.origin, cell: (run) => <OriginTag origin={run.origin} /> },
  {
    key: "state",
    title: words.columns.state,
    cell: (run) => (
      <Stack gap={4} align="flex-start">
        <StateLabel state={run.state} />
        <PartialTag run={run} />
      </Stack>
    ),
  },
  {
    key: "verdict",
    title: words.columns.verdict,
    cell: (run) => (run.verdict ? <VerdictLabel status={run.verdict.status} /> : messages.none),
  },
  { key: "headline", title: words.columns.headline, numeric: true, cell: (run) => <FirstHeadline run={run} /> },
  {
    key: "when",
    title: words.columns.when,
    cell: (run) => <Moment at={run.finished_at ?? run.started_at ?? run.created_at} />,
  },
];

function FirstHeadline({ run }: { run: RunSummary }) {
  const first = run.headline[0];
  if (!first) return messages.none;
  return (
    <>
      {formatHeadline(first)}
      <Text c="dimmed" size="xs" className={classes.headlineLabel}>
        {first.label}
      </Text>
    </>
  );
}

function FilterBar({ filters, change }: RunsListProps) {
  const [text, setText] = useState(filters.q ?? "");
  useEffect(() => setText(filters.q ?? ""), [filters.q]);
  const search = useDebouncedCallback((q: string) => change({ ...filters, q: q || undefined, cursor: undefined }), 300);
  return (
    <Group gap={16} align="flex-end" component="form" role="search" onSubmit={(event) => event.preventDefault()}>
      <Select
        label={words.filterState}
        data={RUN_STATES.map((state) => ({ value: state, label: messages.states[state] ?? state }))}
        placeholder={words.any}
        value={filters.state ?? null}
        onChange={(state) => change({ ...filters, state: state ?? undefined, cursor: undefined })}
        clearable
        w={160}
      />
      <Select
        label={words.filterOrigin}
        data={ORIGINS.map((origin) => ({ value: origin, label: messages.origins[origin] ?? origin }))}
        placeholder={words.any}
        value={filters.origin ?? null}
        onChange={(origin) => change({ ...filters, origin: origin ?? undefined, cursor: undefined })}
        clearable
        w={160}
      />
      <TextInput
        label={words.filterText}
        placeholder={words.filterTextHint}
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        flex="1 1 200px"
        maw={400}
      />
    </Group>
  );
}

function NoRuns({ filters, change }: RunsListProps) {
  const active = [
    { name: "state", title: words.filterState, value: filters.state },
    { name: "origin", title: words.filterOrigin, value: filters.origin },
    { name: "q", title: words.filterText, value: filters.q },
  ].filter(({ value }) => value !== undefined);
  if (active.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
        <ButtonLink to="/jobs/new">{messages.shell.newJob}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.noMatchTitle}>
      <Text>{words.noMatch}</Text>
      <Group gap={8}>
        {active.map(({ name, title, value }) => (
          <Pill
            key={name}
            size="md"
            withRemoveButton
            onRemove={() => change({ ...filters, [name]: undefined, cursor: undefined })}
            removeButtonProps={{ "aria-label": messages.removeFilter(title), tabIndex: 0, "aria-hidden": false }}
          >
            {title}: {value}
          </Pill>
        ))}
      </Group>
      <Button variant="default" onClick={() => change({ selected: filters.selected })}>
        {messages.clearFilters}
      </Button>
    </EmptyState>
  );
}
