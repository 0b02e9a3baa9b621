/** The phases of a run over time, as a chart. */
import type { Run } from "@/api/types";
import { figureHeight, phaseRowsHeight } from "@/charts/heights";
import { ChartSlot } from "./chart-slot";
import { PhasesFigure } from "./figures";
import { phaseRows } from "./phase-rows";

/** Nothing while no phase has begun: there is no time to draw it on. */
export function PhasesStrip({ run }: { run: Run }) {
  if (run.phases.every(({ t0_ms }) => t0_ms === null)) return null;
  const rows = phaseRows(run.phases);
  return (
    <ChartSlot height={figureHeight(phaseRowsHeight(rows.length), { legend: 1, captions: [1] })} canWait>
      <PhasesFigure run={run.number} rows={rows} />
    </ChartSlot>
  );
}
