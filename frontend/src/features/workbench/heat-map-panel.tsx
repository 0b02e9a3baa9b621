/** Results over two factors as a map of cells. */
import { useMemo, useState } from "react";
import type { Pivot } from "@/api/pivot";
import { ApiProblem } from "@/api/problem";
import type { FactorBarsData } from "@/charts/factor-bars/option";
import { factorMap } from "@/charts/factor-map/definition";
import { METRICS } from "@/lib/metrics";
import { factorTables } from "@/messages/factor-tables";
import { workbench } from "@/messages/workbench";
import { FactorDialog } from "./factor-dialog";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { useFactorTable, wholeRequest } from "./use-factor-table";

const words = workbench.panels;
const WORKLOAD = "workload.name";

/** The map of a table, which has one panel at most; null for one without a value. */
function mapOf(
  { choice, panels, rows, columns, cells }: Pivot,
  metric: FactorBarsData["metric"],
): FactorBarsData | null {
  const panel = panels[0] ?? null;
  const drawn = cells.filter((cell) => cell.panel === panel);
  if (drawn.every(({ state }) => state === "not_measured" || state === "impossible")) return null;
  return { metric, rowLabel: choice.row_label, columnLabel: choice.column_label, rows, columns, cells: drawn };
}

const UNNAMED: ReadonlySet<string> = new Set(["unknown", "none", "not applicable"]);

/** What a chosen table cannot be of these runs: a factor or a workload that they no longer have. */
function refusalOf(error: unknown, workload: string | null): string | null {
  if (!(error instanceof ApiProblem) || error.status !== 422) return null;
  const isWorkload = workload !== null && error.fields.some(({ path }) => path.startsWith("fixed"));
  return isWorkload ? words.noWorkload(workload) : error.message;
}

/** The panel of a table that is drawn, and what is fixed for it: the workload first. */
function namesOf({ choice, panels }: Pivot): string[] {
  const fixed = choice.fixed.toSorted((a, b) => Number(b.key === WORKLOAD) - Number(a.key === WORKLOAD));
  const [first] = panels;
  const { panel, panel_label: label } = choice;
  const drawn = first && label && panel !== WORKLOAD ? `${label}: ${first}` : first;
  return [...(drawn ? [drawn] : []), ...fixed.map(nameOf)];
}

/** What is not known or does not apply needs the name of its factor. */
function nameOf({ label, value }: Pivot["choice"]["fixed"][number]): string {
  return UNNAMED.has(value) ? `${label}: ${value}` : value;
}

/** How many runs it is of, where these are not the entries, and what its cells do not merge. */
function remarkOf(table: Pivot, map: FactorBarsData, isOfQuery: boolean): string {
  const mixed = map.cells.filter(({ state }) => state === "several");
  const differing = [...new Set(mixed.flatMap(({ differs }) => differs.map(({ label }) => label)))];
  const { panel, panel_label } = table.choice;
  const levels = panel === WORKLOAD ? [] : (table.factors.find(({ key }) => key === panel)?.levels ?? []);
  return [
    levels.length > 1 && panel_label ? words.otherMaps(levels.length - 1, panel_label) : "",
    isOfQuery ? words.covered(table.runs.length, table.more_runs) : "",
    mixed.length > 0 ? words.mixed(mixed.length, differing.slice(0, 3).join(", ")) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function HeatMapPanel(props: PanelProps) {
  const { panel, context, acts } = props;
  const [isOpen, setOpen] = useState(false);
  const withTable = useMemo(() => [...acts, { label: factorTables.open, run: () => setOpen(true) }], [acts]);
  const { table, request, error, retry, isFlat } = useFactorTable(panel, context);
  const map = useMemo(() => table && mapOf(table, panel.metric), [table, panel.metric]);
  if (context.shown.length === 0) return <NothingToDraw {...props} reason={words.allHidden} />;
  if (isFlat) return <NothingToDraw {...props} reason={words.noFactors} />;
  if (error && !table) {
    const reason = refusalOf(error, panel.workload);
    if (reason !== null) return <NothingToDraw {...props} reason={reason} />;
    return <PanelFailed {...props} error={error} retry={retry} />;
  }
  if (!table) return <PanelWaiting {...props} />;
  const { label } = METRICS[panel.metric];
  if (!map) return <NothingToDraw {...props} reason={words.noMetric(label)} />;
  return (
    <>
      <PanelFigure
        {...props}
        acts={withTable}
        definition={factorMap}
        data={map}
        title={words.mapOf(map.rowLabel, map.columnLabel)}
        subtitle={[...namesOf(table), label].join(", ")}
        remark={remarkOf(table, map, context.query !== null) || undefined}
      />
      {isOpen && (
        <FactorDialog request={wholeRequest(request, table)} numbers={context.numbers} close={() => setOpen(false)} />
      )}
    </>
  );
}
