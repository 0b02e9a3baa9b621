/** Records of hardware models; they hold for every component of the model. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import { pageParameters } from "./endless-list";
import type { HardwareModel, HardwareModelChanges, NewHardwareModel, Page } from "./types";

export const hardwareModelsKey = ["hardware", "models"] as const;

/** Options of `useEndlessList`. */
export const hardwareModelList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: [...hardwareModelsKey, q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<HardwareModel>> =>
    body(api.GET("/api/v1/hardware-models", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
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

/** Change a model record; omitted fields keep their values. */
export function changeHardwareModel(api: Api, id: string, changes: HardwareModelChanges): Promise<HardwareModel> {
  return body(api.PATCH("/api/v1/hardware-models/{model_id}", { params: { path: { model_id: id } }, body: changes }));
}

export async function removeHardwareModel(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v1/hardware-models/{model_id}", { params: { path: { model_id: id } } });
}
