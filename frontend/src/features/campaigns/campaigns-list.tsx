/** The campaigns of the lab, newest first, with how far they are and when they end. */
import { Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CAMPAIGN_STATES, type CampaignFilters, campaignsQuery, isTerminalCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { ListedCampaign } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { LabelFilter } from "@/components/label-filter";
import { LabelList } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { SavedFilters } from "@/components/saved-filters";
import { readLabels } from "@/lib/labels";
import { formatDateTime, formatDuration } from "@/lib/units";
import { messages } from "@/messages";
import { campaigns as words } from "@/messages/campaigns";
import { runs as runsWords } from "@/messages/runs";
import { CampaignProgress } from "./campaign-progress";
import classes from "./campaigns.module.css";
import { CampaignStateLabel } from "./state-labels";

const TABLE_WIDTH = 1080;

interface Filters extends Pick<CampaignFilters, "state" | "cursor"> {
  /** Labels, parted by semicolons. */
  label?: string;
}

export interface CampaignsListProps {
  filters: Filters;
  change: (filters: Filters) => void;
  /** Makes filters of what was saved. */
  parse: (saved: Record<string, unknown>) => Filters;
}

export function CampaignsList({ filters, change, parse }: CampaignsListProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(campaignsQuery(api, { ...filters, label: readLabels(filters.label) }));
  return (
    <>
      <Group gap={16} align="flex-end">
        <Select
          label={words.filterState}
          data={CAMPAIGN_STATES.map((state) => ({ value: state, label: words.states[state] ?? state }))}
          placeholder={runsWords.any}
          value={filters.state ?? null}
          onChange={(state) => change({ ...filters, state: state ?? undefined, cursor: undefined })}
          clearable
          w={200}
        />
        <LabelFilter labels={filters.label} change={(label) => change({ ...filters, label, cursor: undefined })} />
      </Group>
      <SavedFilters page="/campaigns" filters={{ ...filters }} change={(saved) => change(parse(saved))} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={COLUMNS} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && (
        <EmptyState title={filters.state || filters.label ? words.noMatchTitle : words.emptyTitle}>
          <Text className={classes.explain}>{words.empty}</Text>
          {operate && <ButtonLink to="/campaigns/new">{words.create}</ButtonLink>}
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
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<ListedCampaign>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: ({ number }) => (
      <AnchorLink to="/campaigns/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "name", title: words.columns.name, wrap: true, cell: (campaign) => <Named campaign={campaign} /> },
  { key: "server", title: words.columns.server, wrap: true, cell: serverNames },
  { key: "state", title: words.columns.state, cell: ({ state }) => <CampaignStateLabel state={state} /> },
  {
    key: "progress",
    title: words.columns.progress,
    wrap: true,
    cell: (campaign) => <CampaignProgress campaign={campaign} size="xs" />,
  },
  {
    key: "remaining",
    title: words.columns.remaining,
    numeric: true,
    cell: ({ state, estimated_seconds }) =>
      isTerminalCampaign(state) ? messages.none : formatDuration(estimated_seconds),
  },
  { key: "finish", title: words.columns.finish, wrap: true, cell: (campaign) => <Finish campaign={campaign} /> },
  { key: "when", title: words.columns.when, cell: ({ created_at }) => <Moment at={created_at} /> },
];

function Named({ campaign: { name, labels } }: { campaign: ListedCampaign }) {
  return (
    <>
      {name}
      <LabelList labels={labels} />
    </>
  );
}

function serverNames({ server, parts }: ListedCampaign): string {
  return server?.name ?? parts.map((part) => part.server.name).join(", ");
}

/** When it ends or ended, and whether that is in time. */
function Finish({ campaign }: { campaign: ListedCampaign }) {
  const { state, estimated_finish_at, finished_at, deadline, fits } = campaign;
  if (isTerminalCampaign(state)) return <Moment at={finished_at} />;
  return (
    <>
      <Moment at={estimated_finish_at} />
      {fits === true && <div className={classes.aside}>{words.inTime}</div>}
      {fits === false && <Text c="var(--sl-warn)">{words.late(formatDateTime(deadline))}</Text>}
    </>
  );
}
