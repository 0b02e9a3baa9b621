/** The charts of a table by factors: bars, RAID scaling, and degraded or rebuilding arrays. */
import type { Pivot } from "@/api/pivot";
import { ChartFigure } from "@/charts/chart-figure";
import { factorBars } from "@/charts/factor-bars/definition";
import { optimalRebuild } from "@/charts/optimal-rebuild/definition";
import { raidScaling } from "@/charts/raid-scaling/definition";
import type { ScalingData } from "@/charts/raid-scaling/option";
import { scalingEfficiency } from "@/charts/scaling-efficiency/definition";
import { linesOf } from "@/charts/scaling-efficiency/option";
import classes from "./factors.module.css";
import { titleOf } from "./take-away";

const FILE_NAME = "factors";
/** More groups than this are read in the table. */
const MAX_PANELS = 12;
const LEVEL = "array.level";

export function FactorFigures({ pivot }: { pivot: Pivot }) {
  const { choice, rows, columns, cells, losses } = pivot;
  const rowLabel = choice.row_label;
  const columnLabel = choice.column_label;
  return (
    <div className={classes.figures}>
      {pivot.panels
        .slice(0, MAX_PANELS)
        .filter((panel) => cells.some((cell) => cell.panel === panel && cell.state === "measured"))
        .map((panel) => (
          <ChartFigure
            key={panel}
            fileName={FILE_NAME}
            title={titleWith(titleOf(pivot), panel)}
            definition={factorBars}
            data={{
              metric: choice.metric.name,
              rowLabel,
              columnLabel,
              rows,
              columns,
              cells: cells.filter((cell) => cell.panel === panel),
            }}
          />
        ))}
      {scalings(pivot).map(({ panel, data }) => (
        <ScalingFigures key={panel} pivot={pivot} panel={panel} data={data} />
      ))}
      {losses.length > 0 && (
        <ChartFigure
          fileName={FILE_NAME}
          title={`${optimalRebuild.title}: ${choice.metric.label}`}
          definition={optimalRebuild}
          data={{ metric: choice.metric.name, losses }}
        />
      )}
    </div>
  );
}

function titleWith(title: string, panel: string | null): string {
  return panel === null ? title : `${title}, ${panel}`;
}

/** The scaling of each panel where something was measured with two numbers of drives. */
function scalings({ choice, panels, scale }: Pivot): { panel: string | null; data: ScalingData }[] {
  const label = (choice.rows === "drives.count" ? choice.column_label : choice.row_label) ?? "All";
  return panels.slice(0, MAX_PANELS).flatMap((panel) => {
    const points = scale.filter((point) => point.panel === panel);
    const counts = new Set(points.filter(({ value }) => value !== null).map(({ drives }) => drives));
    return counts.size > 1 ? [{ panel, data: { metric: choice.metric.name, label, points } }] : [];
  });
}

function ScalingFigures({ pivot, panel, data }: { pivot: Pivot; panel: string | null; data: ScalingData }) {
  const { rows, columns } = pivot.choice;
  return (
    <>
      {(rows === LEVEL || columns === LEVEL) && (
        <ChartFigure
          fileName={FILE_NAME}
          title={titleWith(`${raidScaling.title}: ${pivot.choice.metric.label}`, panel)}
          definition={raidScaling}
          data={data}
        />
      )}
      {linesOf(data).length > 0 && (
        <ChartFigure
          fileName={FILE_NAME}
          title={titleWith(`${scalingEfficiency.title}: ${pivot.choice.metric.label}`, panel)}
          definition={scalingEfficiency}
          data={data}
        />
      )}
    </>
  );
}
