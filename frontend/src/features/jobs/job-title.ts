/** Title of a job: its name, or its profile and server without one. */
import type { ListedJob } from "@/api/types";
import { job as jobWords } from "@/messages/jobs";

export function jobTitle({ name, profile, server }: Pick<ListedJob, "name" | "profile" | "server">): string {
  return name || jobWords.unnamed(profile.title, server.name);
}
