/** Rankings of configurations. */
import { hashKey, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { components } from "./generated/schema";

export type Ranking = components["schemas"]["Ranking"];
export type RankedConfiguration = components["schemas"]["RankedConfiguration"];
export type RankedWorkload = components["schemas"]["RankedWorkload"];
export type RankableProfile = components["schemas"]["RankableProfile"];

/** Subject of a ranking (a profile with its version, or chosen runs) and its method. */
export interface RankingChoice {
  profile?: string;
  runs?: readonly string[];
  /** Also what by rule takes no place. */
  all?: true;
  /** Keys of workloads that are left out. */
  without?: readonly string[];
  /** Number of the configuration with 100. */
  reference?: string;
}

export const rankableProfilesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["rankings", "profiles"],
    queryFn: async ({ signal }) => (await body(api.GET("/api/v1/rankings", { signal }))).profiles,
    staleTime: 60_000,
  });

export const rankingQuery = (api: Api, { profile, runs, all, without, reference }: RankingChoice) =>
  queryOptions({
    queryKey: ["rankings", profile, runs, all, without, reference],
    queryFn: ({ signal }): Promise<Ranking> =>
      body(
        api.GET("/api/v1/rankings", {
          params: {
            query: runs
              ? { run_id: [...runs], all, without: without && [...without], reference }
              : { profile, all, without: without && [...without], reference },
          },
          signal,
        }),
      ),
    // An old answer for the same runs remains until the new one arrives; one for other runs would appear under their
    // name.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(1, 4) ?? []) === hashKey([profile, runs, all]) ? before : undefined,
  });
