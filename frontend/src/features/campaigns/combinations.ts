/** Layouts by numbers of drives: what can be built, and why not. The lab has the last word. */
import type { DRIVE_LAYOUTS } from "@/api/campaigns";
import { newCampaign as words } from "@/messages/campaigns";

export type DriveLayout = (typeof DRIVE_LAYOUTS)[number];

export interface Combination {
  layout: DriveLayout;
  drives: number;
  over_provisioned_percent: number;
}

const LEAST: Record<DriveLayout, number> = { jbod: 1, raid0: 2, raid1: 2, raid5: 3, raid6: 4, raid10: 4 };

/** Why this cannot be, or null. `available` drives are there; null is unknown. */
export function impossibility(combination: Combination, available: number | null): string | null {
  const { layout, drives, over_provisioned_percent } = combination;
  if (available !== null && drives > available) return words.impossible.there(drives, available);
  if (drives < LEAST[layout]) return words.impossible.few(words.layoutNames[layout], LEAST[layout]);
  if (layout === "raid10" && drives % 2 !== 0) return words.impossible.odd;
  const parity = layout === "raid5" || layout === "raid6";
  return parity && over_provisioned_percent > 0 ? words.impossible.parity : null;
}

/** How a combination is named in an address: `raid5:8:0`. */
export function combinationKey({ layout, drives, over_provisioned_percent }: Combination): string {
  return `${layout}:${drives}:${over_provisioned_percent}`;
}

/** Every combination of the three, layout by layout. */
export function combinationsOf(
  layouts: readonly DriveLayout[],
  counts: readonly number[],
  percents: readonly number[],
): Combination[] {
  return layouts.flatMap((layout) =>
    percents.flatMap((over_provisioned_percent) =>
      counts.map((drives) => ({ layout, drives, over_provisioned_percent })),
    ),
  );
}
