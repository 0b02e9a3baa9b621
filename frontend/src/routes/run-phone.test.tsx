/** The summary of a run on the screen of a phone: what lies far below costs nothing before somebody goes there. */
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhase } from "@/testing/result-objects";
import { stubLab } from "@/testing/stub-lab";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("curves are asked for when somebody gets to them, and not before", async () => {
  const arrivals: (() => void)[] = [];
  class Watcher {
    constructor(tell: IntersectionObserverCallback) {
      arrivals.push(() =>
        tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
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
    "GET /api/v1/runs/r-1": aRun({ phases: [aPhase({ has_series: true })] }),
    "GET /api/v1/notes": { items: [] },
  });
  openPage("/runs/r-1", lab);

  expect(await screen.findByRole("region", { name: "Over time" })).toBeTruthy();
  // The permalinks stand last and need no arrival: all that is asked for without one has been.
  await waitFor(() => expect(lab.asked.some((asked) => asked.includes("/api/v1/shares"))).toBe(true));
  const ofCurves = () => lab.asked.filter((asked) => /\/api\/v1\/(series|notes)/.test(asked));
  expect(ofCurves()).toEqual([]);
  act(() => {
    for (const arrive of arrivals) arrive();
  });
  await waitFor(() => expect(ofCurves().length).toBeGreaterThan(1));
});
