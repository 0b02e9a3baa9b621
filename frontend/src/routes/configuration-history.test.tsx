/** The history of a configuration, opened as a page. */
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aHistory } from "@/testing/comparison-objects";
import { openPage } from "@/testing/open-page";
import { aConfiguration } from "@/testing/result-objects";
import { stubLab } from "@/testing/stub-lab";

const SERIES = { title: "Quick 4K", version: 1, server: null, role: "file", scale: "full", run_count: 3 } as const;

test("a history marks what changed, in its chart and in words", async () => {
  const history = aHistory([100, 101, 99, 80, 81]);
  const [line] = history.figures?.lines ?? [];
  if (!line) throw new Error("the history has a line");
  const lab = stubLab({
    "GET /api/v1/configurations/c-1": aConfiguration({
      name: "NVMe scratch",
      histories: [{ ...SERIES, newest: "r-5", run_count: 5 }],
    }),
    "GET /api/v1/history": {
      ...history,
      figures: {
        ...history.figures,
        lines: [{ ...line, changes: [{ index: 3, direction: "down", change_percent: -20, better: false }] }],
      },
    },
  });
  openPage("/configurations/c-1/history", lab);
  expect(await screen.findByRole("heading", { level: 1, name: "History of NVMe scratch" })).toBeTruthy();
  expect(await screen.findByText("The level changed by \u221220 %, which is worse.")).toBeTruthy();
  expect(await screen.findByRole("figure", { name: "IOPS at 4 KiB random write" })).toBeTruthy();
});

/** Two configurations with histories; the answers that `held` names never come. */
function labWithHistories(held: (run: string, metric: string) => boolean) {
  return stubLab({
    "GET /api/v1/configurations/c-1": aConfiguration({
      name: "NVMe scratch",
      histories: [
        { ...SERIES, newest: "r-3" },
        { ...SERIES, newest: "r-9", title: "Long 4K" },
      ],
    }),
    "GET /api/v1/configurations/c-2": aConfiguration({
      id: "configuration-2",
      number: "c-2",
      name: "SATA archive",
      histories: [{ ...SERIES, newest: "r-20" }],
    }),
    "GET /api/v1/history": (request) => {
      const { searchParams } = new URL(request.url);
      const [run, metric] = [searchParams.get("run_id") ?? "", searchParams.get("metric") ?? ""];
      if (held(run, metric)) return new Promise<Response>(() => undefined);
      return run === "r-20" ? aHistory([1000, 2000, 3000]) : aHistory([95_000, 96_000, 97_000]);
    },
  });
}

test("a history under another metric waits for its own figures", async () => {
  const lab = labWithHistories((_, metric) => metric === "latency_mean_ns");
  const { router } = openPage("/configurations/c-1/history", lab);
  await screen.findByRole("figure", { name: "IOPS at 4 KiB random write" });

  await act(() => router.navigate({ to: ".", search: { metric: "latency_mean_ns" } as never }));
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/history?run_id=r-3&metric=latency_mean_ns"));
  expect(screen.queryByRole("figure")).toBeNull();
  expect(screen.queryByText(/95\.0 µs/)).toBeNull();
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  expect(document.querySelector("[aria-busy=true]")?.textContent).toBe("Loading");
});

test("a history of another test waits for its own figures", async () => {
  const lab = labWithHistories((run) => run === "r-9");
  const { router } = openPage("/configurations/c-1/history", lab);
  await screen.findByRole("figure", { name: "IOPS at 4 KiB random write" });

  await act(() => router.navigate({ to: ".", search: { series: "r-9" } as never }));
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/history?run_id=r-9&metric=iops"));
  expect(screen.queryByRole("figure")).toBeNull();
  expect(document.querySelector("[aria-busy=true]")).toBeTruthy();
});

test("a configuration whose history is still asked for shows none of another", async () => {
  let answers = true;
  const lab = labWithHistories((run) => run === "r-20" && !answers);
  const { router } = openPage("/configurations/c-2", lab);
  // Both configurations and their tests are loaded before the history of the second is requested.
  await act(() => router.navigate({ to: "/configurations/$ref/history", params: { ref: "c-2" } }));
  await screen.findByRole("figure", { name: "IOPS at 4 KiB random write" });
  await act(() => router.navigate({ to: "/configurations/$ref/history", params: { ref: "c-1" } }));
  await screen.findByRole("heading", { level: 1, name: "History of NVMe scratch" });
  await screen.findByText(/95\.0k in r-1/);

  answers = false;
  await act(() =>
    router.navigate({
      to: "/configurations/$ref/history",
      params: { ref: "c-2" },
      search: { metric: "latency_p99_ns" },
    }),
  );
  await screen.findByRole("heading", { level: 1, name: "History of SATA archive" });
  expect(screen.queryByRole("figure")).toBeNull();
  expect(document.querySelector("[aria-busy=true]")).toBeTruthy();
});
