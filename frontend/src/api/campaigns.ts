/** Campaigns: one plan over many configurations. Plans, submits, reads and steers them. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type {
  Campaign,
  CampaignCalendar,
  CampaignMatrix,
  CampaignPlan,
  CampaignQuestion,
  CampaignRequest,
  CampaignResults,
  ListedCampaign,
  MatrixCell,
  MatrixColumn,
  MatrixRow,
  Page,
  Proposal,
} from "./types";

export type CampaignState = Campaign["state"];
export type CellState = MatrixCell["state"];
export type ArrayState = MatrixColumn["state"];
export type Layout = MatrixRow["layout"];
export type Decision = CampaignQuestion["choices"][number];
export type Measure = Proposal["measure"];

/** In the order a campaign goes through them. */
export const CAMPAIGN_STATES = [
  "planned",
  "running",
  "waiting_for_decision",
  "paused",
  "finished",
  "cancelled",
] as const satisfies readonly CampaignState[];

/** States of an array during its measurement. */
export const ARRAY_STATES = ["optimal", "degraded", "rebuilding"] as const satisfies readonly ArrayState[];

/** The layouts that are made of drives; a file is the other one. */
export const DRIVE_LAYOUTS = [
  "jbod",
  "raid0",
  "raid1",
  "raid5",
  "raid6",
  "raid10",
] as const satisfies readonly Layout[];

/** The measures by which a plan is made shorter, in the order in which they are tried. */
export const MEASURES = [
  "shorter_points",
  "until_steady",
  "shared_conditioning",
  "cells_dropped",
] as const satisfies readonly Measure[];

/** Actions on a drive failure or a firmware change during the campaign. */
export const DRIVE_FAILURE_CHOICES = [
  "ask",
  "redo",
  "keep_both",
  "stop",
] as const satisfies readonly CampaignRequest["on_drive_failure"][];

export interface CampaignFilters {
  q?: string | undefined;
  sort?: string | undefined;
  cursor?: string;
}

const POLL_MS = 10_000;

export function isTerminalCampaign(state: CampaignState): boolean {
  return state === "finished" || state === "cancelled";
}

function isUnderWay({ state }: Pick<MatrixCell, "state">): boolean {
  return state === "waiting" || state === "running";
}

/** All that was read of lists of campaigns. */
export const campaignLists = ["campaigns", "list"] as const;

export const campaignsQuery = (api: Api, filters: CampaignFilters) =>
  queryOptions({
    queryKey: [...campaignLists, filters],
    queryFn: ({ signal }): Promise<Page<ListedCampaign>> =>
      body(
        api.GET("/api/v1/campaigns", {
          params: { query: { ...filters, time_zone: filters.q === undefined ? undefined : readerZone(), limit: 50 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** All that was read of single campaigns: what happens to a part is seen in its whole, and the other way round. */
export const campaignDetails = ["campaigns", "detail"] as const;

/** All that was read of one campaign. */
export const campaignKey = (ref: string) => [...campaignDetails, ref] as const;

export const campaignQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...campaignKey(ref), "campaign"],
    queryFn: ({ signal }): Promise<Campaign> =>
      body(api.GET("/api/v1/campaigns/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: ({ state }) => (state.data && isTerminalCampaign(state.data.state) ? false : POLL_MS),
  });

/**
 * `live` as long as the campaign goes on. Its end is part of the key: what was read last before it would stay otherwise.
 * A cell that is cancelled may end after its campaign, and is followed until then.
 */
export const campaignMatrixQuery = (api: Api, ref: string, live: boolean) =>
  queryOptions({
    queryKey: [...campaignKey(ref), "matrix", live],
    queryFn: ({ signal }): Promise<CampaignMatrix> =>
      body(api.GET("/api/v1/campaigns/{ref}/matrix", { params: { path: { ref } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (live || state.data?.cells.some(isUnderWay) ? POLL_MS : false),
  });

export const campaignCalendarQuery = (api: Api, ref: string, live: boolean) =>
  queryOptions({
    queryKey: [...campaignKey(ref), "calendar", live],
    queryFn: ({ signal }): Promise<CampaignCalendar> =>
      body(api.GET("/api/v1/campaigns/{ref}/calendar", { params: { path: { ref } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      live || state.data?.items.some(({ certainty }) => certainty !== "known") ? POLL_MS : false,
  });

export const campaignResultsQuery = (api: Api, ref: string, live: boolean) =>
  queryOptions({
    queryKey: [...campaignKey(ref), "results", live],
    queryFn: async ({ signal }): Promise<CampaignResults> => {
      const results = await body(api.GET("/api/v1/campaigns/{ref}/results", { params: { path: { ref } }, signal }));
      // Text is the answer to `format=csv` alone.
      return results as CampaignResults;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      live ||
      state.data?.lines.some(({ figures }) => figures.some(({ cell_state }) => isUnderWay({ state: cell_state })))
        ? POLL_MS
        : false,
  });

/** Preview a campaign without storing it; a null request is not sent. */
export const campaignPlanQuery = (api: Api, request: CampaignRequest | null) =>
  queryOptions({
    queryKey: ["campaigns", "plan", request],
    queryFn: request
      ? async ({ signal }): Promise<CampaignPlan> => {
          const answer = await body(
            api.POST("/api/v1/campaigns", { params: { query: { dry_run: true } }, body: request, signal }),
          );
          if (!answer || !("plan" in answer)) throw new Error("the lab answered a dry run with a campaign");
          return answer.plan;
        }
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Submits a campaign. The same key with the same request gives the first answer again instead of a second campaign. */
export async function submitCampaign(api: Api, request: CampaignRequest, key: string): Promise<Campaign> {
  const answer = await body(api.POST("/api/v1/campaigns", { body: request, headers: { "Idempotency-Key": key } }));
  if (!("id" in answer)) throw new Error("the lab answered a submission with a dry run");
  return answer;
}

export function cancelCampaign(api: Api, ref: string): Promise<Campaign> {
  return body(api.POST("/api/v1/campaigns/{ref}/cancel", { params: { path: { ref } } }));
}

export function pauseCampaign(api: Api, ref: string): Promise<Campaign> {
  return body(api.POST("/api/v1/campaigns/{ref}/pause", { params: { path: { ref } } }));
}

export function resumeCampaign(api: Api, ref: string): Promise<Campaign> {
  return body(api.POST("/api/v1/campaigns/{ref}/resume", { params: { path: { ref } } }));
}

/** Answers the campaign's question. */
export function decideCampaign(api: Api, ref: string, choice: Decision): Promise<Campaign> {
  return body(api.POST("/api/v1/campaigns/{ref}/decision", { params: { path: { ref } }, body: { choice } }));
}

/** Return the address of the result set as CSV. */
export function campaignResultsAddress(api: Api, ref: string): string {
  return `${api.baseUrl}/api/v1/campaigns/${encodeURIComponent(ref)}/results?format=csv`;
}
