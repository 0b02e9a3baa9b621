/** The dashboards of a person and those that others share, as cards. */
import { IconChartDots3, IconLayoutDashboard, IconListDetails, IconPlus, IconTimeline } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { dashboardList } from "@/api/dashboards";
import { savedFiltersQuery } from "@/api/saved-filters";
import type { Dashboard } from "@/api/types";
import { useWholeList } from "@/api/whole-list";
import { ButtonLink } from "@/components/link";
import { SaveListView } from "@/components/list-query";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { OrderSelect } from "@/components/order-select";
import { PageHeader } from "@/components/page";
import { QueryField } from "@/components/query-field";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useReadableQuery } from "@/components/use-readable-query";
import { ViewLinks } from "@/components/view-tabs";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { dashboards as words } from "@/messages/dashboards";
import { EmptyState } from "@/parts/empty-state";
import { DashboardCard } from "./dashboard-card";
import classes from "./dashboards.module.css";
import {
  countInTab,
  DASHBOARD_ORDERS,
  DASHBOARD_TABS,
  DASHBOARD_VIEWS,
  type DashboardsSearch,
  dashboardsIn,
} from "./list-search";

const CLOCK_MS = 30_000;
const USUAL_ORDER = "-changed";
const LIST_HEIGHT = 462;
const NOTHING: readonly Dashboard[] = [];

export interface DashboardsListProps {
  search: DashboardsSearch;
  change: (search: DashboardsSearch) => void;
}

export function DashboardsList({ search, change }: DashboardsListProps) {
  const { requested, settle } = useReadableQuery<Dashboard[]>(search.q);
  const list = useWholeList(dashboardList(useApi(), requested, search.sort ?? USUAL_ORDER));
  const { data: rows, error, queryError } = settle(list.rows, list.error);
  const now = useNow(CLOCK_MS);
  const all = rows ?? NOTHING;
  const shown = dashboardsIn(all, search.tab);
  return (
    <>
      <PageHeader
        title={words.title}
        primary={
          <ButtonLink to="/workbench" leftSection={<IconPlus size={15} stroke={2.2} aria-hidden="true" />}>
            {words.create}
          </ButtonLink>
        }
        actions={<Tools search={search} change={change} error={queryError} />}
      />
      <Tabs rows={rows} search={search} />
      {error !== null && !rows ? (
        <ErrorNotice error={error} retry={list.retry} />
      ) : !rows ? (
        <Loading height={LIST_HEIGHT} />
      ) : all.length === 0 && requested === undefined ? (
        <EmptyState
          title={words.emptyTitle}
          text={words.empty}
          actions={[<OpenWorkbench key="workbench" />, <FindRuns key="runs" />]}
        />
      ) : shown.length === 0 ? (
        <EmptyState
          title={words.noMatchTitle}
          text={words.noMatch}
          actions={[
            <ButtonLink key="clear" to="/dashboards" search={{}} variant="default">
              {messages.clearFilters}
            </ButtonLink>,
          ]}
        />
      ) : (
        <ul className={classes.cards} aria-label={words.caption}>
          {shown.map((dashboard) => (
            <li key={dashboard.id}>
              <DashboardCard dashboard={dashboard} now={now} />
            </li>
          ))}
          <li>
            <Start
              Icon={IconLayoutDashboard}
              title={words.fromRuns}
              hint={words.fromRunsHint}
              action={<OpenWorkbench />}
            />
          </li>
          <li>
            <Start Icon={IconTimeline} title={words.fromQuery} hint={words.fromQueryHint} action={<FindRuns />} />
          </li>
        </ul>
      )}
    </>
  );
}

function Tabs({ rows, search }: { rows: readonly Dashboard[] | undefined; search: DashboardsSearch }) {
  const isInBar = useHasPlace("tabs");
  const views = useQuery(savedFiltersQuery(useApi(), DASHBOARD_VIEWS.page)).data?.items ?? [];
  return (
    <InTopBar place="tabs">
      <TabLinks label={words.tabs} isInBar={isInBar}>
        {[undefined, ...DASHBOARD_TABS].map((tab) => (
          <Link
            key={tab ?? "all"}
            to="/dashboards"
            search={{ ...search, tab, view: undefined }}
            activeOptions={{ exact: true }}
          >
            {tab === undefined ? words.all : words.tabNames[tab]}{" "}
            <span className={classes.count}>{rows && countInTab(rows, tab)}</span>
          </Link>
        ))}
        <ViewLinks
          form={DASHBOARD_VIEWS}
          views={views}
          search={search}
          linkTo={(next) => ({ to: "/dashboards", search: next })}
        />
      </TabLinks>
    </InTopBar>
  );
}

function Tools({ search, change, error }: DashboardsListProps & { error: unknown }) {
  return (
    <div className={classes.tools}>
      <div className={classes.query}>
        <QueryField
          list="dashboards"
          isSmall
          value={search.q ?? ""}
          change={(q) => change({ ...search, q: q || undefined })}
          error={error}
        />
      </div>
      <SaveListView form={DASHBOARD_VIEWS} search={search} change={change} />
      <OrderSelect
        orders={words.orders}
        sort={search.sort}
        change={(sort) => change({ ...search, sort: DASHBOARD_ORDERS.find((order) => order === sort) })}
      />
    </div>
  );
}

interface StartProps {
  Icon: typeof IconTimeline;
  title: string;
  hint: string;
  action: ReactNode;
}

/** A way to another dashboard. */
function Start({ Icon, title, hint, action }: StartProps) {
  return (
    <div className={classes.start}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <strong>{title}</strong>
      <p>{hint}</p>
      {action}
    </div>
  );
}

function OpenWorkbench() {
  return (
    <ButtonLink
      to="/workbench"
      variant="default"
      size="xs"
      leftSection={<IconChartDots3 size={14} stroke={1.75} aria-hidden="true" />}
    >
      {words.openWorkbench}
    </ButtonLink>
  );
}

function FindRuns() {
  return (
    <ButtonLink
      to="/runs"
      search={{}}
      variant="default"
      size="xs"
      leftSection={<IconListDetails size={14} stroke={1.75} aria-hidden="true" />}
    >
      {words.findRuns}
    </ButtonLink>
  );
}
