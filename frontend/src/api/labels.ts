/** Changes the labels of things, and reads which there are. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { formatLabel, parseLabel } from "@/lib/labels";
import { type Api, body } from "./client";

/** Kinds that can have labels; the words are those of the addresses. */
export type LabelledKind = "runs" | "jobs" | "campaigns" | "configurations" | "servers";

/** Labels as text, `key=value` or `key`. */
export interface LabelChange {
  add?: string[];
  remove?: string[];
}

/** Labels in use, those of most things first. */
export const labelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["labels"],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { items } = await body(api.GET("/api/v1/labels", { params: { query: { limit: 200 } }, signal }));
      return items.map(({ key, value }) => formatLabel(key, value));
    },
    staleTime: 30_000,
  });

export async function changeLabels(
  api: Api,
  collection: LabelledKind,
  ref: string,
  { add = [], remove = [] }: LabelChange,
): Promise<void> {
  const labels = Object.fromEntries(add.map(parseLabel).filter((label) => label !== null));
  await body(
    api.PATCH("/api/v1/{collection}/{ref}/labels", {
      params: { path: { collection, ref } },
      body: { add: labels, remove },
    }),
  );
}

/** Read again everything that shows the labels of this kind. */
export async function rereadLabels(queryClient: QueryClient, kind: LabelledKind): Promise<void> {
  await Promise.all([["labels"], [kind]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
