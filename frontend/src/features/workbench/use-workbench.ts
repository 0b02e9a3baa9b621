/** The document of the page and its history: every change is an address, which can be undone, shared and opened again. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSameText } from "@/lib/use-settled";
import { readWorkbench, type Workbench, type WorkbenchSearch, writeWorkbench } from "./address";
import { begin, record, redone, undone } from "./history";

const keyOf = (search: WorkbenchSearch): string => JSON.stringify(search);
/** A zoom is not a step to undo. */
const stepOf = ({ range: _, ...search }: WorkbenchSearch): string => JSON.stringify(search);

export interface WorkbenchState {
  workbench: Workbench;
  /** Stable. Takes changes, or makes them of the present document. */
  change: (changes: Partial<Workbench>, options?: { isStep?: boolean }) => void;
  /** Null where there is nothing to undo or redo. */
  undo: (() => void) | null;
  redo: (() => void) | null;
}

export type Go = (search: WorkbenchSearch, options: { replace: boolean }) => void;

/** Keep `go` stable. */
export function useWorkbench(search: WorkbenchSearch, go: Go): WorkbenchState {
  const key = keyOf(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the search, which is a new object each time.
  const read = useMemo(() => readWorkbench(search), [key]);
  // Looking nearer leaves entries and panels the same objects: what is drawn of them alone is not drawn again.
  const entries = useSameText(read.entries);
  const hidden = useSameText(read.hidden);
  const panels = useSameText(read.panels);
  const workbench = useMemo(() => ({ ...read, entries, hidden, panels }), [read, entries, hidden, panels]);
  const [history, setHistory] = useState(() => begin(search));
  if (keyOf(history.present) !== key) setHistory(record(history, search, stepOf));
  const latest = useRef(workbench);
  const left = useRef(search.left);
  useEffect(() => {
    latest.current = workbench;
    left.current = search.left;
  });
  const change = useCallback(
    (changes: Partial<Workbench>, { isStep = true } = {}) => {
      const next = { ...latest.current, ...changes };
      // A second change may come before the page has the first one.
      latest.current = next;
      // After a choice of other runs, the count of runs left out before no longer applies.
      const isSame = left.current !== undefined && changes.entries === undefined;
      go({ ...writeWorkbench(next), ...(isSame ? { left: left.current } : {}) }, { replace: !isStep });
    },
    [go],
  );
  const [before, after] = [undone(history), redone(history)];
  return {
    workbench,
    change,
    undo: before && (() => go(before, { replace: false })),
    redo: after && (() => go(after, { replace: false })),
  };
}
