/** Permalinks of the lab, newest first: status, content and number of views. */
import { Checkbox, Group, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/api/context";
import { SHARE_KINDS, SHARE_STAGES, type ShareFilters } from "@/api/share-filters";
import { sharesQuery } from "@/api/shares";
import type { Share } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { formatCount } from "@/lib/units";
import { messages } from "@/messages";
import { shareEditor, shares as words } from "@/messages/shares";
import { ShareActions } from "./share-actions";
import { ShareState } from "./share-labels";
import classes from "./shares.module.css";
import { labOf } from "./status";

const TABLE_WIDTH = 1100;
const PAUSE_MS = 300;
/** More runs than this are counted. */
const NAMED_RUNS = 3;

export interface SharesListProps {
  filters: ShareFilters;
  change: (filters: ShareFilters) => void;
}

export function SharesList({ filters, change }: SharesListProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(sharesQuery(api, filters));
  const { cursor, ...narrowed } = filters;
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <>
      <Filters filters={filters} change={change} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={COLUMNS} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && (
        <EmptyState title={isNarrowed ? words.noMatchTitle : words.emptyTitle}>
          <Text maw="60ch">{words.empty}</Text>
          {isNarrowed ? (
            <ButtonLink to="/shares" search={{}} variant="default">
              {messages.clearFilters}
            </ButtonLink>
          ) : (
            <ButtonLink to="/runs" search={{}} variant="default">
              {shareEditor.toRuns}
            </ButtonLink>
          )}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption={words.caption}
          columns={COLUMNS}
          rows={data.items}
          rowKey={({ id }) => id}
          minWidth={TABLE_WIDTH}
        />
      )}
      {data && (
        <Paging cursor={cursor} nextCursor={data.next_cursor} go={(next) => change({ ...filters, cursor: next })} />
      )}
    </>
  );
}

function Filters({ filters, change }: SharesListProps) {
  const narrow = (patch: ShareFilters) => change({ ...filters, ...patch, cursor: undefined });
  return (
    <Group gap={16} align="flex-end">
      <Select
        label={words.filterKind}
        data={SHARE_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] ?? kind }))}
        placeholder={words.any}
        value={filters.kind ?? null}
        onChange={(kind) => narrow({ kind: kind ?? undefined })}
        clearable
        w={180}
      />
      <Select
        label={words.filterState}
        data={SHARE_STAGES.map((state) => ({ value: state, label: words.stages[state] }))}
        placeholder={words.any}
        value={filters.state ?? null}
        onChange={(state) => narrow({ state: state ?? undefined })}
        clearable
        w={180}
      />
      <RunFilter run={filters.run} change={(run) => narrow({ run })} />
      <Checkbox
        label={words.mine}
        checked={filters.mine === true}
        onChange={({ currentTarget }) => narrow({ mine: currentTarget.checked || undefined })}
        pb={8}
      />
    </Group>
  );
}

function RunFilter({ run, change }: { run: string | undefined; change: (run: string | undefined) => void }) {
  const [typed, setTyped] = useState(run ?? "");
  const changeLater = useDebouncedCallback(change, PAUSE_MS);
  useEffect(() => setTyped(run ?? ""), [run]);
  return (
    <TextInput
      label={words.filterRun}
      placeholder={words.filterRunHint}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const wanted = value.trim().toLowerCase();
        if (wanted === "" || /^r-\d+$/.test(wanted)) changeLater(wanted || undefined);
      }}
      autoComplete="off"
      w={140}
    />
  );
}

const COLUMNS: readonly Column<Share>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: ({ number }) => (
      <AnchorLink to="/shares/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "title", title: words.columns.title, wrap: true, cell: (share) => <Titled share={share} /> },
  { key: "state", title: words.columns.state, wrap: true, cell: (share) => <ShareState share={share} /> },
  { key: "kind", title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] ?? kind },
  {
    key: "version",
    title: words.columns.version,
    cell: ({ version, newest_version }) => words.version(version, newest_version),
  },
  { key: "runs", title: words.columns.runs, cell: (share) => <Runs share={share} /> },
  { key: "views", title: words.columns.views, numeric: true, cell: (share) => <Views share={share} /> },
  { key: "created", title: words.columns.created, cell: ({ created_at }) => <Moment at={created_at} /> },
  { key: "actions", title: words.columns.actions, cell: (share) => <ShareActions share={share} look="menu" /> },
];

function Titled({ share: { title, author, received } }: { share: Share }) {
  return (
    <>
      {title}
      {author && <div className={classes.aside}>{words.byAuthor(author)}</div>}
      {received && <div className={classes.aside}>{words.receivedShort(labOf(received))}</div>}
    </>
  );
}

function Views({ share: { views, last_viewed_at } }: { share: Share }) {
  return (
    <>
      {formatCount(views)}
      {last_viewed_at && (
        <div className={classes.moment}>
          {words.lastViewed} <Moment at={last_viewed_at} />
        </div>
      )}
    </>
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
      {runs.length > named.length && <div className={classes.aside}>{words.moreRuns(runs.length - named.length)}</div>}
    </>
  );
}
