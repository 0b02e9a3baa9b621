/** Permalinks of the lab: status, address, readers and content, with one of them beside the list. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback, useMediaQuery } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { useEndlessList } from "@/api/endless-list";
import { SHARE_KINDS, SHARE_ORDERS, SHARE_STATES, type ShareFilters } from "@/api/share-filters";
import { type ShareCounts, shareCountsQuery, shareRows } from "@/api/shares";
import type { Share } from "@/api/types";
import { LabTable } from "@/components/lab-table/lab-table";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ListFrame } from "@/components/list-frame";
import { ErrorNotice } from "@/components/notice";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { formatCount } from "@/lib/units";
import { messages } from "@/messages";
import { shareEditor, shares as words } from "@/messages/shares";
import { EmptyState } from "@/parts/empty-state";
import { SHARE_COLUMNS } from "./share-columns";
import classes from "./share-list.module.css";
import { SharePeek } from "./share-peek";
import { type ShareRow, shareOfRow, shareRowsOf } from "./share-rows";
import sharedClasses from "./shares.module.css";

const AT_ONCE = { getInitialValueInEffect: false };
const OPEN = { "data-status": "active", "aria-current": "page" } as const;
const PAUSE_MS = 300;
const SKELETON_ROWS = 12;
/** More runs than this are counted. */
const NAMED_RUNS = 3;

const keyOf = ({ key }: ShareRow) => key;
const isAddress = ({ address }: ShareRow) => address !== null;

/** Undefined for the order that the list has by itself. */
const readOrder = (text: string | undefined) =>
  SHARE_ORDERS.find((order) => order === text && order !== SHARE_ORDERS[0]);

export interface SharesListProps {
  filters: ShareFilters;
  change: (filters: ShareFilters) => void;
}

export function SharesList({ filters, change }: SharesListProps) {
  const api = useApi();
  const list = useEndlessList(shareRows(api, filters));
  const counts = useQuery(shareCountsQuery(api, filters)).data;
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const { rows: shares, error } = list;
  const { peek } = filters;
  const rows = useMemo(() => shareRowsOf(shares ?? [], isPhone ? undefined : peek), [shares, peek, isPhone]);
  return (
    <div className={classes.list}>
      <States filters={filters} counts={counts} />
      <ListFrame query={<Filters filters={filters} change={change} counts={counts} />}>
        {error !== null && !shares ? (
          <ErrorNotice error={error} retry={list.retry} />
        ) : !shares ? (
          <LabTableSkeleton columns={SHARE_COLUMNS} rows={SKELETON_ROWS} />
        ) : shares.length === 0 ? (
          <NoShares filters={filters} />
        ) : (
          <LabTable
            caption={words.caption}
            columns={SHARE_COLUMNS}
            rows={rows}
            rowKey={keyOf}
            isDetail={isAddress}
            lines={2}
            isSortedByServer
            sort={filters.sort ?? SHARE_ORDERS[0]}
            // Cards have the menu above the list.
            changeSort={isPhone ? undefined : (sort) => change({ ...filters, sort: readOrder(sort), peek: undefined })}
            peek={{
              shown: peek,
              change: (key) => change({ ...filters, peek: shareOfRow(key) }),
              render: ({ share }) => <SharePeek share={share} />,
            }}
            isBusy={list.isBusy}
            more={list.more}
          />
        )}
      </ListFrame>
    </div>
  );
}

function NoShares({ filters }: { filters: ShareFilters }) {
  const { sort: _, peek: __, ...narrowed } = filters;
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <EmptyState
      title={isNarrowed ? words.noMatchTitle : words.emptyTitle}
      text={isNarrowed ? words.noMatch : words.empty}
      actions={[
        isNarrowed ? (
          <ButtonLink key="clear" to="/shares" search={{}} variant="default">
            {messages.clearFilters}
          </ButtonLink>
        ) : (
          <ButtonLink key="runs" to="/runs" search={{}} variant="default">
            {shareEditor.toRuns}
          </ButtonLink>
        ),
      ]}
    />
  );
}

