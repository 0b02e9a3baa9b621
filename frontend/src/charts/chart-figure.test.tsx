import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ChartFigure } from "./chart-figure";
import { queueDepth } from "./queue-depth/definition";
import { depthSample } from "./samples";
import { stepRows, sweepSource } from "./samples-sweeps";

const show = () =>
  render(
    <MantineProvider>
      <ChartFigure definition={queueDepth} data={depthSample()} fileName="r-1" />
    </MantineProvider>,
  );

afterEach(cleanup);

describe("ChartFigure", () => {
  it("is a figure with a name, a described drawing and a sentence", () => {
    show();
    const figure = screen.getByRole("figure", { name: "IOPS and latency over outstanding I/O" });
    expect(within(figure).getByRole("img").getAttribute("aria-label")).toContain("Pass-through peaks at 276k IOPS");
    expect(figure.querySelector("figcaption")?.textContent).toContain("Pass-through peaks at 276k IOPS");
  });

  it("shows and hides series from the legend", () => {
    show();
    const entry = screen.getByRole("button", { name: "Pass-through" });
    expect(entry.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(entry);
    expect(entry.getAttribute("aria-pressed")).toBe("false");
    fireEvent.click(entry);
    expect(entry.getAttribute("aria-pressed")).toBe("true");
  });

  it("has the same numbers as a table, made when it is opened", () => {
    show();
    expect(screen.queryByRole("table")).toBeNull();
    const details = screen.getByText("Data table").closest("details");
    if (!details) throw new Error("there is no disclosure");
    details.open = true;
    fireEvent(details, new Event("toggle"));
    expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(1 + 27);
    expect(screen.getByText("291.6k")).toBeTruthy();
  });

  it("offers small multiples where many curves share the chart, and not where few do", () => {
    const { unmount } = show();
    expect(screen.queryByRole("radio")).toBeNull();
    unmount();

    const crowded = Array.from({ length: 6 }, (_, run) => stepRows(`r-${run}`)).flat();
    render(
      <MantineProvider>
        <ChartFigure definition={queueDepth} data={{ ...sweepSource(crowded), runs: [] }} />
      </MantineProvider>,
    );
    const figure = screen.getByRole("figure");
    const box = () => figure.querySelector("[data-chart]")?.parentElement?.style.getPropertyValue("--height-wide");
    expect(figure.textContent).toContain("6 curves share one chart");
    expect(box()).toBe("520px");
    fireEvent.click(within(figure).getByRole("radio", { name: "Small multiples" }));
    expect(figure.querySelector("figcaption")?.textContent).toContain("Each curve has a panel of its own");
    expect(box()).toBe("718px");
    fireEvent.click(within(figure).getByRole("radio", { name: "One chart" }));
    expect(box()).toBe("520px");
  });

  it("is read with the arrow keys, point by point, until somebody leaves", () => {
    show();
    const readings = screen.getByRole("application", { name: "Readings of IOPS and latency over outstanding I/O" });
    const figure = screen.getByRole("figure");
    const said = () => within(figure).getAllByRole("status").at(-1)?.textContent ?? "";
    expect(said()).toBe("");

    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(said()).toMatch(/^.+IOPS: .+\(1 of 27\)$/);
    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(said()).toContain("(2 of 27)");
    fireEvent.keyDown(readings, { key: "PageDown" });
    expect(said()).toContain("(12 of 27)");
    fireEvent.keyDown(readings, { key: "End" });
    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(said()).toContain("(27 of 27)");
    fireEvent.keyDown(readings, { key: "Escape" });
    expect(said()).toBe("");

    fireEvent.keyDown(readings, { key: "ArrowLeft" });
    expect(said()).toContain("(27 of 27)");
    fireEvent.blur(readings);
    expect(said()).toBe("");
  });

  it("leaves keys alone that mean something else", () => {
    show();
    const readings = screen.getByRole("application");
    expect(fireEvent.keyDown(readings, { key: "Tab" })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "ArrowRight", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "+" })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "ArrowRight" })).toBe(false);
  });
});
