/** What charts of any kind say. */

export const charts = {
  arrangement: (title: string) => `Arrangement of ${title}`,
  arrangements: { one: "One chart", apart: "Small multiples" },
  crowded: (count: number) =>
    `${count} curves share one chart: as small multiples each has a panel of its own, with the same axes.`,
  isApart: "Each curve has a panel of its own; all panels have the same axes.",
} as const;
