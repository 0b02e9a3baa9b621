/** The campaigns of the lab as cards, newest first: the matrix in small, how far each is, and when it ends. */
import { Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CAMPAIGN_STATES, type CampaignFilters, campaignsQuery, isTerminalCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { ListedCampaign } from "@/api/types";
import { LabelFilter } from "@/components/label-filter";
import { LabelList } from "@/components/labels";
import { ButtonLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { SavedFilters } from "@/components/saved-filters";
import { readLabels } from "@/lib/labels";
import { formatDateTime } from "@/lib/units";
import { useNow } from "@/lib/use-now";
import { campaigns as words } from "@/messages/campaigns";
import { runs as runsWords } from "@/messages/runs";
import { CardLink } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import classes from "./campaign-cards.module.css";
import { MatrixPicture } from "./matrix-picture";
import { dayAndClock } from "./moments";
import { progressOf } from "./progress";
import { CampaignBadge } from "./state-labels";

const LIST_HEIGHT = 420;
const CLOCK_MS = 30_000;

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
  const now = useNow(CLOCK_MS);
  const { data, error, refetch } = useQuery(campaignsQuery(api, { ...filters, label: readLabels(filters.label) }));
  const isNarrowed = Boolean(filters.state || filters.label);
  return (
    <>
      <Group gap={16} align="flex-end">
        <Select
          label={words.filterState}
          data={CAMPAIGN_STATES.map((state) => ({ value: state, label: words.badges[state] ?? state }))}
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
      {!data && !error && <Loading height={LIST_HEIGHT} />}
      {data && data.items.length === 0 && (
        <EmptyState
          title={isNarrowed ? words.noMatchTitle : words.emptyTitle}
          text={words.empty}
          actions={
            operate
              ? [
                  <ButtonLink key="new" to="/campaigns/new" variant="default">
                    {words.create}
                  </ButtonLink>,
                ]
              : undefined
          }
        />
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.cards} aria-label={words.caption}>
          {data.items.map((campaign) => (
            <li key={campaign.id}>
              <CampaignCard campaign={campaign} now={now} />
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
    </>
  );
}

function CampaignCard({ campaign, now }: { campaign: ListedCampaign; now: Date }) {
  const { number, name, state, server, parts, labels, cell_states } = campaign;
  const { done, possible, text } = progressOf(campaign);
  return (
    <CardLink to="/campaigns/$ref" params={{ ref: number }}>
      <div className={classes.card}>
        <MatrixPicture states={cell_states} />
        <div className={classes.head}>
          <strong dir="auto" title={name}>
            {name}
          </strong>
          <CampaignBadge state={state} />
        </div>
        <span className={classes.quiet} dir="auto">
          {number} · {server?.name ?? parts.map((part) => part.server.name).join(", ")}
        </span>
        <div className={classes.foot}>
          <b title={text} data-numeric>
            {words.doneOf(done, possible)}
          </b>
          <Finish campaign={campaign} now={now} />
        </div>
        <span className={classes.quiet}>{text}</span>
        <LabelList labels={labels} />
      </div>
    </CardLink>
  );
}

/** When it ends or ended, and whether that is in time. */
function Finish({ campaign, now }: { campaign: ListedCampaign; now: Date }) {
  const { state, estimated_finish_at, finished_at, deadline, fits } = campaign;
  const isOver = isTerminalCampaign(state);
  const end = isOver ? finished_at : estimated_finish_at;
  if (end === null) return <span className={classes.quiet}>{words.noEnd}</span>;
  const moment = dayAndClock(new Date(end), now);
  const isLate = !isOver && fits === false;
  return (
    <time dateTime={end} title={formatDateTime(end)} className={classes.quiet} data-late={isLate || undefined}>
      {isOver ? words.endedAt(moment) : words.endsAt(moment)}
      {!isOver && fits === true && `, ${words.inTime}`}
      {isLate && `, ${words.late(formatDateTime(deadline))}`}
    </time>
  );
}
