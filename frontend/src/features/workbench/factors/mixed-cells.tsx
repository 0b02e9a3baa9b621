/** Cells whose results differ in a further factor: which factors those are. */
import { Button } from "@mantine/core";
import type { Pivot } from "@/api/pivot";
import { Notice } from "@/components/notice";
import { factorTables as words } from "@/messages/factor-tables";
import classes from "./factors.module.css";

interface Mixed {
  key: string;
  label: string;
  cells: number;
}

/** The factors that cells differ in, those of the most cells first. */
function mixedFactors({ cells }: Pick<Pivot, "cells">): Mixed[] {
  const byKey = new Map<string, Mixed>();
  const listed = cells.flatMap(({ differs }) => {
    const knownFactors = differs.filter((factor) => factor.known);
    // Unknown factors are named only if nothing else distinguishes the results.
    return knownFactors.length > 0 ? knownFactors : differs;
  });
  for (const { key, label } of listed) {
    byKey.set(key, { key, label, cells: (byKey.get(key)?.cells ?? 0) + 1 });
  }
  return [...byKey.values()].toSorted((a, b) => b.cells - a.cells);
}

interface MixedCellsProps {
  pivot: Pivot;
  /** Shows a table for each value of a factor. */
  showPanels: (factor: string) => void;
}

export function MixedCells({ pivot, showPanels }: MixedCellsProps) {
  const mixed = pivot.cells.filter(({ state }) => state === "several").length;
  if (mixed === 0) return null;
  return (
    <Notice level="warn" title={words.mixedTitle(mixed)}>
      {words.mixed}
      <ul className={classes.mixed}>
        {mixedFactors(pivot).map(({ key, label, cells }) => (
          <li key={key}>
            {words.mixedIn(label, cells)}{" "}
            {pivot.factors.some((factor) => factor.key === key) && (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={words.asPanelsOf(label)}
                onClick={() => showPanels(key)}
              >
                {words.asPanels}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
