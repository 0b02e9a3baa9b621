/** The description of the REST API, as the lab itself gives it. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";

export const descriptionAddress = "/api/v1/openapi.json";

export const descriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: ["description"],
    queryFn: ({ signal }): Promise<unknown> => body(api.GET(descriptionAddress, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
