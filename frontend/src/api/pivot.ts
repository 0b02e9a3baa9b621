/** Results by factors: the request to the lab, and the table in its answer. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MetricName } from "@/lib/metrics";
import { type Api, body } from "./client";
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type Pivot = Schemas["Pivot"];
export type PivotCell = Schemas["PivotCell"];
export type PivotFactor = Schemas["PivotFactor"];
export type PivotScale = Schemas["PivotScale"];
export type PivotSpread = Schemas["PivotSpread"];
export type PivotLoss = Schemas["PivotLoss"];
export type PivotCellState = PivotCell["state"];

/** Inputs of a table; without factors the lab proposes them. */
export interface PivotRequest {
  runs?: readonly string[];
  q?: string;
  time_zone?: string;
  rows?: string;
  columns?: string;
  panel?: string;
  metric?: MetricName;
  /** Each as `key=value`. */
  fixed: readonly string[];
  /** Maximum number of panels; those with the most values come first. */
  max_panels?: number;
}

export const pivotQuery = (api: Api, { runs = [], fixed, ...query }: PivotRequest) =>
  queryOptions({
    queryKey: ["pivot", runs, fixed, query],
    queryFn: ({ signal }): Promise<Pivot> =>
      body(
        api.GET("/api/v1/pivot", {
          params: { query: { run_id: [...runs], fixed: [...fixed], ...query } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
