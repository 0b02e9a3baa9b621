/** The configurations of the lab, by controller, with their results of one workload. */
import { Button, NativeSelect } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChartDots3, IconFileDiff, IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { type ConfigurationRow, configurationList, workloadsQuery, writeWorkload } from "@/api/configuration-list";
import { useApi } from "@/api/context";
import { matchCountQuery } from "@/api/fields";
import { savedFiltersQuery } from "@/api/saved-filters";
import { useWholeList } from "@/api/whole-list";
import type { RowGrouping } from "@/components/lab-table/columns";
import { LabTable } from "@/components/lab-table/lab-table";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { ButtonLink } from "@/components/link";
import { ListFrame } from "@/components/list-frame";
import { ListQuery } from "@/components/list-query";
import { ErrorNotice } from "@/components/notice";
import { PageHeader } from "@/components/page";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useReadableQuery } from "@/components/use-readable-query";
import { ViewLinks } from "@/components/view-tabs";
import { writeRunList } from "@/lib/run-list";
import { nameWorkload } from "@/lib/workload-name";
import { messages } from "@/messages";
import { configurationList as words } from "@/messages/configuration-list";
import { shell } from "@/messages/shell";
import { EmptyState } from "@/parts/empty-state";
import { columnsOf } from "./columns";
import classes from "./configuration-list.module.css";
import { countTab, groupOf, rowsOfTab } from "./rows";
import { CONFIGURATION_VIEWS, type ConfigurationsSearch, LIST_TABS } from "./search";

const AT_ONCE = { getInitialValueInEffect: false };
const ORDER = "-median";
/** Number of lines in a chart that remain distinguishable. */
const MAX_ENTRIES = 8;
const GROUPING: RowGrouping<ConfigurationRow> = {
  of: groupOf,
  note: (rows) => words.groupNote(rows.length),
};
const NO_ROWS: readonly ConfigurationRow[] = [];

export interface ConfigurationListProps {
  search: ConfigurationsSearch;
  change: (search: ConfigurationsSearch) => void;
}

export function ConfigurationList({ search, change }: ConfigurationListProps) {
  const api = useApi();
  const { tab, q, sort = ORDER, group } = search;
  const { requested, leftOut, settle } = useReadableQuery<ConfigurationRow[]>(q);
  const list = useWholeList({ ...configurationList(api, search.workload, requested), isSorted: true });
  const { data: loaded, error, queryError } = settle(list.rows, list.error);
  const all = loaded ?? NO_ROWS;
  const rows = useMemo(() => rowsOfTab(all, tab), [all, tab]);
  const total = useQuery(matchCountQuery(api, "configurations", undefined)).data;
  // Rows are not selected there.
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const columns = useMemo(() => columnsOf(all, new Date()), [all]);
  const selected = search.selected?.split(",") ?? [];
  const set = (part: ConfigurationsSearch) => change({ ...search, ...part });
  return (
    <>
      <PageHeader
        title={words.title}
        primary={<OpenInWorkbench rows={rows} selected={selected} />}
        actions={!isPhone && <DiffButton selected={selected} />}
      />
      <Tabs rows={loaded} search={search} />
      <ListFrame
        query={
          <ListQuery
            list="configurations"
            form={CONFIGURATION_VIEWS}
            search={search}
            change={change}
            error={queryError}
            leftOut={leftOut}
            count={loaded && words.shown(rows.length, q === undefined ? all.length : (total ?? all.length))}
          />
        }
        tools={
          <>
            <Button
              variant="default"
              size="xs"
              aria-pressed={group !== "none"}
              leftSection={<IconStack2 size={14} stroke={1.75} aria-hidden="true" />}
              onClick={() => set({ group: group === "none" ? undefined : "none" })}
            >
              {words.group}
            </Button>
            <WorkloadSelect
              chosen={list.first?.workload ? writeWorkload(list.first.workload) : search.workload}
              choose={(workload) => set({ workload })}
            />
            {selected.length > 0 && (
              <span className={classes.selected} role="status">
                {words.selected(selected.length)}
              </span>
            )}
          </>
        }
      >
        {error !== null && !loaded ? (
          <ErrorNotice error={error} retry={list.retry} />
        ) : !loaded ? (
          <LabTableSkeleton columns={columns} lines={2} />
        ) : rows.length === 0 ? (
          <NoRows isEmpty={all.length === 0 && q === undefined} clear={() => change({ workload: search.workload })} />
        ) : (
          <LabTable
            caption={words.caption}
            columns={columns}
            rows={rows}
            rowKey={({ number }) => number}
            lines={2}
            sort={sort}
            changeSort={(next) => set({ sort: next === ORDER ? undefined : next })}
            grouping={group === "none" ? undefined : GROUPING}
            selection={{ selected, change: (numbers) => set({ selected: numbers.join(",") || undefined }) }}
            isBusy={list.isBusy}
            more={list.more}
          />
        )}
      </ListFrame>
    </>
  );
}

