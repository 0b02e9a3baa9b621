/** Differences between the entries, shared and unknown factors, and the switches of the whole workbench. */
import { Button, Checkbox, Menu, Popover, Switch } from "@mantine/core";
import { IconChevronDown, IconFocus2, IconHelpCircle, IconPlus, IconStack2 } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { Comparison, FactorRow } from "@/api/comparison";
import { ALIGNMENTS, type Alignment } from "@/charts/workbench/document";
import { differingParts, type Entry, type FactorValue, factorValues, type Grouping } from "@/charts/workbench/entries";
import { workbench } from "@/messages/workbench";
import { type ChipText, chipWidth, fittingChips, useRoom } from "./chip-room";
import classes from "./workbench.module.css";

const words = workbench.factors;
/** More values than these are counted. */
const VALUES_SHOWN = 3;
const FACTOR_WIDTH = 340;
/** Factors that results are named by, in this order; others follow. */
const NAMING: readonly string[] = [
  "array.level",
  "drives",
  "controllers",
  "drives.firmware",
  "controllers.firmware",
  "array.condition",
];

function rankOf({ key }: FactorRow): number {
  const place = NAMING.indexOf(key);
  return place < 0 ? NAMING.length : place;
}

export interface FactorBarProps {
  comparison: Comparison;
  entries: readonly Entry[];
  /** Shows or hides the entries with these keys. */
  show: (keys: readonly string[], isShown: boolean) => void;
  /** Hides all others. */
  showOnly: (keys: readonly string[]) => void;
  grouping: Grouping;
  setGrouping: (grouping: Partial<Grouping>) => void;
  isLinked: boolean;
  setLinked: (isLinked: boolean) => void;
  align: Alignment;
  /** Null where no panel is over time. */
  setAlign: ((align: Alignment) => void) | null;
  /** Null where panels cannot be edited. */
  addPanel: (() => void) | null;
  /** Content before everything else, such as the button of a rail that has no room. */
  before: ReactNode;
}

export function FactorBar(props: FactorBarProps) {
  const {
    comparison,
    entries,
    show,
    showOnly,
    grouping,
    setGrouping,
    isLinked,
    setLinked,
    align,
    setAlign,
    addPanel,
    before,
  } = props;
  const { rows } = comparison.factors;
  const acts = { entries, show, showOnly, grouping, setGrouping };
  const of = (state: FactorRow["state"]) => rows.filter((row) => row.state === state);
  const [same, unknown] = [of("same"), of("unknown")];
  const differing = of("differs").toSorted((a, b) => rankOf(a) - rankOf(b));
  const bar = useRef<HTMLElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const texts = differing.map((row) => chipText(row, acts));
  const count = fittingChips(texts, useRoom(bar, chips));
  // The one that groups has room of its own: there it is seen, and taken back.
  const isApart = (row: FactorRow, place: number) => place < count || row.key === grouping.grouped_by;
  const further = differing.filter((row, place) => !isApart(row, place));
  return (
    <section ref={bar} className={classes.factorBar} aria-label={words.title}>
      {before}
      {differing.length > 0 && (
        <div ref={chips} className={classes.factorChips}>
          <span className={classes.quiet}>{words.differs}</span>
          {differing.filter(isApart).map((row) => (
            <DifferingChip key={row.key} row={row} {...acts} />
          ))}
          {further.length > 0 && <FurtherFactors rows={further} {...acts} />}
        </div>
      )}
      {same.length > 0 && (
        <>
          <span className={classes.quiet}>{words.same}</span>
          <FactorList label={words.sameFactors(same.length)} rows={same} entries={entries} />
        </>
      )}
      {unknown.length > 0 && (
        <>
          <span className={classes.quiet}>{words.unknown}</span>
          <FactorList
            label={unknown.length === 1 ? (unknown[0]?.label ?? "") : words.unknownFactors(unknown.length)}
            rows={unknown}
            entries={entries}
            isUnknown
          />
        </>
      )}
      <span className={classes.space} data-filler="" />
      {setAlign && <AlignMenu align={align} setAlign={setAlign} />}
      <Switch
        size="xs"
        checked={isLinked}
        onChange={({ currentTarget }) => setLinked(currentTarget.checked)}
        label={
          <span className={classes.switchLabel}>
            <IconFocus2 size={14} stroke={1.75} aria-hidden="true" />
            <span className={classes.switchText}>{words.linked}</span>
          </span>
        }
        labelPosition="left"
      />
      {addPanel && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
          onClick={addPanel}
        >
          {words.addPanel}
        </Button>
      )}
    </section>
  );
}

