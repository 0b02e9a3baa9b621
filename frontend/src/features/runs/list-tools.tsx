/** Groups, order and columns of the list, and the rest in a menu. */
import { ActionIcon, Button, Menu, NativeSelect, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconColumns3, IconDots, IconLayoutGrid, IconStarFilled, IconTable, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/context";
import type { RunColumn, RunTableRequest } from "@/api/run-table";
import { MenuLink } from "@/components/link";
import { readOrder } from "@/lib/column-text";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { runList as words } from "@/messages/run-list";
import { Segmented } from "@/parts/segmented";
import { writeColumns } from "./column-options";
import { exportRuns } from "./export-runs";
import classes from "./runs.module.css";
import type { ViewSearch } from "./search";
import { SortChooser } from "./sort-chooser";
import { columnTitle } from "./table-columns";
import { useColumnOptions } from "./use-column-options";

const ColumnChooser = lazy(() => import("./column-chooser").then((module) => ({ default: module.ColumnChooser })));

const AT_ONCE = { getInitialValueInEffect: false };

export interface ListToolsProps {
  search: ViewSearch;
  columns: readonly string[];
  shown: readonly RunColumn[];
  request: RunTableRequest;
  set: (part: ViewSearch) => void;
}

export function ListTools({ search, columns, shown, request, set }: ListToolsProps) {
  const { sort, group, baseline } = search;
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  const sorted = sort === undefined ? null : readOrder(sort).column;
  const sortedColumn = shown.find(({ expression }) => expression === sorted);
  return (
    <>
      <GroupSelect group={group} choose={(next) => set({ group: next })} />
      <SortChooser
        name={sorted && (sortedColumn ? columnTitle(sortedColumn) : sorted)}
        shown={columns}
        sort={sort}
        choose={(next, column) => {
          const isNew = column !== null && !columns.includes(column);
          set({ sort: next, ...(isNew && { columns: writeColumns([...columns, column]) }) });
        }}
      />
      <Columns
        columns={columns}
        named={shown}
        change={(next) => set({ columns: next })}
        drop={() => set({ baseline: undefined })}
      />
      <div className={classes.right}>
        {baseline !== undefined && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={words.clearBaseline(baseline)}
            leftSection={<IconStarFilled size={13} className={classes.starred} aria-hidden="true" />}
            rightSection={<IconX size={13} stroke={1.75} aria-hidden="true" />}
            onClick={() => set({ baseline: undefined })}
          >
            {words.baselineButton(baseline)}
          </Button>
        )}
        {!isPhone && (
          <LookSwitch cards={search.cards ?? false} change={(cards) => set({ cards: cards || undefined })} />
        )}
        <MoreMenu request={request} shades={search.shades} set={set} />
      </div>
    </>
  );
}

function LookSwitch({ cards, change }: { cards: boolean; change: (cards: boolean) => void }) {
  return (
    <Segmented
      label={words.look}
      options={[
        { value: "table", label: words.asTable, icon: IconTable },
        { value: "cards", label: words.asCards, icon: IconLayoutGrid },
      ]}
      value={cards ? "cards" : "table"}
      change={(look) => change(look === "cards")}
    />
  );
}

/** Select the attribute to group by: one that many runs share, so no numbers or dates. */
function GroupSelect({ group, choose }: { group: string | undefined; choose: (group: string | undefined) => void }) {
  const options = useColumnOptions().filter(
    ({ group: of, field }) => field === null || (of !== "figure" && field.type !== "date" && field.unit === null),
  );
  const isListed = group === undefined || options.some(({ column }) => column === group);
  return (
    <NativeSelect
      size="xs"
      aria-label={words.group}
      className={classes.group}
      classNames={{ input: group === undefined ? undefined : classes.inForce }}
      data={[
        { value: "", label: words.noGroup },
        ...(isListed ? [] : [{ value: group, label: words.groupedBy(group) }]),
        ...options.map(({ column, title }) => ({
          value: column,
          label: column === group ? words.groupedBy(title) : title,
        })),
      ]}
      value={group ?? ""}
      onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
    />
  );
}

interface ColumnsProps {
  columns: readonly string[];
  named: readonly RunColumn[];
  change: (columns: string | undefined) => void;
  /** Takes the difference from the baseline away. */
  drop: () => void;
}

function Columns(props: ColumnsProps) {
  const [opened, setOpened] = useState(false);
  const all = useColumnOptions().length;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {all > 0 ? words.columnsButton(props.columns.length, all) : words.columnsTitle}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.columnsTitle}>
        <Suspense>{opened && <ColumnChooser {...props} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function MoreMenu({ request, shades, set }: Pick<ListToolsProps, "request" | "set"> & Pick<ViewSearch, "shades">) {
  const api = useApi();
  const { density } = usePreferences();
  const isCompact = density === "compact";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={26} aria-label={words.more} title={words.more}>
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => changePreferences({ density: isCompact ? "comfortable" : "compact" })}>
          {isCompact ? words.comfortable : words.compact}
        </Menu.Item>
        <Menu.Item onClick={() => set({ shades: shades ? undefined : true })}>
          {shades ? words.noShades : words.shades}
        </Menu.Item>
        <Menu.Item onClick={() => exportRuns(api, request)}>{words.exportAll}</Menu.Item>
        <MenuLink to="/runs/trash">{words.trash}</MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
