/** Search parameters. */
import { expect, test } from "vitest";
import { parseRunsSearch } from "@/features/runs/search";
import { parseNewShareSearch } from "@/features/shares/subject";
import { parseHistorySearch, parseRunSweepsSearch, parseSignInSearch } from "./search";

test("what is not understood is dropped", () => {
  expect(parseRunsSearch({ state: "gone", q: "", columns: 7, selected: "r-1,?", peek: "a b", other: 1 })).toEqual({
    columns: "7",
    selected: "r-1",
  });
});

test("the filters of an earlier address of the runs are conditions", () => {
  const old = {
    q: "a OR b",
    state: "failed",
    origin: "published",
    counts: "valid",
    label: "release=24 1;slow",
    cursor: "x",
  };
  expect(parseRunsSearch(old)).toEqual({
    q: '(a OR b) state:failed origin:published validity:valid label:"release=24 1" label:slow',
  });
  expect(parseRunsSearch({ origin: "published", q: "RAID10" })).toEqual({ q: "RAID10 origin:published" });
});

test.each([parseHistorySearch, parseRunSweepsSearch, parseNewShareSearch])(
  "a metric of an earlier address is read by %o",
  (parse) => {
    expect(parse({ metric: "lat_p99" })).toMatchObject({ metric: "latency_p99_ns" });
    expect(parse({ metric: "bandwidth" })).toMatchObject({ metric: "throughput_bytes_per_s" });
    expect(parse({ metric: "latency_mean_ns" })).toMatchObject({ metric: "latency_mean_ns" });
    expect(parse({ metric: "lat" }).metric).toBeUndefined();
  },
);

test("a number in the address is text again", () => {
  expect(parseRunsSearch({ q: 9271 })).toEqual({ q: "9271" });
});

test.each(["//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)", "runs", "/sign-in?next=/"])(
  "the sign-in never leads to %s",
  (next) => {
    expect(parseSignInSearch({ next })).toEqual({});
  },
);

test("the sign-in leads to a page of the lab", () => {
  expect(parseSignInSearch({ next: "/runs/r-1?phase=2" })).toEqual({ next: "/runs/r-1?phase=2" });
});
