/** Layouts by numbers of drives: what can be built, and why not. The lab has the last word. */
import type { DRIVE_LAYOUTS } from "@/api/campaigns";
import { newCampaign as words } from "@/messages/new-campaign";

export type DriveLayout = (typeof DRIVE_LAYOUTS)[number];

export interface Combination {
  layout: DriveLayout;
  drives: number;
  over_provisioned_percent: number;
  /** From how many controllers they are taken evenly; null does not care. */
  controllers: number | null;
  /** The only model of its drives; null takes any. */
  model: string | null;
}

export const MIN_DRIVES: Record<DriveLayout, number> = { jbod: 1, raid0: 2, raid1: 2, raid5: 3, raid6: 4, raid10: 4 };

/** Numbers of drives on offer, as far as enough drives are there. */
export const USUAL_COUNTS = [1, 2, 3, 4, 6, 8, 12, 16, 24];

/** Return the largest of the usual numbers of drives that a layout allows; undefined without one. */
export function maxDrives(layout: DriveLayout, available: number): number | undefined {
  const plain = { layout, over_provisioned_percent: 0, controllers: null, model: null };
  return USUAL_COUNTS.findLast((drives) => impossibility({ ...plain, drives }, available) === null);
}

/**
 * Return the reason why a combination is impossible, or null. `available` is the number of drives of its model; null is
 * unknown.
 */
export function impossibility(combination: Combination, available: number | null): string | null {
  const { layout, drives, over_provisioned_percent, controllers } = combination;
  if (available !== null && drives > available) return words.impossible.there(drives, available);
  const minDrives = MIN_DRIVES[layout];
  if (drives < minDrives) return words.impossible.few(words.layoutNames[layout], minDrives);
  if (layout === "raid10" && drives % 2 !== 0) return words.impossible.odd;
  if (controllers !== null && drives % controllers !== 0) return words.impossible.uneven(drives, controllers);
  const parity = layout === "raid5" || layout === "raid6";
  return parity && over_provisioned_percent > 0 ? words.impossible.parity : null;
}

/** Return the key of a combination in an address: `raid5:8:0`, over two controllers `raid5:8:0:2`, then its model. */
export function combinationKey({ layout, drives, over_provisioned_percent, controllers, model }: Combination): string {
  const key = `${layout}:${drives}:${over_provisioned_percent}`;
  if (model !== null) return `${key}:${controllers ?? ""}:${model}`;
  return controllers === null ? key : `${key}:${controllers}`;
}

/** Every combination of them, layout by layout. */
export function combinationsOf(
  layouts: readonly DriveLayout[],
  counts: readonly number[],
  percents: readonly number[],
  controllerCounts: readonly (number | null)[] = [null],
  models: readonly (string | null)[] = [null],
): Combination[] {
  return layouts.flatMap((layout) =>
    models.flatMap((model) =>
      percents.flatMap((over_provisioned_percent) =>
        controllerCounts.flatMap((controllers) =>
          counts.map((drives) => ({ layout, drives, over_provisioned_percent, controllers, model })),
        ),
      ),
    ),
  );
}
