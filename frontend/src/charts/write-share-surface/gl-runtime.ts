/** Entry point of ECharts GL, a chunk of its own that only the 3-D view loads. */
import { use } from "echarts/core";
import { SurfaceChart } from "echarts-gl/charts";
import { Grid3DComponent } from "echarts-gl/components";
import { sweeps as words } from "@/messages/sweeps";
import { type ChartInstance, startChart } from "../runtime";
import { FONT_FAMILY } from "../theme";
import { type Camera, FIRST_CAMERA } from "./camera";
import type { SurfaceOption } from "./option";

use([SurfaceChart, Grid3DComponent] as Parameters<typeof use>[0]);

/** Return true if this browser can draw with WebGL. */
export function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl");
  // A page has a limited number of contexts.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

export interface SurfaceDrawing {
  chart: ChartInstance;
  draw: (option: SurfaceOption) => void;
  /** From where it is looked at now, however that came about. */
  camera: () => Camera;
  look: (camera: Camera) => void;
  /** Fits it to its element; returns true if the size has changed. */
  resize: () => boolean;
  /** The drawing as it is seen, below its title. */
  picture: (title: string) => Promise<Blob>;
  /** Gives the context back. */
  dispose: () => void;
}

const TITLE_ROOM = 44;
const PIXELS_PER_UNIT = 2;

/** Starts a drawing in an element; `lost` is called when the browser takes its context away. */
export function startSurface(element: HTMLElement, lost: () => void): SurfaceDrawing {
  const chart = startChart(element, "canvas");
  // Such an event does not bubble, so it is met on its way down.
  element.addEventListener("webglcontextlost", lost, true);
  const camera = (): Camera => {
    // The option is missing before the first drawing.
    const option = chart.getOption() as { grid3D?: { viewControl: Camera }[] } | undefined;
    const control = option?.grid3D?.[0]?.viewControl;
    return control ? { alpha: control.alpha, beta: control.beta } : FIRST_CAMERA;
  };
  return {
    chart,
    draw: (option) => chart.setOption(option, { notMerge: true }),
    camera,
    look: (next) => chart.setOption({ grid3D: { viewControl: { ...next } } }),
    resize: () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === chart.getWidth() && height === chart.getHeight()) return false;
      chart.resize({ width, height });
      return true;
    },
    picture: (title) => pictureOf(element, chart, title),
    dispose: () => {
      element.removeEventListener("webglcontextlost", lost, true);
      chart.dispose();
    },
  };
}

function pictureOf(element: HTMLElement, chart: ChartInstance, title: string): Promise<Blob> {
  const { backgroundColor, textStyle } = chart.getOption() as unknown as SurfaceOption;
  const canvas = document.createElement("canvas");
  const [width, height] = [chart.getWidth() * PIXELS_PER_UNIT, chart.getHeight() * PIXELS_PER_UNIT];
  const top = TITLE_ROOM * PIXELS_PER_UNIT;
  canvas.width = width;
  canvas.height = top + height;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error(words.surface.noPicture));
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = textStyle.color;
  context.font = `600 ${16 * PIXELS_PER_UNIT}px ${FONT_FAMILY}`;
  context.fillText(title, 12 * PIXELS_PER_UNIT, 28 * PIXELS_PER_UNIT, width - 24 * PIXELS_PER_UNIT);
  // ECharts itself leaves out what WebGL drew.
  for (const layer of element.querySelectorAll("canvas")) context.drawImage(layer, 0, top, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(words.surface.noPicture))));
  });
}
