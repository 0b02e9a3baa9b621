import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "@/testing/render-part";
import { Delta } from "./delta";

test("a lower latency is read as better, with what it is compared with", async () => {
  await renderPart(<Delta percent={-40} metric="latency_mean_ns" other="1.83 ms" />);
  expect(screen.getByRole("main").textContent).toBe("\u221240\u00a0%, better1.83 ms");
});

test("a fall of throughput is read as worse", async () => {
  await renderPart(<Delta percent={-11} metric="throughput_bytes_per_s" />);
  expect(screen.getByRole("main").textContent).toBe("\u221211\u00a0%, worse");
});

test("a change below half a percent has neither an arrow nor a judgement", async () => {
  const { container } = await renderPart(<Delta percent={0.4} metric="iops" />);
  expect(screen.getByRole("main").textContent).toBe("\u00b10\u00a0%");
  expect(container.querySelector("svg")).toBeNull();
});
