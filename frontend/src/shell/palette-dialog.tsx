/** The palette: one field that finds runs, things and commands, by keys alone. */
import "@mantine/spotlight/styles.css";
import { Kbd } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { palette as words } from "@/messages/palette";
import classes from "./palette.module.css";
import type { PaletteEntry } from "./palette-entries";
import { PaletteList } from "./palette-list";
import { closePalette, openPalette, type PaletteRequest } from "./palette-state";
import { type ShownGroup, usePaletteGroups } from "./use-palette-groups";

const SEARCH_DELAY_MS = 100;
const MAX_CHARACTERS = 200;
const [store, actions] = createSpotlight();

export function PaletteDialog({ request }: { request: PaletteRequest | null }) {
  const [q, setQ] = useState(request?.q ?? "");
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (request === null) return actions.close();
    opener.current ??= document.activeElement;
    setQ(request.q);
    actions.open();
  }, [request]);
  useEffect(() => () => actions.close(), []);
  /** The focus goes back to where it was, or to the page that was chosen. */
  const leave = (target: Element | null) => {
    closePalette();
    opener.current = null;
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
  };
  return (
    <Spotlight.Root
      store={store}
      query={q}
      onQueryChange={setQ}
      onSpotlightClose={() => leave(opener.current)}
      shortcut={null}
      size={680}
      yOffset={104}
      radius={14}
      zIndex="var(--sl-z-palette)"
      returnFocus={false}
      closeOnEscape={false}
      clearQueryOnClose={false}
      overlayProps={{ backgroundOpacity: 1, blur: 0 }}
      transitionProps={{ duration: 140, transition: "fade-down" }}
      attributes={{ content: { "aria-label": words.title } }}
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
    >
      <Finder q={q} setQ={setQ} leave={leave} opener={opener} />
    </Spotlight.Root>
  );
}

interface FinderProps {
  q: string;
  setQ: (q: string) => void;
  leave: (target: Element | null) => void;
  opener: { readonly current: Element | null };
}

function Finder({ q, setQ, leave, opener }: FinderProps) {
  const router = useRouter();
  const listId = useId();
  const [settled] = useDebouncedValue(q.trim(), SEARCH_DELAY_MS);
  /** The entry whose actions are listed in place of the results. */
  const [chosen, setChosen] = useState<PaletteEntry | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const results = usePaletteGroups(q.trim(), settled);
  const groups: readonly ShownGroup[] = chosen ? [actionsOf(chosen)] : results.groups;
  const entries = groups.flatMap((group) => group.entries);
  // A person who has moved stays where they are while results come; before that the best match is chosen.
  const current = entries.find(({ id }) => id === selected) ?? entries[0];

  const act = ({ does }: Pick<PaletteEntry, "does">) => {
    if (typeof does === "string") {
      leave(document.getElementById("main"));
      router.history.push(does);
    } else {
      leave(opener.current);
      does();
    }
  };
  const change = (text: string) => {
    setQ(text);
    openPalette(text);
    setSelected(null);
    setChosen(null);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = current ? entries.indexOf(current) : -1;
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
    };
    const next = entries[moves[event.key] ?? -1];
    if (next) setSelected(next.id);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) results.allRuns && act(results.allRuns);
    else if (event.key === "Enter") current && act(current);
    else if (event.key === "Escape") chosen ? setChosen(null) : leave(opener.current);
    else if (event.key === "Tab") {
      setSelected(null);
      setChosen(chosen || event.shiftKey || !current?.actions ? null : current);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={19} stroke={1.75} aria-hidden="true" />
        <Spotlight.Search
          data-autofocus
          data-palette
          variant="unstyled"
          role="combobox"
          aria-label={chosen ? words.actionsOf(chosen.title) : words.title}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && `${listId} ${current.id}`.replaceAll(" ", "-")}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          placeholder={chosen ? words.actionsOf(chosen.title) : words.placeholder}
          value={q}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={pressed}
          classNames={{ input: classes.input }}
        />
        <Kbd>Esc</Kbd>
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        current={current ?? null}
        q={chosen ? "" : q.replace(/^>/, "")}
        act={act}
        point={setSelected}
        note={noteOf(results.failed, entries.length, results.isPending)}
      />
      <Keys hasActions={Boolean(current?.actions)} isBack={chosen !== null} />
      <div role="status" className="visually-hidden">
        {q.trim() !== "" && !results.isPending && words.count(entries.length)}
      </div>
    </>
  );
}

function noteOf(failed: boolean, count: number, isPending: boolean): string | null {
  if (failed) return words.failed;
  return count === 0 && !isPending ? words.none : null;
}

function actionsOf(entry: PaletteEntry): ShownGroup {
  const listed = (entry.actions ?? []).map(
    ({ key, label, does }): PaletteEntry => ({
      id: `action ${key}`,
      group: "do",
      title: label,
      detail: entry.title,
      Icon: entry.Icon,
      does,
    }),
  );
  return { key: "actions", title: words.groups.actions, entries: listed };
}

function Keys({ hasActions, isBack }: { hasActions: boolean; isBack: boolean }) {
  const [before, after] = words.onlyCommands;
  return (
    <div className={classes.keys}>
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {words.move}
      </span>
      <span>
        <Kbd>↵</Kbd>
        {words.open}
      </span>
      {(hasActions || isBack) && (
        <span>
          <Kbd>Tab</Kbd>
          {isBack ? words.back : words.actions}
        </span>
      )}
      <span className={classes.last}>
        {before} <Kbd>&gt;</Kbd> {after}
      </span>
    </div>
  );
}
