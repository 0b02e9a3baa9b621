/** The columns of the list in their order, and all others that there are. */
import { ActionIcon, Autocomplete, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { RunColumn } from "@/api/run-table";
import { figureOf, MAX_COLUMNS } from "@/lib/column-text";
import { runList as words } from "@/messages/run-list";
import { DIFFERENCE } from "./baseline-column";
import classes from "./column-chooser.module.css";
import { type ColumnOption, CURVE_OPTION, workloadConditions, writeColumns } from "./column-options";
import { columnName } from "./table-columns";
import { useColumnOptions, useFoundColumns, useWorkloadNames } from "./use-column-options";

export interface ColumnChooserProps {
  columns: readonly string[];
  /** As the lab names them. */
  named: readonly RunColumn[];
  change: (columns: string | undefined) => void;
  /** Takes the difference from the baseline away. */
  drop: () => void;
}

export function ColumnChooser({ columns, named, change, drop }: ColumnChooserProps) {
  const [typed, type] = useState("");
  const fieldOptions = useColumnOptions();
  const options = useMemo(() => [CURVE_OPTION, ...fieldOptions], [fieldOptions]);
  const matches = useFoundColumns(options, typed);
  const set = (next: readonly string[]) => change(writeColumns(next));
  const toggle = (column: string) =>
    set(columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column]);
  const choice = { columns, toggle };
  return (
    <div className={classes.chooser}>
      <TextInput
        size="xs"
        aria-label={words.columnsHint}
        placeholder={words.columnsHint}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <div className={classes.lists}>
        {typed.trim() === "" ? (
          <>
            <Shown columns={columns} named={named} set={set} drop={drop} />
            <FigureOfWorkload options={options} add={toggle} columns={columns} />
            {GROUPS.map((group) => (
              <Choices
                key={group}
                title={words.columnGroups[group]}
                {...choice}
                options={options.filter((one) => one.group === group)}
              />
            ))}
          </>
        ) : (
          <Choices title={null} {...choice} options={matches} />
        )}
      </div>
      <Button variant="subtle" size="xs" onClick={() => change(undefined)}>
        {words.resetColumns}
      </Button>
    </div>
  );
}

const GROUPS = ["figure", "run", "configuration", "label", "workload"] as const;

interface ChoicesProps {
  /** Null for what was searched. */
  title: string | null;
  options: readonly ColumnOption[];
  columns: readonly string[];
  toggle: (column: string) => void;
}

function Choices({ title, options, columns, toggle }: ChoicesProps) {
  if (options.length === 0) return title === null ? <p className={classes.none}>{words.columnsNothing}</p> : null;
  return (
    <fieldset className={classes.group}>
      <legend className={title === null ? "visually-hidden" : undefined}>{title ?? words.columnsTitle}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.column}
          size="xs"
          label={<bdi>{option.title}</bdi>}
          checked={columns.includes(option.column)}
          disabled={columns.length >= MAX_COLUMNS && !columns.includes(option.column)}
          onChange={() => toggle(option.column)}
        />
      ))}
    </fieldset>
  );
}

interface ShownProps {
  columns: readonly string[];
  named: readonly RunColumn[];
  set: (columns: readonly string[]) => void;
  drop: () => void;
}

/** In their order from left to right. */
function Shown({ columns, named, set, drop }: ShownProps) {
  const move = (place: number, by: 1 | -1) => {
    const next = [...columns];
    const [moved] = next.splice(place, 1);
    if (moved !== undefined) next.splice(place + by, 0, moved);
    set(next);
  };
  return (
    <section aria-label={words.columnsShown} className={classes.group}>
      <strong>{words.columnsShown}</strong>
      <ol className={classes.shown}>
        {columns.map((column, place) => {
          const title = columnName(column, named);
          return (
            <li key={column}>
              <bdi title={title}>{title}</bdi>
              <Act label={words.moveUp(title)} Icon={IconChevronUp} act={place > 0 && (() => move(place, -1))} />
              <Act
                label={words.moveDown(title)}
                Icon={IconChevronDown}
                act={place < columns.length - 1 && (() => move(place, 1))}
              />
              <Act
                label={words.removeColumn(title)}
                Icon={IconX}
                act={
                  columns.length > 1 &&
                  (() => (column === DIFFERENCE ? drop() : set(columns.filter((one) => one !== column))))
                }
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Act({ label, Icon, act }: { label: string; Icon: typeof IconX; act: false | (() => void) }) {
  return (
    <ActionIcon variant="subtle" size={24} aria-label={label} disabled={!act} onClick={act || undefined}>
      <Icon size={14} stroke={1.75} />
    </ActionIcon>
  );
}

interface FigureOfWorkloadProps {
  options: readonly ColumnOption[];
  columns: readonly string[];
  add: (column: string) => void;
}

function FigureOfWorkload({ options, columns, add }: FigureOfWorkloadProps) {
  const figures = options.filter(({ group }) => group === "figure");
  const [chosen, choose] = useState("p99");
  const [workload, setWorkload] = useState("");
  const names = useWorkloadNames(workload);
  const conditions = workloadConditions(workload);
  const isName = names.some((name) => name.toLowerCase() === workload.trim().toLowerCase());
  const column = isName || conditions === null ? figureOf(chosen, workload.trim()) : `${chosen}@(${conditions})`;
  const canAdd = workload.trim() !== "" && (isName || conditions !== null) && !columns.includes(column);
  return (
    <form
      className={classes.figure}
      aria-label={words.workloadColumn}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canAdd) return;
        add(column);
        setWorkload("");
      }}
    >
      <strong>{words.workloadColumn}</strong>
      <NativeSelect
        size="xs"
        aria-label={words.figure}
        data={figures.map((figure) => ({ value: figure.column, label: figure.title }))}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <Autocomplete
        size="xs"
        aria-label={words.workload}
        placeholder={words.workloadHint}
        data={[...names]}
        filter={({ options: all }) => all}
        comboboxProps={{ withinPortal: false }}
        value={workload}
        onChange={setWorkload}
      />
      <Button type="submit" variant="default" size="xs" disabled={!canAdd}>
        {words.addColumn}
      </Button>
    </form>
  );
}
