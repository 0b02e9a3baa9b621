/** The entries of a workbench: the legend of all its charts, with what may be done to each. */
import { ActionIcon, Button, Menu, Popover, useComputedColorScheme } from "@mantine/core";
import { IconEye, IconEyeOff, IconPlus, IconSelector, IconStar, IconStarFilled, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Glyph } from "@/charts/legend";
import { styleOf, THEMES } from "@/charts/theme";
import { chosenRun, type Entry, entryGroups, type Grouping, headlinePoint } from "@/charts/workbench/entries";
import { AnchorLink } from "@/components/link";
import { RunSearch } from "@/components/run-search";
import { VerdictLabel } from "@/components/state-label";
import { METRICS } from "@/lib/metrics";
import { MAX_RUNS } from "@/lib/run-list";
import { publishedResults } from "@/messages/published-results";
import { workbench } from "@/messages/workbench";
import { valueText } from "./factor-bar";
import { Verdicts, type VerdictsProps } from "./verdicts";
import classes from "./workbench.module.css";

const words = workbench.rail;
const ICON = { size: 15, stroke: 1.75, "aria-hidden": true } as const;

export interface RailProps extends VerdictsProps {
  entries: readonly Entry[];
  /** The query that chooses the runs; null where they were chosen one by one. */
  query: string | null;
  /** Null where a query chooses the runs. */
  add: ((run: string) => void) | null;
  /** Opens the dialog for results of other labs; null where runs cannot be added. */
  addPublished: (() => void) | null;
  remove: ((entry: Entry) => void) | null;
  toggle: (key: string, solo: boolean) => void;
  showAll: () => void;
  setBaseline: (key: string) => void;
  setPooled: (pooled: boolean) => void;
  grouping: Grouping;
  ungroup: () => void;
  /** Receives the entry that keys act on: the one that is pointed at or has the focus. */
  point: (key: string | null) => void;
}

export function Rail(props: RailProps) {
  const { comparison, entries, query } = props;
  const shown = entries.filter((entry) => entry.shown);
  const hidden = entries.filter((entry) => !entry.shown);
  const headline = headlinePoint(comparison);
  // One run begins a comparison: the field is there at once.
  const isAlone = entries.length === 1;
  const figureOf = (entry: Entry): string => {
    const cell = headline?.cells[entry.place];
    return cell?.median == null ? "" : METRICS.iops.format(cell.median);
  };
  const groups = entryGroups(comparison, entries, props.grouping);
  const factor = groups && comparison.factors.rows.find(({ key }) => key === props.grouping.grouped_by);
  const list = (own: readonly Entry[], label: string) => (
    <ul className={classes.entries} aria-label={label}>
      {own.map((entry) => (
        <EntryRow key={entry.key} entry={entry} figure={figureOf(entry)} {...props} />
      ))}
    </ul>
  );
  return (
    <>
      <div className={classes.railHead}>
        <h2>{words.title}</h2>
        <span className={classes.quiet}>{words.shown(shown.length, entries.length)}</span>
        <span className={classes.space} />
        <RailMenu {...props} />
        {props.add && !isAlone && (
          <AddRun present={props.references} add={props.add} addPublished={props.addPublished} />
        )}
      </div>
      {factor && (
        <div className={classes.groupedBy}>
          {words.groupedBy(factor.label)}
          <span className={classes.space} />
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={words.ungroup}
            title={words.ungroup}
            onClick={props.ungroup}
          >
            <IconX {...ICON} />
          </ActionIcon>
        </div>
      )}
      {groups
        ? groups.map((group) => {
            const own = shown.filter(({ key }) => group.keys.includes(key));
            const text = valueText(group);
            return own.length === 0 ? null : (
              <section key={group.value ?? group.state} aria-label={text}>
                <h3 className={classes.groupHead}>
                  <bdi>{text}</bdi>
                  <span className={classes.space} />
                  {words.shown(own.length, group.keys.length)}
                </h3>
                {list(own, words.groupList(text))}
              </section>
            );
          })
        : list(shown, words.shownList)}
      {props.add && isAlone && (
        <div className={classes.alone}>
          <RunField present={props.references} add={props.add} addPublished={props.addPublished} />
        </div>
      )}
      {hidden.length > 0 && (
        <>
          <div className={classes.hiddenHead}>
            {words.hidden}
            <span className={classes.space} />
            {hidden.length}
          </div>
          {list(hidden, words.hiddenList)}
        </>
      )}
      <p className={classes.shared}>
        {words.names} <Shared comparison={comparison} />
        {headline && words.figures(headline.workload)}
      </p>
      {query !== null && (
        <p className={classes.shared}>
          <AnchorLink to="/runs" search={query ? { q: query } : {}}>
            {words.queried}
          </AnchorLink>
        </p>
      )}
      <Verdicts {...props} />
      <span className={classes.space} />
      <p className={classes.keys}>
        <kbd>B</kbd> {words.keys.baseline} <kbd>H</kbd> {words.keys.hide} <kbd>S</kbd> {words.keys.solo}
      </p>
    </>
  );
}

interface EntryRowProps extends Pick<RailProps, "toggle" | "setBaseline" | "remove" | "point"> {
  entry: Entry;
  figure: string;
}

