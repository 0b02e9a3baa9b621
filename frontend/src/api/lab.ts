/** Pause state of the lab, and its switch. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { LabPause, LabState } from "./types";

export const labKey = ["lab"] as const;

export const labQuery = (api: Api) =>
  queryOptions({
    queryKey: labKey,
    queryFn: ({ signal }): Promise<LabState> => body(api.GET("/api/v1/lab", { signal })),
    refetchInterval: 15_000,
  });

/** Nothing new starts until the lab is resumed; runs in progress finish. */
export function pauseLab(api: Api, reason: string): Promise<LabPause> {
  return body(api.POST("/api/v1/lab/pause", { body: { reason } }));
}

export function resumeLab(api: Api): Promise<LabPause> {
  return body(api.POST("/api/v1/lab/resume"));
}
