/** The phases of a run over time, as a chart. */
import type { Run } from "@/api/types";
import { ChartSlot } from "./chart-slot";
import { PhasesFigure } from "./figures";
import { phaseRows } from "./phase-rows";

/** Title, legend, time axis, caption and the line that unfolds the table. */
const FRAME = 166;
const ROW = 26;

/** Nothing while no phase has begun: there is no time to draw it on. */
export function PhasesStrip({ run }: { run: Run }) {
  if (run.phases.every(({ t0_ms }) => t0_ms === null)) return null;
  const rows = phaseRows(run.phases);
  return (
    <ChartSlot height={FRAME + Math.max(rows.length, 2) * ROW} canWait>
      <PhasesFigure run={run.number} rows={rows} />
    </ChartSlot>
  );
}
