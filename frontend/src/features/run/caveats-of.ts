/** Badges of a run that limit its numbers; its origin is at the head of the page. */
import type { Badge, Run } from "@/api/types";

export function caveatsOf({ badges, origin }: Pick<Run, "badges" | "origin">): Badge[] {
  return badges.filter(({ code, detail }) => code !== origin && detail !== null);
}
