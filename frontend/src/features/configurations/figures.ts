/** The charts of configurations, in one chunk that is read once it is needed. */
import { lazy } from "react";

const charts = () => import("./chart-figures");

export const HistoryFigure = lazy(() => charts().then((module) => ({ default: module.HistoryFigure })));
export const ResultsFigure = lazy(() => charts().then((module) => ({ default: module.ResultsFigure })));
export const DepthsFigure = lazy(() => charts().then((module) => ({ default: module.DepthsFigure })));
export const PairPercentilesFigure = lazy(() => charts().then((module) => ({ default: module.PairPercentilesFigure })));
