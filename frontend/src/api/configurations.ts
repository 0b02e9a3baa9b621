/** Reads the configurations that runs were measured on, and what two of them differ in. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { components } from "./generated/schema";
import type { SeriesMetric } from "./runs";
import type { Configuration, ConfigurationDiff, ConfigurationSummary, Page } from "./types";

export type ConfigurationComparison = components["schemas"]["ConfigurationComparison"];
export type ConfigurationVariants = components["schemas"]["ConfigurationVariants"];

/** The newest two hundred, as suggestions. */
export const configurationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["configurations"],
    queryFn: ({ signal }): Promise<Page<ConfigurationSummary>> =>
      body(api.GET("/api/v1/configurations", { params: { query: { limit: 200 } }, signal })),
    staleTime: 30_000,
  });

export const configurationQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["configurations", "detail", ref],
    queryFn: ({ signal }): Promise<Configuration> =>
      body(api.GET("/api/v1/configurations/{ref}", { params: { path: { ref } }, signal })),
    staleTime: 30_000,
  });

/** `a` and `b` are ids or numbers of configurations or runs. */
export const configurationDiffQuery = (api: Api, a: string, b: string) =>
  queryOptions({
    queryKey: ["configurations", "diff", a, b],
    queryFn: ({ signal }): Promise<ConfigurationDiff> =>
      body(api.GET("/api/v1/configurations/diff", { params: { query: { a, b } }, signal })),
  });

/** All factors of two sides, their results by one metric, and what each factor does alone. */
export const configurationComparisonQuery = (api: Api, a: string, b: string, metric: SeriesMetric) =>
  queryOptions({
    queryKey: ["configurations", "comparison", a, b, metric],
    queryFn: ({ signal }): Promise<ConfigurationComparison> =>
      body(api.GET("/api/v1/configurations/comparison", { params: { query: { a, b, metric } }, signal })),
    staleTime: 30_000,
  });

/** The configurations that are known to differ from one in one factor, with their results. */
export const variantsQuery = (api: Api, ref: string, metric: SeriesMetric) =>
  queryOptions({
    queryKey: ["configurations", "variants", ref, metric],
    queryFn: ({ signal }): Promise<ConfigurationVariants> =>
      body(api.GET("/api/v1/configurations/{ref}/variants", { params: { path: { ref }, query: { metric } }, signal })),
    staleTime: 30_000,
  });

export interface ConfigurationName {
  /** Null gives it back the name it was filed under. */
  name: string | null;
  /** Values that the writer had read. If another person has changed them meanwhile, nothing is changed. */
  before?: Record<string, never>;
}

export const nameConfiguration = (api: Api, ref: string, name: ConfigurationName): Promise<Configuration> =>
  body(api.PATCH("/api/v1/configurations/{ref}", { params: { path: { ref } }, body: name }));
