/** The saved views of a list as tabs, each with the number of its rows. */
import { useQueries } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { matchCountQuery } from "@/api/fields";
import type { SavedFilter } from "@/api/types";
import { useSpareTime } from "@/lib/spare-time";
import { listViews as words } from "@/messages/list-views";
import { isChanged, openView, readView, type ViewedSearch, type ViewForm } from "./filed-view";
import { TabLinks } from "./tab-links";
import { InTopBar, useHasPlace } from "./top-bar";
import classes from "./view-tabs.module.css";

/** Each count is a question to the lab. */
const MAX_COUNTED = 12;
/** The router marks a link whose whole address is open; a view stays open while it is changed. */
const OPEN = { "data-status": "active", "aria-current": "page" } as const;

export interface ViewTabsProps<Search extends ViewedSearch> {
  form: ViewForm<Search>;
  views: readonly SavedFilter[];
  search: Search;
  /** Leads to the list with a search. */
  linkTo: (search: Search) => LinkProps;
  /** Search values that stay from one view to the next, such as the selection. */
  carried?: Partial<Search>;
  /** Options of a query for the number of rows; views are not counted without it. */
  countOf?: (q: string | undefined) => CountOptions;
  /** True if the tabs are on the page, where the bar has other tabs. */
  isOnPage?: boolean;
}

type CountOptions = ReturnType<typeof matchCountQuery>;

export function ViewTabs<Search extends ViewedSearch & { q?: string }>({
  isOnPage = false,
  ...props
}: ViewTabsProps<Search>) {
  const { form, views, search, linkTo, carried, countOf } = props;
  const isInBar = useHasPlace("tabs") && !isOnPage;
  const all = countOf ? [countOf(undefined)] : [];
  const [total] = useQueries({ queries: all });
  const tabs = (
    <div className={isInBar ? classes.views : undefined}>
      <TabLinks label={words.label} isInBar={isInBar}>
        <Link
          {...linkTo({ ...form.parse({}), ...carried })}
          activeOptions={{ exact: true }}
          inactiveProps={openView(form, views, search) ? undefined : OPEN}
        >
          {words.all} <Count count={total?.data ?? null} />
        </Link>
        <ViewLinks {...props} />
      </TabLinks>
    </div>
  );
  return isOnPage ? tabs : <InTopBar place="tabs">{tabs}</InTopBar>;
}

/** The views alone, behind other tabs. */
export function ViewLinks<Search extends ViewedSearch & { q?: string }>({
  form,
  views,
  search,
  linkTo,
  carried,
  countOf,
}: Omit<ViewTabsProps<Search>, "isOnPage">) {
  const isSpare = useSpareTime();
  const queries = countOf ? views.slice(0, MAX_COUNTED).map((view) => countOf(readView(form, view).q)) : [];
  const counts = useQueries({ queries: queries.map((query) => ({ ...query, enabled: isSpare })) });
  const open = openView(form, views, search);
  return views.map((view, place) => (
    <Link
      key={view.id}
      {...linkTo({ ...readView(form, view), view: view.id, ...carried })}
      activeOptions={{ exact: true }}
      inactiveProps={view === open ? OPEN : undefined}
      title={view.is_own ? view.name : `${view.name} · ${words.sharedBy(view.owner)}`}
    >
      <bdi>{view.name}</bdi>
      {view === open && isChanged(form, view, search) && <Changed />} <Count count={counts[place]?.data ?? null} />
    </Link>
  ));
}

function Count({ count }: { count: number | null }) {
  return <span>{count?.toLocaleString("en")}</span>;
}

function Changed() {
  return (
    <b className={classes.changed} title={words.changed}>
      •<span className="visually-hidden"> {words.changed}</span>
    </b>
  );
}