function AlignMenu({ align, setAlign }: { align: Alignment; setAlign: (align: Alignment) => void }) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.chip}>
          {words.alignedBy(words.alignments[align])}
          <IconChevronDown size={13} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={words.align}>
        <Menu.RadioGroup value={align} onChange={(value) => setAlign(value as Alignment)}>
          {ALIGNMENTS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {words.alignmentNames[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

interface FactorProps extends Pick<FactorBarProps, "entries" | "show" | "showOnly" | "grouping" | "setGrouping"> {
  row: FactorRow;
}

/** Return the values that the chip of a factor names, and the number of further ones. */
function namedValues(row: FactorRow, entries: readonly Entry[]): { named: string[]; more: number } {
  const values = factorValues(row, entries).flatMap(({ value }) => value ?? []);
  const named = differingParts(values).slice(0, VALUES_SHOWN);
  return { named, more: values.length - named.length };
}

function chipText(row: FactorRow, { entries, grouping }: Pick<FactorProps, "entries" | "grouping">): ChipText {
  const { named, more } = namedValues(row, entries);
  const marks = Number(more > 0) + Number(grouping.grouped_by === row.key);
  return { label: row.label, values: named.join(" / "), marks };
}

/** A factor with its values, which narrow the entries to those that have them, or group them. */
function DifferingChip(props: FactorProps) {
  const { row, entries, grouping } = props;
  const { named, more } = namedValues(row, entries);
  const isGrouping = grouping.grouped_by === row.key;
  return (
    <Popover position="bottom-start" width={FACTOR_WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          data-differs=""
          data-grouping={isGrouping || undefined}
          style={{ minWidth: chipWidth(chipText(row, props)) }}
          title={words.filter(row.label)}
        >
          {isGrouping && <IconStack2 size={13} stroke={1.75} role="img" aria-label={words.isGrouping} />}
          <span className={classes.chipLabel}>{row.label}</span>
          <b dir="auto">{named.join(" / ")}</b>
          {more > 0 && <span>{words.more(more)}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.factorValues}>
        <FactorValues {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Factors that differ and have no room of their own. */
function FurtherFactors({ rows, ...props }: Omit<FactorProps, "row"> & { rows: readonly FactorRow[] }) {
  const label = words.moreFactors(rows.length);
  return (
    <Popover position="bottom-start" width={FACTOR_WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} data-differs="" data-fixed="">
          {label}
          <IconChevronDown size={13} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.factorValues}>
        {rows.map((row) => (
          <FactorValues key={row.key} row={row} {...props} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

export const valueText = ({ value, state }: FactorValue): string =>
  value ?? (state === "unknown" ? words.unknownValue : words.notApplicable);

/** The values of a factor: a box shows and hides the entries that have one, a button shows these alone. */
function FactorValues({ row, entries, show, showOnly, grouping, setGrouping }: FactorProps) {
  const isGrouping = grouping.grouped_by === row.key;
  return (
    <fieldset className={classes.factorGroup}>
      <legend>{row.label}</legend>
      <div className={classes.grouping}>
        <Switch
          size="xs"
          label={words.group}
          aria-label={words.groupBy(row.label)}
          checked={isGrouping}
          onChange={({ currentTarget }) => setGrouping({ grouped_by: currentTarget.checked ? row.key : null })}
        />
        {isGrouping && (
          <Switch
            size="xs"
            label={words.groupColours}
            checked={grouping.group_colours}
            onChange={({ currentTarget }) => setGrouping({ group_colours: currentTarget.checked })}
          />
        )}
      </div>
      {factorValues(row, entries).map((factorValue) => {
        const text = valueText(factorValue);
        const { keys } = factorValue;
        return (
          <div key={factorValue.value ?? factorValue.state} className={classes.factorValue}>
            <Checkbox
              size="xs"
              label={<bdi>{text}</bdi>}
              checked={entries.some((entry) => entry.shown && keys.includes(entry.key))}
              onChange={({ currentTarget }) => show(keys, currentTarget.checked)}
            />
            <span className={classes.quiet}>{words.entries(keys.length)}</span>
            <button
              type="button"
              className={classes.only}
              aria-label={words.onlyValue(row.label, text)}
              onClick={() => showOnly(keys)}
            >
              {words.only}
            </button>
          </div>
        );
      })}
    </fieldset>
  );
}

interface FactorListProps {
  label: string;
  rows: readonly FactorRow[];
  entries: readonly Entry[];
  isUnknown?: boolean;
}

function FactorList({ label, rows, entries, isUnknown = false }: FactorListProps) {
  return (
    <Popover position="bottom-start" width={FACTOR_WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} data-unknown={isUnknown || undefined}>
          {isUnknown && <IconHelpCircle size={13} stroke={1.75} aria-hidden="true" />}
          {isUnknown && rows.length === 1 ? <b>{label}</b> : label}
          <IconChevronDown size={13} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <dl className={classes.factorList} tabIndex={0}>
          {rows.map((row) => (
            <div key={row.key}>
              <dt>{row.label}</dt>
              <dd dir="auto">{isUnknown ? unknownText(row, entries) : sharedText(row)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

const sharedText = ({ cells }: FactorRow): string =>
  cells.find(({ value }) => value !== null)?.value ?? words.notApplicable;

/** The entries of which it is unknown; all of them, where it is known of none. */
function unknownText({ cells }: FactorRow, entries: readonly Entry[]): string {
  const without = entries.filter(({ place }) => {
    const cell = cells[place];
    return cell !== undefined && cell.state !== "not_applicable" && cell.value === null;
  });
  if (without.length === entries.length) return words.unknownOfAll;
  return words.unknownOf(without.map(({ label }) => label).join(", "));
}
