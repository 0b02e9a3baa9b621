import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { chooseInChartMenu, menuItem, openChartMenu } from "@/testing/chart-menu";
import { ChartFigure } from "./chart-figure";
import { preconditioning } from "./preconditioning/definition";
import { queueDepth } from "./queue-depth/definition";
import { depthSample, preconditioningSample } from "./samples";
import { stepRows, sweepSource } from "./samples-sweeps";

const show = () =>
  render(
    <MantineProvider env="test">
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

  const figureOf = () => screen.getByRole("figure");
  const openMenu = () => openChartMenu(figureOf());
  const choose = (name: string | RegExp) => chooseInChartMenu(figureOf(), name);

  it("has everything else in one menu", async () => {
    show();
    expect(
      within(screen.getByRole("figure"))
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["", "RAID 0, 16 drives", "RAID 5, 16 drives", "Pass-through"]);
    openMenu();
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Full screenF",
      "Show data tableT",
      "Copy link to this chart",
      "Save as PNG",
      "Save as SVG",
      "Save as CSV",
      "Copy as Markdown",
    ]);
    // Lines that are named at their ends are shown and hidden here.
    const lines = screen.getAllByRole("menuitemcheckbox");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "RAID 0, 16 drives",
      "RAID 5, 16 drives",
      "Pass-through",
    ]);
    fireEvent.click(lines[2] as HTMLElement);
    expect(screen.getByRole("button", { name: "Pass-through", hidden: true }).getAttribute("aria-pressed")).toBe(
      "false",
    );
  });

  it("has the same numbers as a table, exactly, when it is asked for", async () => {
    show();
    expect(screen.queryByRole("table")).toBeNull();
    await choose(/^Show data table/);
    expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(1 + 27);
    expect(screen.getByText("291,646")).toBeTruthy();
    fireEvent.keyDown(screen.getByRole("application"), { key: "t" });
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("fills the screen by its key and leaves it again", async () => {
    show();
    fireEvent.keyDown(screen.getByRole("application"), { key: "f" });
    const dialog = await screen.findByRole("dialog", { name: "IOPS and latency over outstanding I/O" });
    fireEvent.keyDown(within(dialog).getByRole("application"), { key: "f" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("figure")).toBeTruthy();
  });

  it("zooms a chart over time to what is typed, and has its choice and keys", async () => {
    render(
      <MantineProvider env="test">
        <ChartFigure definition={preconditioning} data={preconditioningSample()} />
      </MantineProvider>,
    );
    openMenu();
    const choice = await menuItem(/^Logarithmic latency/);
    expect(choice.getAttribute("aria-checked")).toBe("false");
    fireEvent.click(await menuItem("Zoom to…"));
    const dialog = await screen.findByRole("dialog", { name: "Zoom to" });
    expect((within(dialog).getByLabelText("To") as HTMLInputElement).value).toBe("6:00:00");
    fireEvent.change(within(dialog).getByLabelText("From"), { target: { value: "7:00:00" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Zoom" }));
    expect(dialog.textContent).toContain("Enter a time after the start.");
    fireEvent.change(within(dialog).getByLabelText("From"), { target: { value: "1:00:00" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Zoom" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.keyDown(screen.getByRole("application"), { key: "y" });
    openMenu();
    const on = await menuItem(/^Logarithmic latency/);
    expect(on.getAttribute("aria-checked")).toBe("true");
  });

  it("offers small multiples where many curves share the chart, and not where few do", async () => {
    const { unmount } = show();
    openMenu();
    await screen.findAllByRole("menuitem");
    expect(screen.queryByRole("menuitemcheckbox", { name: "Small multiples" })).toBeNull();
    unmount();

    const crowded = Array.from({ length: 6 }, (_, run) => stepRows(`r-${run}`)).flat();
    render(
      <MantineProvider env="test">
        <ChartFigure definition={queueDepth} data={{ ...sweepSource(crowded), runs: [] }} />
      </MantineProvider>,
    );
    const figure = screen.getByRole("figure");
    const box = () => figure.querySelector("[data-chart]")?.parentElement?.style.getPropertyValue("--height-wide");
    expect(box()).toBe("520px");
    await choose("Small multiples");
    expect(box()).toBe("718px");
    await choose("Small multiples");
    expect(box()).toBe("520px");
  });

  it("is read with the arrow keys, point by point, until somebody leaves", () => {
    show();
    const readings = screen.getByRole("application", { name: "Readings of IOPS and latency over outstanding I/O" });
    const figure = screen.getByRole("figure");
    const statusText = () => within(figure).getAllByRole("status").at(-1)?.textContent ?? "";
    expect(statusText()).toBe("");

    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(statusText()).toMatch(/^.+IOPS: .+\(1 of 27\)$/);
    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(statusText()).toContain("(2 of 27)");
    fireEvent.keyDown(readings, { key: "PageDown" });
    expect(statusText()).toContain("(12 of 27)");
    fireEvent.keyDown(readings, { key: "End" });
    fireEvent.keyDown(readings, { key: "ArrowRight" });
    expect(statusText()).toContain("(27 of 27)");
    fireEvent.keyDown(readings, { key: "Escape" });
    expect(statusText()).toBe("");

    fireEvent.keyDown(readings, { key: "ArrowLeft" });
    expect(statusText()).toContain("(27 of 27)");
    fireEvent.blur(readings);
    expect(statusText()).toBe("");
  });

  it("leaves keys alone that mean something else", () => {
    show();
    const readings = screen.getByRole("application");
    expect(fireEvent.keyDown(readings, { key: "Tab" })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "ArrowRight", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "+" })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "y" })).toBe(true);
    expect(fireEvent.keyDown(readings, { key: "ArrowRight" })).toBe(false);
  });
});
