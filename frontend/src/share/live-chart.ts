/** A chart of a permalink that answers to the pointer and the keyboard, laid over its picture: same place, same size. */
import { type ChartDefinition, type ChartView, PANEL_WIDE_FROM, withoutHidden } from "@/charts/definition";
import { CHARTS } from "@/charts/definitions";
import { hiddenAfter } from "@/charts/hiding";
import { withLifted } from "@/charts/lift";
import { type ChartInstance, rendererFor, replaceOption, startChart } from "@/charts/runtime";
import { type ChartTheme, THEMES } from "@/charts/theme";
import { atSection, currentSection, showSection, stepSection, type ZoomStep } from "@/charts/zoom";
import { presentNames } from "@/lib/earlier-names";
import { share as words } from "@/messages/share";
import { element } from "./elements";
import { liveLegend } from "./live-legend";
import { liveReader } from "./live-reader";

const instances = new WeakMap<Element, ChartInstance>();

/** The page names the kind that its data belong to; here the two are only passed on together. */
function findChart(kind: string): ChartDefinition<unknown> {
  const chart = CHARTS.get(kind);
  if (!chart) throw new RangeError(`There is no chart "${kind}".`);
  return chart;
}

/** Draws the chart of a figure. Throws for what cannot be drawn, and leaves the picture as it is. */
export function drawLive(figure: HTMLElement, frozen: unknown): void {
  const definition = findChart(figure.dataset.kind ?? "");
  const data = presentNames(frozen);
  const place = figure.querySelector<HTMLElement>(".drawn");
  const picture = place?.querySelector("img");
  if (!place || !picture) throw new Error("The page has no picture to take the place of.");
  const title = figure.querySelector("h3")?.textContent ?? definition.title;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  // Width from which the style of the page puts panels beside each other.
  const desk = matchMedia("(min-width: 901px)");
  const canvas = element("div", { class: "canvas", role: "img", "aria-label": picture.alt, "data-chart": "" });
  const live = element("div", { class: "live" });
  const legendPlace = element("div");
  let hidden: ReadonlySet<string> = new Set();
  let lifted: string | null = null;
  let chart: ChartInstance | null = null;

  const zoom = (step: ZoomStep) => {
    if (chart) showSection(chart, stepSection(currentSection(chart), step));
  };
  const namesOf = (theme: ChartTheme) => definition.legend(data, theme).map(({ name }) => name);
  const toggle = (name: string, solo: boolean) => {
    hidden = new Set(hiddenAfter(hidden, namesOf(THEMES.light), name, solo));
    redraw();
    // The entry was rebuilt: the keyboard focus returns to the one that was toggled.
    const entries = [...legendPlace.querySelectorAll("button")];
    entries.find(({ textContent }) => textContent === name)?.focus();
  };
  /** A panel that is beside others has the form that its picture has. */
  const viewOf = (width: number, height: number): ChartView => ({
    width,
    height,
    interactive: true,
    hidden,
    ...(figure.matches(".beside") && desk.matches ? { wideFrom: PANEL_WIDE_FROM } : {}),
  });
  const currentTheme = () => THEMES[dark.matches ? "dark" : "light"];
  const drawCurves = (instance: ChartInstance) => {
    const theme = currentTheme();
    const { clientWidth: width, clientHeight: height } = canvas;
    // On paper the canvas has no size: the picture is printed instead.
    if (width === 0 || height === 0) return;
    if (width !== instance.getWidth() || height !== instance.getHeight()) instance.resize({ width, height });
    const whole = withoutHidden(definition.option(data, theme, viewOf(width, height)), hidden);
    const option = withLifted(whole, lifted, new Set(namesOf(theme)));
    const isZoomable = (option.dataZoom?.length ?? 0) > 0;
    replaceOption(instance, isZoomable ? atSection(option, currentSection(instance)) : option);
  };
  const drawLegend = () => {
    const theme = currentTheme();
    const items = definition.legend(data, theme);
    const { background } = theme;
    const props = { title, items, hidden, background, onToggle: toggle, onPoint: point };
    legendPlace.replaceChildren(...(items.length > 1 ? [liveLegend(props)] : []));
  };
  const draw = (instance: ChartInstance) => {
    drawLegend();
    drawCurves(instance);
  };
  const point = (name: string | null) => {
    lifted = name;
    // The legend is not rebuilt: a new entry under the pointer would trigger the pointer event again.
    attempt(drawCurves);
  };
  const attempt = (act: (instance: ChartInstance) => void) => {
    try {
      if (chart) act(chart);
    } catch {
      giveUp();
    }
  };
  const redraw = () => attempt(draw);
  const observer = new ResizeObserver(redraw);
  const giveUp = () => {
    observer.disconnect();
    dark.removeEventListener("change", redraw);
    chart?.dispose();
    chart = null;
    live.remove();
    delete place.dataset.live;
  };

  const head = element("div", { class: "head" }, element("p", { "aria-hidden": "true" }, title));
  if (definition.zoomable) head.append(zoomButtons(title, zoom));
  const makeTable = () => definition.table(data);
  live.append(head, legendPlace, liveReader({ title, canvas, makeTable, zoom: definition.zoomable ? zoom : null }));
  place.append(live);
  try {
    const view = viewOf(canvas.clientWidth, canvas.clientHeight);
    chart = startChart(canvas, rendererFor(definition.option(data, currentTheme(), view)));
    instances.set(canvas, chart);
    chart.on("finished", () => {
      canvas.setAttribute("data-painted", "true");
      place.dataset.live = "";
    });
    draw(chart);
  } catch (reason) {
    giveUp();
    throw reason;
  }
  dark.addEventListener("change", redraw);
  observer.observe(canvas);
}

function zoomButtons(title: string, zoom: (step: ZoomStep) => void): HTMLElement {
  const steps = Object.keys(words.zoom) as ZoomStep[];
  const buttons = steps.map((step) => {
    const label = words.zoom[step];
    const button = element("button", { type: "button", "aria-label": label, title: label }, words.zoomSigns[step]);
    button.addEventListener("click", () => zoom(step));
    return button;
  });
  return element("div", { class: "zoom", role: "group", "aria-label": words.tools(title) }, ...buttons);
}

window.storagelabCharts = { instance: (canvas) => instances.get(canvas) };
