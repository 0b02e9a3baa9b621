/** Every profile that this lab can run: the catalogue and those that were written here. */
import { Checkbox, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { PROFILE_ORIGINS, type ProfileFilters, profileListQuery } from "@/api/profiles";
import type { Profile } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, PageHeader } from "@/components/page";
import { Paging } from "@/components/paging";
import { Tag } from "@/components/tag";
import { formatDuration } from "@/lib/units";
import { word } from "@/messages";
import { profiles as words } from "@/messages/profiles";
import { enginesText, writesText } from "./profile-text";
import classes from "./profiles.module.css";

const DEBOUNCE_MS = 200;
const MIN_WIDTH = 880;

const COLUMNS: readonly Column<Profile>[] = [
  {
    key: "title",
    title: words.columns.title,
    wrap: true,
    cell: ({ name, title, archived }) => (
      <>
        <AnchorLink to="/profiles/$name" params={{ name }}>
          {title}
        </AnchorLink>{" "}
        {archived && <Tag label={words.archivedTag} />}
        <span className={classes.name}>{name}</span>
      </>
    ),
  },
  { key: "origin", title: words.columns.origin, cell: ({ origin }) => word(words.origins, origin ?? "") },
  { key: "engines", title: words.columns.engines, cell: enginesText },
  { key: "writes", title: words.columns.writes, cell: writesText },
  { key: "phases", title: words.columns.phases, numeric: true, cell: ({ phase_count }) => phase_count },
  {
    key: "duration",
    title: words.columns.duration,
    numeric: true,
    cell: ({ estimated_seconds }) => formatDuration(estimated_seconds),
  },
  { key: "version", title: words.columns.version, numeric: true, cell: ({ version }) => version },
];

export interface ProfilesListProps {
  filters: ProfileFilters;
  change: (filters: ProfileFilters) => void;
}

export function ProfilesList({ filters, change }: ProfilesListProps) {
  const { operate } = usePermissions();
  const { data, error, refetch, isPlaceholderData } = useQuery(profileListQuery(useApi(), filters));
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <ButtonLink variant="default" to="/engines">
              {words.engineLink}
            </ButtonLink>
            {operate && <ButtonLink to="/profiles/new">{words.new}</ButtonLink>}
          </>
        }
      >
        <Text c="dimmed">{words.explain}</Text>
      </PageHeader>
      <Filters filters={filters} change={change} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={COLUMNS} minWidth={MIN_WIDTH} />}
      {data && data.items.length === 0 && (
        <EmptyState title={words.empty}>
          <Text>{words.emptyHint}</Text>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <DataTable
            caption={words.caption}
            columns={COLUMNS}
            rows={data.items}
            rowKey={({ origin, name }) => `${origin} ${name}`}
            minWidth={MIN_WIDTH}
          />
        </div>
      )}
      {data && (
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
    </>
  );
}

function Filters({ filters, change }: ProfilesListProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filters.q ?? "");
  const set = (changed: ProfileFilters) => change({ ...filters, ...changed, cursor: undefined });
  const setSoon = useDebouncedCallback((q: string) => set({ q: q.trim() || undefined }), DEBOUNCE_MS);
  useEffect(() => {
    // Somebody who is typing is ahead of the address.
    if (document.activeElement !== input.current) setTyped(filters.q ?? "");
  }, [filters.q]);
  return (
    <search aria-label={words.filters} className={classes.filters}>
      <TextInput
        ref={input}
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setSoon(currentTarget.value);
        }}
        flex="2 1 200px"
        maw={400}
      />
      <Select
        label={words.origin}
        placeholder={words.anyOrigin}
        data={PROFILE_ORIGINS.map((value) => ({ value, label: word(words.origins, value) }))}
        value={filters.origin ?? null}
        onChange={(value) => set({ origin: PROFILE_ORIGINS.find((origin) => origin === value) })}
        clearable
        flex="1 1 136px"
        maw={200}
      />
      <Checkbox
        label={words.archived}
        checked={filters.archived ?? false}
        onChange={({ currentTarget }) => set({ archived: currentTarget.checked || undefined })}
        mb={8}
      />
    </search>
  );
}
