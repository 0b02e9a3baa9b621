/** Data that all panels of a workbench share. */
import { createContext } from "react";
import type { FigureAct } from "@/charts/figure-menu";
import type { Panel, QueryEntries, TimeSpan } from "@/charts/workbench/document";
import type { PanelData } from "@/charts/workbench/panel-data";

export interface PanelContext extends PanelData {
  /** Query that finds the entries, which are the newest of its runs; null for chosen ones. */
  query: QueryEntries | null;
  isLinked: boolean;
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
