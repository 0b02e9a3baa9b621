/** The panels of a workbench on their grid. */
import { type CSSProperties, lazy, memo, Suspense } from "react";
import type { FigureAct } from "@/charts/figure-menu";
import type { Panel } from "@/charts/workbench/document";
import { workbench } from "@/messages/workbench";
import type { PanelContext } from "./panel-context";
import { PanelWaiting } from "./panel-frame";
import classes from "./workbench.module.css";

const words = workbench.editor;

const body = () => import("./panel-body");
const PanelBody = lazy(() => body().then((module) => ({ default: module.PanelBody })));

/** Load ECharts while its data are still loading; the panels report a failure. */
export const loadPanels = () => void body().catch(() => undefined);

export interface DrawnPanelProps {
  panel: Panel;
  /** Null while what is drawn is on its way. */
  context: PanelContext | null;
  acts: readonly FigureAct[];
}

export const DrawnPanel = memo(function DrawnPanel({ panel, context, acts }: DrawnPanelProps) {
  const waiting = <PanelWaiting panel={panel} acts={acts} />;
  if (!context) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PanelBody panel={panel} context={context} acts={acts} />
    </Suspense>
  );
});

export interface PanelGridProps {
  panels: readonly Panel[];
  context: PanelContext | null;
  actsOf: (panel: Panel) => readonly FigureAct[];
}

const placeOf = ({ x, y, w, h }: Panel) =>
  ({
    "--column": `${x + 1} / span ${w}`,
    "--row": `${y + 1} / span ${h}`,
    "--rows": `span ${h}`,
  }) as CSSProperties;

/** From this width on, in columns, a panel takes the whole row where the page has two columns. */
const BROAD = 7;

export function PanelGrid({ panels, context, actsOf }: PanelGridProps) {
  return (
    <section className={classes.grid} aria-label={words.panels}>
      {panels.map((panel) => (
        <div key={panel.id} className={classes.place} data-broad={panel.w >= BROAD || undefined} style={placeOf(panel)}>
          <DrawnPanel panel={panel} context={context} acts={actsOf(panel)} />
        </div>
      ))}
    </section>
  );
}
