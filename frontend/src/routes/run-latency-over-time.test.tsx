/** Response times over time: which phase is drawn, the span that is looked at, and why there may be nothing. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PhaseHistograms } from "@/api/types";
import { aDistribution, aLatencySpan, aTimedPhase, phaseHistograms } from "@/testing/latency-objects";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, stubLab } from "@/testing/stub-lab";

const RUN = "GET /api/v1/runs/r-1";
const LATENCY = {
  "GET /api/v1/runs/r-1/latency": { run_id: "run-1", run_number: "r-1", percents: [], min_beyond: 10, items: [] },
};
const LIST = "GET /api/v1/runs/r-1/latency-over-time";
const ONE_SLICE: Partial<PhaseHistograms> = {
  slices: { t0_ms: [60_000], t1_ms: [120_000], ios: [20_000], percentiles_ns: [[100_000], [400_000], [null]] },
  span: aLatencySpan({
    from_ms: 60_000,
    to_ms: 120_000,
    distribution: aDistribution({ percentiles_ns: [200_000, 200_000] }),
  }),
};
const SHORT = aTimedPhase({ phase_ordinal: 1, name: "Fill", slices: 2, directions: ["total", "write"] });
const LONG = aTimedPhase({ phase_ordinal: 2, name: "Mixed", slices: 3, directions: ["total", "read", "write"] });

const PHASES = { run_id: "run-1", run_number: "r-1", phases: [SHORT, LONG], histograms: null };

/** Answers as the lab does: the phases, with the whole of one that is named, or the one slice in its middle. */
const answerWith =
  (part: Partial<PhaseHistograms> = ONE_SLICE, whole: Partial<PhaseHistograms> = {}): Answer =>
  ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const ordinal = searchParams.get("phase");
    if (ordinal === null) return PHASES;
    const chosen = searchParams.has("from_ms") ? part : whole;
    return { ...PHASES, histograms: phaseHistograms({ phase_ordinal: Number(ordinal), ...chosen }) };
  };

const labOf = (answers: Record<string, Answer> = {}, run = aRun()) =>
  stubLab({
    [RUN]: run,
    ...LATENCY,
    [LIST]: answerWith(),
    ...answers,
  });

test("the longest phase is drawn, with the percentiles of the whole of it", async () => {
  const lab = labOf();
  openPage("/runs/r-1/phases", lab);

  const map = await screen.findByRole("figure", { name: "Latency over time: 2. Mixed, reads and writes" });
  expect(map.textContent).toContain("3 slices of 1 min");
  const below = await screen.findByRole("figure", { name: "Percentiles of the whole phase" });
  expect(within(below).getByLabelText(/Whole phase: 50 % up to 100 µs/)).toBeTruthy();
  expect(lab.requests.filter((request) => request.includes("over-time?"))).toEqual([
    "GET /api/v1/runs/r-1/latency-over-time?phase=2&direction=total",
  ]);
});

test("a span that is written stands in the address and beside the whole phase, until it is taken back", async () => {
  const { router } = openPage("/runs/r-1/phases?phase=1", labOf());

  fireEvent.change(await screen.findByRole("textbox", { name: "From" }), { target: { value: "1:00" } });
  fireEvent.change(screen.getByRole("textbox", { name: "To" }), { target: { value: "2:00" } });
  fireEvent.click(screen.getByRole("button", { name: "Show span" }));

  const below = await screen.findByRole("figure", { name: "Percentiles of the span and of the whole phase" });
  expect(await within(below).findByLabelText(/0:01:00 to 0:02:00: 50 % up to 200 µs/)).toBeTruthy();
  expect(within(below).getByLabelText(/Whole phase: 50 % up to 100 µs/)).toBeTruthy();
  expect(screen.getByText(/^1 slice counts/)).toBeTruthy();
  expect(router.state.location.search).toEqual({ phase: "1", from: 60_000, to: 120_000 });

  fireEvent.click(screen.getByRole("button", { name: "Show all of the phase" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ phase: "1" }));
  expect(screen.getByRole("textbox", { name: "To" })).toHaveProperty("value", "0:03:00");
});

test("a time that is none, or none of this phase, is told at its field", async () => {
  const { router } = openPage("/runs/r-1/phases", labOf());

  fireEvent.change(await screen.findByRole("textbox", { name: "From" }), { target: { value: "soon" } });
  fireEvent.click(screen.getByRole("button", { name: "Show span" }));
  expect(await screen.findByText("Enter an elapsed time, as in 0:12:30.")).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: "From" }), { target: { value: "0:03:00" } });
  fireEvent.click(screen.getByRole("button", { name: "Show span" }));
  expect(await screen.findByText("The phase ended at 0:03:00.")).toBeTruthy();
  expect(screen.getByText("Enter a time after the start.")).toBeTruthy();
  expect(router.state.location.search).toEqual({});
});

test("a span without a slice says so", async () => {
  const none: Partial<PhaseHistograms> = { span: null, slices: { t0_ms: [], t1_ms: [], ios: [], percentiles_ns: [] } };
  openPage("/runs/r-1/phases?phase=1&from=1000&to=2000", labOf({ [LIST]: answerWith(none) }));
  expect(await screen.findByText("No slice in this span. Choose a longer span.")).toBeTruthy();
  const below = await screen.findByRole("figure", { name: "Percentiles of the span and of the whole phase" });
  expect(within(below).queryByText(/to 0:/)).toBeNull();
});

test("the direction of the page is drawn where the phase has it", async () => {
  const lab = labOf();
  openPage("/runs/r-1/phases?phase=2&direction=read", lab);
  expect(await screen.findByRole("figure", { name: "Latency over time: 2. Mixed, reads" })).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/runs/r-1/latency-over-time?phase=2&direction=read");
});

test("a phase without that direction is drawn as a whole, and says so", async () => {
  openPage("/runs/r-1/phases?phase=1&direction=read", labOf());
  expect(await screen.findByText(/This phase has no reads over time/)).toBeTruthy();
  expect(await screen.findByRole("figure", { name: "Latency over time: 1. Fill, reads and writes" })).toBeTruthy();
});

test("slices that are not what the result counts say so, and so does a phase that was cut short", async () => {
  const cut = answerWith(ONE_SLICE, { state: "failed", result_ios: 40_000 });
  openPage("/runs/r-1/phases", labOf({ [LIST]: cut }));
  expect(
    await screen.findByText(/These slices have 60,000 I\/Os, and the result of the phase has 40,000/),
  ).toBeTruthy();
  expect(screen.getByText(/^The phase is failed/)).toBeTruthy();
});

const reasons = [
  [aRun({ origin: "imported" }), /was not measured here/],
  [aRun({ engine: "vdbench" }), /Vdbench reports one histogram/],
  [aRun({ state: "running" }), /No phase has ended yet/],
  [aRun(), /No histograms stored/],
] as const;

test.each(reasons)("a run without slices says why (%#)", async (run, reason) => {
  openPage("/runs/r-1/phases", labOf({ [LIST]: { ...PHASES, phases: [] } }, run));
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "From" })).toBeNull();
});
