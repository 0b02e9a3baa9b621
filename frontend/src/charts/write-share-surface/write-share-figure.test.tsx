import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { menuItem, openChartMenu } from "@/testing/chart-menu";
import { startChart } from "../runtime";
import { curvesFor, type SampleRow, surfaceRows, sweepSource } from "../samples-sweeps";
import type { WriteShareData } from "../write-share/surface";
import { FIRST_CAMERA } from "./camera";
import type { SurfaceDrawing } from "./gl-runtime";
import type { GlRuntime } from "./surface-view";
import { WriteShareFigure } from "./write-share-figure";

afterEach(cleanup);

const of = (rows: readonly SampleRow[]): WriteShareData => ({
  metric: "iops",
  curves: curvesFor(sweepSource(rows), "write-share"),
});

/** Build a runtime that records its draw calls; the test environment cannot draw in three dimensions. */
function fakeRuntime(able = true) {
  const drawing = {
    draw: vi.fn<SurfaceDrawing["draw"]>(),
    camera: () => FIRST_CAMERA,
    look: vi.fn<SurfaceDrawing["look"]>(),
    resize: vi.fn(() => false),
    picture: vi.fn<SurfaceDrawing["picture"]>(() => Promise.resolve(new Blob())),
    dispose: vi.fn(),
  };
  const lost: { call: () => void } = { call: () => undefined };
  const runtime: GlRuntime = {
    canDraw: () => able,
    startSurface: (element, onLost) => {
      lost.call = onLost;
      return { ...drawing, chart: startChart(element, "svg") };
    },
  };
  return { runtime, drawing, lost, load: vi.fn(() => Promise.resolve(runtime)) };
}

const show = (load: () => Promise<GlRuntime>, rows: readonly SampleRow[] = surfaceRows()) =>
  render(
    <MantineProvider env="test">
      <WriteShareFigure title="Writes" data={of(rows)} onArrangement={() => undefined} load={load} />
    </MantineProvider>,
  );
const figureOf = () => screen.getByRole("figure", { name: "Writes" });
/** Opens the menu and gives its choice of the surface. */
async function choice() {
  if (!screen.queryByRole("menu")) openChartMenu(figureOf());
  return menuItem("3-D view");
}
const press = async () => {
  const item = await choice();
  await act(async () => void fireEvent.click(item));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
};
const pressed = async () => (await choice()).getAttribute("aria-checked");
const surface = () => document.querySelector("[data-surface]");

it("shows the map, and loads nothing for three dimensions, until somebody asks", async () => {
  const { load } = fakeRuntime();
  show(load);
  expect(await pressed()).toBe("false");
  expect(surface()).toBeNull();
  expect(load).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: "Turn left" })).toBeNull();
});

it("draws the surface in the place of the map, with its words and its table, and gives the context back", async () => {
  const { load, drawing } = fakeRuntime();
  show(load);
  await press();
  expect(await pressed()).toBe("true");
  const [first] = drawing.draw.mock.calls[0] ?? [];
  expect(first?.series[0]?.data).toHaveLength(12);
  const figure = screen.getByRole("figure", { name: "Writes" });
  const images = within(figure).getAllByRole("img");
  expect(images).toHaveLength(1);
  expect(images[0]?.getAttribute("aria-label")).toMatch(/^Writes\. IOPS ranges from 500 IOPS .*starts at zero\.$/);
  expect(screen.queryByRole("menuitem", { name: "Save as SVG" })).toBeNull();
  expect(await menuItem(/^Show data table/)).toBeTruthy();
  fireEvent.click(await menuItem("Save as PNG"));
  expect(drawing.picture).toHaveBeenCalledWith("Writes");

  await press();
  expect(await pressed()).toBe("false");
  expect(drawing.dispose).toHaveBeenCalledOnce();
  expect(surface()).toBeNull();
  expect(await menuItem("Save as SVG")).toBeTruthy();
});

it("is turned by plain buttons", async () => {
  const { load, drawing } = fakeRuntime();
  show(load);
  await press();
  for (const name of ["Turn left", "Turn right", "Tilt up", "Tilt down"]) {
    fireEvent.click(screen.getByRole("button", { name }));
  }
  expect(drawing.look.mock.calls).toEqual([
    [{ alpha: 25, beta: 25 }],
    [{ alpha: 25, beta: 55 }],
    [{ alpha: 40, beta: 40 }],
    [{ alpha: 10, beta: 40 }],
  ]);
});

it.each([
  ["WebGL is missing", () => Promise.resolve(fakeRuntime(false).runtime), /WebGL is missing or switched off/],
  ["it cannot be loaded", () => Promise.reject(new Error("offline")), /Could not load the 3-D view/],
])("keeps the map and says so where %s", async (_, load, sentence) => {
  show(load);
  await press();
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(await pressed()).toBe("false");
  expect(surface()).toBeNull();
  expect(screen.getAllByRole("img", { hidden: true })).toHaveLength(1);
});

it("goes back to the map when the browser takes the context away", async () => {
  const { load, drawing, lost } = fakeRuntime();
  show(load);
  await press();
  act(() => lost.call());
  expect(screen.getByText(/stopped drawing 3-D/)).toBeTruthy();
  expect(surface()).toBeNull();
  expect(drawing.dispose).toHaveBeenCalledOnce();
});

it("says that there is no surface where no face could be drawn", async () => {
  const { load } = fakeRuntime();
  const corners = [0, 5, 10].map((index) => surfaceRows()[index] as SampleRow);
  render(
    <MantineProvider env="test">
      <WriteShareFigure
        title="Writes"
        data={{
          ...of(surfaceRows()),
          curves: of(surfaceRows()).curves.map((curve) => ({
            ...curve,
            points: curve.points.filter(({ queueDepth, readPercent }) =>
              corners.some((row) => row.queue_depth === queueDepth && row.read_percent === readPercent),
            ),
          })),
        }}
        onArrangement={() => undefined}
        load={load}
      />
    </MantineProvider>,
  );
  await press();
  expect(screen.getByText(/No surface: it needs four neighbouring/)).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
});
