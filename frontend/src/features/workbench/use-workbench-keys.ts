/** The keys of the workbench: single ones, and those of undoing and of moving a panel. */
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useMemo, useRef } from "react";
import { useShortcuts } from "@/components/use-shortcuts";
import { workbench } from "@/messages/workbench";

const words = workbench.keys;

export interface WorkbenchKeys {
  baseline: () => void;
  hide: () => void;
  solo: () => void;
  add: () => void;
  numbers: () => void;
  edit: () => void;
  undo: () => void;
  redo: () => void;
  move: (by: readonly [dx: number, dy: number]) => void;
  resize: (by: readonly [dw: number, dh: number]) => void;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/**
 * Handle the keys of the workbench. `isEditing` is true if arrows with Alt belong to a panel and not to the browser.
 */
export function useWorkbenchKeys(keys: WorkbenchKeys, isEditing: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const map = useMemo(
    () => ({
      b: { label: words.baseline, run: () => latest.current.baseline() },
      h: { label: words.hide, run: () => latest.current.hide() },
      s: { label: words.solo, run: () => latest.current.solo() },
      a: { label: words.add, run: () => latest.current.add() },
      u: { label: words.numbers, run: () => latest.current.numbers() },
      e: { label: words.edit, run: () => latest.current.edit() },
    }),
    [],
  );
  useShortcuts(map);
  const arrows = Object.entries(ARROWS).flatMap(([key, by]): [string, () => void][] => [
    [`alt+${key}`, () => latest.current.move(by)],
    [`alt+shift+${key}`, () => latest.current.resize(by)],
  ]);
  useHotkeys([
    ["mod+Z", () => latest.current.undo()],
    ["mod+shift+Z", () => latest.current.redo()],
    ...(isEditing ? arrows : []),
  ]);
}
