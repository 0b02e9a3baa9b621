/** The entries of a comparison: the legend of all its charts, with what may be done to each. */
import { ActionIcon, Button, Checkbox, useComputedColorScheme } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { Glyph } from "@/charts/legend";
import { styleOf, THEMES } from "@/charts/theme";
import { AnchorLink } from "@/components/link";
import { VerdictLabel } from "@/components/state-label";
import { OriginTag } from "@/components/tag";
import { compare as words } from "@/messages/compare";
import classes from "./compare.module.css";
import { chosenRun, type ShownEntry } from "./view-model";

export interface EntriesListProps {
  entries: readonly ShownEntry[];
  /** `solo` asks for this entry alone. */
  toggle: (key: string, solo: boolean) => void;
  chooseBaseline: (key: string) => void;
  remove: (entry: ShownEntry) => void;
}

export function EntriesList({ entries, toggle, chooseBaseline, remove }: EntriesListProps) {
  return (
    <>
      <p className={classes.hint}>{words.entriesHint}</p>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.key} className={classes.entry} data-shown={entry.shown}>
            <Checkbox
              size="xs"
              aria-label={words.show(entry.label)}
              checked={entry.shown}
              onChange={(event) => toggle(entry.key, (event.nativeEvent as MouseEvent).altKey === true)}
            />
            <EntryGlyph entry={entry} />
            <div className={classes.entryText}>
              <span>
                <strong>{entry.label}</strong>
                {entry.isBaseline && ` (${words.baselineWord})`}
              </span>
              <Details entry={entry} />
            </div>
            <div className={classes.entryActions}>
              <ActionIcon
                variant="default"
                size={28}
                aria-label={entry.isBaseline ? words.isBaseline(entry.label) : words.baseline(entry.label)}
                aria-pressed={entry.isBaseline}
                onClick={() => chooseBaseline(entry.key)}
              >
                {entry.isBaseline ? (
                  <IconStarFilled size={16} aria-hidden="true" />
                ) : (
                  <IconStar size={16} aria-hidden="true" />
                )}
              </ActionIcon>
              <Button
                variant="default"
                size="compact-xs"
                h={28}
                aria-label={words.remove(entry.key)}
                onClick={() => remove(entry)}
              >
                {words.removeShort}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function EntryGlyph({ entry }: { entry: ShownEntry }) {
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const style = styleOf(theme, { ...chosenRun(entry), order: entry.order });
  return <Glyph item={{ name: entry.label, kind: "line", style, symbol: true }} background={theme.background} />;
}

/** The runs behind an entry, how many count, and what is known of them. */
function Details({ entry }: { entry: ShownEntry }) {
  const left = entry.runs.filter(({ left_out }) => left_out !== null);
  return (
    <span className={classes.details}>
      {entry.runs.map(({ number, title }) => (
        <AnchorLink key={number} to="/runs/$ref" params={{ ref: number }} size="sm">
          {entry.runs.length > 1 ? number : words.runName(number, title)}
        </AnchorLink>
      ))}
      <span>{entry.n > 1 ? words.count(entry.n) : words.single}</span>
      {entry.run?.verdict && <VerdictLabel status={entry.run.verdict} />}
      {entry.origin !== "measured" && <OriginTag origin={entry.origin} />}
      {left.length > 0 && (
        <span>{words.leftOut(left.map(({ number }) => number).join(", "), left[0]?.left_out ?? "")}</span>
      )}
    </span>
  );
}
