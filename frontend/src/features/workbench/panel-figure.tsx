/** A chart as a panel: as high as its place, with its acts in its menu and no legend of its own. */
import { useMemo } from "react";
import { ChartFigure } from "@/charts/chart-figure";
import { asPanel, type ChartDefinition } from "@/charts/definition";
import { figureHeight } from "@/charts/heights";
import { panelTitle, remarkWith } from "@/charts/panels";
import type { TimeSpan } from "@/charts/workbench/document";
import { heightOf } from "@/charts/workbench/grid";
import type { PanelProps } from "./panel-context";
import classes from "./workbench.module.css";

interface PanelFigureProps<Data> extends PanelProps {
  definition: ChartDefinition<Data>;
  /** Keep this value stable: every new object redraws the panel. */
  data: Data;
  /** That of its kind unless given. */
  title?: string | undefined;
  subtitle: string;
  /** One line of what is not drawn, and why. */
  remark?: string | undefined;
  /** The stretch of a time axis, where the chart has one. */
  range?: TimeSpan | null;
  zoom?: (range: TimeSpan | null) => void;
  /** True if it names its parts in one line above it. */
  hasLegend?: boolean;
}

const REMARK = 24;
const FRAME = figureHeight(0);
const FRAME_WITH_LEGEND = figureHeight(0, { legend: 1 });

export function PanelFigure<Data>(props: PanelFigureProps<Data>) {
  const { panel, context, acts, definition, data, subtitle, range, zoom, hasLegend = false } = props;
  const { isLinked, source, address, numbers } = context;
  const remark = remarkWith(props.remark, panel, numbers);
  const height = heightOf(panel) - (hasLegend ? FRAME_WITH_LEGEND : FRAME) - (remark ? REMARK : 0);
  const sized = useMemo(() => {
    const own = asPanel(definition, height);
    return isLinked ? own : { ...own, along: undefined };
  }, [definition, height, isLinked]);
  return (
    <ChartFigure
      definition={sized}
      data={data}
      title={props.title ?? panelTitle(panel)}
      order={2}
      subtitle={subtitle}
      anchor={`panel-${panel.id}`}
      fileName="workbench"
      source={source}
      address={address}
      acts={acts}
      hasLegend={hasLegend}
      {...(zoom ? { range: range ?? null, onRange: zoom } : {})}
      tools={
        remark && (
          <p className={classes.remark} title={remark}>
            {remark}
          </p>
        )
      }
    />
  );
}
