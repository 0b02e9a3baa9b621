/** Changes of the texts and charts of a page: each is announced, and the focus follows it. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { AvailableShareOptions } from "@/api/shares";
import { shareEditor as words } from "@/messages/shares";
import { type Block, insertBlock, moveBlock, type ShareForm } from "./form";

type NewBlock = { text: string } | { chart: string };

/** Focus after the next render: a part of a block, or the button that adds more. */
type Focus = { id: number; part: "up" | "down" | "remove" | "text" | "open" | "block" } | "add";

export interface BodyEdits {
  blocks: readonly Block[];
  nameOf: (block: NewBlock) => string;
  /** Insert a block behind a place, -1 for the beginning. */
  insert: (place: number, block: NewBlock) => void;
  /** Add a chart at the end, or in place of the one chart of a figure. */
  addChart: (key: string, isFigure: boolean) => void;
  move: (place: number, by: -1 | 1, hold: "button" | "focus") => void;
  remove: (place: number) => void;
  write: (place: number, text: string) => void;
  announcement: string;
  /** Element around all rows. */
  container: RefObject<HTMLOListElement | null>;
}

export interface BodyEditsProps {
  blocks: readonly Block[];
  charts: AvailableShareOptions["charts"];
  change: (patch: Partial<ShareForm>) => void;
  /** Open the row of a block. */
  open: (id: number) => void;
}

export function useBodyEdits({ blocks, charts, change, open }: BodyEditsProps): BodyEdits {
  const [announcement, setAnnouncement] = useState("");
  const { container, focusNext } = useFocusNext();
  const titles = new Map(charts.map(({ key, title }) => [key, title]));
  const nameOf = (block: NewBlock) => ("chart" in block ? (titles.get(block.chart) ?? block.chart) : words.text);

  const insert = (place: number, block: NewBlock) => {
    const { id, blocks: next } = insertBlock(blocks, place, block);
    change({ blocks: next });
    open(id);
    focusNext({ id, part: "text" in block ? "text" : "open" });
    setAnnouncement(words.added(nameOf(block), place + 2));
  };
  const addChart = (key: string, isFigure: boolean) => {
    const place = blocks.findIndex((block) => "chart" in block);
    const present = blocks[place];
    if (!isFigure || !present) return insert(blocks.length - 1, { chart: key });
    change({ blocks: blocks.with(place, { id: present.id, chart: key }) });
    open(present.id);
    setAnnouncement(words.added(nameOf({ chart: key }), place + 1));
  };
  const move = (place: number, by: -1 | 1, hold: "button" | "focus") => {
    const block = blocks[place];
    if (!block || !blocks[place + by]) return;
    change({ blocks: moveBlock(blocks, place, by) });
    const now = place + by;
    const isAtEnd = by < 0 ? now === 0 : now === blocks.length - 1;
    // A button that can do no more cannot hold the focus; the one beside it can.
    const button = by < 0 === isAtEnd ? "down" : "up";
    focusNext({ id: block.id, part: hold === "focus" ? "block" : button });
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
  const write = (place: number, text: string) => {
    const block = blocks[place];
    if (block) change({ blocks: blocks.with(place, { id: block.id, text }) });
  };
  return { blocks, nameOf, insert, addChart, move, remove, write, announcement, container };
}

/** Moves the focus after the next drawing: what is moved about in a page loses it. */
function useFocusNext() {
  const container = useRef<HTMLOListElement>(null);
  const wanted = useRef<Focus | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const focus = wanted.current;
    if (!focus) return;
    wanted.current = null;
    targetOf(container.current, focus, before.current)?.focus();
  });
  const focusNext = (focus: Focus) => {
    wanted.current = focus;
    before.current = document.activeElement;
  };
  return { container, focusNext };
}

function targetOf(container: HTMLElement | null, focus: Focus, before: Element | null): HTMLElement | null | undefined {
  if (focus === "add") return container?.querySelector<HTMLElement>("[data-add]");
  const block = container?.querySelector<HTMLElement>(`[data-block="${focus.id}"]`);
  if (focus.part !== "block") return block?.querySelector<HTMLElement>(`[data-part="${focus.part}"]`);
  // After a move by keys the focus stays on the same element, unless it is now disabled.
  const isUsable = before instanceof HTMLElement && block?.contains(before) && !before.hasAttribute("disabled");
  return isUsable ? before : block?.querySelector<HTMLElement>("[data-part]:not(:disabled)");
}
