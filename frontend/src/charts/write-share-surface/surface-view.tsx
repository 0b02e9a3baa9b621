/** The surface in a page: started, fed, fitted to its box, and its context given back. */
import { useComputedColorScheme } from "@mantine/core";
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { registerInstance } from "../chart";
import classes from "../chart.module.css";
import { THEMES } from "../theme";
import type { WriteShareData } from "../write-share/surface";
import type { SurfaceDrawing } from "./gl-runtime";
import { surfaceOption } from "./option";

/** Module that draws in three dimensions, once it is loaded. */
export type GlRuntime = typeof import("./gl-runtime");

interface SurfaceViewProps {
  runtime: GlRuntime;
  data: WriteShareData;
  ariaLabel: string;
  /** Called when it cannot be drawn, or no longer. Keep it stable. */
  onLost: () => void;
  /** Holds the drawing while it lives. */
  drawingRef: RefObject<SurfaceDrawing | null>;
}

export function SurfaceView({ runtime, data, ariaLabel, onLost, drawingRef }: SurfaceViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const draw = useCallback(() => {
    const drawing = drawingRef.current;
    const element = host.current;
    if (!drawing || !element) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    try {
      drawing.draw(surfaceOption(data, theme, size, drawing.camera()));
      element.setAttribute("data-painted", "true");
    } catch {
      onLost();
    }
  }, [data, theme, onLost, drawingRef]);
  const latestDraw = useRef(draw);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const drawing = runtime.startSurface(element, onLost);
    drawingRef.current = drawing;
    registerInstance(element, drawing.chart);
    const observer = new ResizeObserver(() => {
      if (drawing.resize()) latestDraw.current();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawingRef.current = null;
      drawing.dispose();
    };
  }, [runtime, onLost, drawingRef]);

  useLayoutEffect(() => {
    latestDraw.current = draw;
    draw();
  }, [draw]);

  return <div ref={host} className={classes.chart} role="img" aria-label={ariaLabel} data-chart="" data-surface="" />;
}
