/** One ECharts instance in a page: it is started, fed, fitted to its box and disposed of here. */
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { firstAndLast } from "@/lib/first-and-last";
import classes from "./chart.module.css";
import type { ChartOption, ChartView } from "./definition";
import { cancelDrawing, drawSoon } from "./draw-queue";
import { rememberGrids } from "./plots";
import { type ChartInstance, type Renderer, rendererFor, replaceOption, startChart } from "./runtime";
import { FONT_FAMILY, FONT_SIZE } from "./theme";
import { atSection, currentSection, followSection, rememberSection, type Section, WHOLE } from "./zoom";

declare global {
  interface Window {
    /** Access to chart instances for browser tests, as a canvas cannot be read. */
    storagelabCharts?: { instance: (element: Element) => ChartInstance | undefined };
  }
}

const instances = new WeakMap<Element, ChartInstance>();
window.storagelabCharts = { instance: (element) => instances.get(element) };

/** Lets browser tests find the instance of an element that is not drawn here. */
export function registerInstance(element: Element, chart: ChartInstance): void {
  instances.set(element, chart);
}

/** A box that changes again so soon is being dragged: its chart is fitted once it rests. */
const RESIZED_MS = 120;

interface ChartProps {
  /** Makes the option for a size; keep it stable, a new function draws the chart again. */
  build: (view: ChartView) => ChartOption;
  ariaLabel: string;
  onEvents?: Record<string, (event: unknown) => void>;
  /**
   * Return the section to open at the first drawing; null, or no function, leaves the section unchanged. Keep it stable
   * as well.
   */
  section?: () => Section | null;
  /** Holds the instance while it lives. */
  chartRef?: RefObject<ChartInstance | null>;
  /** Elements over the drawing that work with its instance. */
  children?: ReactNode;
}

/**
 * Draw a chart that fills its parent, whose height has to be fixed. `data-painted` is set when all is drawn. A chart
 * that exceeds the points meant for SVG restarts on a canvas, once; it remains there, however many points it has later.
 */
export function Chart(props: ChartProps) {
  const [renderer, setRenderer] = useState<Renderer>("svg");
  const outgrow = useCallback(() => setRenderer("canvas"), []);
  return <Drawing key={renderer} {...props} renderer={renderer} onOutgrown={outgrow} />;
}

interface DrawingProps extends ChartProps {
  renderer: Renderer;
  /** Called in place of drawing what is too much for SVG. */
  onOutgrown: () => void;
}

function Drawing(props: DrawingProps) {
  const { build, ariaLabel, renderer, onOutgrown, onEvents, section, chartRef, children } = props;
  const host = useRef<HTMLDivElement>(null);
  const own = useRef<ChartInstance | null>(null);
  const hasDrawn = useRef(false);

  const draw = useCallback(() => {
    const chart = own.current;
    const size = { width: chart?.getWidth() ?? 0, height: chart?.getHeight() ?? 0 };
    if (!chart || size.width === 0 || size.height === 0) return;
    const option = build({ ...size, interactive: true });
    if (renderer === "svg" && rendererFor(option) === "canvas") return onOutgrown();
    const zoomable = (option.dataZoom?.length ?? 0) > 0;
    const shown = zoomable ? (section?.() ?? currentSection(chart)) : WHOLE;
    const opened = zoomable ? atSection(option, shown) : option;
    // The reader may already be working with the chart.
    replaceOption(chart, opened, { paintLater: hasDrawn.current });
    rememberSection(chart, shown);
    rememberGrids(chart, opened.grid);
    hasDrawn.current = true;
  }, [build, renderer, onOutgrown, section]);
  const latestDraw = useRef(draw);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const chart = startChart(element, renderer);
    own.current = chart;
    hasDrawn.current = false;
    if (chartRef) chartRef.current = chart;
    instances.set(element, chart);
    followSection(chart);
    chart.on("finished", () => element.setAttribute("data-painted", "true"));
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === chart.getWidth() && height === chart.getHeight()) return;
      chart.resize({ width, height });
      latestDraw.current();
    };
    const fitting = firstAndLast(fit, RESIZED_MS);
    const observer = new ResizeObserver(fitting.call);
    observer.observe(element);
    // A canvas keeps the font of its first drawing, so it is drawn again once the page's font has loaded.
    const font = `${FONT_SIZE.label}px ${FONT_FAMILY}`;
    if (!document.fonts?.check(font)) document.fonts?.load(font).then(() => latestDraw.current());
    return () => {
      observer.disconnect();
      fitting.cancel();
      cancelDrawing(element);
      chart.dispose();
      own.current = null;
      if (chartRef) chartRef.current = null;
    };
  }, [renderer, chartRef]);

  useLayoutEffect(() => {
    latestDraw.current = draw;
    const element = host.current;
    if (!element) return;
    element.removeAttribute("data-painted");
    drawSoon(element, draw, { isRedrawn: hasDrawn.current });
  }, [draw]);

  useEffect(() => {
    const chart = own.current;
    const events = Object.entries(onEvents ?? {});
    for (const [name, handler] of events) chart?.on(name, handler);
    return () => {
      for (const [name, handler] of events) if (!chart?.isDisposed()) chart?.off(name, handler);
    };
  }, [onEvents]);

  return (
    <>
      <div ref={host} className={classes.chart} role="img" aria-label={ariaLabel} data-chart="" />
      {children}
    </>
  );
}
