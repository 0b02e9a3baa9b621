/** When servers of the list are free. */
import { expect, test } from "vitest";
import type { ServerSummary } from "@/api/types";
import { listFacts } from "./list-facts";

const NOW = new Date(2026, 10, 24, 13, 0);
const at = (hours: number, minutes: number) => new Date(2026, 10, 24, hours, minutes).toISOString();

test.each<[Partial<ServerSummary>, string, string]>([
  [{}, "ok", "idle"],
  [{ use: "leased", free_at: at(16, 42) }, "run", "16:42"],
  [{ use: "leased" }, "run", "busy"],
  [{ rebuilding: true, free_at: at(15, 0) }, "warn", "rebuild"],
  [{ use: "reserved", free_at: at(19, 0) }, "idle", "19:00"],
  [{ use: "maintenance" }, "warn", "maintenance"],
  [{ use: "unreachable", rebuilding: true }, "err", "offline"],
  [{ use: "quarantined" }, "err", "quarantine"],
  [{ use: "new" }, "idle", "new"],
  [{ state: "retired" }, "idle", "retired"],
])("%o is %s and %s", (changes, tone, note) => {
  const server = { use: "idle", state: "ready", rebuilding: false, free_at: null, ...changes } as const;
  expect(listFacts(server, NOW)).toEqual({ tone, note });
});
