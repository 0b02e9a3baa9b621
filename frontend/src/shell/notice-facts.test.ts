import { expect, test } from "vitest";
import { aNotice } from "@/testing/personal-objects";
import { noticeFacts } from "./notice-facts";

const NOW = new Date(2026, 10, 24, 13, 31);
const FIGURE = {
  metric: "iops",
  label: "IOPS",
  value: 231_456,
  unit: "1/s",
  better: "higher",
  workload: "4K random write",
} as const;
const CHANGE = { percent: 66, value: 139_000, run_number: "r-451", run_title: "Before", unusual: null };

test("a result says its verdict, its number and the change", () => {
  const facts = noticeFacts(aNotice({ figure: FIGURE, change: CHANGE }), NOW);
  expect(facts).toMatchObject({
    title: "r-1 finished, steady",
    detail: "231k\u00a0IOPS, 4K random write, +66\u00a0% vs r-451.",
    tone: "ok",
    path: "/runs/r-1",
  });
  expect(noticeFacts(aNotice({ figure: FIGURE }), NOW).detail).toBe("231k\u00a0IOPS, 4K random write.");
  const unnamed = aNotice({ figure: { ...FIGURE, workload: null } });
  expect(noticeFacts(unnamed, NOW).detail).toBe("231k\u00a0IOPS.");
});

test.each([
  [aNotice({ verdict: null }), "r-1 finished", "4K write", "ok"],
  [aNotice({ verdict: "not_steady" }), "r-1 finished, not steady", "4K write", "warn"],
  [aNotice({ kind: "run_failed", severity: "warning", detail: "fio died" }), "r-1 failed", "fio died", "err"],
  [aNotice({ kind: "run_steady" }), "r-1 is steady", "4K write", "ok"],
])("a followed run: %#", (notice, title, detail, tone) => {
  expect(noticeFacts(notice, NOW)).toMatchObject({ title, detail, tone });
});

test("an import leads to its page", () => {
  const link = { component: "import", id: "i", number: "i-3", name: "Old logs" } as const;
  const done = aNotice({ kind: "import_finished", verdict: null, link, detail: "59 results imported." });
  expect(noticeFacts(done, NOW)).toMatchObject({
    title: "Import of Old logs finished",
    detail: "59 results imported.",
    path: "/import/i-3",
  });
  expect(noticeFacts({ ...done, kind: "import_failed", severity: "warning" }, NOW).tone).toBe("err");
});
