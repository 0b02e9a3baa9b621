/** Workload of a phase in the lab's own sentence. */
import type { Phase } from "@/api/types";
import { messages } from "@/messages";

export function workloadText({ workload }: Phase): string {
  return typeof workload.description === "string" ? workload.description : messages.unknown;
}
