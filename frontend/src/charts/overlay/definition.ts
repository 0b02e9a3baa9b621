/** The overlay chart: the curves of several runs in one panel. */
import { isReading, TIME_METRICS } from "@/lib/metrics";
import { charts } from "@/messages/charts";
import { isMeasured } from "../changes";
import type { ChartDefinition } from "../definition";
import { notesLegend } from "../preconditioning/notes";
import type { TimeCurve } from "../preconditioning/panels";
import { panelsWithin, samplesOf } from "../preconditioning/readings";
import { type Course as CurveCourse, courseIn, inSight, panelsTable } from "../preconditioning/table";
import { styleOf, subjectStyle } from "../theme";
import { type OverlayData, onAxis, overlayExtent, overlayOption, overlayPanels } from "./option";

/** Maximum number of described courses; longer lists go unread, and the ends show the leading run. */
const DESCRIBED = 3;
const HEIGHT = 440;

interface Course extends CurveCourse {
  name: string;
}

function courseOf(curve: TimeCurve, { runs }: OverlayData): Course[] {
  const run = runs.find(({ name }) => curve.name.startsWith(name));
  const course = courseIn(curve, run ? onAxis(run).phases : []);
  return course ? [{ name: curve.name, ...course }] : [];
}

function panelsInSight(data: OverlayData) {
  return panelsWithin(overlayPanels(data), data.range);
}

/** Describe the drawn samples, once where it is the same for all runs. */
function provenance({ runs, range }: OverlayData): string | null {
  const drawn = new Map<string, string[]>();
  for (const run of runs) {
    const samples = samplesOf(onAxis(run), range);
    if (samples) drawn.set(samples, [...(drawn.get(samples) ?? []), run.name]);
  }
  if (drawn.size === 0) return null;
  const several = [...drawn].map(([samples, names]) =>
    drawn.size > 1 ? `${samples} of ${names.join(", ")}` : samples,
  );
  return `Drawn: ${several.join(" · ")}.`;
}

function describe(data: OverlayData): string {
  const words = describeCourses(data);
  const notes = data.notes?.length ? ` Notes: ${data.notes.length}.` : "";
  const absolute = isMeasured(data) ? `${charts.changes.absolute} ` : "";
  return words === "" ? words : absolute + inSight(data.range) + words + notes;
}

function describeCourses(data: OverlayData): string {
  const { label, format } = TIME_METRICS[data.metric];
  const courses = panelsInSight(data).flatMap(({ curves }) => curves.flatMap((curve) => courseOf(curve, data)));
  if (courses.length === 0)
    return isReading(data.metric) ? `No readings of ${label}.` : `No curve of ${label}: these runs have totals only.`;
  if (courses.length <= DESCRIBED) {
    return courses
      .map(({ name, first, last, of }) => `${name}: ${label}${of} goes from ${format(first)} to ${format(last)}.`)
      .join(" ");
  }
  const ranked = courses.toSorted((a, b) => a.last - b.last);
  const [lowest, highest] = [ranked[0], ranked.at(-1)];
  return lowest && highest
    ? `${label} at the end of ${courses.length} runs: highest with ${format(highest.last)} is ${highest.name}, lowest with ${format(lowest.last)} is ${lowest.name}.`
    : "";
}

export const overlay: ChartDefinition<OverlayData> = {
  id: "overlay",
  title: "Runs over time",
  height: () => HEIGHT,
  option: overlayOption,
  legend: (data, theme) => [
    ...overlayPanels(data).flatMap(({ curves }) =>
      curves.map(({ name, style }) => ({
        name,
        kind: "line" as const,
        style: style === "alone" ? subjectStyle(theme) : styleOf(theme, style),
        symbol: true,
      })),
    ),
    ...notesLegend(data.notes ?? [], theme),
  ],
  describe,
  caption: (data) =>
    overlayPanels(data).length === 0 ? describe(data) : isMeasured(data) ? charts.changes.absolute : "",
  table: (data) => panelsTable(panelsInSight(data), `${TIME_METRICS[data.metric].label} of each run over time`),
  zoomable: true,
  multiples: true,
  extent: overlayExtent,
  endNames: (data) => overlayPanels(data).flatMap(({ curves }) => curves.map(({ name }) => name)),
  along: "elapsed",
  provenance,
  toggle: { label: "Logarithmic axis", isLog: true, apply: (data, log) => ({ ...data, log }) },
};