function Tabs({ rows, search }: { rows: readonly ConfigurationRow[] | undefined; search: ConfigurationsSearch }) {
  const isInBar = useHasPlace("tabs");
  const views = useQuery(savedFiltersQuery(useApi(), CONFIGURATION_VIEWS.page)).data?.items ?? [];
  const titles = { in_place: words.inPlace, published: words.published };
  return (
    <InTopBar place="tabs">
      <TabLinks label={words.tabs} isInBar={isInBar}>
        {[undefined, ...LIST_TABS].map((tab) => (
          <Link
            key={tab ?? "all"}
            to="/configurations"
            search={{ ...search, tab, view: undefined }}
            activeOptions={{ exact: true }}
          >
            {tab === undefined ? words.all : titles[tab]}{" "}
            <span className={classes.count}>{rows && countTab(rows, tab)}</span>
          </Link>
        ))}
        <ViewLinks
          form={CONFIGURATION_VIEWS}
          views={views}
          search={search}
          carried={{ selected: search.selected }}
          linkTo={(next) => ({ to: "/configurations", search: next })}
        />
      </TabLinks>
    </InTopBar>
  );
}

function WorkloadSelect({ chosen, choose }: { chosen: string | undefined; choose: (workload: string) => void }) {
  const { data } = useQuery(workloadsQuery(useApi()));
  const options = (data?.items ?? []).map((pattern) => ({
    value: writeWorkload(pattern),
    label: words.workloadOption(
      nameWorkload({
        blockBytes: pattern.block_bytes,
        readPercent: pattern.read_percent,
        randomPercent: pattern.random_percent,
      }),
    ),
  }));
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      size="xs"
      aria-label={words.workload}
      data={isListed ? options : [{ value: chosen, label: chosen }, ...options]}
      value={chosen}
      disabled={options.length === 0}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      w={220}
    />
  );
}

/** The newest results of what is selected, else of the first that are shown. */
function OpenInWorkbench({ rows, selected }: { rows: readonly ConfigurationRow[]; selected: readonly string[] }) {
  const meant = selected.length > 0 ? rows.filter(({ number }) => selected.includes(number)) : rows;
  const runs = meant.flatMap(({ result }) => result?.run ?? []).slice(0, MAX_ENTRIES);
  return (
    <ButtonLink
      to="/workbench"
      search={{ runs: writeRunList(runs) }}
      leftSection={<IconChartDots3 size={15} stroke={1.75} aria-hidden="true" />}
    >
      {words.openInWorkbench}
    </ButtonLink>
  );
}

function DiffButton({ selected }: { selected: readonly string[] }) {
  const [a, b, ...others] = selected;
  const icon = <IconFileDiff size={15} stroke={1.75} aria-hidden="true" />;
  if (a === undefined || b === undefined || others.length > 0) {
    return (
      <Button variant="default" disabled leftSection={icon} title={words.diffHint}>
        {words.diff}
      </Button>
    );
  }
  return (
    <ButtonLink variant="default" to="/configurations/diff" search={{ a, b }} leftSection={icon}>
      {words.diff}
    </ButtonLink>
  );
}

function NoRows({ isEmpty, clear }: { isEmpty: boolean; clear: () => void }) {
  if (isEmpty) {
    return (
      <EmptyState
        title={words.emptyTitle}
        text={words.empty}
        actions={[
          <ButtonLink key="run" variant="default" to="/new">
            {shell.newRun}
          </ButtonLink>,
        ]}
      />
    );
  }
  return (
    <EmptyState
      title={words.noMatchTitle}
      text={words.noMatch}
      actions={[
        <Button key="clear" variant="default" onClick={clear}>
          {messages.clearFilters}
        </Button>,
      ]}
    />
  );
}
