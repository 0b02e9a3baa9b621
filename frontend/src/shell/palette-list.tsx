/** The results of the palette, in groups; the focus stays in the field, which names the chosen one. */
import { Kbd } from "@mantine/core";
import { Fragment, useEffect, useRef } from "react";
import { palette as labels } from "@/messages/palette";
import { Thumbnail } from "@/parts/thumbnail";
import classes from "./palette.module.css";
import type { PaletteEntry } from "./palette-entries";
import { markWords, wordsOf } from "./palette-ranking";
import type { ShownGroup } from "./use-palette-groups";

export interface PaletteListProps {
  id: string;
  groups: readonly ShownGroup[];
  current: PaletteEntry | null;
  /** Typed text to be marked. */
  q: string;
  act: (entry: PaletteEntry) => void;
  /** Chooses an entry by its id. */
  point: (id: string) => void;
  note: string | null;
}

export function PaletteList({ id, groups, current, q, act, point, note }: PaletteListProps) {
  const words = wordsOf(q);
  return (
    <div className={classes.results}>
      {note && <p className={classes.note}>{note}</p>}
      {groups.length > 0 && (
        <div role="listbox" id={id} aria-label={labels.results} className={classes.list}>
          {groups.map(({ key, title, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox takes groups by their role, and no fieldset.
            <div key={key} role="group" aria-label={title} className={classes.group}>
              <div className={classes.title} aria-hidden="true">
                {title}
              </div>
              {entries.map((entry) => (
                <Option
                  key={entry.id}
                  id={`${id} ${entry.id}`.replaceAll(" ", "-")}
                  entry={entry}
                  isCurrent={entry.id === current?.id}
                  words={words}
                  act={act}
                  point={point}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface OptionProps extends Pick<PaletteListProps, "act" | "point"> {
  id: string;
  entry: PaletteEntry;
  isCurrent: boolean;
  words: readonly string[];
}

function Option({ id, entry, isCurrent, words, act, point }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCurrent]);
  const { title, detail, Icon, keys, result } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus takes the keys.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !isCurrent && point(entry.id)}
      onClick={() => act(entry)}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.words} dir="auto">
        <b>
          <Marked text={title} words={words} />
        </b>
        {detail && (
          <>
            {" "}
            <small>
              <Marked text={detail} words={words} />
            </small>
          </>
        )}
      </span>
      {keys && (
        <>
          {" "}
          <Keys keys={keys} />
        </>
      )}
      {result && (
        <>
          {" "}
          <Result {...result} />
        </>
      )}
    </div>
  );
}

const PICTURE_HEIGHT = 22;

function Result({ picture, value: { number, unit } }: NonNullable<PaletteEntry["result"]>) {
  return (
    <span className={classes.result}>
      {picture && (
        <span className={classes.picture}>
          <Thumbnail data={picture} height={PICTURE_HEIGHT} />
        </span>
      )}
      <b>{number}</b>
      {unit && <small> {unit}</small>}
    </span>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.optionKeys}>
      {keys.split(" ").map((key) => (
        <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
      ))}
    </span>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, index) =>
    part.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and keep their order.
      <mark key={index}>{part.text}</mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and keep their order.
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
