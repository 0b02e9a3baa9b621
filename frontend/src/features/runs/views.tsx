/** The saved views of the list as tabs, each with the number of its runs. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { runCountQuery } from "@/api/run-table";
import type { SavedFilter } from "@/api/types";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace } from "@/components/top-bar";
import { useSpareTime } from "@/lib/spare-time";
import { runList } from "@/messages/run-list";
import { isChanged, openView, readView } from "./filed-view";
import classes from "./runs.module.css";
import type { RunsSearch } from "./search";

const words = runList.views;
/** Each count is a question to the lab. */
const MAX_COUNTED = 12;
/** The router marks a link whose whole address is open; a view stays open while it is changed. */
const OPEN = { "data-status": "active", "aria-current": "page" } as const;

export interface ViewTabsProps {
  views: readonly SavedFilter[];
  search: RunsSearch;
}

export function ViewTabs({ views, search }: ViewTabsProps) {
  const api = useApi();
  const isInBar = useHasPlace("tabs");
  const isSpare = useSpareTime();
  const all = useQuery(runCountQuery(api, undefined)).data ?? null;
  const counts = useQueries({
    queries: views.slice(0, MAX_COUNTED).map((view) => ({ ...runCountQuery(api, readView(view).q), enabled: isSpare })),
  });
  const open = openView(views, search);
  const { selected } = search;
  const own = open && { ...readView(open), view: open.id, selected };
  return (
    <InTopBar place="tabs">
      <div className={isInBar ? classes.views : undefined}>
        <TabLinks label={words.label} isInBar={isInBar}>
          <Link
            to="/runs"
            search={{ selected }}
            activeOptions={{ exact: true }}
            inactiveProps={open ? undefined : OPEN}
          >
            {words.all} <Count count={all} />
          </Link>
          {views.map((view, place) => (
            <Link
              key={view.id}
              to="/runs"
              search={view === open ? own : { ...readView(view), view: view.id, selected }}
              activeOptions={{ exact: true }}
              inactiveProps={view === open ? OPEN : undefined}
              title={view.is_own ? view.name : `${view.name} · ${words.sharedBy(view.owner)}`}
            >
              <bdi>{view.name}</bdi>
              {view === open && isChanged(view, search) && <Changed />} <Count count={counts[place]?.data ?? null} />
            </Link>
          ))}
        </TabLinks>
      </div>
    </InTopBar>
  );
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
