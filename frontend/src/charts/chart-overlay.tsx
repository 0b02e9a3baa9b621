/** Overlay of a drawing in a page: the pointer of the reader, also from other charts, and the dragged span. */
import { type RefObject, useEffect, useRef } from "react";
import { formatElapsedTick } from "@/lib/units";
import { figure as words } from "@/messages/figure";
import classes from "./chart-overlay.module.css";
import type { Along } from "./definition";
import { changeAfterPaint } from "./draw-queue";
import { type Plot, plotAt, plotsOf } from "./plots";
import { sharePointer, watchPointer } from "./pointers";
import type { ChartInstance } from "./runtime";
import { currentSection, type Section, showSection, showSpan, stepSection, wheelSection } from "./zoom";

/** A pointer that moved less far, in px, was pressed and not dragged. */
const FEWEST_PX = 4;

interface OverlayProps {
  chart: RefObject<ChartInstance | null>;
  along: Along | undefined;
  zoomable: boolean;
}

/** Return the text of a pointer's value on its label. */
export function pointerText(along: Along, value: number): string {
  return along === "outstanding" ? words.depth(String(value)) : formatElapsedTick(1000 * Math.round(value / 1000));
}

/** `1:40 – 2:55`, whichever way it was dragged. */
export const spanText = (from: number, to: number): string =>
  [from, to].map((moment) => formatElapsedTick(1000 * Math.round(moment / 1000))).join(" – ");

const valueAt = (chart: ChartInstance, plot: Plot, x: number): number =>
  Number(chart.convertFromPixel({ xAxisIndex: plot.index }, x));

function place(element: HTMLElement, { left, top, width, height }: Omit<Plot, "index">): void {
  Object.assign(element.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/** Lines and labels of the pointer; its own chart draws the line itself. */
function drawPointer(host: HTMLElement, chart: ChartInstance, along: Along, value: number | null, isOwn: boolean) {
  host.replaceChildren();
  if (value === null || chart.isDisposed()) return;
  const plots = plotsOf(chart);
  const top = Math.min(...plots.map((plot) => plot.top));
  for (const plot of plots) {
    const x = Number(chart.convertToPixel({ xAxisIndex: plot.index }, value));
    if (!(x >= plot.left - 0.5 && x <= plot.left + plot.width + 0.5)) continue;
    if (!isOwn) {
      const line = document.createElement("div");
      line.className = classes.line ?? "";
      place(line, { ...plot, left: x, width: 0 });
      host.append(line);
    }
    if (plot.top > top) continue;
    const label = document.createElement("div");
    label.className = classes.label ?? "";
    label.textContent = pointerText(along, value);
    Object.assign(label.style, { left: `${x}px`, top: `${Math.max(plot.top - 20, 0)}px` });
    host.append(label);
  }
}

function usePointer({ chart, along }: OverlayProps, host: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [instance, element] = [chart.current, host.current];
    if (!along || !instance || !element) return;
    const moved = (event: unknown) => {
      const { axesInfo } = event as { axesInfo?: { axisDim: string; value: number }[] };
      const value = axesInfo?.find(({ axisDim }) => axisDim === "x")?.value;
      sharePointer(along, typeof value === "number" ? value : null, instance);
    };
    const left = () => sharePointer(along, null, instance);
    instance.on("updateAxisPointer", moved);
    instance.on("globalout", left);
    const leave = watchPointer(along, (value, source) =>
      drawPointer(element, instance, along, value, source === instance),
    );
    return () => {
      leave();
      if (instance.isDisposed()) return;
      instance.off("updateAxisPointer", moved);
      instance.off("globalout", left);
    };
  }, [chart, along, host]);
}

interface Drag {
  plot: Plot;
  from: number;
  pointer: number;
}

