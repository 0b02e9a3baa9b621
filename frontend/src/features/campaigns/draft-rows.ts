/** The rows of a draft before and after its plan arrives, and the layouts that have none that can be. */
import type { CampaignPlan, Drive, MatrixRow } from "@/api/types";
import { driveKey } from "@/components/drive-use";
import { newCampaign as words } from "@/messages/new-campaign";
import {
  type Combination,
  combinationKey,
  type DriveLayout,
  impossibility,
  MIN_DRIVES,
  maxDrives,
} from "./combinations";
import type { CampaignDraft, ShareDraft } from "./draft";
import { allCombinations, availableDrives, splitModels } from "./request";

/** Number of available drives: of all models together, and of each; null while it is unknown. */
export interface Availability {
  all: number | null;
  byModel: ReadonlyMap<string, number>;
}

export interface DraftRow {
  key: string;
  /** The server, where there are several. */
  server: string | null;
  label: string;
  detail: string;
  /** Null for a file and for existing devices. */
  combination: Combination | null;
  /** It was left out. */
  isOut: boolean;
  /** Reason why it cannot be built, as far as it is known before the plan. */
  impossible: string | null;
  isPlanned: (row: MatrixRow) => boolean;
}

/** A layout of which no ticked combination can be built, and the number of drives that would do. */
export interface EmptyLayout {
  layout: DriveLayout;
  reason: string;
  /** Null where no number of drives that are there would do. */
  count: number | null;
}

export interface ServerShare {
  id: string;
  name: string;
  share: ShareDraft;
}

/** Return the availability over all servers, of each model what the richest of them has. */
export function availabilityOf(draft: CampaignDraft, chosen: readonly (readonly Drive[])[]): Availability {
  const byModel = new Map<string, number>();
  for (const drives of chosen) {
    const own = new Map<string, number>();
    for (const { model } of drives) if (model !== null) own.set(model, (own.get(model) ?? 0) + 1);
    for (const [model, count] of own) byModel.set(model, Math.max(count, byModel.get(model) ?? 0));
  }
  return { all: availableDrives(draft), byModel };
}

export function availableFor({ model }: Pick<Combination, "model">, { all, byModel }: Availability): number | null {
  return model === null ? all : (byModel.get(model) ?? all);
}

/**
 * Return the counts of a draft after adding a layout. Without counts, it is the largest one that every model allows.
 */
export function countsWith(
  layout: DriveLayout,
  draft: CampaignDraft,
  availability: Availability,
): number[] | undefined {
  if (draft.counts && draft.counts.length > 0) return draft.counts;
  const models = splitModels(draft) ?? [null];
  const available = models.flatMap((model) => availableFor({ model }, availability) ?? []);
  const maxCount = available.length > 0 ? maxDrives(layout, Math.min(...available)) : undefined;
  return maxCount === undefined ? undefined : [maxCount];
}

export function emptyLayouts(draft: CampaignDraft, availability: Availability): EmptyLayout[] {
  const { layouts = [], counts = [] } = draft;
  const combinations = allCombinations(draft);
  return layouts.flatMap((layout) => {
    const own = combinations.filter((combination) => combination.layout === layout);
    const reasons = own.map((combination) => impossibility(combination, availableFor(combination, availability)));
    if (own.length === 0 || reasons.includes(null)) return [];
    const count = MIN_DRIVES[layout];
    const isThere = own.some(
      (combination) =>
        impossibility({ ...combination, drives: count }, availableFor(combination, availability)) === null,
    );
    return [{ layout, reason: reasons[0] ?? "", count: isThere && !counts.includes(count) ? count : null }];
  });
}

