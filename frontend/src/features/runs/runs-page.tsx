/** The runs of the lab in one table: what it shows, in which order and groups is in the address. */
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useApi } from "@/api/context";
import { MAX_LISTED_RUNS, type RunRow, runCountQuery } from "@/api/run-table";
import { savedFiltersQuery } from "@/api/saved-filters";
import { openView } from "@/components/filed-view";
import { LabTable } from "@/components/lab-table/lab-table";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { ListFrame } from "@/components/list-frame";
import { ErrorNotice } from "@/components/notice";
import { QueryField } from "@/components/query-field";
import { SaveView } from "@/components/save-view";
import { useShortcuts } from "@/components/use-shortcuts";

import { ViewTabs } from "@/components/view-tabs";
import { writeRunList } from "@/lib/run-list";

import { runList as words } from "@/messages/run-list";
import { shortcuts } from "@/messages/shortcuts";
import { BulkBar } from "./bulk-bar";
import { writeColumns } from "./column-options";
import { DemoNote } from "./demo-note";
import { ListTools } from "./list-tools";
import { NoRuns } from "./no-runs";
import { RefusalNotices } from "./refusal-notices";
import { dropRefusal } from "./refusals";
import classes from "./runs.module.css";
import { DEFAULT_ORDER, MAX_SELECTED, RUN_VIEWS, type RunsSearch, readSelected, writeSelected } from "./search";
import { tableColumns, tableGroups } from "./table-columns";
import { useRunTable } from "./use-run-table";

const AT_ONCE = { getInitialValueInEffect: false };

const numberOf = ({ number }: RunRow): string => number;

/** Baseline state of the run in the peek panel. */
export interface PeekBaseline {
  isBaseline: boolean;
  toggleBaseline: () => void;
}

export interface RunsPageProps {
  search: RunsSearch;
  change: (search: RunsSearch) => void;
  /** A run beside the list. */
  peek: (run: RunRow, baseline: PeekBaseline) => ReactNode;
}

export function RunsPage({ search, change, peek }: RunsPageProps) {
  const { q, group, sort, baseline } = search;
  const api = useApi();
  const views = useQuery(savedFiltersQuery(api, RUN_VIEWS.page)).data?.items ?? [];
  const table = useRunTable(search);
  const { rows, shownColumns, totals, columns, request, counts } = table;
  const { curveAt, nameOf, difference, shaded } = table;
  const shown = useMemo(
    () => tableColumns(shownColumns, { curveAt, nameOf, baseline, difference, totals, shaded, now: new Date() }),
    [shownColumns, curveAt, nameOf, baseline, difference, totals, shaded],
  );
  const grouping = useMemo(
    () => (totals && group !== undefined ? tableGroups(group, shownColumns, totals) : undefined),
    [group, shownColumns, totals],
  );
  const selected = readSelected(search.selected);
  const set = (part: RunsSearch) => change({ ...search, ...part });
  const toggleBaseline = (number: string) => set({ baseline: number === baseline ? undefined : number });
  const select = (numbers: string[]) => set({ selected: writeSelected(numbers) });
  useCompareKey(selected);
  // Its tools choose the order of cards as well.
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const isEmpty = table.isKnown && rows.length === 0;
  return (
    <>
      <ViewTabs
        form={RUN_VIEWS}
        views={views}
        search={search}
        carried={{ selected: search.selected }}
        linkTo={(next) => ({ to: "/runs", search: next })}
        countOf={(q) => runCountQuery(api, q)}
      />
      <ListFrame
        query={
          <>
            <QueryField
              value={q ?? ""}
              change={(next) => set({ q: next || undefined })}
              error={table.queryError}
              count={countText(counts, request.q)}
            />
            <div className={classes.save}>
              <SaveView
                form={RUN_VIEWS}
                view={openView(RUN_VIEWS, views, search)}
                search={search}
                open={(view) => set({ view })}
              />
            </div>
          </>
        }
        tools={<ListTools search={search} columns={columns} shown={shownColumns} request={request} set={set} />}
      >
        <div className={classes.body} data-selects={selected.length > 0 || undefined}>
          <div className={classes.notes}>
            <DemoNote />
            <RefusalNotices
              refusals={table.refusals}
              drop={(one) => set(dropRefusal(search, columns, difference, one))}
            />
            {table.error && <ErrorNotice error={table.error} retry={table.retry} />}
            {(counts.matching ?? 0) > MAX_LISTED_RUNS && <p>{words.listCut(MAX_LISTED_RUNS)}</p>}
            {table.areGroupsCut && <p>{words.groupsCut(totals?.size ?? 0)}</p>}
          </div>
          {!table.isKnown && !table.error && <LabTableSkeleton columns={shown} lines={2} />}
          {isEmpty && <NoRuns q={request.q} change={(next) => set({ q: next })} />}
          {rows.length > 0 && (
            <LabTable
              caption={words.caption}
              columns={shown}
              rows={rows}
              rowKey={numberOf}
              lines={2}
              sort={sort ?? (group === undefined ? DEFAULT_ORDER : undefined)}
              changeSort={
                isPhone || search.cards ? undefined : (next) => set({ sort: next === DEFAULT_ORDER ? undefined : next })
              }
              isSortedByServer
              grouping={grouping}
              selection={{ selected, change: select, max: MAX_SELECTED, mark: (number) => placeIn(selected, number) }}
              moveColumn={(key, to) => set({ columns: writeColumns(moved(shown.slice(1), key, to)) })}
              peek={{
                shown: search.peek,
                change: (number) => set({ peek: number }),
                render: (run) =>
                  peek(run, {
                    isBaseline: run.number === baseline,
                    toggleBaseline: () => toggleBaseline(run.number),
                  }),
              }}
              acts={{ b: { label: shortcuts.rows.b, run: toggleBaseline } }}
              isBusy={table.isBusy}
              asCards={search.cards}
              more={table.more}
              sparse={table.blocks ?? undefined}
            />
          )}
          {selected.length > 0 && <BulkBar selected={selected} find={table.find} select={select} request={request} />}
        </div>
      </ListFrame>
    </>
  );
}

/** Colours of a comparison follow the order of its runs. */
function placeIn(selected: readonly string[], number: string): number | undefined {
  const place = selected.indexOf(number);
  return place < 0 ? undefined : place;
}

/** Return the columns of the address with one in the place of another. */
function moved(columns: readonly { key: string }[], key: string, to: string): string[] {
  const keys = columns.map((column) => column.key);
  return keys.filter((one) => one !== key).toSpliced(keys.indexOf(to), 0, key);
}

function countText(
  { all, matching }: ReturnType<typeof useRunTable>["counts"],
  q: string | undefined,
): string | undefined {
  if (all === null || matching === null) return undefined;
  return q === undefined ? words.counted(all) : words.shown(matching, all);
}

function useCompareKey(selected: readonly string[]): void {
  const navigate = useNavigate();
  const runs = writeRunList(selected);
  useShortcuts({ c: { label: shortcuts.rows.c, run: () => void navigate({ to: "/workbench", search: { runs } }) } });
}
