/** Result of a run on the screen of a phone: content far below costs nothing before the reader scrolls there. */
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { stubLab } from "@/testing/stub-lab";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("charts below the first are asked for when somebody gets to them, and not before", async () => {
  const arrivals: (() => void)[] = [];
  class Watcher {
    constructor(callback: IntersectionObserverCallback) {
      arrivals.push(() =>
        callback([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
      );
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Watcher);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width"),
    addEventListener() {},
    removeEventListener() {},
  }));
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ phases: [aPhase({ has_series: true, measurement: aMeasurement() })] }),
    "GET /api/v1/notes": { items: [] },
  });
  openPage("/runs/r-1", lab);

  // The first chart is directly below the numbers and loads without scrolling.
  await waitFor(() => expect(lab.requests.some((request) => request.includes("/api/v1/series"))).toBe(true));
  const below = () => lab.requests.filter((request) => /\/runs\/r-1\/latency/.test(request));
  expect(below()).toEqual([]);
  act(() => {
    for (const arrive of arrivals) arrive();
  });
  await waitFor(() => expect(below().length).toBeGreaterThan(0));
});
