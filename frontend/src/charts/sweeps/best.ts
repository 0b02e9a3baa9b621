/** Sentences about the best points of the curves of a panel. */
import { LEFT_OPEN, bestOf as surest } from "@/lib/best";
import { isNumber } from "@/lib/value-kind";
import { charts } from "@/messages/charts";
import { sweeps as words } from "@/messages/sweeps";
import { type LinePanel, panelPoints, withPointKind } from "./line-panels";
import { kindOf, type SweepCurve } from "./points";
import { valueText } from "./words";

/** More curves than these are not named one by one. */
const NAMED = 4;

interface Figure {
  name: string;
  value: number;
  kind: string;
  place: string;
}

interface Curve {
  name: string;
  /** True if its run was marked invalid: none of its figures is best. */
  invalid: boolean;
  /** Its figures in the panel, without those that were cut short: what these would have come to is unknown. */
  figures: Figure[];
}

/** A sentence for each curve that has a value in the panel; of many, one for the first and the last of them. */
export function bestOf(panel: LinePanel, curves: readonly SweepCurve[]): string[] {
  const { metric } = panel;
  const all = curves.flatMap((curve): Curve[] => {
    const { name, invalid = false } = curve;
    const figures = panelPoints(panel, curve).map(({ x, value, point }) => {
      return { name, value, kind: kindOf(point, metric.name), place: panel.place(x) };
    });
    return figures.length > 0 ? [{ name, invalid, figures: figures.filter(({ kind }) => kind !== "cut_short") }] : [];
  });
  const text = ({ value, kind }: Figure) => withPointKind(valueText(metric, value), kind);
  if (all.length === 0) return [];
  if (all.length <= NAMED) return all.map((curve) => sentence(curve, panel, text));
  const uncounted = all.filter((curve) => curve.invalid).map(({ name }) => name);
  return [
    ...ofMany(
      all.filter((curve) => !curve.invalid),
      panel,
      text,
    ),
    ...(uncounted.length > 0 ? [charts.invalid.several(uncounted.join(" · "))] : []),
  ];
}

function ofMany(counted: readonly Curve[], panel: LinePanel, text: (figure: Figure) => string): string[] {
  const { metric } = panel;
  const [only, ...others] = counted;
  if (!only) return [];
  if (others.length === 0) return [sentence(only, panel, text)];
  const figures = counted.flatMap((curve) => curve.figures);
  const top = surest(figures, metric.better);
  if (top === undefined) return [words.lines.allCutShort];
  if (top === null) return [LEFT_OPEN];
  const bests = counted.flatMap((curve) => surest(curve.figures, metric.better) ?? []);
  const last = bests.length === counted.length ? surest(bests, metric.better === "higher" ? "lower" : "higher") : null;
  if (!last) return [words.lines.topOf(top.name, text(top), top.place)];
  return [words.lines.topOf(top.name, text(top), top.place), words.lines.lowestOf(last.name, text(last), last.place)];
}

function sentence({ name, invalid, figures }: Curve, { metric }: LinePanel, text: (figure: Figure) => string): string {
  const { allCutShortOf, best, only, leftOpen } = words.lines;
  const better = (a: Figure, b: Figure) => (metric.better === "higher" ? a.value > b.value : a.value < b.value);
  if (invalid) return charts.invalid.one(name);
  const [first] = figures;
  if (!first) return allCutShortOf(name);
  const winner = surest(figures, metric.better);
  if (winner && figures.length === 1 && !isNumber(winner.kind)) return only(name, text(winner), winner.place);
  if (winner) return best(name, text(winner), winner.place);
  const utmost = figures.reduce((leader, figure) => (better(figure, leader) ? figure : leader), first);
  return leftOpen(name, text(utmost), utmost.place);
}
