/** The servers of the lab in a column: when each is free, and its slots. */
import { ActionIcon, Button, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { SERVER_STATES, type ServerFilters } from "@/api/hardware-filters";
import { serverSummariesQuery } from "@/api/server-summaries";
import type { ServerSummary } from "@/api/types";
import type { FilterValues } from "@/components/filter-values";
import { ErrorNotice } from "@/components/notice";
import { SavedFilters } from "@/components/saved-filters";
import { useTypedText } from "@/components/use-typed-text";
import { messages, word } from "@/messages";
import { pieces } from "@/messages/hardware";
import { servers } from "@/messages/inventory";
import { serverList as words } from "@/messages/server-page";
import { Dot } from "@/parts/dot";
import { SkeletonBox } from "@/parts/skeleton";
import { SlotBars } from "@/parts/slot-bars";
import { listFacts } from "./list-facts";
import classes from "./server-list.module.css";

/** The path that saved views of this list are kept under. */
const SAVED_PAGE = "/inventory/servers";
const DEBOUNCE_MS = 200;

export interface ServerListProps {
  filters: Omit<ServerFilters, "cursor">;
  change: (filters: FilterValues) => void;
  /** Number of the server whose page is open. */
  chosen: string | undefined;
  /** Where a server of the list leads. */
  linkTo: (server: ServerSummary) => LinkProps;
  /** Takes the list away as a file. */
  exports: ReactNode;
}

export function ServerList({ filters, change, chosen, linkTo, exports }: ServerListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    serverSummariesQuery(useApi(), filters),
  );
  const items = data?.pages.flatMap((page) => page.items);
  const now = new Date();
  return (
    <aside className={classes.list} aria-label={words.label}>
      <div className={classes.tools}>
        <SearchField value={filters.q ?? ""} set={(q) => change({ ...filters, q })} />
        <MoreFilters filters={filters} change={change} exports={exports} />
      </div>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!items && !error && [0, 1, 2, 3, 4, 5].map((place) => <SkeletonBox key={place} height={68} />)}
      <ul className={classes.servers}>
        {items?.map((server) => (
          <li key={server.id}>
            <Entry server={server} isChosen={server.number === chosen} link={linkTo(server)} now={now} />
          </li>
        ))}
      </ul>
      {items?.length === 0 && <p className={classes.foot}>{isFiltered(filters) ? pieces.noMatch : servers.empty}</p>}
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

const isFiltered = ({ q, state, label }: Omit<ServerFilters, "cursor">): boolean => Boolean(q || state || label);

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

function SearchField({ value, set }: { value: string; set: (value: string | undefined) => void }) {
  const field = useTypedText(value, (typed) => set(typed || undefined));
  return (
    <TextInput
      {...field}
      type="search"
      aria-label={words.filter}
      placeholder={words.filter}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
      flex={1}
    />
  );
}

function MoreFilters({ filters, change, exports }: Pick<ServerListProps, "filters" | "change" | "exports">) {
  const isActive = Boolean(filters.state || filters.label);
  const [label, setLabel] = useState(filters.label ?? "");
  const setSoon = useDebouncedCallback(
    (typed: string) => change({ ...filters, label: typed.trim() || undefined }),
    DEBOUNCE_MS,
  );
  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant={isActive ? "light" : "default"}
          size={30}
          aria-label={isActive ? words.active : words.more}
          title={words.more}
        >
          <IconFilter size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={12}>
          <Select
            label={pieces.state}
            placeholder={pieces.any}
            data={SERVER_STATES.map((value) => ({ value, label: word(messages.states, value) }))}
            value={filters.state ?? null}
            onChange={(state) => change({ ...filters, state: state ?? undefined })}
            comboboxProps={{ withinPortal: false }}
            clearable
          />
          <TextInput
            label={pieces.label}
            value={label}
            maxLength={200}
            onChange={({ currentTarget }) => {
              setLabel(currentTarget.value);
              setSoon(currentTarget.value);
            }}
          />
          <SavedFilters page={SAVED_PAGE} filters={{ ...filters }} change={change} />
          {exports}
        </Stack>
      </Popover.Dropdown>
    </Popover>
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