/** Tabs of the states, each with the number of its permalinks, and one of those that another lab froze. */
function States({ filters, counts }: { filters: ShareFilters; counts: ShareCounts | undefined }) {
  const isInBar = useHasPlace("tabs");
  const { state: open, origin, peek: _, ...others } = filters;
  // Rare ones have a tab when there are any.
  const isShown = (count: number | undefined, isOpen: boolean) => isOpen || (count ?? 0) > 0;
  const states = SHARE_STATES.filter((state) => state !== "expired" || isShown(counts?.expired, open === state));
  const tabs: Tab[] = [
    { key: "all", name: words.allStates, count: counts?.total, search: others },
    ...states.map((state) => ({
      key: state,
      name: words.states[state],
      count: counts?.[state],
      search: { ...others, state },
    })),
  ];
  if (isShown(counts?.received, origin !== undefined)) {
    const search = { ...others, origin: "received" as const };
    tabs.push({ key: "received", name: words.receivedTab, count: counts?.received, search });
  }
  const openKey = origin ?? open ?? "all";
  return (
    <InTopBar place="tabs">
      <TabLinks label={words.statesLabel} isInBar={isInBar}>
        {tabs.map(({ key, name, count, search }) => (
          <Link
            key={key}
            to="/shares"
            search={search}
            activeOptions={{ exact: true }}
            // A tab stays open while a permalink is looked at.
            inactiveProps={key === openKey ? OPEN : undefined}
          >
            {name} <span>{count !== undefined && formatCount(count)}</span>
          </Link>
        ))}
      </TabLinks>
    </InTopBar>
  );
}

interface Tab {
  key: string;
  name: string;
  count: number | undefined;
  search: ShareFilters;
}

interface FiltersProps extends SharesListProps {
  counts: ShareCounts | undefined;
}

function Filters({ filters, change, counts }: FiltersProps) {
  const { mine, kind, run, sort } = filters;
  const narrow = (patch: ShareFilters) => change({ ...filters, ...patch, peek: undefined });
  return (
    <>
      <SearchField q={filters.q} change={(q) => narrow({ q })} />
      {run && (
        <Button
          variant="default"
          size="xs"
          aria-pressed
          aria-label={words.clearRun(run)}
          onClick={() => narrow({ run: undefined })}
          rightSection={<IconX size={13} stroke={1.75} aria-hidden="true" />}
        >
          {words.ofRunFilter(run)}
        </Button>
      )}
      <NativeSelect
        aria-label={words.authors}
        value={mine ? "mine" : ""}
        data={[
          { value: "", label: words.everyone },
          { value: "mine", label: words.mine },
        ]}
        onChange={({ currentTarget: { value } }) => narrow({ mine: value === "mine" || undefined })}
      />
      <NativeSelect
        aria-label={words.filterKind}
        value={kind ?? ""}
        data={[
          { value: "", label: words.anySubject },
          ...SHARE_KINDS.map((value) => ({ value, label: words.kindNames[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => narrow({ kind: SHARE_KINDS.find((subject) => subject === value) })}
      />
      <NativeSelect
        aria-label={words.order}
        value={sort ?? SHARE_ORDERS[0]}
        data={SHARE_ORDERS.map((value) => ({ value, label: words.orders[value] }))}
        onChange={({ currentTarget: { value } }) => narrow({ sort: readOrder(value) })}
      />
      {counts && <span className={classes.views}>{words.recentViews(formatCount(counts.views_30_days))}</span>}
    </>
  );
}

function SearchField({ q, change }: { q: string | undefined; change: (q: string | undefined) => void }) {
  const [typed, setTyped] = useState(q ?? "");
  const changeLater = useDebouncedCallback(change, PAUSE_MS);
  useEffect(() => setTyped(q ?? ""), [q]);
  return (
    <TextInput
      className={classes.field}
      aria-label={words.search}
      placeholder={words.search}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
      maxLength={200}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        changeLater(value.trim() || undefined);
      }}
    />
  );
}

export function Runs({ share: { runs } }: { share: Pick<Share, "runs"> }) {
  const named = runs.slice(0, NAMED_RUNS);
  return (
    <>
      {named.map((run, place) => (
        <span key={run}>
          {place > 0 && ", "}
          <AnchorLink to="/runs/$ref" params={{ ref: run }}>
            {run}
          </AnchorLink>
        </span>
      ))}
      {runs.length > named.length && (
        <div className={sharedClasses.aside}>{words.moreRuns(runs.length - named.length)}</div>
      )}
    </>
  );
}
