/** Cards that are one link as a whole. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { shortValue } from "@/lib/short-values";
import { renderPart } from "@/testing/render-part";
import { VerdictBadge } from "./badge";
import { LiveTile } from "./live-tile";
import { ResultCard } from "./result-card";
import { IdleServerTile } from "./server-tile";

const RESULT = {
  picture: null,
  name: "ioDrive2 Duo, +20 % spare area",
  workload: "4K random write",
  value: shortValue("iops", 231_456),
  change: { percent: 66, metric: "iops" },
  meta: "r-482 · 2 h ago · vs stock",
  badge: <VerdictBadge verdict="steady" />,
} as const;

test("a result is one link that says all of it and leads to the run", async () => {
  const { router } = await renderPart(<ResultCard to="/runs/$ref" params={{ ref: "r-482" }} {...RESULT} isNew />);
  const link = screen.getByRole("link");
  for (const text of [RESULT.name, RESULT.workload, "231k IOPS", "+66\u00a0%", "Steady", RESULT.meta])
    expect(link.textContent?.replace(/231k\s*IOPS/, "231k IOPS")).toContain(text);
  expect(screen.getByRole("img", { name: "New since your last visit" })).toBeTruthy();
  fireEvent.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe("/runs/r-482"));
});

test("a server that measures has its progress in words and as a share", async () => {
  await renderPart(
    <LiveTile
      to="/runs/$ref"
      params={{ ref: "r-486" }}
      name="lab-r760-01"
      model="PowerEdge R760"
      temperature="41 °C"
      value={shortValue("iops", 1_730_000)}
      subject="RAID 5, 16 drives · 4K random write"
      curve={{ values: [1, 2] }}
      phases={[
        { name: "Purge", seconds: 100, state: "done" },
        { name: "Precondition", seconds: 100, state: "now", share: 0.5 },
        { name: "QD 1", seconds: 100, state: "to_come" },
      ]}
      phase="Precondition"
      phasePlace="phase 2 of 3"
      note="round 8, range 14 %, limit 20 %"
      ends={{ word: "ends", clock: "16:42" }}
    />,
  );
  const progress = screen.getByRole("progressbar", { name: "Precondition, phase 2 of 3" });
  expect(progress.getAttribute("aria-valuenow")).toBe("50");
  expect(screen.getByRole("link").textContent).toContain("ends 16:42");
});

test("a server in trouble says so in words", async () => {
  await renderPart(
    <IdleServerTile
      to="/servers"
      name="lab-sc5200"
      model="SC5200"
      temperature="–"
      tone="err"
      note="Unreachable since 09:12"
    />,
  );
  expect(screen.getByRole("link").textContent).toContain("Unreachable since 09:12");
});
