/** Texts and charts in the author's order: added, removed and moved by buttons, or by Alt and an arrow. */
import { Button, Select, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { AvailableShareOptions } from "@/api/shares";
import { longSelect } from "@/components/long-select";
import { shareEditor as words } from "@/messages/shares";
import { BlockHead, type Move } from "./block-head";
import { type Block, insertBlock, moveBlock } from "./form";
import type { PartProps } from "./share-editor";
import classes from "./shares.module.css";

const MAX_BLOCKS = 200;
const MAX_CHARACTERS = 20_000;

export interface BodyBlocksProps extends PartProps {
  charts: AvailableShareOptions["charts"];
  /** Index of each block in the request. */
  places: ReadonlyMap<number, number>;
}

/** Focus after the next render: a part of a block, or the button that adds more. */
type Focus = { id: number; part: "up" | "down" | "remove" | "text" | "block" } | "add";

export function BodyBlocks({ form: { blocks }, change, errors, charts, places }: BodyBlocksProps) {
  const [announcement, setAnnouncement] = useState("");
  const { place: container, focusNext } = useFocusNext();
  const titles = new Map(charts.map(({ key, title }) => [key, title]));
  const nameOf = (block: Block) => ("chart" in block ? (titles.get(block.chart) ?? block.chart) : words.text);
  const isFull = blocks.length >= MAX_BLOCKS;

  const insert = (place: number, block: { text: string } | { chart: string }) => {
    const { id, blocks: next } = insertBlock(blocks, place, block);
    change({ blocks: next });
    focusNext("text" in block ? { id, part: "text" } : "add");
    const name = "chart" in block ? (titles.get(block.chart) ?? block.chart) : words.text;
    setAnnouncement(words.added(name, place + 2));
  };
  const move = (place: number, by: -1 | 1, keep: "button" | "focus") => {
    const block = blocks[place];
    if (!block || !blocks[place + by]) return;
    change({ blocks: moveBlock(blocks, place, by) });
    const now = place + by;
    const isAtEnd = by < 0 ? now === 0 : now === blocks.length - 1;
    // A button that can do no more cannot keep the focus; the one beside it can.
    const button = by < 0 === isAtEnd ? "down" : "up";
    focusNext({ id: block.id, part: keep === "focus" ? "block" : button });
    setAnnouncement(words.moved(nameOf(block), now + 1, blocks.length));
  };
  const remove = (place: number) => {
    const block = blocks[place];
    if (!block) return;
    const next = blocks.toSpliced(place, 1);
    change({ blocks: next });
    const neighbour = next[Math.min(place, next.length - 1)];
    focusNext(neighbour ? { id: neighbour.id, part: "remove" } : "add");
    setAnnouncement(words.removed(nameOf(block)));
  };
  const moveByKey = (event: KeyboardEvent, place: number) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(place, event.key === "ArrowUp" ? -1 : 1, "focus");
  };

  return (
    <div ref={container} className={classes.group}>
      <p className={classes.hint}>{words.bodyHint}</p>
      {blocks.length === 0 && <p className={classes.hint}>{words.bodyEmpty}</p>}
      {blocks.length > 0 && (
        <div className={classes.add}>
          <Button variant="default" size="xs" disabled={isFull} onClick={() => insert(-1, { text: "" })}>
            {words.textFirst}
          </Button>
        </div>
      )}
      <ol className={classes.blocks}>
        {blocks.map((block, place) => {
          const name = nameOf(block);
          const moves: Move = {
            up: place > 0 ? () => move(place, -1, "button") : undefined,
            down: place < blocks.length - 1 ? () => move(place, 1, "button") : undefined,
          };
          const sent = places.get(block.id);
          const error = sent === undefined ? undefined : (errors[`body.${sent}.chart`] ?? errors[`body.${sent}.text`]);
          return (
            // The keys act on the focused element inside the block.
            <li
              key={block.id}
              className={classes.block}
              data-block={block.id}
              onKeyDown={(event) => moveByKey(event, place)}
            >
              <BlockHead
                title={words.block(place + 1, blocks.length, name)}
                name={`${name} (${place + 1})`}
                moves={moves}
                remove={() => remove(place)}
                addText={isFull ? undefined : () => insert(place, { text: "" })}
              />
              {"text" in block && (
                <Textarea
                  aria-label={words.textOf(place + 1)}
                  value={block.text}
                  onChange={({ currentTarget: { value } }) =>
                    change({ blocks: blocks.with(place, { id: block.id, text: value }) })
                  }
                  rows={4}
                  resize="vertical"
                  maxLength={MAX_CHARACTERS}
                  data-part="text"
                />
              )}
              {error && <div role="alert">{error}</div>}
            </li>
          );
        })}
      </ol>
      <AddBlock
        charts={charts.filter(({ key }) => !blocks.some((block) => "chart" in block && block.chart === key))}
        isFull={isFull}
        addChart={(chart) => insert(blocks.length - 1, { chart })}
        addText={() => insert(blocks.length - 1, { text: "" })}
      />
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </div>
  );
}

interface AddBlockProps {
  charts: AvailableShareOptions["charts"];
  isFull: boolean;
  addChart: (key: string) => void;
  addText: () => void;
}

function AddBlock({ charts, isFull, addChart, addText }: AddBlockProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const key = charts.find((chart) => chart.key === chosen)?.key ?? null;
  return (
    <div className={classes.add}>
      <Button variant="default" disabled={isFull} onClick={addText} data-add>
        {words.textLast}
      </Button>
      {charts.length === 0 ? (
        <p className={classes.hint}>{words.allCharts}</p>
      ) : (
        <>
          <Select
            className={classes.chartChoice}
            label={words.chartToAdd}
            data={charts.map((chart) => ({ value: chart.key, label: chart.title }))}
            value={key}
            onChange={setChosen}
            {...longSelect(charts.length)}
          />
          <Button
            variant="default"
            disabled={key === null || isFull}
            onClick={() => {
              if (key !== null) addChart(key);
              setChosen(null);
            }}
          >
            {words.addChart}
          </Button>
        </>
      )}
    </div>
  );
}

/** Moves the focus after the next drawing: what is moved about in a page loses it. */
function useFocusNext() {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<Focus | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const focus = wanted.current;
    if (!focus) return;
    wanted.current = null;
    targetOf(place.current, focus, before.current)?.focus();
  });
  const focusNext = (focus: Focus) => {
    wanted.current = focus;
    before.current = document.activeElement;
  };
  return { place, focusNext };
}

function targetOf(container: HTMLElement | null, focus: Focus, before: Element | null): HTMLElement | null | undefined {
  if (focus === "add") return container?.querySelector<HTMLElement>("[data-add]");
  const block = container?.querySelector<HTMLElement>(`[data-block="${focus.id}"]`);
  if (focus.part !== "block") return block?.querySelector<HTMLElement>(`[data-part="${focus.part}"]`);
  // After a move by keys the focus stays on the same button, unless it is now disabled.
  const isUsable = before instanceof HTMLElement && block?.contains(before) && !before.hasAttribute("disabled");
  return isUsable ? before : block?.querySelector<HTMLElement>("[data-part]:not(:disabled)");
}
