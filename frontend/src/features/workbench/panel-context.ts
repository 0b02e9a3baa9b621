/** Data that all panels of a workbench share. */
import { createContext } from "react";
import type { Comparison } from "@/api/comparison";
import type { Measurements } from "@/api/types";
import type { Numbers } from "@/charts/changes";
import type { FigureAct } from "@/charts/figure-menu";
import type { Alignment, Panel, QueryEntries, TimeSpan } from "./document";
import type { Entry } from "./entries";
import type { Facts } from "./facts";

export interface PanelContext {
  comparison: Comparison;
  entries: readonly Entry[];
  /** Those that are not hidden, in their order. */
  shown: readonly Entry[];
  /** Measurements of all entries; repeats are combined in the same way as the entries. */
  measurements: Measurements;
  /** The same with a row for each result of each run. */
  runMeasurements: Measurements;
  facts: Facts;
  /** Query that finds the entries, which are the newest of its runs; null for chosen ones. */
  query: QueryEntries | null;
  numbers: Numbers;
  isLinked: boolean;
  align: Alignment;
  zoom: (range: TimeSpan | null) => void;
  /** At the foot of pictures: the runs, and what they differ in and share. */
  source: readonly string[];
  /** Gives an address that is short enough for a picture; that of the page unless given. */
  address?: (() => Promise<string>) | undefined;
}

/** The stretch that charts over time show: they alone are drawn again when it changes. */
export const PanelRange = createContext<TimeSpan | null>(null);

export interface PanelProps {
  panel: Panel;
  context: PanelContext;
  /** Actions available for the panel. */
  acts: readonly FigureAct[];
}
