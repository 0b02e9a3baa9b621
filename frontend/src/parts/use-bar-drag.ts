/** Drags a bar along its row. The pointer moves the lifted bar alone; React draws again only where its place changes. */
import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { type BarMove, type DropPlace, dropPlace, type MovableBar } from "./timeline-drag";
import type { PlacedBar } from "./timeline-layout";

export interface Reorder {
  /** The bar that is dragged, and the place that it would get now; null where that changes nothing. */
  preview: (id: string, move: BarMove | null) => void;
  drop: (move: BarMove) => void;
  /** One place earlier or later. */
  step: (id: string, direction: "up" | "down") => void;
}

export interface DragState {
  /** Index of the row. */
  row: number;
  id: string;
  place: DropPlace | null;
  /** Place with room for the note beside the lifted bar, in percent of the track. */
  noteLeft: number;
}

interface BarDrag {
  placed: readonly PlacedBar<MovableBar>[];
  row: number;
  drag: DragState | null;
  setDrag: (drag: DragState | null) => void;
  reorder: Reorder | undefined;
}

/** A pointer that moves less has only clicked. */
const THRESHOLD = 4;

/** Return what begins a drag, and the ref of the lifted bar. Esc takes it back. Fingers scroll: they use the menu. */
export function useBarDrag({ placed, row, drag, setDrag, reorder }: BarDrag): {
  start: (event: PointerEvent<HTMLElement>) => void;
  lifted: RefObject<HTMLLIElement | null>;
} {
  const lifted = useRef<HTMLLIElement>(null);
  const position = useRef("");
  // The lifted bar is under the pointer before its first paint.
  useLayoutEffect(() => {
    if (drag && lifted.current) lifted.current.style.transform = position.current;
  }, [drag]);

  const start = ({ target, button, pointerType, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const bar = (target as HTMLElement).closest<HTMLElement>("[data-move]");
    const id = bar?.dataset.move;
    if (!reorder || !bar || id === undefined || button !== 0 || pointerType === "touch") return;
    const track = currentTarget.getBoundingClientRect();
    const own = bar.getBoundingClientRect();
    let place: DropPlace | null = null;
    let isDragging = false;

    const move = (event: globalThis.PointerEvent) => {
      const [dx, dy] = [event.clientX - clientX, event.clientY - clientY];
      if (!isDragging && Math.hypot(dx, dy) < THRESHOLD) return;
      position.current = `translate(${own.left - track.left + dx}px, ${own.top - track.top + dy}px) rotate(-0.5deg)`;
      if (lifted.current) lifted.current.style.transform = position.current;
      const nextPlace = dropPlace(placed, id, (100 * (event.clientX - track.left)) / track.width);
      if (isDragging && nextPlace?.before === place?.before && nextPlace?.after === place?.after) return;
      isDragging = true;
      place = nextPlace;
      const width = placed.find((item) => item.bar.moveId === id)?.width ?? 0;
      setDrag({ row, id, place, noteLeft: (place?.left ?? (100 * (own.left - track.left)) / track.width) + width });
      reorder.preview(id, place);
    };
    const end = (isDropped: boolean) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", leave, true);
      if (!isDragging) return;
      if (isDropped) swallowClick();
      setDrag(null);
      reorder.preview(id, null);
      if (isDropped && place) reorder.drop(place);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (isDragging) window.addEventListener("pointerup", swallowClick, { once: true });
      end(false);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", leave, true);
  };
  return { start, lifted };
}

/** The click that ends a drag opens nothing. */
function swallowClick() {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener("click", stop, true));
}
