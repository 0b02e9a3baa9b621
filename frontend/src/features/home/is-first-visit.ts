/** Check for a new lab, where Home shows the way to a first result. */
import type { Overview } from "@/api/types";

/** Until the first own run ends, or the demo is removed from a lab that has servers of its own. */
export function isFirstVisit({ ended, servers }: Pick<Overview, "ended" | "servers">, demoRuns: number): boolean {
  if (ended.some(({ origin }) => origin === "measured")) return false;
  if (demoRuns > 0) return true;
  return ended.length === 0 && servers.items.every(({ is_local }) => is_local);
}
