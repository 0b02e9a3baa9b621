import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChartInstance } from "./runtime";
import { useZoom } from "./use-zoom";
import type { Section, TimeRange } from "./zoom";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Build a chart at a section; a restarted chart has no option yet. */
const chartAt = (section: Section | null) =>
  ({ getOption: () => (section ? { dataZoom: [section] } : undefined) }) as unknown as ChartInstance;

test("a chart that is started anew while its reader zooms keeps where they are", () => {
  const reported: (TimeRange | null)[] = [];
  const chart: { current: ChartInstance | null } = { current: chartAt({ start: 25, end: 75 }) };
  const { result } = renderHook(() =>
    useZoom({ chart, extent: [0, 1000], along: "run-time", range: null, onRange: (range) => reported.push(range) }),
  );
  result.current.onEvents.datazoom?.();
  // More points than SVG is for: the drawing is replaced before the reader has come to rest.
  chart.current = chartAt(null);
  expect(result.current.section()).toEqual({ start: 25, end: 75 });
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([{ from: 250, to: 750 }]);
});

test("an event that gives its section asks no chart", () => {
  const reported: (TimeRange | null)[] = [];
  const chart = { current: null };
  const { result } = renderHook(() =>
    useZoom({ chart, extent: [-1000, 1000], along: "elapsed", range: null, onRange: (range) => reported.push(range) }),
  );
  result.current.onEvents.datazoom?.({ batch: [{ start: 25, end: 75 }] });
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([{ from: -500, to: 500 }]);
});

test("a chart that keeps its section itself opens where its reader was", () => {
  const chart: { current: ChartInstance | null } = { current: chartAt({ start: 10, end: 20 }) };
  const { result } = renderHook(() =>
    useZoom({ chart, extent: undefined, along: undefined, range: null, onRange: undefined }),
  );
  expect(result.current.section()).toBeNull();
  result.current.onEvents.datazoom?.();
  chart.current = chartAt(null);
  expect(result.current.section()).toEqual({ start: 10, end: 20 });
});
