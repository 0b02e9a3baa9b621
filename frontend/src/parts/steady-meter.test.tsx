import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { SteadyMeter } from "./steady-meter";

const ROUNDS = { values: [9, 8, 7, 7.1], filled: 2, max: 14 };

test("range and slope are meters with their limits in words", async () => {
  await renderPart(
    <SteadyMeter rounds={ROUNDS} window={5} range={{ value: 14.1, limit: 20 }} slope={{ value: 12, limit: 10 }} />,
  );
  expect(screen.getByRole("meter", { name: "Range" }).getAttribute("aria-valuetext")).toBe("14.1 %, limit 20 %");
  expect(screen.getByRole("meter", { name: "Slope" }).getAttribute("aria-valuenow")).toBe("12");
  expect(screen.getByRole("img", { name: "4 rounds done, 2 of 5 in the window" })).toBeTruthy();
});

test("a value beyond the end of its meter stays at the end, in words it is exact", async () => {
  await renderPart(
    <SteadyMeter rounds={ROUNDS} window={5} range={{ value: 80, limit: 20 }} slope={{ value: null, limit: 10 }} />,
  );
  const range = screen.getByRole("meter", { name: "Range" });
  expect([range.getAttribute("aria-valuenow"), range.getAttribute("aria-valuemax")]).toEqual(["30", "30"]);
  expect(range.getAttribute("aria-valuetext")).toBe("80 %, limit 20 %");
  expect(screen.getByRole("meter", { name: "Slope" }).getAttribute("aria-valuetext")).toContain("not known yet");
});
