/** Texts of maps of two factors. */

export const words = {
  noValues: (metric: string) => `${metric}: no values.`,
  best: (place: string, value: string) => `Best is ${place} with ${value}.`,
  missing: (count: number, all: number) => `${count} of ${all} cells have no value but a reason.`,
  differing: (factors: string) => `Different results by ${factors}`,
  all: "All",
  mapOf: (rows: string | null, columns: string | null) => [rows, columns].filter(Boolean).join(" × "),
  covered: (count: number, isCut: boolean) => {
    const runs = count.toLocaleString("en-US");
    return isCut ? `The newest ${runs} runs of the query.` : `All runs of the query: ${runs}.`;
  },
  mixed: (cells: number, factors: string) =>
    `${cells === 1 ? "1 cell is" : `${cells} cells are`} not merged, different: ${factors}.`,
  noFactors: "A heat map needs two factors that differ.",
  otherMaps: (count: number, factor: string) =>
    `The table by factors has ${count === 1 ? "1 more value" : `${count} more values`} of ${factor}.`,
} as const;
