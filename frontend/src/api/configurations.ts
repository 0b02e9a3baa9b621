/** Reads the configurations that runs were measured on. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Configuration, Page } from "./types";

/** The newest two hundred, as suggestions. */
export const configurationsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["configurations"],
    queryFn: ({ signal }): Promise<Page<Configuration>> =>
      body(api.GET("/api/v1/configurations", { params: { query: { limit: 200 } }, signal })),
    staleTime: 30_000,
  });
