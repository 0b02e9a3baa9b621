/** Frames around other things: cards, lists of facts, skeletons, the action bar. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { ActionBar } from "./action-bar";
import { Card } from "./card";
import { KeyValueRail } from "./key-value-rail";
import { PhaseBar } from "./phase-bar";
import { SkeletonBox, Waiting } from "./skeleton";

test("a card with a title is a section of that name", async () => {
  await renderPart(
    <Card title="Queue" note="next 24 hours">
      bars
    </Card>,
  );
  const card = screen.getByRole("region", { name: "Queue" });
  expect(within(card).getByRole("heading", { level: 2, name: "Queue" })).toBeTruthy();
});

test("a fact that is not known says so in its place", async () => {
  await renderPart(
    <KeyValueRail
      facts={[
        { name: "BIOS", value: null },
        { name: "Driver", value: "VSL 3.2.2", differs: true },
      ]}
    />,
  );
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(["unknown", "VSL 3.2.2"]);
});

test("a skeleton says that something is on its way", async () => {
  const { container } = await renderPart(
    <Waiting>
      <SkeletonBox height={18} />
    </Waiting>,
  );
  expect(container.querySelector("[aria-busy=true]")?.textContent).toBe("Loading");
});

test("figures of the action bar are read as name and value", async () => {
  await renderPart(
    <ActionBar
      label="New run"
      figures={[{ value: "46.1 TB", note: "written to 4 drives" }]}
      actions={<button type="button">Start run</button>}
    />,
  );
  const bar = screen.getByRole("region", { name: "New run" });
  expect(within(bar).getByRole("term").textContent).toBe("written to 4 drives");
  expect(within(bar).getByRole("definition").textContent).toBe("46.1 TB");
});

test("a bar of a thousand phases has few segments and the same progress", async () => {
  const phases = Array.from({ length: 1000 }, (_, index) => ({
    name: `Round ${index + 1}`,
    seconds: 60,
    state: index < 400 ? ("done" as const) : ("to_come" as const),
  }));
  await renderPart(<PhaseBar phases={phases} label="Phase 400 of 1000" isNamed />);
  const bar = screen.getByRole("progressbar", { name: "Phase 400 of 1000" });
  expect(bar.getAttribute("aria-valuenow")).toBe("40");
  expect(bar.children.length).toBeLessThanOrEqual(48);
});
