/** Rows of an address, read page by page, without the parts that the lab refuses. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { type RunColumn, type RunRow, runCountQuery, runGroupsQuery, runTableQuery } from "@/api/run-table";
import { splitColumns } from "@/lib/column-text";
import { DIFFERENCE, differenceOf, placeDifference } from "./baseline-column";
import type { GroupTotals } from "./group-cells";
import { isSame, presentRefusals, type Refusal, refusalOf, requestWithout } from "./refusals";
import { rowNames } from "./row-names";
import { CURVE, DEFAULT_COLUMNS, type ViewSearch } from "./search";
import { expectedColumns } from "./table-columns";
import { useBlockRows, useBlocksError, useRunBlocks } from "./use-run-blocks";

const NO_ROWS: readonly RunRow[] = [];

/** Return true for an error of the query, whose field shows it. */
const isOfQuery = (error: unknown): boolean => error instanceof ApiProblem && error.query?.parameter === "q";

export function useRunTable(search: ViewSearch) {
  const api = useApi();
  const { q, columns: text, sort, group, baseline } = search;
  const placed = useMemo(
    () => placeDifference(text === undefined ? DEFAULT_COLUMNS : splitColumns(text), baseline),
    [text, baseline],
  );
  const difference = baseline === undefined ? null : differenceOf(placed, { sort, baseline });
  const columns = useMemo(
    () => placed.map((column) => (column === DIFFERENCE && difference !== null ? difference : column)),
    [placed, difference],
  );
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const request = requestWithout({ q, sort, group }, columns, refusals);
  const query = useInfiniteQuery(runTableQuery(api, request));
  const { error, refetch, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } = query;
  // While a query is wrong, the list stays as it was for the last one that could be read.
  const last = useRef(query.data);
  if (query.data) last.current = query.data;
  const refusal = refusalOf(error, search, request, last.current !== undefined);
  if (refusal && !refusals.some((one) => isSame(one, refusal))) setRefusals([...refusals, refusal]);
  const data = query.data ?? (error ? last.current : undefined);
  const [first] = data?.pages ?? [];
  const isOwn = query.data !== undefined && !isPlaceholderData;
  const counts = useRunCounts(request.q, isOwn || error !== null);
  const blocks = useRunBlocks(isOwn && first ? { request, first, total: counts.matching } : null);
  const blocksError = useBlocksError(blocks);
  const areGroupsDue = first?.groups != null && isOwn;
  const summed = useQuery({ ...runGroupsQuery(api, request), enabled: areGroupsDue }).data;
  const groups = (areGroupsDue ? summed : undefined) ?? first?.groups;
  const present = presentRefusals(search, columns, refusals);
  const refused = present.filter(({ parameter }) => parameter === "columns").map(({ part }) => part);
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_ROWS, [data]);
  const blockRows = useBlockRows(search.shades ? blocks : null);
  return {
    /** As the address can have them, with the difference from a baseline in its place. */
    columns: placed,
    /** The column of that difference, as the lab has it. */
    difference,
    request,
    counts,
    rows,
    /** The list without groups. */
    blocks,
    /** Rows whose figures are coloured by their size; null for no colours. */
    shaded: search.shades ? (blockRows ?? rows) : null,
    find: (number: string) => blocks?.at(blocks.indexOf(number)) ?? rows.find((run) => run.number === number),
    isKnown: data !== undefined,
    shownColumns: useMemo(
      (): readonly RunColumn[] =>
        first ? (first.columns ?? []) : expectedColumns(columns.filter((column) => column !== CURVE)),
      [first, columns],
    ),
    /** Place of the curve among these columns; -1 without one. */
    curveAt: columns.filter((column) => !refused.includes(column)).indexOf(CURVE),
    /** Rows that come later do not change the names of those that are there. */
    nameOf: useMemo(() => rowNames(first?.items ?? NO_ROWS, group), [first, group]),
    totals: useMemo(
      (): GroupTotals | null => (groups ? new Map(groups.map((entry) => [entry.value, entry])) : null),
      [groups],
    ),
    areGroupsCut: first?.groups_cut ?? false,
    error: (isOfQuery(error) || refusal ? null : error) ?? blocksError,
    retry: () => {
      if (error === null) return blocks?.retry();
      void (hasNextPage && data ? fetchNextPage() : refetch());
    },
    queryError: isOfQuery(error) ? error : (present.find(({ parameter }) => parameter === "q")?.problem ?? null),
    refusals: present,
    isBusy: isPlaceholderData,
    more: hasNextPage
      ? { load: () => void fetchNextPage(), isLoading: isFetching, hasFailed: error !== null }
      : undefined,
  };
}

/** Return the number of found runs and of all runs. Rows load first, because the lab takes as long to count. */
function useRunCounts(q: string | undefined, areRowsKnown: boolean) {
  const api = useApi();
  const all = useQuery(runCountQuery(api, undefined)).data ?? null;
  const matching = useQuery({ ...runCountQuery(api, q), enabled: q !== undefined && areRowsKnown }).data ?? null;
  return { all, matching: q === undefined ? all : matching };
}
