import { expect, test } from "vitest";
import { createReachability } from "@/lib/reachability";
import { aSeries } from "@/testing/objects";
import { problem, stubLab } from "@/testing/stub-lab";
import { createApi } from "./client";
import { readCurve, type WantedCurve } from "./curves";

const WHOLE: Omit<WantedCurve, "run"> = { phase: "all", metric: "iops", stretch: null, points: 400 };

function labOf(answer: (request: Request) => object | Response | Promise<Response>) {
  const { requests, ...lab } = stubLab({ "GET /api/v1/curves": answer });
  const api = createApi({ ...lab, reachability: createReachability(), baseUrl: "http://lab.test" });
  const read = (curve: Partial<WantedCurve> & { run: string }, signal = new AbortController().signal) =>
    readCurve(api, { ...WHOLE, ...curve }, signal);
  return { read, questions: () => requests.map((request) => new URLSearchParams(request.split("?")[1])) };
}

const echo = (request: Request) => ({
  curves: new URL(request.url).searchParams.getAll("run_id").map((run_id) => aSeries({ run_id })),
});

test("curves of one metric are one question, and each has its own answer", async () => {
  const { read, questions } = labOf(echo);
  const curves = await Promise.all([
    read({ run: "one", stretch: { from: 1, to: 9 } }),
    read({ run: "two", phase: "3", stretch: { from: 2, to: 8 } }),
    read({ run: "one", metric: "latency_mean_ns" }),
  ]);

  expect(curves.map(({ run_id }) => run_id)).toEqual(["one", "two", "one"]);
  const [first, second, ...others] = questions();
  expect(["run_id", "phase", "from_ms", "to_ms"].map((name) => first?.getAll(name))).toEqual([
    ["one", "two"],
    ["all", "3"],
    ["1", "2"],
    ["9", "8"],
  ]);
  expect(second?.has("from_ms")).toBe(false);
  expect(others).toEqual([]);
});

test("a question that nobody waits for any more is given up, and not before", async () => {
  // The requests and not their signals: the signal of a request that was garbage collected is never aborted.
  const requests: Request[] = [];
  const { read, questions } = labOf((request) => {
    requests.push(request);
    return new Promise(() => undefined);
  });
  const [one, two, early] = [new AbortController(), new AbortController(), new AbortController()];
  void read({ run: "one" }, one.signal);
  void read({ run: "two" }, two.signal);
  void read({ run: "early" }, early.signal);
  early.abort();
  await expect.poll(() => requests.length, { timeout: 45_000 }).toBe(1);

  expect(questions()[0]?.getAll("run_id")).toEqual(["one", "two"]);
  one.abort();
  expect(requests[0]?.signal.aborted).toBe(false);
  two.abort();
  expect(requests[0]?.signal.aborted).toBe(true);
});

test("what the lab refuses is the answer to each of them", async () => {
  const { read } = labOf(() => problem(404, "There is no run r-9."));
  const outcomes = await Promise.allSettled([read({ run: "r-1" }), read({ run: "r-9" })]);

  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("more curves than an address has room for are several questions", async () => {
  const { read, questions } = labOf(echo);
  const curves = await Promise.all(Array.from({ length: 50 }, (_, place) => read({ run: `run-${place}` })));

  expect(curves.map(({ run_id }) => run_id)).toEqual(Array.from({ length: 50 }, (_, place) => `run-${place}`));
  expect(questions().map((query) => query.getAll("run_id").length)).toEqual([48, 2]);
});
