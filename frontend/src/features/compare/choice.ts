/** Everything that a reader chooses on the page that compares runs. */
import type { SeriesMetric } from "@/api/runs";
import type { Stretch } from "@/api/series-detail";
import type { Numbers } from "@/charts/changes";
import type { SweepChoices } from "@/charts/sweeps/choices";

export type { Numbers };

export const NUMBERS = ["absolute", "relative", "ratio"] as const satisfies readonly Numbers[];

export type CompareView = "curve" | "sweep";

export interface CompareChoice {
  references: readonly string[];
  metric: SeriesMetric;
  /** Undefined until somebody chooses. */
  view: CompareView | undefined;
  /** The run that the others are measured by; the first unless another is named. */
  baseline: string | undefined;
  numbers: Numbers;
  /** Whether repeats of one test are taken together. */
  pooled: boolean;
  /** Whether factors that do not differ are shown. */
  allFactors: boolean;
  log: boolean;
  /** Keys of entries that are not drawn. */
  hidden: readonly string[];
  /** Whose looks were given away, in the order of their places. */
  looks: readonly string[];
  sweep: SweepChoices;
}

/** The stretch of time that the curves show, counted from the beginning of each run; null for all of it. */
export interface StretchChoice {
  /** A hook, called where the curves are: while a reader zooms, nothing else of the page is rendered. */
  useStretch: () => Stretch | null;
  chooseStretch: (stretch: Stretch | null) => void;
}
