/** Reads and changes which drives may be destroyed. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { Drive, Enrolment, NewEnrolment } from "./types";

const POLL_MS = 3_000;

/** Read one enrolment; it is read every few seconds while a user waits for its server. */
export const enrolmentQuery = (api: Api, id: string, isAwaited = false) =>
  queryOptions({
    queryKey: ["servers", "enrolment", id],
    queryFn: ({ signal }): Promise<Enrolment> =>
      body(api.GET("/api/v1/enrolments/{enrolment_id}", { params: { path: { enrolment_id: id } }, signal })),
    refetchInterval: isAwaited ? POLL_MS : false,
  });

/**
 * Propose an enrolment with permission to destroy a drive; it takes effect once root has run the command on the server.
 */
export function proposeEnrolment(api: Api, enrolment: NewEnrolment): Promise<Enrolment> {
  return body(api.POST("/api/v1/enrolments", { body: enrolment, headers: { "Idempotency-Key": idempotencyKey() } }));
}

export function withdrawEnrolment(api: Api, id: string): Promise<Enrolment> {
  return body(api.POST("/api/v1/enrolments/{enrolment_id}/withdraw", { params: { path: { enrolment_id: id } } }));
}

/** A protected drive is never written, enrolled or not. */
export function protectDrive(api: Api, id: string, isProtected: boolean): Promise<Drive> {
  return body(api.PATCH("/api/v1/drives/{ref}", { params: { path: { ref: id } }, body: { protected: isProtected } }));
}
