/** Changes the labels of things, and reads which there are. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";

/** What can have labels; the words are those of the addresses. */
export type LabelledKind = "runs" | "jobs" | "campaigns" | "configurations" | "servers";

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
      return items.map(({ label }) => label);
    },
    staleTime: 30_000,
  });

export async function changeLabels(
  api: Api,
  kind: LabelledKind,
  ref: string,
  { add = [], remove = [] }: LabelChange,
): Promise<string[]> {
  const { tags } = await body(
    api.PATCH(`/api/v1/${kind}/{ref}/labels`, { params: { path: { ref } }, body: { add, remove } }),
  );
  return tags;
}

/** Reads anew whatever shows the labels of this kind. */
export async function rereadLabels(queryClient: QueryClient, kind: LabelledKind): Promise<void> {
  await Promise.all([["labels"], [kind]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
