/** How a chart over time is zoomed: by wheel, keys and the slider below it, the same in all of them. */
import type { ChartOption } from "./definition";
import type { ChartTheme } from "./theme";

interface SliderPlace {
  /** Which horizontal axes move together. */
  axes: number[];
  left: number;
  right: number;
}

/** The vertical axes keep their range while zooming, so that two sections of one curve can be compared. */
export function zoomWithSlider({ axes, left, right }: SliderPlace, theme: ChartTheme): ChartOption["dataZoom"] {
  const shared = { xAxisIndex: axes, filterMode: "none" as const };
  return [
    { ...shared, type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false, preventDefaultMouseMove: false },
    {
      ...shared,
      type: "slider",
      left,
      right,
      bottom: 8,
      height: 20,
      showDataShadow: false,
      brushSelect: false,
      borderColor: theme.axis,
      fillerColor: theme.selection,
      handleStyle: { color: theme.background, borderColor: theme.axis },
      moveHandleSize: 0,
      showDetail: false,
    },
  ];
}
