/** The grid while a panel is edited: panels are dragged by their heads and resized at their corners. Loaded with the first edit. */
import ReactGridLayout, { type LayoutItem, useContainerWidth } from "react-grid-layout";
import { COLUMNS, MAX_ROWS, type Place } from "@/charts/workbench/document";
import { MIN_HEIGHT, MIN_WIDTH, ROW_GAP, ROW_HEIGHT } from "@/charts/workbench/grid";
import { workbench } from "@/messages/workbench";
import { DrawnPanel, type PanelGridProps } from "./panel-grid";
import classes from "./workbench.module.css";

export interface EditGridProps extends PanelGridProps {
  edited: string;
  select: (id: string) => void;
  arrange: (places: (Place & { id: string })[]) => void;
}

const GRID = { cols: COLUMNS, rowHeight: ROW_HEIGHT, margin: [ROW_GAP, ROW_GAP] as const };
const DRAG = { handle: "[data-figure-head]", cancel: "button" };
const RESIZE = { handles: ["se"] as const };
const LIMITS = { minW: MIN_WIDTH, minH: MIN_HEIGHT, maxH: MAX_ROWS };

export function EditGrid({ panels, context, actsOf, edited, select, arrange }: EditGridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const arranged = (layout: readonly LayoutItem[]) =>
    arrange(layout.map(({ i: id, x, y, w, h }) => ({ id, x, y, w, h })));
  return (
    <section ref={containerRef} className={classes.editGrid} aria-label={workbench.editor.panels}>
      {mounted && (
        <ReactGridLayout
          width={width}
          layout={panels.map(({ id: i, x, y, w, h }) => ({ i, x, y, w, h, ...LIMITS }))}
          gridConfig={GRID}
          dragConfig={DRAG}
          resizeConfig={RESIZE}
          onDragStop={arranged}
          onResizeStop={arranged}
        >
          {panels.map((panel) => (
            <div
              key={panel.id}
              className={classes.editPlace}
              data-edited={panel.id === edited || undefined}
              onPointerDown={() => select(panel.id)}
            >
              <DrawnPanel panel={panel} context={context} acts={actsOf(panel)} />
            </div>
          ))}
        </ReactGridLayout>
      )}
    </section>
  );
}
