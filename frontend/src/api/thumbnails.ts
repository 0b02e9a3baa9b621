/** Reader for small key charts of runs; the charts that a list shows at one moment are requested together. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import { isTerminalRun } from "./runs";
import type { Thumbnail } from "./types";

/** The lab draws no more at once. */
const MAX_TOGETHER = 48;
const GATHER_MS = 40;
const REREAD_MS = 15_000;

interface Wish {
  number: string;
  signal: AbortSignal;
  resolve: (thumbnail: Thumbnail | null) => void;
  reject: (error: unknown) => void;
}

const wishes = new WeakMap<Api, Wish[]>();

/** The picture of a run, which changes until the run has ended. */
export const thumbnailQuery = (api: Api, { number, state }: { number: string; state: string }) =>
  queryOptions({
    queryKey: ["thumbnails", number, state],
    queryFn: ({ signal }) => gather(api, number, signal),
    staleTime: isTerminalRun(state) ? Number.POSITIVE_INFINITY : REREAD_MS,
    refetchInterval: isTerminalRun(state) ? false : REREAD_MS,
    retry: false,
  });

function gather(api: Api, number: string, signal: AbortSignal): Promise<Thumbnail | null> {
  return new Promise((resolve, reject) => {
    const gathered = wishes.get(api) ?? [];
    gathered.push({ number, signal, resolve, reject });
    wishes.set(api, gathered);
    if (gathered.length === 1) setTimeout(() => void readGathered(api), GATHER_MS);
  });
}

/** Rows that were scrolled away meanwhile are not read. */
async function readGathered(api: Api): Promise<void> {
  const gathered = wishes.get(api) ?? [];
  wishes.delete(api);
  const wanted = gathered.filter(({ signal }) => !signal.aborted);
  const parts = Array.from({ length: Math.ceil(wanted.length / MAX_TOGETHER) }, (_, part) =>
    wanted.slice(part * MAX_TOGETHER, (part + 1) * MAX_TOGETHER),
  );
  await Promise.all(parts.map((part) => readTogether(api, part)));
}

async function readTogether(api: Api, part: readonly Wish[]): Promise<void> {
  try {
    const query = { run_id: part.map(({ number }) => number) };
    const { items } = await body(api.GET("/api/v1/thumbnails", { params: { query } }));
    const byNumber = new Map(items.map(({ number, thumbnail }) => [number, thumbnail]));
    for (const { number, resolve } of part) resolve(byNumber.get(number) ?? null);
  } catch (error) {
    for (const { reject } of part) reject(error);
  }
}
