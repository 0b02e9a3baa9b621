/** The single keys of the page that compares runs. */
import { useEffect, useMemo, useRef } from "react";
import type { ShortcutMap } from "@/lib/shortcuts";
import { compare } from "@/messages/compare";
import type { CompareChoice } from "./choice";
import type { ShownEntry } from "./view-model";

const words = compare.keys;

interface Keyed extends CompareChoice {
  entries: readonly ShownEntry[] | null;
  change: (choice: Partial<CompareChoice>) => void;
  copyLink: () => void;
}

/** The same map for as long as the page is there: what the keys do follows the page. */
export function useCompareKeys(page: Keyed): ShortcutMap {
  const latest = useRef(page);
  useEffect(() => {
    latest.current = page;
  });
  return useMemo(() => {
    const now = () => latest.current;
    return {
      b: { label: words.baseline, run: () => now().change({ baseline: nextBaseline(now().entries ?? []) }) },
      u: {
        label: words.units,
        run: () => now().change({ metric: now().metric === "iops" ? "throughput_bytes_per_s" : "iops" }),
      },
      l: { label: words.log, run: () => now().change({ log: !now().log }) },
      d: { label: words.factors, run: () => now().change({ allFactors: !now().allFactors }) },
      s: { label: words.link, run: () => now().copyLink() },
    };
  }, []);
}

/** The entry after the baseline, the first after the last. */
export function nextBaseline(entries: readonly Pick<ShownEntry, "key" | "isBaseline">[]): string | undefined {
  const place = entries.findIndex(({ isBaseline }) => isBaseline);
  return entries[(place + 1) % Math.max(entries.length, 1)]?.key;
}
