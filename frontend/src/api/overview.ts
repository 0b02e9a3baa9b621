/** Reads the lab at a glance. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Overview } from "./types";

/** Whatever changes runs changes what is seen of them here. It is read anew only while somebody looks at it. */
export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: ["runs", "overview"],
    queryFn: ({ signal }): Promise<Overview> => body(api.GET("/api/v1/overview", { signal })),
    refetchInterval: 10_000,
  });
