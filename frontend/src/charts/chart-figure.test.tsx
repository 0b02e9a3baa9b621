import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ChartFigure } from "./chart-figure";
import { queueDepth } from "./queue-depth/definition";
import { depthSample } from "./samples";

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
});