function EntryRow({ entry, figure, toggle, setBaseline, remove, point }: EntryRowProps) {
  const { key, label, isBaseline, shown, runs, n } = entry;
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const { order = 0, baseline = false, single } = chosenRun(entry);
  const style = styleOf(theme, { order, baseline, single });
  const [first] = runs;
  const left = runs.filter(({ left_out }) => left_out !== null);
  const starLabel = isBaseline ? words.isBaseline(label) : words.setBaseline(label);
  const star = (
    <ActionIcon
      variant="subtle"
      size={24}
      className={isBaseline ? classes.star : undefined}
      aria-label={starLabel}
      title={starLabel}
      aria-pressed={isBaseline}
      onClick={() => setBaseline(key)}
    >
      {isBaseline ? <IconStarFilled {...ICON} /> : <IconStar {...ICON} />}
    </ActionIcon>
  );
  return (
    <li
      className={classes.entry}
      data-shown={shown}
      onPointerEnter={() => point(key)}
      onPointerLeave={() => point(null)}
      onFocus={() => point(key)}
      onBlur={() => point(null)}
    >
      <Glyph item={{ name: label, kind: "line", style, symbol: true }} background={theme.background} />
      <span className={classes.entryName}>
        <bdi>{label}</bdi>
      </span>
      <span className={classes.entryActs}>
        <span className={classes.lateActs}>
          {remove && (
            <ActionIcon
              variant="subtle"
              size={24}
              aria-label={words.remove(label)}
              title={words.remove(label)}
              onClick={() => remove(entry)}
            >
              <IconX {...ICON} />
            </ActionIcon>
          )}
          {!isBaseline && star}
        </span>
        {isBaseline && star}
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={words.show(label)}
          title={shown ? words.hideHint : words.showHint}
          aria-pressed={shown}
          onClick={({ altKey }) => toggle(key, altKey)}
        >
          {shown ? <IconEye {...ICON} /> : <IconEyeOff {...ICON} />}
        </ActionIcon>
      </span>
      <span className={classes.entryFacts}>
        {first && (
          <AnchorLink to="/runs/$ref" params={{ ref: first.number }} title={first.title} size="xs">
            {first.number}
          </AnchorLink>
        )}
        {figure && <span>{figure}</span>}
        <span>{words.count(n)}</span>
        {entry.drawn[0]?.verdict === "not_steady" && <VerdictLabel status="not_steady" />}
        {entry.origin !== "measured" && <span>{words.origins[entry.origin]}</span>}
      </span>
      {left.length > 0 && (
        <span className={classes.entryNote}>
          {words.leftOut(left.map(({ number }) => number).join(", "), left[0]?.left_out ?? "")}
        </span>
      )}
      {entry.apart && (
        <span className={classes.entryNote} title={entry.apart}>
          <span className={classes.clamped}>{entry.apart}</span>
        </span>
      )}
    </li>
  );
}

/** Factors that describe most of the parts that all entries share. */
const TELLING = ["controllers", "drives", "array.level", "server.model", "profile"];

/** Show once the parts that all entries share. */
function Shared({ comparison: { factors } }: Pick<RailProps, "comparison">) {
  const same = factors.rows.filter(({ key, state }) => state === "same" && TELLING.includes(key));
  const values = same
    .toSorted((a, b) => TELLING.indexOf(a.key) - TELLING.indexOf(b.key))
    .flatMap(({ cells }) => cells.find(({ value }) => value !== null)?.value ?? []);
  return values.length > 0 ? <span className={classes.sharedValues}>{words.shared(values.join(", "))} </span> : null;
}

function RailMenu({ comparison, entries, pooled, setPooled, showAll }: RailProps) {
  const { poolable } = comparison;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={26} aria-label={words.menu} title={words.menu}>
          <IconSelector {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={pooled && poolable} disabled={!poolable} onChange={setPooled}>
          {poolable ? words.pool : words.noRepeats}
        </Menu.CheckboxItem>
        <Menu.Item disabled={entries.every(({ shown }) => shown)} onClick={showAll}>
          {words.showAll}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddRunProps {
  present: readonly string[];
  add: (run: string) => void;
  addPublished: (() => void) | null;
}

function RunField({ present, add, addPublished }: AddRunProps) {
  const isFull = present.length >= MAX_RUNS;
  return (
    <>
      <RunSearch
        label={words.add}
        hint={isFull ? words.full(MAX_RUNS) : words.addHint}
        nothing={words.addNothing}
        present={present}
        isFull={isFull}
        add={add}
      />
      {addPublished && (
        <Button variant="subtle" size="xs" mt={8} disabled={isFull} onClick={addPublished}>
          {publishedResults.add}
        </Button>
      )}
    </>
  );
}

function AddRun({ present, add, addPublished }: AddRunProps) {
  const [opened, setOpened] = useState(false);
  const title = useId();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={words.add}
          title={words.add}
          aria-expanded={opened}
          onClick={() => setOpened((open) => !open)}
        >
          <IconPlus {...ICON} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={title}>
        <span id={title} className="visually-hidden">
          {words.add}
        </span>
        <RunField
          present={present}
          add={add}
          addPublished={
            addPublished &&
            (() => {
              setOpened(false);
              addPublished();
            })
          }
        />
      </Popover.Dropdown>
    </Popover>
  );
}
