/** The campaigns of the lab as cards: the matrix in small, how far each is, and when it ends. */
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { campaignsQuery, isTerminalCampaign } from "@/api/campaigns";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import type { ListedCampaign, Page } from "@/api/types";
import type { ViewForm } from "@/components/filed-view";
import { LabelList } from "@/components/labels";
import { ButtonLink } from "@/components/link";
import { ListQuery, ListViews, type QueriedSearch } from "@/components/list-query";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { OrderSelect, orderOf } from "@/components/order-select";
import { Paging } from "@/components/paging";
import { useReadableQuery } from "@/components/use-readable-query";
import { formatDateTime } from "@/lib/units";
import { useNow } from "@/lib/use-now";
import { campaigns as words } from "@/messages/campaigns";
import { CardLink } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import classes from "./campaign-cards.module.css";
import { MatrixPicture } from "./matrix-picture";
import { dayAndClock } from "./moments";
import { progressOf } from "./progress";
import { CampaignBadge } from "./state-labels";

const LIST_HEIGHT = 420;
const CLOCK_MS = 30_000;

export interface CampaignsSearch extends QueriedSearch {
  sort?: string;
  cursor?: string;
}

export interface CampaignsListProps {
  search: CampaignsSearch;
  change: (search: CampaignsSearch) => void;
  /** Storage form of the views of this list. */
  form: ViewForm<CampaignsSearch>;
}

export function CampaignsList({ search, change, form }: CampaignsListProps) {
  const { operate } = usePermissions();
  const now = useNow(CLOCK_MS);
  const { q, sort, cursor } = search;
  const { requested, leftOut, settle } = useReadableQuery<Page<ListedCampaign>>(q);
  const query = useQuery(campaignsQuery(useApi(), { q: requested, sort: orderOf(words.orders, sort), cursor }));
  const { data, error, queryError } = settle(query.data, query.error);
  return (
    <>
      <ListViews list="campaigns" form={form} search={search} linkTo={(next) => ({ to: "/campaigns", search: next })} />
      <Group gap={8}>
        <ListQuery
          list="campaigns"
          form={form}
          search={search}
          change={(next) => change({ ...next, cursor: undefined })}
          error={queryError}
          leftOut={leftOut}
        />
        <OrderSelect
          orders={words.orders}
          sort={sort}
          change={(next) => change({ ...search, sort: next, cursor: undefined })}
        />
      </Group>
      {error !== null && !data && <ErrorNotice error={error} retry={() => void query.refetch()} />}
      {!data && error === null && <Loading height={LIST_HEIGHT} />}
      {data && data.items.length === 0 && (
        <EmptyState
          title={q ? words.noMatchTitle : words.emptyTitle}
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
        <Paging cursor={cursor} nextCursor={data.next_cursor} go={(next) => change({ ...search, cursor: next })} />
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
