/** The course of one run: what it measures while it goes on, and the same chart once it is over. */
import { TIME_METRICS } from "@/lib/metrics";
import { course as words } from "@/messages/run-live";
import type { ChartDefinition } from "../definition";
import { DRAWN, heightAt } from "../heights";
import { courseOf, panelsTable } from "../preconditioning/table";
import { subjectStyle } from "../theme";
import { courseExtent, coursePanel, otherPanel, type RunCourseData, runCourseOption } from "./option";

export const runCourse: ChartDefinition<RunCourseData> = {
  id: "run-course",
  title: words.title,
  height: ({ isTall }, width) => heightAt(isTall ? DRAWN.liveCourse : DRAWN.course, width),
  option: runCourseOption,
  legend: ({ name, other }, theme) => {
    const style = { ...subjectStyle(theme), dash: [] };
    return other
      ? [
          { name, kind: "line", style, symbol: false },
          {
            name: other.name,
            kind: "line",
            style: { ...style, colour: theme.ghost, dash: [4, 3], width: 1.4 },
            symbol: false,
          },
        ]
      : [];
  },
  describe: (data) => [courseOf(coursePanel(data), [...data.phases]), data.window?.label].filter(Boolean).join(" "),
  // The eye sees all of it.
  caption: () => "",
  table: (data) => {
    const panels = [coursePanel(data), otherPanel(data)].filter((panel) => panel !== null);
    const named = panels.map((panel, order) => ({
      ...panel,
      curves: panel.curves.map((curve) => ({ ...curve, style: panels.length > 1 ? { order } : curve.style })),
    }));
    return panelsTable(named, words.table(TIME_METRICS[data.metric].label));
  },
  zoomable: true,
  extent: courseExtent,
  along: "run-time",
};