function useDrag({ chart, zoomable }: OverlayProps, band: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = band.current?.parentElement?.parentElement;
    const element = band.current;
    if (!zoomable || !box || !element) return;
    let drag: Drag | null = null;
    let wheeled: Section | null = null;
    const within = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = box.getBoundingClientRect();
      return [clientX - left, clientY - top] as const;
    };
    const clampTo = ({ left, width }: Plot, x: number) => Math.min(Math.max(x, left), left + width);
    const end = () => {
      drag = null;
      element.hidden = true;
    };
    const pressed = (event: PointerEvent) => {
      // Fingers move the page; two of them zoom.
      if (event.button !== 0 || event.pointerType === "touch" || !chart.current) return;
      const [x, y] = within(event);
      const plot = plotAt(plotsOf(chart.current), x, y);
      if (plot) drag = { plot, from: x, pointer: event.pointerId };
    };
    const moved = (event: PointerEvent) => {
      if (!drag || !chart.current) return;
      const x = clampTo(drag.plot, within(event)[0]);
      if (element.hidden && Math.abs(x - drag.from) < FEWEST_PX) return;
      if (element.hidden) box.setPointerCapture(drag.pointer);
      const [left, right] = [Math.min(x, drag.from), Math.max(x, drag.from)];
      element.hidden = false;
      place(element, { ...drag.plot, left, width: right - left });
      const label = element.firstElementChild;
      const [from, to] = [valueAt(chart.current, drag.plot, left), valueAt(chart.current, drag.plot, right)];
      if (label) label.textContent = spanText(from, to);
    };
    const released = (event: PointerEvent) => {
      const [own, instance] = [drag, chart.current];
      const isDragged = !element.hidden;
      end();
      if (!own || !instance || !isDragged) return;
      const places = [own.from, clampTo(own.plot, within(event)[0])].toSorted((a, b) => a - b);
      const [from = 0, to = 0] = places.map((x) => Math.round(valueAt(instance, own.plot, x)));
      if (to > from) changeAfterPaint(() => showSpan(instance, { from, to }));
    };
    const reset = (event: MouseEvent) => {
      const instance = chart.current;
      if (!instance || !plotAt(plotsOf(instance), ...within(event))) return;
      changeAfterPaint(() => showSection(instance, stepSection(currentSection(instance), "all")));
    };
    const turned = (event: WheelEvent) => {
      const instance = chart.current;
      // With Ctrl, which two fingers on a pad count as, ECharts zooms itself; of any other turn it would only stop the page.
      if (!instance || event.ctrlKey) return;
      event.stopPropagation();
      if (event.deltaY === 0 || !box.contains(document.activeElement)) return;
      const plot = plotAt(plotsOf(instance), ...within(event));
      if (!plot) return;
      event.preventDefault();
      const share = (within(event)[0] - plot.left) / plot.width;
      // Several turns within a frame are shown in one step.
      if (!wheeled) {
        changeAfterPaint(() => {
          if (wheeled && !instance.isDisposed()) showSection(instance, wheeled);
          wheeled = null;
        });
      }
      wheeled = wheelSection(wheeled ?? currentSection(instance), share, event.deltaY);
    };
    const leave = new AbortController();
    const { signal } = leave;
    // On the way down, before ECharts hears of it.
    box.addEventListener("wheel", turned, { signal, passive: false, capture: true });
    box.addEventListener("pointerdown", pressed, { signal });
    box.addEventListener("pointermove", moved, { signal });
    box.addEventListener("pointerup", released, { signal });
    box.addEventListener("pointercancel", end, { signal });
    box.addEventListener("dblclick", reset, { signal });
    return () => leave.abort();
  }, [chart, zoomable, band]);
}

export function ChartOverlay(props: OverlayProps) {
  const pointer = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  usePointer(props, pointer);
  useDrag(props, band);
  return (
    <div className={classes.overlay} aria-hidden="true">
      <div ref={pointer} />
      <div ref={band} className={classes.band} hidden>
        <span className={`${classes.label} ${classes.span}`} style={{ left: "50%", top: 4 }} />
      </div>
    </div>
  );
}
