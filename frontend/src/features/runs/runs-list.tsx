/** The runs of the lab: filters and the selection in the address, newest first, page by page. */
import { Box, Button, Checkbox, Group, Pill, Select, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import type { RunFilters } from "@/api/runs";
import { ORIGINS, RUN_STATES, runsQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { LabelFilter } from "@/components/label-filter";
import { LabelList } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { QueryField } from "@/components/query-field";
import { ROW_KEYS, SELECT_KEY } from "@/components/row-shortcuts";
import { SavedFilters } from "@/components/saved-filters";
import { useShortcuts } from "@/components/use-shortcuts";
import { useTray, writeTray } from "@/lib/compare-tray";
import { readLabels } from "@/lib/labels";
import { MOST_RUNS, readRunList, writeRunList } from "@/lib/run-list";
import { selectThrough } from "@/lib/select-through";
import { messages } from "@/messages";
import { compare } from "@/messages/compare";
import { labels } from "@/messages/labels";
import { queries } from "@/messages/queries";
import { runStanding as standing } from "@/messages/run-standing";
import { runs as words } from "@/messages/runs";
import { shell } from "@/messages/shell";
import { shortcuts } from "@/messages/shortcuts";
import { DemoNote } from "./demo-note";
import { RunCards } from "./run-cards";
import { Added, Cut, FirstHeadline, RunBadges } from "./run-cells";
import classes from "./runs-list.module.css";
import { SelectionBar } from "./selection-bar";

/** Titles keep room to be told apart by. */
const TABLE_WIDTH = 640;
const AT_ONCE = { getInitialValueInEffect: false };

interface Filters extends Pick<RunFilters, "state" | "origin" | "q" | "cursor"> {
  /** Labels, parted by semicolons. */
  label?: string;
  /** Only runs that count, or only those marked invalid. */
  counts?: "valid" | "invalid";
  /** Runs that are selected for a comparison; they stay so on other pages of the list. */
  selected?: string;
}

export interface RunsListProps {
  filters: Filters;
  change: (filters: Filters) => void;
  /** Makes filters of what was saved. */
  parse: (saved: Record<string, unknown>) => Filters;
}

export function RunsList({ filters, change, parse }: RunsListProps) {
  const api = useApi();
  const { selected, label, counts, ...asked } = filters;
  const valid = counts === undefined ? undefined : counts === "valid";
  const {
    data: read,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(runsQuery(api, { ...asked, valid, label: readLabels(label) }));
  // While a query is wrong, the list stays as it was for the last one that could be read.
  const last = useRef(read);
  if (read) last.current = read;
  const data = read ?? (isOfQuery(error) ? last.current : undefined);
  // What was gathered on other pages is selected here too, unless the address says what is.
  const gathered = useTray();
  const selection = selected === undefined ? [...gathered] : readRunList(selected);
  const select = (next: string[]) => {
    writeTray(next);
    change({ ...filters, selected: writeRunList(next) });
  };
  const listed = (data?.items ?? []).map(({ number }) => number);
  const columns = [useSelectColumn(selection, select, listed), ...COLUMNS];
  const navigate = useNavigate();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  useShortcuts({
    ...ROW_KEYS,
    ...SELECT_KEY,
    c: {
      label: shortcuts.rows.c,
      run: () => void navigate({ to: "/compare", search: { runs: writeRunList(selection) } }),
    },
  });
  return (
    <>
      <DemoNote />
      <FilterBar filters={filters} change={change} error={error} />
      <SavedFilters
        page="/runs"
        filters={{ ...filters, selected: undefined }}
        change={(saved) => change({ ...parse(saved), selected })}
      />
      {error && !data && !isOfQuery(error) && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={columns} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && <NoRuns filters={filters} change={change} />}
      {data && data.items.length > 0 && isPhone && <RunCards runs={data.items} isBusy={isPlaceholderData} />}
      {data && data.items.length > 0 && !isPhone && (
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

/** With Shift a box takes all rows along, up to the one that was used before. */
function useSelectColumn(
  selection: readonly string[],
  select: (next: string[]) => void,
  listed: readonly string[],
): Column<RunSummary> {
  const last = useRef<string | null>(null);
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
          onChange={({ nativeEvent }) => {
            const shift = (nativeEvent as MouseEvent).shiftKey === true;
            select(selectThrough(selection, listed, { from: shift ? last.current : null, to: number }, MOST_RUNS));
            last.current = number;
          }}
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
  {
    key: "title",
    title: words.columns.title,
    cut: 55,
    cell: (run) => (
      <>
        <Cut text={run.title} isStrong />
        {run.configuration && run.configuration.name !== run.title && <Cut text={run.configuration.name} />}
        <LabelList labels={run.labels} />
      </>
    ),
  },
  {
    key: "profile",
    title: words.columns.profile,
    cut: 18,
    minor: true,
    cell: ({ profile }) => <Cut text={profile?.title} />,
  },
  { key: "server", title: words.columns.server, cut: 11, cell: ({ server }) => <Cut text={server?.name} /> },
  {
    key: "state",
    title: words.columns.state,
    cell: (run) => (
      <Group gap={4}>
        <RunBadges run={run} />
      </Group>
    ),
  },
  { key: "headline", title: words.columns.headline, numeric: true, cell: (run) => <FirstHeadline run={run} /> },
  // The date that the list is in order of: a printed or imported run may have ended years before it came here.
  { key: "added", title: words.columns.added, numeric: true, cell: (run) => <Added at={run.created_at} /> },
];

/** The field of the query says what is wrong in it. */
const isOfQuery = (error: unknown): boolean => error instanceof ApiProblem && error.query !== null;

function FilterBar({ filters, change, error }: Omit<RunsListProps, "parse"> & { error: unknown }) {
  return (
    <Box component="form" className={classes.filters} role="search" onSubmit={(event) => event.preventDefault()}>
      <QueryField
        value={filters.q ?? ""}
        change={(q) => change({ ...filters, q: q || undefined, cursor: undefined })}
        error={error}
      />
      <Select
        label={words.filterState}
        data={RUN_STATES.map((state) => ({ value: state, label: messages.states[state] ?? state }))}
        placeholder={words.any}
        value={filters.state ?? null}
        onChange={(state) => change({ ...filters, state: state ?? undefined, cursor: undefined })}
        clearable
      />
      <Select
        label={words.filterOrigin}
        data={ORIGINS.map((origin) => ({ value: origin, label: messages.origins[origin] ?? origin }))}
        placeholder={words.any}
        value={filters.origin ?? null}
        onChange={(origin) => change({ ...filters, origin: origin ?? undefined, cursor: undefined })}
        clearable
      />
      <Select
        label={standing.filterCounts}
        data={(["valid", "invalid"] as const).map((value) => ({ value, label: standing.counts[value] }))}
        placeholder={words.any}
        value={filters.counts ?? null}
        onChange={(counts) => change({ ...filters, counts: counts ?? undefined, cursor: undefined })}
        clearable
      />
      <LabelFilter labels={filters.label} change={(label) => change({ ...filters, label, cursor: undefined })} />
    </Box>
  );
}

function NoRuns({ filters, change }: Omit<RunsListProps, "parse">) {
  const active = [
    { name: "state", title: words.filterState, value: filters.state },
    { name: "origin", title: words.filterOrigin, value: filters.origin },
    { name: "counts", title: standing.filterCounts, value: filters.counts && standing.counts[filters.counts] },
    { name: "label", title: labels.filter, value: readLabels(filters.label)?.join(", ") },
    { name: "q", title: queries.label, value: filters.q },
  ].filter(({ value }) => value !== undefined);
  if (active.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
        <ButtonLink to="/new">{shell.newRun}</ButtonLink>
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
