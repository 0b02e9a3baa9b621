/** The topology: names, choice and keys. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { Backplane } from "./backplane";
import { BackplaneList } from "./backplane-list";
import { aBackplane, LONG_NAME } from "./backplane-samples";
import { SlotBars } from "./slot-bars";

test("each slot is heard with its place, drive and condition, and is chosen by mouse and keys", async () => {
  const chosen: string[] = [];
  const tree = aBackplane({ controllers: 2, shelves: 1, slots: 12, empty: 2, arraySize: 5 });
  await renderPart(
    <Backplane label="Slots" tree={tree} view="health" chosen="e-0-7" choose={({ id }) => chosen.push(id)} />,
  );

  const hot = screen.getByRole("radio", {
    name: "Slot 7, Solidigm P5520 7.68 TB, 61 °C, 91 % endurance used, in vd1, needs attention",
  }) as HTMLInputElement;
  expect(hot.checked).toBe(true);
  expect(screen.getByRole("radio", { name: "Slot 11, empty" })).toBeTruthy();
  hot.focus();
  fireEvent.keyDown(hot, { key: "ArrowRight" });
  expect(document.activeElement?.getAttribute("value")).toBe("e-0-8");
  fireEvent.keyDown(document.activeElement ?? hot, { key: "End" });
  fireEvent.click(screen.getByRole("radio", { name: /^Slot 0, / }));
  expect(chosen).toEqual(["e-0-8", "e-0-11", "e-0-0"]);
});

test("names of 300 characters stay whole in their titles", async () => {
  const tree = aBackplane({ controllers: 1, shelves: 2, slots: 2, arraySize: 2, hasLongNames: true });
  await renderPart(<Backplane label="Slots" tree={tree} view="array" chosen={null} choose={() => undefined} />);
  expect(screen.getByTitle(tree.boxes[2]?.title ?? "").textContent).toContain(LONG_NAME.slice(0, 250));
});

test("without enclosures the same boxes and drives are a list", async () => {
  const chosen: string[] = [];
  const tree = aBackplane({ controllers: 1, shelves: 0, slots: 0, direct: 2 });
  await renderPart(
    <BackplaneList label="Drives" tree={tree} view="health" chosen="n-0" choose={({ id }) => chosen.push(id)} />,
  );
  expect(screen.getByText("PERC 12 H965i Front, 0")).toBeTruthy();
  const drives = screen.getAllByRole("radio", { name: /^Unknown slot, Samsung PM9A3, health unknown$/ });
  expect(drives).toHaveLength(2);
  fireEvent.click(drives[1] as HTMLElement);
  expect(chosen).toEqual(["n-1"]);
});

test("slots in small are drawn with one path for each tone", async () => {
  const slot = (condition: "ok" | "failed" | "empty", array: number | null) => ({ condition, array });
  await renderPart(
    <SlotBars label="3 drives" slots={[slot("ok", 0), slot("ok", 0), slot("failed", 0), slot("empty", null)]} />,
  );
  const tones = [...screen.getByRole("img", { name: "3 drives" }).children].map((path) => [
    path.getAttribute("data-tone"),
    path.getAttribute("d")?.match(/M/g)?.length,
  ]);
  expect(tones).toEqual([
    ["series-1", 2],
    ["failed", 1],
    ["empty", 1],
  ]);
});
