/** Subject of pictures of panels: the runs, the shared parts of their configurations and their differences. Pure. */
import type { Comparison } from "@/api/comparison";
import type { Entry } from "@/charts/workbench/entries";
import { workbench as words } from "@/messages/workbench";

/** A line for each; entries that are hidden are in none of them. */
export function pictureSource({ factors: { rows } }: Pick<Comparison, "factors">, entries: readonly Entry[]): string[] {
  const shown = entries.filter((entry) => entry.shown);
  const factorTexts = rows.flatMap(({ label, cells }) => {
    const values = shown.map(({ place }) => cells[place]?.value ?? null);
    const distinct = [...new Set(values.filter((value) => value !== null))];
    const isShared = distinct.length === 1 && !values.includes(null);
    return distinct.length > 1 || isShared
      ? [{ isShared, text: words.picture.factor(label, distinct.join(" / ")) }]
      : [];
  });
  const textOf = (isShared: boolean) =>
    factorTexts.flatMap((factor) => (factor.isShared === isShared ? [factor.text] : [])).join(", ");
  const [same, differs] = [textOf(true), textOf(false)];
  return [
    shown.map(({ key, label }) => words.picture.run(key, label)).join(", "),
    ...(differs ? [words.picture.differs(differs)] : []),
    ...(same ? [words.picture.same(same)] : []),
  ];
}
