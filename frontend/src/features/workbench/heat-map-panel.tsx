/** Results over two factors as a map of cells. */
import { useMemo, useState } from "react";
import { ApiProblem } from "@/api/problem";
import { factorMap } from "@/charts/factor-map/definition";
import { mapOf, mapWords, withWorse } from "@/charts/factor-map/maps";
import { wholeRequest } from "@/charts/factor-map/requests";
import { words } from "@/charts/factor-map/words";
import { ofResults } from "@/charts/workbench/document";
import { METRICS } from "@/lib/metrics";
import { factorTables } from "@/messages/factor-tables";
import { workbench } from "@/messages/workbench";
import { FactorDialog } from "./factor-dialog";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { useFactorTable } from "./use-factor-table";

const panels = workbench.panels;

/** Return the reason why the runs do not support a chosen table: they no longer have its factor or workload. */
function refusalOf(error: unknown, workload: string | null): string | null {
  if (!(error instanceof ApiProblem) || error.status !== 422) return null;
  const isWorkload = workload !== null && error.fields.some(({ path }) => path.startsWith("fixed"));
  return isWorkload ? panels.noWorkload(workload) : error.message;
}

export function HeatMapPanel(props: PanelProps) {
  const { context, acts } = props;
  const panel = ofResults(props.panel);
  const [isOpen, setOpen] = useState(false);
  const withTable = useMemo(() => [...acts, { label: factorTables.open, run: () => setOpen(true) }], [acts]);
  const { table, request, error, retry, isFlat } = useFactorTable(panel, context);
  const { shown } = context;
  const map = useMemo(() => {
    const heatMap = table && mapOf(table, panel.metric);
    return heatMap && withWorse(heatMap, shown);
  }, [table, panel.metric, shown]);
  if (shown.length === 0) return <NothingToDraw {...props} reason={panels.allHidden} />;
  if (isFlat) return <NothingToDraw {...props} reason={words.noFactors} />;
  if (error && !table) {
    const reason = refusalOf(error, panel.workload);
    if (reason !== null) return <NothingToDraw {...props} reason={reason} />;
    return <PanelFailed {...props} error={error} retry={retry} />;
  }
  if (!table) return <PanelWaiting {...props} />;
  const { label } = METRICS[panel.metric];
  if (!map) return <NothingToDraw {...props} reason={panels.noMetric(label)} />;
  return (
    <>
      <PanelFigure
        {...props}
        acts={withTable}
        definition={factorMap}
        data={map}
        {...mapWords(table, map, { isOfQuery: context.query !== null })}
      />
      {isOpen && (
        <FactorDialog request={wholeRequest(request, table)} numbers={context.numbers} close={() => setOpen(false)} />
      )}
    </>
  );
}
