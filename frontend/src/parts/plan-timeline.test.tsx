import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import type { PlanStep } from "./plan-layout";
import { PlanTimeline } from "./plan-timeline";

const STEPS: PlanStep[] = [
  { name: "Purge", detail: "4 min", seconds: 240, kind: "prepare" },
  { name: "Queue depth", detail: "7 × 10 min", seconds: 4200, kind: "measure", points: ["1", "2", "4"] },
];
const START = new Date(2026, 10, 24, 15, 12).getTime();

test("each step is read once with its time, the last one with the end", async () => {
  await renderPart(<PlanTimeline label="Plan" steps={STEPS} start={START} />);
  const plan = screen.getByRole("region", { name: "Plan" });
  const read = within(plan)
    .getAllByRole("listitem")
    .map((item) => {
      for (const hidden of item.querySelectorAll("[aria-hidden]")) hidden.remove();
      return item.textContent?.replaceAll("\u00a0", " ");
    });
  expect(read).toEqual(["Purge, 4 min, starts 15:12", "Queue depth, 1 h 10 min, starts 15:16Ends 16:26"]);
});

test("steps take room by their time", async () => {
  await renderPart(<PlanTimeline label="Plan" steps={STEPS} start={START} />);
  expect(screen.getAllByRole("listitem").map(({ style }) => style.flexGrow)).toEqual(["240", "4200"]);
});
