/** Data of the runs of a workbench, from which all its panels are drawn. */
import type { Comparison } from "@/api/comparison";
import type { Measurements } from "@/api/types";
import type { Numbers } from "../changes";
import type { Alignment } from "./document";
import type { Entry } from "./entries";
import type { Facts } from "./facts";

export interface PanelData {
  comparison: Comparison;
  entries: readonly Entry[];
  /** Those that are not hidden, in their order. */
  shown: readonly Entry[];
  /** Measurements of all entries; repeats are combined in the same way as the entries. */
  measurements: Measurements;
  /** The same with a row for each result of each run. */
  runMeasurements: Measurements;
  facts: Facts;
  numbers: Numbers;
  align: Alignment;
}
