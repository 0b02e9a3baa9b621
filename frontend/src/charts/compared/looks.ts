/** Looks of repeats: curves of one entry share its colour and differ in their dash. */
import { type Look, seriesStyle, THEMES } from "../theme";

/** Return a variant for each of the repeats: another dash for each, as far as there are any. */
export function repeatLooks({ order, baseline = false, isWorse }: Look, count: number): Look[] {
  const theme = THEMES.light;
  // The first curve of the baseline is solid, regardless of its own dash.
  const dashOf = (variant: number) =>
    baseline && variant === 0 ? "" : seriesStyle(theme, order, variant).dash.join(" ");
  const variants = theme.series.map((_, variant) => variant);
  const isNew = (variant: number) => variants.slice(0, variant).every((before) => dashOf(before) !== dashOf(variant));
  const ordered = [...variants.filter(isNew), ...variants.filter((variant) => !isNew(variant))];
  return Array.from({ length: count }, (_, repeat) => ({
    order,
    variant: ordered[repeat % ordered.length] ?? 0,
    baseline: baseline && repeat === 0,
    ...(isWorse ? { isWorse } : {}),
  }));
}
