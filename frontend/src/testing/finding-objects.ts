/** Findings as the lab answers them. */
import type { Finding } from "@/api/types";

export function aFinding(changes: Partial<Finding> = {}): Finding {
  return {
    id: "finding-1",
    number: "f-1",
    origin: "published",
    sentence: "Areca leads, Reads, RAID5.",
    relation: "leads",
    subject: "Areca",
    object: null,
    test: "Reads",
    workload: { block: "8k", qd: "4" },
    raid_level: "RAID5",
    state: "optimal",
    value: null,
    unit: null,
    value_kind: null,
    source_reads: null,
    printed: null,
    strength: "clear",
    source_title: "A review",
    place: "Method, paragraph 2",
    ordinal: 1,
    note: null,
    runs: [],
    counted: true,
    excluded: null,
    author: null,
    created_at: "2026-11-20T12:00:00Z",
    edited_at: null,
    may_change: false,
    ...changes,
  };
}
