/** What is written down of models of hardware: true of every piece of one. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { HardwareModelFilters } from "./hardware-filters";
import type { HardwareModel, HardwareModelChanges, NewHardwareModel, Page } from "./types";

export const hardwareModelsKey = ["hardware", "models"] as const;

export const hardwareModelsQuery = (api: Api, { component, q, cursor }: HardwareModelFilters) =>
  queryOptions({
    queryKey: [...hardwareModelsKey, component, q, cursor],
    queryFn: ({ signal }): Promise<Page<HardwareModel>> =>
      body(api.GET("/api/v1/hardware-models", { params: { query: { component, q, cursor, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

export const hardwareModelKey = (id: string) => ["hardware", "model", id] as const;

export const hardwareModelQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: hardwareModelKey(id),
    queryFn: ({ signal }): Promise<HardwareModel> =>
      body(api.GET("/api/v1/hardware-models/{model_id}", { params: { path: { model_id: id } }, signal })),
  });

export function addHardwareModel(api: Api, model: NewHardwareModel): Promise<HardwareModel> {
  return body(api.POST("/api/v1/hardware-models", { body: model, headers: { "Idempotency-Key": idempotencyKey() } }));
}

/** What is not given stays. */
export function changeHardwareModel(api: Api, id: string, changes: HardwareModelChanges): Promise<HardwareModel> {
  return body(api.PATCH("/api/v1/hardware-models/{model_id}", { params: { path: { model_id: id } }, body: changes }));
}

export async function removeHardwareModel(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v1/hardware-models/{model_id}", { params: { path: { model_id: id } } });
}