/** Return the rows of each server in the order in which they are shown; layouts of `empty` have none. */
export function draftRows(
  draft: CampaignDraft,
  shares: readonly ServerShare[],
  availability: Availability,
  empty: readonly EmptyLayout[],
): DraftRow[] {
  const several = shares.length > 1;
  return shares.flatMap(({ id, name, share }) => {
    const on = { server: several ? name : null };
    const isHere = (row: MatrixRow) => row.server.id === id;
    const devices = (share.devices ?? []).filter(({ ids }) => ids.length > 0);
    return [
      ...(draft.file_bytes === undefined
        ? []
        : [
            {
              ...on,
              ...PLAIN,
              key: `${id} file`,
              label: words.layoutNames.file,
              detail: "",
              isPlanned: (row: MatrixRow) => isHere(row) && row.layout === "file",
            },
          ]),
      ...devices.map((device, index) => ({
        ...on,
        ...PLAIN,
        key: `${id} device ${index}`,
        label: device.name?.trim() || words.deviceRow(index + 1),
        detail: words.deviceCount(device.ids.length),
        isPlanned: (row: MatrixRow) =>
          isHere(row) && row.layout === "device" && row.stable_ids.join() === device.ids.join(),
      })),
      ...((share.drives?.length ?? 0) > 0 ? combinationRows(draft, availability, empty) : []).map((row) => ({
        ...on,
        ...row,
        key: `${id} ${row.key}`,
        isPlanned: (planned: MatrixRow) => isHere(planned) && row.isPlanned(planned),
      })),
    ];
  });
}

const PLAIN = { combination: null, isOut: false, impossible: null };

function combinationRows(
  draft: CampaignDraft,
  availability: Availability,
  empty: readonly EmptyLayout[],
): Omit<DraftRow, "server">[] {
  return allCombinations(draft)
    .filter(({ layout }) => !empty.some((emptyLayout) => emptyLayout.layout === layout))
    .map((combination) => {
      const { layout, drives, over_provisioned_percent, controllers, model } = combination;
      const key = combinationKey(combination);
      return {
        key,
        label: words.layoutNames[layout],
        detail: words.rowDetail(drives, model, over_provisioned_percent, controllers),
        combination,
        isOut: draft.without?.includes(key) ?? false,
        impossible: impossibility(combination, availableFor(combination, availability)),
        isPlanned: (row) =>
          row.layout === layout &&
          row.drives === drives &&
          row.over_provisioned_percent === over_provisioned_percent &&
          row.controllers === controllers &&
          row.model === model,
      };
    });
}

/** Planned time of one cell, in seconds. */
export interface PlannedTime {
  measure: number;
  build: number;
}

/** Return the times of the cells of a plan by row and column. */
export function plannedTimes({
  order,
}: Pick<CampaignPlan, "order">): (row: number, column: number) => PlannedTime | null {
  const times = new Map(
    order.map(({ row, column, estimated_seconds, preparation_seconds }) => [
      `${row} ${column}`,
      { measure: estimated_seconds - preparation_seconds, build: preparation_seconds },
    ]),
  );
  return (row, column) => times.get(`${row} ${column}`) ?? null;
}

/** Times of one configuration in a plan, in the order of their runs. */
export interface PlanBlock {
  key: string;
  name: string;
  /** Short text for a narrow block: `5 · 4`, level and drives. */
  short: string;
  build: number;
  measure: number;
}

/** Return the plan of each server as blocks: cells of one configuration that follow one another are one. */
export function planBlocks({
  order,
  matrix,
}: Pick<CampaignPlan, "order" | "matrix">): { server: string; blocks: PlanBlock[] }[] {
  const lanes = new Map<string, { server: string; blocks: (PlanBlock & { row: number })[] }>();
  for (const { server, row, estimated_seconds, preparation_seconds } of order) {
    const lane = lanes.get(server.id) ?? { server: server.name, blocks: [] };
    lanes.set(server.id, lane);
    const last = lane.blocks.at(-1);
    const measure = estimated_seconds - preparation_seconds;
    if (last?.row === row) {
      last.build += preparation_seconds;
      last.measure += measure;
      continue;
    }
    const match = matrix.rows.find((candidate) => candidate.row === row);
    const key = `${row} ${lane.blocks.length}`;
    lane.blocks.push({ key, row, name: match?.name ?? "", short: shortOf(match), build: preparation_seconds, measure });
  }
  return [...lanes.values()];
}

function shortOf(row: MatrixRow | undefined): string {
  if (!row) return "";
  return row.layout.startsWith("raid") ? `${row.layout.slice("raid".length)} · ${row.drives}` : row.name;
}

/** Return the drives of a share that are there, by their names in the draft. */
export function chosenDrives(share: ShareDraft, drives: readonly Drive[]): Drive[] {
  return drives.filter((drive) => share.drives?.includes(driveKey(drive)));
}
