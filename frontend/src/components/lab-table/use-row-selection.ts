/** Selecting rows: one by one, all, or with Shift all up to the row that was used before. */
import { useRef } from "react";
import { selectThrough } from "@/lib/select-through";
import type { RowSelection } from "./columns";
import type { ItemList } from "./items";
import { useStable } from "./use-stable";

export function useRowSelection(selection: RowSelection | undefined, list: Pick<ItemList<never>, "keys" | "through">) {
  const last = useRef<string | null>(null);
  const { selected = [], change, max = Number.POSITIVE_INFINITY } = selection ?? {};
  /** Rows up to `to`, of the selection as it is when they are known. */
  const selectRange = useStable((range: readonly string[], to: string) =>
    change?.(
      selectThrough(selected, range, { from: range[0] === to ? (range.at(-1) ?? to) : (range[0] ?? to), to }, max),
    ),
  );
  if (!selection) return null;
  const listed = list.keys();
  const selectedKeys = new Set(selected);
  const areAll = listed.length > 0 && listed.every((key) => selectedKeys.has(key));
  const isFull = selected.length >= max;
  return {
    isSelected: (key: string) => selectedKeys.has(key),
    canSelect: (key: string) => selectedKeys.has(key) || !isFull,
    areAll,
    areSome: !areAll && listed.some((key) => selectedKeys.has(key)),
    toggle: (key: string, isRange: boolean) => {
      if (isFull && !selectedKeys.has(key)) return;
      const from = isRange ? last.current : null;
      last.current = key;
      const range = from === null ? [key] : list.through(from, key, max);
      if (!(range instanceof Promise)) return selectRange(range, key);
      range.then(
        (keys) => selectRange(keys, key),
        () => selectRange([key], key),
      );
    },
    toggleAll: () => {
      const others = selected.filter((key) => !listed.includes(key));
      selection.change(areAll ? others : [...others, ...listed].slice(0, max));
    },
  };
}

export type Selecting = NonNullable<ReturnType<typeof useRowSelection>>;
