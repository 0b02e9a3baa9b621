import { expect, test } from "vitest";
import { comparedBy } from "./compared-by";

test("what an address leaves out is as usual", () => {
  expect(comparedBy({ runs: "r-1,r-2" })).toEqual({
    references: ["r-1", "r-2"],
    metric: "iops",
    baseline: undefined,
    pooled: false,
  });
});

test("a baseline is one of the runs", () => {
  expect(comparedBy({ runs: "r-1,r-2", baseline: "r-2", metric: "latency_p99_ns", pooled: true })).toMatchObject({
    metric: "latency_p99_ns",
    baseline: "r-2",
    pooled: true,
  });
  expect(comparedBy({ runs: "r-1,r-2", baseline: "r-3" }).baseline).toBeUndefined();
  expect(comparedBy({ baseline: "r-3" })).toMatchObject({ references: [], baseline: undefined });
});
