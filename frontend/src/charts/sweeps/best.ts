/** Where the curves of a panel are at their best, in words. */
import { sweeps as words } from "@/messages/sweeps";
import { type LinePanel, panelPoints } from "./line-panels";
import type { SweepCurve } from "./points";
import { valueText } from "./words";

/** More curves than these are not named one by one. */
const NAMED = 4;

interface Best {
  name: string;
  value: number;
  place: string;
}

/** A sentence for each curve that has a value in the panel; of many, one for the first and the last of them. */
export function bestOf(panel: LinePanel, curves: readonly SweepCurve[]): string[] {
  const { metric } = panel;
  const better = (a: number, b: number) => (metric.better === "higher" ? a > b : a < b);
  const all = curves.flatMap((curve): Best[] => {
    const points = panelPoints(panel, curve);
    const [first] = points;
    if (!first) return [];
    const best = points.reduce((found, point) => (better(point.value, found.value) ? point : found), first);
    return [{ name: curve.name, value: best.value, place: panel.place(best.x) }];
  });
  const text = ({ value }: Best) => valueText(metric, value);
  const [first] = all;
  if (!first) return [];
  if (all.length <= NAMED) return all.map((best) => words.lines.best(best.name, text(best), best.place));
  const top = all.reduce((found, best) => (better(best.value, found.value) ? best : found), first);
  const last = all.reduce((found, best) => (better(found.value, best.value) ? best : found), first);
  const others = words.lines.leastOf(last.name, text(last), last.place);
  return [words.lines.mostOf(top.name, text(top), top.place, others)];
}
