/** Reads the catalogue of profiles. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Page, Profile } from "./types";

export const profilesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["profiles"],
    queryFn: ({ signal }): Promise<Page<Profile>> => body(api.GET("/api/v1/profiles", { signal })),
    staleTime: 60_000,
  });
