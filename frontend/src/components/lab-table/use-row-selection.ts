/** Selecting rows: one by one, all, or with Shift all up to the row that was used before. */
import { useRef } from "react";
import { selectThrough } from "@/lib/select-through";
import type { RowSelection } from "./columns";

export function useRowSelection(selection: RowSelection | undefined, listed: readonly string[]) {
  const last = useRef<string | null>(null);
  if (!selection) return null;
  const { selected, change, max = Number.POSITIVE_INFINITY } = selection;
  const known = new Set(selected);
  const areAll = listed.length > 0 && listed.every((key) => known.has(key));
  const isFull = selected.length >= max;
  return {
    isSelected: (key: string) => known.has(key),
    canSelect: (key: string) => known.has(key) || !isFull,
    areAll,
    areSome: !areAll && listed.some((key) => known.has(key)),
    toggle: (key: string, isRange: boolean) => {
      if (isFull && !known.has(key)) return;
      change(selectThrough(selected, listed, { from: isRange ? last.current : null, to: key }, max));
      last.current = key;
    },
    toggleAll: () => {
      const others = selected.filter((key) => !listed.includes(key));
      change(areAll ? others : [...others, ...listed].slice(0, max));
    },
  };
}

export type Selecting = NonNullable<ReturnType<typeof useRowSelection>>;
