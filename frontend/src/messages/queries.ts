/** The search field of the runs, which takes queries. */

export const queries = {
  label: "Search",
  hint: 'Words or conditions, such as model:"PM9A3" iops>500k',
  conditions: "Conditions of the search",
  editCondition: (condition: string) => `Edit ${condition}`,
  removeCondition: (condition: string) => `Clear ${condition}`,
  proposals: "Fields and values",
  count: (runs: number) => (runs === 1 ? "1 run" : `${runs} runs`),
  use: (text: string) => `Use ${text}`,
} as const;
