/** The draft that makes the same job again. What was confirmed, the serial numbers and the wear, is no part of it. */
import type { Job } from "@/api/types";
import { readCustom } from "./custom";
import { DEFAULT_PRIORITY, type JobDraft } from "./draft";

/** Build a draft with everything of a job; null for a job of an earlier release that cannot be submitted unchanged. */
export function cloneDraft({ request, server }: Pick<Job, "request" | "server">): JobDraft | null {
  if (!request) return null;
  const { target, profile } = request;
  const priority = request.priority ?? DEFAULT_PRIORITY;
  const repeats = request.repeats ?? 1;
  const custom = profile.document ? readCustom(profile.document) : undefined;
  // A profile of that job alone which this form could not have made: nothing here shows it.
  if (custom === null) return null;
  return {
    server: server.number,
    ...(target.kind === "devices"
      ? {
          target: "devices" as const,
          drives: target.stable_ids,
          preparation: request.preparation && request.preparation.length > 0 ? request.preparation : undefined,
          conditioning: request.conditioning === "reuse" ? ("reuse" as const) : undefined,
        }
      : { path: target.path ?? undefined, size_bytes: target.size_bytes, copy_to: target.copy_to ?? undefined }),
    ...(custom ? { custom } : { profile: profile.name, version: profile.version ?? undefined }),
    scale: profile.scale === "smoke" ? ("smoke" as const) : undefined,
    engine: request.engine,
    parameters: profile.parameters && Object.keys(profile.parameters).length > 0 ? profile.parameters : undefined,
    name: request.name || undefined,
    configuration: request.configuration_name ?? undefined,
    repeats: repeats > 1 ? repeats : undefined,
    repeat_cv: request.repeat_until?.cv_percent,
    priority: priority === DEFAULT_PRIORITY ? undefined : priority,
    on_lost: request.on_lost === "requeue_once" ? ("requeue_once" as const) : undefined,
    note: request.note || undefined,
  };
}
