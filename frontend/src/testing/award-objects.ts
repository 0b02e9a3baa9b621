/** Awards as the API gives them, for tests. */
import type { Award } from "@/api/awards";

export function anAward(values: Partial<Award> = {}): Award {
  return {
    id: "00000000-0000-7000-8000-00000000000a",
    ranking: { profile: "shoot-out@2", runs: null, all: false, without: [] },
    class_hash: "class-2",
    configuration: { id: "00000000-0000-7000-8000-000000000002", number: "c-2", name: "RAID 5" },
    configuration_name: "RAID 5",
    title: "Best value",
    reason: "Half the price.",
    author: "ann",
    created_at: "2026-11-22T06:00:00Z",
    withdrawn_at: null,
    withdrawn_by: null,
    ...values,
  };
}
