/** The servers of the lab in a column: when each is free, and its slots. */
import { ActionIcon, Button, Menu, Stack } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useApi } from "@/api/context";
import { savedFiltersQuery } from "@/api/saved-filters";
import { serverSummariesQuery } from "@/api/server-summaries";
import type { ServerSummary } from "@/api/types";
import { openView, readView, type ViewForm } from "@/components/filed-view";
import { type QueriedSearch, SaveListView } from "@/components/list-query";
import { ErrorNotice, Notice } from "@/components/notice";
import { OrderSelect, orderOf } from "@/components/order-select";
import { QueryField } from "@/components/query-field";
import { useReadableQuery } from "@/components/use-readable-query";
import { pieces } from "@/messages/hardware";
import { servers } from "@/messages/inventory";
import { listViews } from "@/messages/list-views";
import { queries } from "@/messages/queries";
import { serverList as words } from "@/messages/server-page";
import { Dot } from "@/parts/dot";
import { SkeletonBox } from "@/parts/skeleton";
import { SlotBars } from "@/parts/slot-bars";
import { listFacts } from "./list-facts";
import classes from "./server-list.module.css";

export interface ServerListSearch extends QueriedSearch {
  sort?: string;
}

export interface ServerListProps {
  search: ServerListSearch;
  change: (search: ServerListSearch) => void;
  /** Storage format of the list's views. */
  form: ViewForm<ServerListSearch>;
  /** Number of the server whose page is open. */
  chosen: string | undefined;
  /** Return the link of a server in the list. */
  linkTo: (server: ServerSummary) => LinkProps;
  /** Takes the list away as a file. */
  exports: ReactNode;
}

export function ServerList({ search, change, form, chosen, linkTo, exports }: ServerListProps) {
  const { requested, leftOut, settle } = useReadableQuery<ServerSummary[]>(search.q);
  const query = useInfiniteQuery(serverSummariesQuery(useApi(), requested, orderOf(words.orders, search.sort)));
  const { refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const {
    data: items,
    error,
    queryError,
  } = settle(
    useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]),
    query.error,
  );
  const now = new Date();
  return (
    <aside className={classes.list} aria-label={words.label}>
      <div className={classes.tools}>
        <QueryField
          list="servers"
          isSmall
          value={search.q ?? ""}
          change={(q) => change({ ...search, q: q || undefined })}
          error={queryError}
        />
        <Views form={form} search={search} change={change} exports={exports} />
      </div>
      {leftOut.map(({ part, problem }) => (
        <Notice key={part} level="warn" title={queries.leftOut(part)}>
          {problem.message}
        </Notice>
      ))}
      {error !== null && !items && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!items && error === null && [0, 1, 2, 3, 4, 5].map((place) => <SkeletonBox key={place} height={68} />)}
      <ul className={classes.servers}>
        {items?.map((server) => (
          <li key={server.id}>
            <Entry server={server} isChosen={server.number === chosen} link={linkTo(server)} now={now} />
          </li>
        ))}
      </ul>
      {items?.length === 0 && <p className={classes.foot}>{search.q ? pieces.noMatch : servers.empty}</p>}
      {hasNextPage && <More isLoading={isFetchingNextPage} load={() => void fetchNextPage()} />}
      {items && items.length > 0 && (
        <p className={classes.foot}>
          {words.count(
            items.length,
            items.reduce((sum, { drive_count }) => sum + drive_count, 0),
            hasNextPage,
          )}
        </p>
      )}
    </aside>
  );
}

interface EntryProps {
  server: ServerSummary;
  isChosen: boolean;
  link: LinkProps;
  now: Date;
}

function Entry({ server, isChosen, link, now }: EntryProps) {
  const { name, product_name, slots, drive_count } = server;
  const { tone, note } = listFacts(server, now);
  const warned = slots.filter(({ condition }) => condition === "warning" || condition === "failed").length;
  const drives = words.slots(drive_count, slots.length);
  return (
    <Link {...link} className={classes.entry} aria-current={isChosen ? "page" : undefined}>
      <span className={classes.top}>
        <Dot tone={tone} />
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={classes.note}>{note}</span>
      </span>
      <span className={classes.model} dir="auto" title={product_name ?? undefined}>
        {product_name ?? words.thisMachine}
      </span>
      <span className={classes.bars}>
        <SlotBars slots={slots} label={warned > 0 ? `${drives}, ${words.warned(warned)}` : drives} />
      </span>
    </Link>
  );
}

/** The column is too narrow for tabs: its views are behind a button. */
function Views({ form, search, change, exports }: Pick<ServerListProps, "form" | "search" | "change" | "exports">) {
  const { data } = useQuery(savedFiltersQuery(useApi(), form.page));
  const views = data?.items ?? [];
  const open = openView(form, views, search);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant={open ? "light" : "default"}
          size={30}
          aria-label={listViews.label}
          title={open?.name ?? listViews.label}
        >
          <IconBookmark size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => change({})}>{listViews.all}</Menu.Item>
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            aria-current={view === open ? "page" : undefined}
            onClick={() => change({ ...readView(form, view), view: view.id })}
          >
            <bdi>{view.name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Stack gap={12} p={8}>
          <OrderSelect orders={words.orders} sort={search.sort} change={(sort) => change({ ...search, sort })} />
          <SaveListView form={form} search={search} change={change} />
          {exports}
        </Stack>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Loads the next page when its end comes into sight, or by its button. */
function More({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const button = ref.current;
    if (!button || isLoading) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <Button ref={ref} variant="subtle" size="xs" fullWidth loading={isLoading} onClick={load}>
      {words.loadMore}
    </Button>
  );
}
