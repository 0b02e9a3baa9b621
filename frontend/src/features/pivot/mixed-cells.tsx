/** Cells whose results differ in a further factor: which factors those are, and what can be done about them. */
import { Button, Select } from "@mantine/core";
import type { Pivot } from "@/api/pivot";
import { Notice } from "@/components/notice";
import { pivot as words } from "@/messages/pivot";
import { holding, onAxis } from "./choice";
import classes from "./pivot.module.css";
import type { PivotSearch } from "./search";

interface Mixed {
  key: string;
  label: string;
  cells: number;
}

/** The factors that cells differ in, those of the most cells first. */
export function mixedFactors({ cells }: Pick<Pivot, "cells">): Mixed[] {
  const found = new Map<string, Mixed>();
  const told = cells.flatMap(({ differs }) => {
    const known = differs.filter((each) => each.known);
    // What nobody knows is told only where nothing else tells the results apart.
    return known.length > 0 ? known : differs;
  });
  for (const { key, label } of told) {
    found.set(key, { key, label, cells: (found.get(key)?.cells ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => b.cells - a.cells);
}

export function MixedCells({ pivot, change }: { pivot: Pivot; change: (next: Partial<PivotSearch>) => void }) {
  const mixed = pivot.cells.filter(({ state }) => state === "several").length;
  if (mixed === 0) return null;
  return (
    <Notice level="warn" title={words.mixedTitle(mixed)}>
      {words.mixed}
      <ul className={classes.mixed}>
        {mixedFactors(pivot).map(({ key, label, cells }) => {
          const factor = pivot.factors.find((each) => each.key === key);
          return (
            <li key={key}>
              <span>{words.mixedIn(label, cells)}</span>
              {factor && (
                <>
                  <Select
                    aria-label={words.hold(label)}
                    placeholder={words.hold(label)}
                    data={factor.levels.map(({ value }) => value)}
                    value={null}
                    onChange={(value) => value && change(holding(pivot, key, value))}
                    size="xs"
                    w={220}
                    maw="100%"
                    searchable
                  />
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={words.asPanelsOf(label)}
                    onClick={() => change(onAxis(pivot, "panel", key))}
                  >
                    {words.asPanels}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
