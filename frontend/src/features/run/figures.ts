/** The charts of a run page, each read once it is needed: everything that needs ECharts is one chunk of its own. */
import { lazy } from "react";

const charts = () => import("./chart-figures");

/** Load the charts while their data are loading; the chart that needs them reports a failure. */
export const loadCharts = () => void charts().catch(() => undefined);

export const CourseFigure = lazy(() => charts().then((module) => ({ default: module.CourseFigure })));
export const RoundsFigure = lazy(() => charts().then((module) => ({ default: module.RoundsFigure })));
export const DepthFigure = lazy(() => charts().then((module) => ({ default: module.DepthFigure })));
export const LoadFigure = lazy(() => charts().then((module) => ({ default: module.LoadFigure })));
export const BarsFigures = lazy(() => charts().then((module) => ({ default: module.BarsFigures })));
export const TelemetryFigure = lazy(() => charts().then((module) => ({ default: module.TelemetryFigure })));
export const PercentilesFigure = lazy(() => charts().then((module) => ({ default: module.PercentilesFigure })));
export const ResultPercentilesFigure = lazy(() =>
  charts().then((module) => ({ default: module.ResultPercentilesFigure })),
);
export const ResultOverTimeFigure = lazy(() => charts().then((module) => ({ default: module.ResultOverTimeFigure })));
export const OverTimeFigure = lazy(() => charts().then((module) => ({ default: module.OverTimeFigure })));
export const SpanFigure = lazy(() => charts().then((module) => ({ default: module.SpanFigure })));
export const PhasesFigure = lazy(() => charts().then((module) => ({ default: module.PhasesFigure })));
// The charts of sweeps are many, and only one part of the page has them.
export const Sweeps = lazy(() =>
  import("@/charts/sweeps/sweep-figures").then((module) => ({ default: module.SweepFigures })),
);
