/** Published figures in the characters of their source. */
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PublishedFigure } from "@/api/types";
import { PublishedFigures } from "./published-figures";

const figure = (values: Partial<PublishedFigure>): PublishedFigure => ({
  metric: "iops",
  value: 300_000,
  value_kind: "range_low",
  text: null,
  place: null,
  source_reads: null,
  reconstructed: false,
  restated: false,
  ...values,
});

const textOf = (...figures: PublishedFigure[]): string => {
  const { container } = render(
    <MantineProvider>
      <PublishedFigures figures={figures} />
    </MantineProvider>,
  );
  return container.textContent?.replace(/\.mantine[^}]*}/g, "") ?? "";
};

test("the characters of the source are quoted with their place", () => {
  textOf(figure({ text: "3x-5x万IOPS", place: "总结:, paragraph 3" }));
  expect(screen.getByText("3x-5x万IOPS").tagName).toBe("Q");
  expect(screen.getByText("总结:, paragraph 3")).toBeTruthy();
});

test("a reconstructed value says so with what the source reads", () => {
  expect(textOf(figure({ reconstructed: true, source_reads: "550,000 360 IOPS" }))).toContain(
    "reconstructed, the source reads 550,000 360 IOPS",
  );
});

test("several figures are named, and a rounding elsewhere is marked", () => {
  const text = textOf(
    figure({ text: "10.195.618" }),
    figure({ text: "10.2 milioni di IOPS", value: 10_200_000, restated: true, value_kind: "approximate" }),
  );
  expect(text).toContain("IOPS: 10.195.618");
  expect(text).toContain("IOPS: 10.2 milioni di IOPS (restated, 10,200,000)");
});
