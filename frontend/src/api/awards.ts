/** Awards that people give in a ranking, beside the places that its rule gives. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { components } from "./generated/schema";
import type { RankingChoice } from "./rankings";
import type { Page } from "./types";

export type Award = components["schemas"]["Award"];

/** The most that one answer of the lab holds. */
const MAX_AWARDS = 200;

export interface NewAward {
  /** Number of a configuration that has a place in the ranking. */
  configuration: string;
  title: string;
  reason: string;
}

/** All awards of a ranking, the newest first, also those that were withdrawn. Its reference makes no difference. */
export const awardsQuery = (api: Api, { profile, runs, all, without }: RankingChoice) =>
  queryOptions({
    queryKey: ["awards", profile, runs, all, without],
    queryFn: ({ signal }): Promise<Page<Award>> =>
      body(
        api.GET("/api/v1/awards", {
          params: {
            query: {
              ...(runs ? { run_id: [...runs] } : { profile }),
              all,
              without: without && [...without],
              withdrawn: true,
              limit: MAX_AWARDS,
            },
          },
          signal,
        }),
      ),
  });

export function giveAward(api: Api, { profile, runs, all, without }: RankingChoice, award: NewAward): Promise<Award> {
  return body(
    api.POST("/api/v1/awards", {
      body: {
        ...award,
        ...(runs ? { run_ids: [...runs] } : { profile }),
        all: all ?? false,
        without: [...(without ?? [])],
      },
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

export function withdrawAward(api: Api, id: string): Promise<Award> {
  return body(api.DELETE("/api/v1/awards/{award_id}", { params: { path: { award_id: id } } }));
}
