/** The panels of a report as the API gives them: plain numbers in base units. */

export type ReportUnit = "1/s" | "bytes/s" | "bytes" | "ns" | "s" | "percent" | "round" | "count" | "fills";

export interface ReportAxis {
  label: string;
  unit: ReportUnit;
  /** Base of a logarithmic axis. */
  base: 2 | 10 | null;
}

export interface LinesPanel {
  title: string;
  x: ReportAxis;
  y: ReportAxis;
  /** As many x as y, in the order they are joined; a y of null is a gap. */
  lines: readonly { name: string; x: readonly number[]; y: readonly (number | null)[] }[];
  /** Marks of the rounds of a measurement window; the fit has values at the first and the last of them. */
  marks: {
    first: number;
    last: number;
    mean: number;
    high: number;
    low: number;
    fit_first: number;
    fit_last: number;
  } | null;
}

export interface MatrixPanel {
  title: string;
  row_label: string;
  column_label: string;
  rows: readonly string[];
  columns: readonly string[];
  values: readonly (readonly (number | null)[])[];
  value: ReportAxis;
}

export interface HistogramPanel {
  title: string;
  bins: readonly { ns: number; ios: number; percent: number }[];
  marks: readonly { label: string; ns: number | null }[];
}
