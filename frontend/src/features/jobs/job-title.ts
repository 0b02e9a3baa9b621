/** What a job is called: its name, or its profile and server when nobody gave it one. */
import type { Job } from "@/api/types";
import { messages } from "@/messages";

export function jobTitle({ name, profile, server }: Job): string {
  return name || messages.job.unnamed(profile.title, server.name);
}
